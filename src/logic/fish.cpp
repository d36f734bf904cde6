// Fish: if a digit has places only in the same n columns (the cover) in each of n rows (the base),
// it can be removed from the other cells of these columns. The same holds with rows and columns
// exchanged. X-Wing: n = 2, Swordfish: n = 3, Jellyfish: n = 4.
#include "logic/choose.hpp"
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

bool use_fish(const View& view, int digit, int first, unsigned base, unsigned cover, Step& step) {
  const int crossing = 9 - first;
  CellSet in_base, in_cover;
  for (int line = 0; line < 9; ++line) {
    if ((base >> line & 1U) != 0) in_base |= house_cells(first + line);
    if ((cover >> line & 1U) != 0) in_cover |= house_cells(crossing + line);
  }
  eliminate(view, in_cover - in_base, digit, step);
  if (step.eliminations.empty()) return false;
  for (unsigned left = base; left != 0; left &= left - 1) {
    add_house(first + std::countr_zero(left), step);
  }
  for (unsigned left = cover; left != 0; left &= left - 1) {
    add_house(crossing + std::countr_zero(left), step);
  }
  add_cells(view.places[digit] & in_base, step);
  step.digits.emplace_back(digit + 1);
  return true;
}

}  // namespace

bool find_fish(const View& view, int size, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    for (const int first : {0, 9}) {
      Members lines;
      for (int line = 0; line < 9; ++line) {
        lines.add(line, view.in_house[digit][first + line], size);
      }
      const auto use = [&](unsigned base, unsigned cover) {
        return use_fish(view, digit, first, base, cover, step);
      };
      if (lines.choose(size, use)) return true;
    }
  }
  return false;
}

}  // namespace dokumill::logic
