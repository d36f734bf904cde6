// Locked candidates: all places of a digit in one house are in the intersection with another house.
// One of these places has the digit, so the rest of the other house does not have it.
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

// `places`: the places of a digit in a box. Returns the line in which all the places lie: 0-2 for a
// row of the box, 3-5 for a column of the box, -1 if they are in several lines.
int common_line(unsigned places) {
  for (int line = 0; line < 3; ++line) {
    if ((places & ~(7U << 3 * line)) == 0) return line;
    if ((places & ~(0111U << line)) == 0) return 3 + line;
  }
  return -1;
}
// `places`: the places of a digit in a row or column. Returns the third of this line (0-2) in which
// all the places lie; -1 if they are in several thirds.
int common_third(unsigned places) {
  for (int third = 0; third < 3; ++third) {
    if ((places & ~(7U << 3 * third)) == 0) return third;
  }
  return -1;
}

// Tests, for all boxes and lines at once, whether the places of a digit allow a step. Below,
// `rows`, `row_box` and `row_line` have a bit for each minirow: the bit of its first cell.
// `columns`, `column_box` and `column_line` have a bit for each minicolumn: the bit of its cell in
// the first row of the band, as in solver/propagate.cpp. Take a minirow (or minicolumn) with a
// place of the digit. Its box has two other minirows, and its line has two other minirows. A step
// is possible in these cases:
//
//   pointing   the two in its box have no place, and at least one on its line has a place
//   claiming   the two on its line have no place, and at least one in its box has a place
struct Locked {
  bool points, claims;
};
Locked locked(solver::Bands places) {
  using solver::Bands;
  const Bands rows = (places | places >> 1 | places >> 2) & 0111'111'111U;
  const Bands row_box = (rows >> 9 | rows << 18 | rows >> 18 | rows << 9) & 0111'111'111U;
  const Bands row_line = ((rows << 3) & 0110'110'110U) | ((rows >> 6) & 0001'001'001U) |
                         ((rows << 6) & 0100'100'100U) | ((rows >> 3) & 0011'011'011U);
  const Bands columns = (places | places >> 9 | places >> 18) & 0777U;
  const Bands column_box = ((columns << 1) & 0666U) | ((columns >> 2) & 0111U) |
                           ((columns << 2) & 0444U) | ((columns >> 1) & 0333U);
  const Bands column_line = __builtin_shufflevector(columns, columns, 1, 2, 0, 3) |
                            __builtin_shufflevector(columns, columns, 2, 0, 1, 3);
  return {solver::any((rows & ~row_box & row_line) | (columns & ~column_box & column_line)),
          solver::any((rows & ~row_line & row_box) | (columns & ~column_line & column_box))};
}

}  // namespace

bool has_locked_candidates(const LogicState& state) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const auto [points, claims] = locked(CellSet(state.places(Digit(digit + 1))).bands());
    if (points || claims) return true;
  }
  return false;
}

bool find_pointing(const View& view, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    if (!locked(view.places[digit].bands()).points) continue;
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
    if (!locked(view.places[digit].bands()).claims) continue;
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
