#include "formats/codec/deflate_end.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/load64.hpp"

namespace dokumill::codec {
namespace {

constexpr int kMostCodeBits = 15;
constexpr int kEndOfBlock = 256;
constexpr std::size_t kLengthSymbols = 288;
constexpr std::size_t kDistanceSymbols = 32;

// The bits of a stream, from the lowest bit of each byte on. After the last byte, there are zeros:
// a stream that needs them is cut off.
class Bits {
 public:
  explicit Bits(std::string_view stream) : stream_(stream) {}

  // The next bits, of which 57 are valid.
  std::uint64_t peek() const {
    std::uint64_t bits = 0;
    const std::string_view left = stream_.substr(std::min(at_ / 8, stream_.size()), sizeof bits);
    for (std::size_t i = 0; i < left.size(); ++i) {
      bits |= std::uint64_t{static_cast<unsigned char>(left[i])} << (8 * i);
    }
    return bits >> (at_ % 8);
  }
  void skip(std::size_t bits) { at_ += bits; }
  // REQUIRES: count is at most 16.
  unsigned take(unsigned count) {
    const auto bits = static_cast<unsigned>(peek() & ((1U << count) - 1));
    skip(count);
    return bits;
  }
  void skip_to_byte() { at_ = (at_ + 7) / 8 * 8; }
  std::size_t at() const { return at_; }
  bool is_beyond_end() const { return at_ > 8 * stream_.size(); }

  // The same bits for a loop that must be fast: the next bits are in a register.
  struct Fast {
    std::uint64_t buffer = 0;
    unsigned count = 0;  // valid bits in the buffer
    const char* next;    // the bytes after those in the buffer
    const char* end;

    // Fills the buffer, so that it has 56 valid bits or more. Returns false near the end of the
    // stream.
    bool refill() {
      if (end - next < 8) return false;
      buffer |= load64(next) << count;
      next += (63 - count) / 8;
      count |= 56;
      return true;
    }
    void skip(unsigned bits) {
      buffer >>= bits;
      count -= bits;
    }
  };
  Fast fast() const {
    const std::size_t byte = std::min(at_ / 8, stream_.size());
    Fast bits{0, 0, stream_.data() + byte, stream_.data() + stream_.size()};
    if (bits.refill()) bits.skip(at_ % 8);
    return bits;
  }
  void go_to(const Fast& bits) {
    if (bits.count == 0) return;  // never filled
    at_ = 8 * static_cast<std::size_t>(bits.next - stream_.data()) - bits.count;
  }

