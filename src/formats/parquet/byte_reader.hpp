// ByteReader: reads numbers and parts from bytes that may be damaged or hostile. After the first
// part that is not there, it has no bytes, reads only zeros and empty parts, and is_ok() is false.
// PackedBits: reads numbers whose bits are side by side.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/load64.hpp"

namespace dokumill::parquet {

// The number in the first eight bytes, the lowest byte first. Missing bytes are zero.
inline std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number && i < bytes.size(); ++i) {
    number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}

class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  std::string_view take(std::uint64_t count) {
    if (count > left_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = left_.substr(0, static_cast<std::size_t>(count));
    left_.remove_prefix(taken.size());
    return taken;
  }
  // Takes a length of four bytes, and then this number of bytes.
  std::string_view take_counted() {
    const std::string_view length = take(4);
    if (length.empty()) return {};
    std::uint32_t bytes;
    std::memcpy(&bytes, length.data(), sizeof bytes);  // as in load64()
    return take(bytes);
  }
  unsigned byte() { return static_cast<unsigned>(number_of(take(1))); }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned next = byte();
      value |= std::uint64_t{next & 0x7F} << shift;
      if (next < 0x80) return value;
    }
    fail();
    return 0;
  }
  // A number with a sign: 0, -1, 1, -2, 2, ...
  std::int64_t zigzag() {
    const std::uint64_t number = varint();
    return static_cast<std::int64_t>(number >> 1 ^ (~(number & 1) + 1));
  }

  bool is_ok() const { return is_ok_; }
  void fail() {
    is_ok_ = false;
    left_ = {};
  }
  // The bytes after what was read.
  std::string_view left() const { return left_; }

 private:
  std::string_view left_;
  bool is_ok_ = true;
};

// The lowest bits come first.
class PackedBits {
 public:
  PackedBits() = default;
  explicit PackedBits(std::string_view bytes) : bytes_(bytes) {}

  // Reads the next number. REQUIRES: bits is at most 64, and the bytes have its bits.
  std::uint64_t next(unsigned bits) {
    if (bits > 32) {
      const std::uint64_t low = next(32);
      return low | next(bits - 32) << 32;
    }
    const std::string_view here = bytes_.substr(at_ / 8, 8);
    const std::uint64_t word = here.size() == 8 ? load64(here.data()) : number_of(here);
    const std::uint64_t number = word >> (at_ % 8) & ((std::uint64_t{1} << bits) - 1);
    at_ += bits;
    return number;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;  // in bits
};

}  // namespace dokumill::parquet
