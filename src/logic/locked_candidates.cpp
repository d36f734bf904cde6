// Locked candidates: all places of a digit in one house lie in the intersection with another house.
// Then they are the only places in the other house, too.
//
//   pointing  all places in a box lie in one row (or column): the digit is removed from the rest of
//             that line
//   claiming  all places in a line lie in one box: the digit is removed from the rest of that box
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

constexpr int kFirstBox = 18;

bool lock(const View& view, int digit, int house, int crossing, Step& step) {
  eliminate(view, house_cells(crossing) - house_cells(house), digit, step);
  if (step.eliminations.empty()) return false;
  add_house(house, step);
  add_house(crossing, step);
  step.digits.emplace_back(digit + 1);
  add_cells(view.places[digit] & house_cells(house), step);
  return true;
}

// The line of a box that has all these places: 0-2 for its rows, 3-5 for its columns, -1 for none.
int common_line(unsigned places) {
  for (int line = 0; line < 3; ++line) {
    if ((places & ~(7U << 3 * line)) == 0) return line;
    if ((places & ~(0111U << line)) == 0) return 3 + line;
  }
  return -1;
}
// The third (0-2) of a row or column that has all these places, or -1.
int common_third(unsigned places) {
  for (int third = 0; third < 3; ++third) {
    if ((places & ~(7U << 3 * third)) == 0) return third;
  }
  return -1;
}

}  // namespace

bool find_pointing(const View& view, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    for (int box = 0; box < 9; ++box) {
      const unsigned places = view.in_house[digit][kFirstBox + box];
      if (places == 0) continue;
      const int line = common_line(places);
      if (line < 0) continue;
      const int crossing = line < 3 ? box / 3 * 3 + line : 9 + box % 3 * 3 + line - 3;
      if (lock(view, digit, kFirstBox + box, crossing, step)) return true;
    }
  }
  return false;
}

bool find_claiming(const View& view, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    for (int line = 0; line < kFirstBox; ++line) {
      const unsigned places = view.in_house[digit][line];
      if (places == 0) continue;
      const int third = common_third(places);
      if (third < 0) continue;
      const int box = line < 9 ? line / 3 * 3 + third : third * 3 + (line - 9) / 3;
      if (lock(view, digit, line, kFirstBox + box, step)) return true;
    }
  }
  return false;
}

}  // namespace dokumill::logic