 private:
  std::string_view stream_;
  std::size_t at_ = 0;
};

// A Huffman code: symbols by the bits that come next.
class Code {
 public:
  // `lengths`: the number of bits of each symbol, 0 if it does not occur. Returns false if there
  // are more codes than these lengths allow. A code with unused bits is allowed; deflate has it
  // for a single distance.
  bool build(std::span<const std::uint8_t> lengths) {
    count_.fill(0);
    for (const std::uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    std::array<unsigned, kMostCodeBits + 2> next{};  // in symbols_
    unsigned used = 0;
    for (std::size_t bits = 1; bits <= kMostCodeBits; ++bits) {
      used = 2 * used + count_[bits];
      if (used > 1U << bits) return false;
      next[bits + 1] = next[bits] + count_[bits];
    }
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != 0)
        symbols_[next[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    }
    return true;
  }

  // Calls use(symbol, bits, code) for all symbols, in the order of their codes. The first bit of a
  // code in the stream is the lowest bit of `code`.
  void for_each(const auto& use) const {
    unsigned code = 0;
    std::size_t index = 0;
    for (unsigned bits = 1; bits <= kMostCodeBits; ++bits, code <<= 1) {
      for (unsigned i = 0; i < count_[bits]; ++i, ++code) {
        use(symbols_[index++], bits, reversed(code, bits));
      }
    }
  }

  // Decodes one symbol bit by bit. Returns -1 if the bits are no code.
  int read(Bits& stream) const {
    std::uint64_t bits = stream.peek();
    unsigned code = 0;
    unsigned first = 0;
    std::size_t index = 0;
    for (std::size_t length = 1; length <= kMostCodeBits; ++length, bits >>= 1) {
      code = 2 * code + static_cast<unsigned>(bits & 1);
      first = 2 * first;
      if (code - first < count_[length]) {
        stream.skip(length);
        return symbols_[index + code - first];
      }
      index += count_[length];
      first += count_[length];
    }
    return -1;
  }

 private:
  static unsigned reversed(unsigned code, unsigned bits) {
    unsigned result = 0;
    for (unsigned i = 0; i < bits; ++i) result |= (code >> i & 1) << (bits - 1 - i);
    return result;
  }

  std::array<std::uint16_t, kMostCodeBits + 1> count_{};
  std::array<std::uint16_t, kLengthSymbols> symbols_{};
};

// The number of bits that follow the code of a length (symbols from 257 on) or of a distance.
unsigned extra_bits_of_length(int symbol) {
  return symbol < 265 || symbol == 285 ? 0 : static_cast<unsigned>(symbol - 261) / 4;
}
unsigned extra_bits_of_distance(int symbol) {
  return symbol < 4 ? 0 : static_cast<unsigned>(symbol) / 2 - 1;
}

// What the next kTableBits bits of a stream say:
//
//   bits 0 to 4     the number of bits to skip: those of one or more codes, with their extra bits
//   bits 5 to 8     the bits of the code, if the entry has one code
//   kDistance       the last of these codes was a length, so that of a distance follows
//   kNotHere        the end of the block, or a code with more bits; nothing is skipped
//
// The first half of a table is for literals and lengths, the second for distances.
//
// So the loop over the codes has no branch that depends on the text, and mostly skips a length with
// its distance, or two literals, at once.
using Entry = std::uint16_t;
constexpr unsigned kTableBits = 10;
constexpr std::size_t kHalf = std::size_t{1} << kTableBits;
constexpr Entry kSkipped = 31;
constexpr int kCodeShift = 5;
constexpr unsigned kCodeMask = 15;
constexpr Entry kDistance = kHalf;
constexpr Entry kNotHere = 1U << 15;

// Skips the codes of blocks.
class BlockSkipper {
 public:
  // Sets the codes of a block: the number of bits of each length symbol and each distance. Returns
  // false if these are no codes.
  bool set_codes(std::span<const std::uint8_t> lengths, std::span<const std::uint8_t> distances) {
    if (!lengths_.build(lengths) || !distances_.build(distances)) return false;
    one_code_.fill(kNotHere);
    lengths_.for_each([this](int symbol, unsigned bits, unsigned code) {
      if (symbol == kEndOfBlock) return;
      const bool is_length = symbol > kEndOfBlock;
      add(0, bits, code, is_length ? extra_bits_of_length(symbol) : 0, is_length ? kDistance : 0);
    });
    distances_.for_each([this](int symbol, unsigned bits, unsigned code) {
      add(kHalf, bits, code, extra_bits_of_distance(symbol), 0);
    });
    for (std::size_t i = 0; i < kHalf; ++i) table_[i] = joined(i);
    std::copy(one_code_.begin() + kHalf, one_code_.end(), table_.begin() + kHalf);
    return true;
  }

  // Skips the rest of the block, from its first code on. Returns false if there are bits that are
  // no code, or the stream ends first.
  bool skip(Bits& stream) const {
    bool is_distance = false;
    while (!stream.is_beyond_end()) {
      is_distance = skip_short_codes(stream, is_distance);
      if (!is_distance) {
        const int symbol = lengths_.read(stream);
        if (symbol < 0) return false;
        if (symbol == kEndOfBlock) return true;
        if (symbol < kEndOfBlock) continue;
        stream.skip(extra_bits_of_length(symbol));
      }
      const int distance = distances_.read(stream);
      if (distance < 0) return false;
      stream.skip(extra_bits_of_distance(distance));
      is_distance = false;
    }
    return false;
  }

 private:
  // Skips codes until one is not in the table, or the end of the stream is near. Returns whether
  // the next code is that of a distance.
  bool skip_short_codes(Bits& stream, bool is_distance) const {
    std::size_t half = is_distance ? kHalf : 0;
    Bits::Fast bits = stream.fast();
    while (bits.refill()) {
      // An entry skips at most 10 bits of codes and 13 extra bits, so the buffer is full enough for
      // two entries.
      for (int i = 0; i < 2; ++i) {
        const Entry entry = table_[(bits.buffer & (kHalf - 1)) | half];
        if ((entry & kNotHere) != 0) {
          stream.go_to(bits);
          return half != 0;
        }
        bits.skip(entry & kSkipped);
        half = entry & kDistance;
      }
    }
    stream.go_to(bits);
    return half != 0;
  }

