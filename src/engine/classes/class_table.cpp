#include "engine/classes/class_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

// CMake defines DOKUMILL_CLASS_TABLE, the path of the file.
asm(".pushsection .rodata, \"a\"\n"
    ".globl dokumill_class_table\n"
    ".hidden dokumill_class_table\n"
    "dokumill_class_table:\n"
    ".incbin \"" DOKUMILL_CLASS_TABLE
    "\"\n"
    ".zero 8\n"  // BitReader reads words
    ".popsection\n");
extern "C" {
[[gnu::visibility("hidden")]] extern const std::uint8_t dokumill_class_table[];
}

namespace dokumill::classes {
namespace {

std::uint32_t number_at(std::size_t offset) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8 | dokumill_class_table[offset + i];
  return number;
}

// Reads bits from the lowest bit of each byte up.
class BitReader {
 public:
  explicit BitReader(const std::uint8_t* bytes) : bytes_(bytes) {}

  std::uint32_t next(unsigned bits) {
    const std::uint64_t left = peek();
    place_ += bits;
    return static_cast<std::uint32_t>(left & ((1U << bits) - 1));
  }
  // Reads the bits 1 up to the next bit 0, and this bit, but at most kMaxOnes bits 1.
  unsigned next_ones() {
    const auto ones = std::min(static_cast<unsigned>(std::countr_one(peek())), kMaxOnes);
    place_ += ones < kMaxOnes ? ones + 1 : ones;
    return ones;
  }

 private:
  // The next 57 bits or more.
  std::uint64_t peek() const {
    const std::uint8_t* const bytes = bytes_ + place_ / 8;
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) word = word << 8 | bytes[i];
    return word >> (place_ % 8);
  }

  const std::uint8_t* bytes_;
  std::size_t place_ = 0;
};

}  // namespace

std::uint64_t boards_of_band(int number) {
  return number_at(static_cast<std::size_t>(number) * 8);
}

std::vector<std::uint32_t> boards_of_rows(int number, std::size_t rows) {
  const std::uint8_t* const bytes =
      dokumill_class_table + number_at(static_cast<std::size_t>(number) * 8 + 4);
  const unsigned low_bits = bytes[0];
  BitReader reader(bytes + 1);
  std::vector<std::uint32_t> counts(rows);
  std::uint32_t count = 0;
  for (std::uint32_t& own : counts) {
    const unsigned ones = reader.next_ones();
    const std::uint32_t v =
        ones < kMaxOnes ? ones << low_bits | reader.next(low_bits) : reader.next(kRawBits);
    count += (v & 1) == 0 ? v / 2 : ~(v / 2);
    own = count;
  }
  return counts;
}

}  // namespace dokumill::classes
