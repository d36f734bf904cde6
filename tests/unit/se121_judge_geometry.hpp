// Functions for houses and sets that Se121Judge uses. They follow the definitions, without tables.
#pragma once

#include <algorithm>
#include <vector>

namespace dokumill::testing {

inline int row(int cell) {
  return cell / 9;
}
inline int column(int cell) {
  return cell % 9;
}
inline int box(int cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}
// House 0..8: rows; 9..17: columns; 18..26: boxes.
inline bool is_in(int cell, int house) {
  return house < 9    ? row(cell) == house
         : house < 18 ? column(cell) == house - 9
                      : box(cell) == house - 18;
}
inline bool sees(int a, int b) {
  return a != b && (row(a) == row(b) || column(a) == column(b) || box(a) == box(b));
}
inline bool contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}
inline int size_of(unsigned digits) {
  int size = 0;
  for (; digits != 0; digits &= digits - 1) ++size;
  return size;
}

// Calls use(subset) for each subset of this size until a call returns true.
template <class Use>
bool any_choice(const std::vector<int>& of, std::size_t size, Use use, std::size_t from = 0,
                std::vector<int> chosen = {}) {
  if (chosen.size() == size) return use(chosen);
  for (std::size_t i = from; i < of.size(); ++i) {
    chosen.push_back(of[i]);
    if (any_choice(of, size, use, i + 1, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

}  // namespace dokumill::testing