  // Adds a code to one_code_.
  void add(std::size_t half, unsigned bits, unsigned code, unsigned extra, Entry next) {
    if (bits > kTableBits) return;
    const auto entry = static_cast<Entry>((bits + extra) | bits << kCodeShift | next);
    for (std::size_t i = code; i < kHalf; i += std::size_t{1} << bits) one_code_[half + i] = entry;
  }
  // The codes at the start of an index, as far as their bits are in the index.
  Entry joined(std::size_t index) const {
    Entry last = one_code_[index];
    if ((last & kNotHere) != 0) return last;
    unsigned skipped = last & kSkipped;
    while (skipped < kTableBits) {
      const Entry next = one_code_[index >> skipped | (last & kDistance)];
      const unsigned bits = next >> kCodeShift & kCodeMask;
      if ((next & kNotHere) != 0 || skipped + bits > kTableBits) break;
      last = next;
      skipped += next & kSkipped;
    }
    return static_cast<Entry>(skipped | (last & kDistance));
  }

  Code lengths_;
  Code distances_;
  std::array<Entry, 2 * kHalf> one_code_;  // one code in each entry
  std::array<Entry, 2 * kHalf> table_;     // several codes in an entry of the first half
};

// Reads the lengths of the codes of a block that brings its own codes.
bool read_codes(Bits& stream, BlockSkipper& skipper) {
  const std::size_t lengths = stream.take(5) + 257;
  const std::size_t distances = stream.take(5) + 1;
  const std::size_t described = stream.take(4) + 4;
  if (lengths > kLengthSymbols) return false;
  constexpr std::uint8_t kOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
  std::array<std::uint8_t, std::size(kOrder)> of_lengths{};
  for (std::size_t i = 0; i < described; ++i) {
    of_lengths[kOrder[i]] = static_cast<std::uint8_t>(stream.take(3));
  }
  Code code;
  if (!code.build(of_lengths)) return false;
  std::array<std::uint8_t, kLengthSymbols + kDistanceSymbols> bits{};
  const std::size_t all = lengths + distances;
  for (std::size_t i = 0; i < all;) {
    const int symbol = code.read(stream);
    if (symbol < 0) return false;
    if (symbol < 16) {
      bits[i++] = static_cast<std::uint8_t>(symbol);
      continue;
    }
    if (symbol == 16 && i == 0) return false;
    const std::uint8_t repeated = symbol == 16 ? bits[i - 1] : 0;
    const std::size_t times = symbol == 16   ? 3 + stream.take(2)
                              : symbol == 17 ? 3 + stream.take(3)
                                             : 11 + stream.take(7);
    if (times > all - i) return false;
    std::fill_n(bits.begin() + static_cast<std::ptrdiff_t>(i), times, repeated);
    i += times;
  }
  return skipper.set_codes(std::span(bits).first(lengths),
                           std::span(bits).subspan(lengths, distances));
}

// Sets the codes of a block that brings no codes (RFC 1951, 3.2.6).
bool set_fixed_codes(BlockSkipper& skipper) {
  std::array<std::uint8_t, kLengthSymbols> lengths{};
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i < 144 || i >= 280 ? 8 : 9;
  std::fill_n(lengths.begin() + 256, 24, std::uint8_t{7});
  std::array<std::uint8_t, kDistanceSymbols> distances{};
  distances.fill(5);
  return skipper.set_codes(lengths, distances);
}

}  // namespace

std::optional<DeflateEnd> find_deflate_end(std::string_view stream) {
  Bits bits(stream);
  BlockSkipper skipper;
  for (;;) {
    const std::size_t begin = bits.at();
    const bool is_last = bits.take(1) != 0;
    const unsigned kind = bits.take(2);
    if (kind == 0) {
      bits.skip_to_byte();
      const std::size_t bytes = bits.take(16);
      bits.skip(16 + 8 * bytes);  // the length comes twice
    } else {
      const bool has_codes = kind == 1   ? set_fixed_codes(skipper)
                             : kind == 2 ? read_codes(bits, skipper)
                                         : false;
      if (!has_codes || !skipper.skip(bits)) return std::nullopt;
    }
    if (bits.is_beyond_end()) return std::nullopt;
    if (is_last) return DeflateEnd{begin, bits.at()};
  }
}

}  // namespace dokumill::codec
