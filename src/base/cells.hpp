// The bytes that stand for cells. They are the same in every text format: a digit 1-9 for a cell
// with this digit, and `0 . * _ x X -` for an empty cell.
#pragma once

#include <array>
#include <cstdint>

namespace dokumill {

inline constexpr std::uint8_t kNotACell = 0xFF;

// kCellValue[byte] is the cell value 0..9, or kNotACell.
inline constexpr std::array<std::uint8_t, 256> kCellValue = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotACell);
  for (int digit = 1; digit <= 9; ++digit) values['0' + digit] = static_cast<std::uint8_t>(digit);
  for (const char empty : {'0', '.', '*', '_', 'x', 'X', '-'}) {
    values[static_cast<unsigned char>(empty)] = 0;
  }
  return values;
}();

}  // namespace dokumill
