#include "core/text/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bytes16.hpp"

namespace dokumill {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Control characters, line separators, characters that set the direction of text, and invisible
// characters (Unicode's Default_Ignorable_Code_Point), in ascending order.
constexpr Range kHidden[] = {
    {0x00, 0x1F},        // C0
    {0x7F, 0x9F},        // DEL and C1
    {0xAD, 0xAD},        // soft hyphen
    {0x34F, 0x34F},      // combining grapheme joiner
    {0x61C, 0x61C},      // Arabic letter mark
    {0x115F, 0x1160},    // Hangul fillers
    {0x17B4, 0x17B5},    // Khmer inherent vowels
    {0x180B, 0x180F},    // Mongolian variation selectors, vowel separator
    {0x200B, 0x200F},    // zero-width space and joiners, direction marks
    {0x2028, 0x202E},    // line and paragraph separators, embeddings and overrides
    {0x2060, 0x206F},    // word joiner, invisible operators, isolates
    {0x3164, 0x3164},    // Hangul filler
    {0xFE00, 0xFE0F},    // variation selectors
    {0xFEFF, 0xFEFF},    // byte-order mark
    {0xFFA0, 0xFFA0},    // half-width Hangul filler
    {0xFFF0, 0xFFFB},    // interlinear annotation
    {0xFFFE, 0xFFFF},    // noncharacters
    {0x1BCA0, 0x1BCA3},  // shorthand format controls
    {0x1D173, 0x1D17A},  // musical format controls
    {0xE0000, 0xE0FFF},  // tags, further variation selectors
};

bool is_hidden(std::uint32_t character) {
  const auto* const found =
      std::lower_bound(std::begin(kHidden), std::end(kHidden), character,
                       [](const Range& range, std::uint32_t value) { return range.last < value; });
  return found != std::end(kHidden) && found->first <= character;
}

constexpr std::uint32_t kNoCharacter = ~std::uint32_t{0};

struct Decoded {
  std::uint32_t character;  // or kNoCharacter, if the byte is not part of a valid character
  std::size_t bytes;
};

// Decodes the character that begins at `at`. REQUIRES: at < text.size().
Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr Decoded kInvalid{kNoCharacter, 1};
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < bytes) return kInvalid;
  std::uint32_t character = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return kInvalid;
    character = character << 6 | (byte(at + i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < kLeast[bytes] || character > 0x10FFFF || is_surrogate) return kInvalid;
  return {character, bytes};
}

// In upper-case hexadecimal, with leading zeros if it has fewer than `least_digits` digits.
std::string hexadecimal(std::uint32_t number, std::size_t least_digits) {
  std::string text;
  for (; number != 0 || text.size() < least_digits; number /= 16) {
    text.insert(text.begin(), "0123456789ABCDEF"[number % 16]);
  }
  return text;
}

// Appends the character at `at`, escaped if necessary. Returns the position of the next character.
std::size_t append_escaped(std::string_view text, std::size_t at, std::string& out) {
  const auto [character, bytes] = decode(text, at);
  if (character == kNoCharacter || character < 0x20 || character == 0x7F) {
    out += "\\x" + hexadecimal(static_cast<unsigned char>(text[at]), 2);
  } else if (is_hidden(character)) {
    out += "\\u{" + hexadecimal(character, 1) + "}";
  } else {
    out.append(text, at, bytes);
  }
  return at + bytes;
}

std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

}  // namespace

bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, bytes] = decode(text, at);
    if (character == kNoCharacter || is_hidden(character)) return false;
    at += bytes;
  }
  return true;
}

std::string printable_all(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) at = append_escaped(text, at, out);
  return out;
}

std::string printable(std::string_view text, std::size_t most_bytes) {
  std::string all = printable_all(text);
  if (all.size() <= most_bytes) return all;
  const std::size_t tail_bytes = most_bytes / 4;
  const std::size_t head_bytes = most_bytes - tail_bytes;
  // Never cut inside a character or an escape. The head ends at the last allowed position within
  // `head_bytes`. The tail begins at the first allowed position after which at most `tail_bytes`
  // bytes follow.
  std::string piece;
  std::size_t head_end = 0;
  std::size_t tail_begin = 0;
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size();) {
    piece.clear();
    at = append_escaped(text, at, piece);
    size += piece.size();
    if (size <= head_bytes) head_end = size;
    if (tail_begin == 0 && all.size() - size <= tail_bytes) tail_begin = size;
  }
  return all.substr(0, head_end) + "...(" + grouped(text.size()) + " bytes)..." +
         all.substr(tail_begin);
}

std::string printable_list(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNames = 20;
  constexpr std::size_t kMostNameBytes = 60;
  constexpr std::size_t kMostBytes = 400;
  std::string text;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    const std::string word = printable(name, kMostNameBytes);
    if (shown == kMostNames || (shown != 0 && text.size() + word.size() > kMostBytes)) break;
    text += (shown == 0 ? "" : ", ") + word;
    ++shown;
  }
  if (shown < names.size()) text += ", ... and " + grouped(names.size() - shown) + " more";
  return text;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Most texts are ASCII: skip sixteen bytes at a time.
    if (text.size() - at >= 16 && is_zero(~at_most(load16(text.data() + at), 0x7F))) {
      at += 16;
      continue;
    }
    const auto [character, bytes] = decode(text, at);
    if (character == kNoCharacter) return false;
    at += bytes;
  }
  return true;
}

}  // namespace dokumill
