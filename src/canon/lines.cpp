#include "canon/lines.hpp"

#include <algorithm>
#include <bit>

namespace dokumill::canon {

Lines lines_of(const Grid& grid, bool is_transposed) {
  Lines lines{};
  for (int r = 0; r < 9; ++r) {
    for (int c = 0; c < 9; ++c) lines.row[r][c] = grid.cells[is_transposed ? c * 9 + r : r * 9 + c];
  }
  lines.row_symmetries = 1;
  std::array<std::array<std::array<std::uint8_t, 9>, 3>, 3> bands;
  for (int band = 0; band < 3; ++band) {
    const int first = band * 3;
    for (int i = 1; i < 3; ++i) {
      for (int j = 0; j < i; ++j) {
        if (lines.row[first + i] == lines.row[first + j]) {
          lines.row_copies[first + i] |= static_cast<std::uint16_t>(1U << (first + j));
        }
      }
      // k equal rows have k! orders. The i-th of these rows contributes the factor i.
      lines.row_symmetries *=
          1U + static_cast<unsigned>(std::popcount(lines.row_copies[first + i]));
    }
    std::copy_n(lines.row.begin() + first, 3, bands[band].begin());
    std::sort(bands[band].begin(), bands[band].end());
    for (int other = 0; other < band; ++other) {
      if (bands[other] == bands[band]) lines.band_copies[band] |= std::uint8_t(1U << other);
    }
    lines.row_symmetries *= 1U + static_cast<unsigned>(std::popcount(lines.band_copies[band]));
  }
  return lines;
}

}  // namespace dokumill::canon
