// BUG+1: suppose that one candidate is false. Suppose that without it, every open cell has two
// candidates, and every digit has two places or no place in each house. This is a "bivalue
// universal grave" (BUG), in which a puzzle has no solution or several. But a puzzle has exactly
// one solution, so the candidate is true.
#include "logic/finder.hpp"

namespace dokumill::logic {

bool find_bug_plus_one(const View& view, Step& step) {
  const CellSet others = view.open - view.bivalue;
  if (others.count() != 1) return false;
  const int cell = others.first();
  if (count9(view.candidates(cell)) != 3) return false;
  int extra = -1;
  for (int digit = 0; digit < kDigits; ++digit) {
    for (int house = 0; house < kHouses; ++house) {
      const int places = count9(view.in_house[digit][house]);
      if (places == 0 || places == 2) continue;
      if (places != 3 || !house_cells(house).has(cell) || !view.has(cell, digit)) return false;
      if (extra >= 0 && extra != digit) return false;
      extra = digit;
    }
  }
  if (extra < 0) return false;
  for (const int house : houses_of(cell)) {
    if (count9(view.in_house[extra][house]) != 3) return false;
  }
  add_cells({cell}, step);
  step.digits.emplace_back(extra + 1);
  step.placement = candidate(cell, extra);
  return true;
}

}  // namespace dokumill::logic
