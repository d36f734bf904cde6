#include "classes/class_table.hpp"

#include <cstddef>

// CMake defines DOKUMILL_CLASS_TABLE, the path of the file.
asm(".pushsection .rodata, \"a\"\n"
    ".globl dokumill_class_table\n"
    ".hidden dokumill_class_table\n"
    "dokumill_class_table:\n"
    ".incbin \"" DOKUMILL_CLASS_TABLE
    "\"\n"
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

class BitReader {
 public:
  explicit BitReader(const std::uint8_t* bytes) : bytes_(bytes) {}

  bool next() {
    const bool bit = (bytes_[place_ / 8] >> (place_ % 8) & 1) != 0;
    ++place_;
    return bit;
  }
  std::uint32_t next(unsigned bits) {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < bits; ++i) number |= static_cast<std::uint32_t>(next()) << i;
    return number;
  }

 private:
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
    std::uint32_t ones = 0;
    while (ones < kMostOnes && reader.next()) ++ones;
    const std::uint32_t v =
        ones < kMostOnes ? ones << low_bits | reader.next(low_bits) : reader.next(kRawBits);
    count += (v & 1) == 0 ? v / 2 : ~(v / 2);
    own = count;
  }
  return counts;
}

}  // namespace dokumill::classes
