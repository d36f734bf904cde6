// Small functions that the judge uses: houses as lists of cells, cells that see each other, digits
// as bits.
//
// Thread safety: pure functions. Cost: nothing here is fast.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "dokumill/logic.hpp"

namespace dokumill::testing {

using Cells = std::vector<int>;

inline bool is_in(int cell, const Cells& cells) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

inline Cells cells_of(int house) {
  Cells cells;
  for (int cell = 0; cell < kCells; ++cell) {
    const int group = house < 9 ? cell / 9 : house < 18 ? 9 + cell % 9 : 18 + Cell(cell).box();
    if (group == house) cells.push_back(cell);
  }
  return cells;
}

// Returns the cells of a house; the lists are built only once.
inline const Cells& house_of(int house) {
  static const std::vector<Cells> kAll = [] {
    std::vector<Cells> all;
    for (int i = 0; i < kHouses; ++i) all.push_back(cells_of(i));
    return all;
  }();
  return kAll[static_cast<std::size_t>(house)];
}

inline bool sees(int a, int b) {
  if (a == b) return false;
  return a / 9 == b / 9 || a % 9 == b % 9 || Cell(a).box() == Cell(b).box();
}

inline unsigned bit(int digit) {
  return 1U << digit;
}

// Returns the other digit of a cell with two candidates.
inline int other_digit(unsigned marks, int digit) {
  return std::countr_zero(marks & ~bit(digit));
}

inline Candidate candidate(int cell, int digit) {
  return {Cell(cell), Digit(digit)};
}

}  // namespace dokumill::testing
