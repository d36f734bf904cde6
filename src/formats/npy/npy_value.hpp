// A value of a NumPy array, in any of the types that are read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/format.hpp"

namespace dokumill::records {

// A value of 1 to 8 bytes.
struct WideCell {
  std::uint64_t bits = 0;  // with the sign extended to 64 bits
  bool is_negative = false;
};

inline WideCell wide_cell(const char* at, const NpyValues& values) {
  WideCell cell;
  for (std::size_t i = 0; i < values.bytes; ++i) {
    const std::size_t place = values.is_big_endian ? i : values.bytes - 1 - i;
    cell.bits = cell.bits << 8 | static_cast<std::uint8_t>(at[place]);
  }
  const unsigned width = 8U * values.bytes;
  cell.is_negative = values.is_signed && (cell.bits >> (width - 1) & 1) != 0;
  if (cell.is_negative && width < 64) cell.bits |= ~std::uint64_t{0} << width;
  return cell;
}

}  // namespace dokumill::records
