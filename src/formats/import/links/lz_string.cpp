#include "formats/import/links/lz_string.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/work_count.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum LzCode : std::uint32_t { kByteCode, kUnitCode, kEndCode, kFirstEntry };

// Reads numbers of any width, the lowest bit first, from characters of six bits.
class LzBits {
 public:
  explicit LzBits(std::string_view packed) : packed_(packed) {}

  bool is_valid() const {
    return !packed_.empty() && packed_.find_first_not_of(kBase64) == std::string_view::npos;
  }
  // True if bits beyond the last character were read.
  bool is_past_end() const { return at_ > packed_.size() * 6; }

  std::uint32_t read(unsigned width) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < width; ++i) value |= bit() << i;
    return value;
  }

 private:
  std::uint32_t bit() {
    if (at_ % 6 == 0) {
      const std::size_t place = at_ / 6;
      character_ =
          place < packed_.size() ? static_cast<std::uint32_t>(kBase64.find(packed_[place])) : 0;
    }
    return character_ >> (5 - at_++ % 6) & 1U;
  }

  std::string_view packed_;
  std::size_t at_ = 0;
  std::uint32_t character_ = 0;
};

// Writes such numbers.
class LzOutput {
 public:
  void write(std::uint32_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i) {
      character_ = character_ << 1 | (value >> i & 1U);
      if (++bits_ % 6 == 0) packed_ += kBase64[std::exchange(character_, 0U)];
    }
  }
  // At least one bit follows the last number.
  std::string finish() {
    do {
      write(0, 1);
    } while (bits_ % 6 != 0);
    packed_.append((4 - packed_.size() % 4) % 4, '=');
    return std::move(packed_);
  }

 private:
  std::string packed_;
  std::uint32_t character_ = 0;
  std::size_t bits_ = 0;
};

// A piece of the text.
struct LzEntry {
  std::size_t at;
  std::size_t size;
};

}  // namespace

std::optional<std::string> decompress_lz(std::string_view packed) {
  while (packed.ends_with('=')) packed.remove_suffix(1);
  LzBits bits(packed);
  if (!bits.is_valid()) return std::nullopt;
  const std::size_t most_bytes = std::min(kMostLzBytes, packed.size() * kMostLzRatio);
  std::string text;
  std::vector<LzEntry> table(kFirstEntry, LzEntry{0, 0});
  unsigned width = 2;
  LzEntry before{0, 0};
  while (!bits.is_past_end() && text.size() <= most_bytes) {
    const std::uint32_t code = bits.read(width);
    if (code == kEndCode) {
      count_work(packed.size() + text.size());
      return text;
    }
    LzEntry entry{text.size(), 1};
    if (code < kEndCode) {
      const std::uint32_t unit = bits.read(code == kByteCode ? 8 : 16);
      text += unit < 0x80 ? static_cast<char>(unit) : '?';
      table.push_back(entry);
    } else {
      // The entry after the last one is the previous piece, and its first character again.
      if (code > table.size() || (code == table.size() && before.size == 0)) return std::nullopt;
      const bool is_next = code == table.size();
      const LzEntry known = is_next ? LzEntry{before.at, before.size + 1} : table[code];
      if (known.size == 0 || known.size > most_bytes) return std::nullopt;
      entry.size = known.size;
      for (std::size_t i = 0; i < known.size; ++i) text += text[known.at + i];
    }
    // The previous piece and the first character of this one stand side by side in the text.
    if (before.size != 0) table.push_back({before.at, before.size + 1});
    before = entry;
    while (table.size() + 1 > std::size_t{1} << width) ++width;
  }
  return std::nullopt;
}

std::string compress_lz(std::string_view text) {
  LzOutput out;
  // The code of each piece, by the code of the piece without its last character, and this one.
  std::unordered_map<std::uint32_t, std::uint32_t> codes;
  std::uint32_t next_code = kFirstEntry;
  std::uint32_t numbers = 0;  // that were written, new characters included
  std::uint32_t piece = 0;    // its code; 0 at the begin
  bool is_new = false;        // the piece is a character that was not written yet
  char last = '\0';
  const auto write_piece = [&] {
    const auto width = static_cast<unsigned>(std::bit_width(numbers + 2));
    out.write(is_new ? std::uint32_t{kByteCode} : piece, width);
    if (is_new) out.write(static_cast<std::uint8_t>(last), 8);
    numbers += is_new ? 2 : 1;
  };
  for (const char c : text) {
    const std::uint32_t byte = static_cast<std::uint8_t>(c);
    const auto [single, is_first] = codes.try_emplace(byte, next_code);
    next_code += is_first ? 1 : 0;
    const std::uint32_t code = single->second;
    if (piece != 0) {
      const auto [longer, is_added] = codes.try_emplace(piece << 8 | byte, next_code);
      if (!is_added) {
        piece = longer->second;
        continue;
      }
      write_piece();
      ++next_code;
    }
    piece = code;
    is_new = is_first;
    last = c;
  }
  if (piece != 0) write_piece();
  out.write(kEndCode, static_cast<unsigned>(std::bit_width(numbers + 2)));
  return out.finish();
}

}  // namespace dokumill::records
