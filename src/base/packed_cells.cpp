#include "base/packed_cells.hpp"

namespace dokumill {
namespace {

// Returns the eight cells as a decimal number; cells[0] is the most significant digit.
//
//     1 2 3 4 5 6 7 8    the eight cells, cells[0] in byte 0
//     12  34  56  78     neighbours joined, in bytes 0, 2, 4 and 6
//     12345678           the upper half of a sum of these four
//
// One sum joins these four numbers. The upper half of this sum is 10^6 * byte 0 + 10^4 * byte 2 +
// 10^2 * byte 4 + byte 6, with the bytes of the second line above. (D. Lemire, "Quickly parsing
// eight digits", 2018.)
std::uint64_t eight_digits(const std::uint8_t* cells) {
  std::uint64_t digits = 0;
  for (int i = 0; i < 8; ++i) digits |= std::uint64_t{cells[i]} << (8 * i);
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t kMask = 0x000000FF'000000FFU;
  return ((digits & kMask) * (100 + (std::uint64_t{1'000'000} << 32)) +
          (digits >> 16 & kMask) * (1 + (std::uint64_t{10'000} << 32))) >>
         32;
}

}  // namespace

PackedCells pack(const Grid& grid) {
  PackedCells packed;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    const std::uint8_t* const cells = grid.cells.data() + i * 16;
    packed[i] = eight_digits(cells) * 100'000'000 + eight_digits(cells + 8);
  }
  packed.back() = packed.back() * 10 + grid.cells.back();
  return packed;
}

}  // namespace dokumill
