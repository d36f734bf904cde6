#include "engine/canon/lines.hpp"

#include <algorithm>

namespace dokumill::canon {
namespace {

using RowCells = std::array<std::uint8_t, 9>;
// How often a row has each digit, four bits each. Bits 0 to 3 count the empty cells.
using Counts = std::uint64_t;
constexpr Counts kTwoOrMore = 0xeeeeeeeee0;  // not 0 in the counts of a row that repeats a digit

constexpr std::array<Counts, 10> kOnce = [] {
  std::array<Counts, 10> once{};
  for (int digit = 0; digit < 10; ++digit) once[digit] = Counts{1} << (4 * digit);
  return once;
}();

// Counts the digits of a row, and the empty cells of its minirows.
Counts count_digits(const RowCells& row, std::array<std::uint8_t, 3>& empty) {
  Counts all = 0;
  for (int i = 0; i < 3; ++i) {
    const Counts minirow = kOnce[row[3 * i]] + kOnce[row[3 * i + 1]] + kOnce[row[3 * i + 2]];
    empty[i] = static_cast<std::uint8_t>(minirow & 15U);
    all += minirow;
  }
  return all;
}

// True if the bands that begin with the rows `a` and `b` have the same rows in some order.
bool are_equal_bands(const Lines& lines, const std::array<Counts, 9>& counts, int a, int b) {
  Counts difference = 0;  // not 0 for almost all bands, which saves the sorting
  for (int i = 0; i < 3; ++i) difference += counts[a + i] - counts[b + i];
  if (difference != 0) return false;
  std::array<RowCells, 3> rows_of_a;
  std::array<RowCells, 3> rows_of_b;
  std::copy_n(lines.row.begin() + a, 3, rows_of_a.begin());
  std::copy_n(lines.row.begin() + b, 3, rows_of_b.begin());
  std::sort(rows_of_a.begin(), rows_of_a.end());
  std::sort(rows_of_b.begin(), rows_of_b.end());
  return rows_of_a == rows_of_b;
}

}  // namespace

Lines lines_of(const Grid& grid, bool is_transposed) {
  Lines lines;
  lines.repeats = 0;
  std::array<Counts, 9> counts;
  for (int r = 0; r < 9; ++r) {
    RowCells& row = lines.row[r];
    for (int c = 0; c < 9; ++c) row[c] = grid.cells[is_transposed ? c * 9 + r : r * 9 + c];
    counts[r] = count_digits(row, lines.empty[r]);
    const unsigned repeats = (counts[r] & kTwoOrMore) != 0 ? 1U : 0U;
    lines.repeats = static_cast<std::uint16_t>(lines.repeats | repeats << r);
  }
  lines.copies = {};
  lines.row_symmetries = 1;
  const auto add_copy = [&lines](int row, int copy) {
    lines.copies[row] = static_cast<std::uint16_t>(lines.copies[row] | 1U << copy);
  };
  for (int first = 0; first < 9; first += 3) {
    // k equal rows have k! orders. The i-th of these rows contributes the factor i. The same holds
    // for equal bands.
    for (int row = first + 1; row < first + 3; ++row) {
      unsigned order = 1;
      for (int other = first; other < row; ++other) {
        if (counts[row] != counts[other] || lines.row[row] != lines.row[other]) continue;
        add_copy(row, other);
        ++order;
      }
      lines.row_symmetries *= order;
    }
    unsigned order = 1;
    for (int other = 0; other < first; other += 3) {
      if (!are_equal_bands(lines, counts, first, other)) continue;
      for (int i = 0; i < 3; ++i) add_copy(first + i, other);
      ++order;
    }
    lines.row_symmetries *= order;
  }
  return lines;
}

}  // namespace dokumill::canon
