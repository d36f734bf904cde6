// Wings: one of two or three cells must have the digit z, so z is removed from all cells that see
// each of these cells. A cell with the candidates x and z is written xz.
//
//   XY-Wing   a pivot xy sees pincers xz and yz: one of the pincers is z
//   XYZ-Wing  a pivot xyz sees pincers xz and yz: one of the three cells is z
//   W-Wing    two cells xz do not see each other, and x has two places in a house; one of the cells
//             sees the first place, and the other cell sees the second place: the two cells xz
//             cannot both be x, so one of them is z
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

// Fills the step for a pivot with the pincers `a` and `b`. Both pincers have the candidate
// `shared`. The step removes this digit from the cells in `seen`. Returns false if no cell loses
// the digit.
bool pinch(const View& view, int pivot, int a, int b, int shared, CellSet seen, Step& step) {
  eliminate(view, seen, shared, step);
  if (step.eliminations.empty()) return false;
  add_cells({pivot, a, b}, step);
  add_digits(view.candidates(pivot) & ~(1U << shared), step);
  step.digits.emplace_back(shared + 1);
  return true;
}

}  // namespace

bool find_xy_wing(const View& view, Step& step) {
  bool is_found = false;
  view.bivalue.for_each([&](int pivot) {
    if (is_found) return;
    const unsigned xy = view.candidates(pivot);
    const int x = std::countr_zero(xy);
    const int y = std::countr_zero(xy & (xy - 1));
    const CellSet near = view.bivalue & peers_of(pivot);
    if ((near & view.places[y]).empty()) return;
    (near & view.places[x]).for_each([&](int a) {
      const unsigned z_bit = view.candidates(a) & ~xy;
      if (is_found || z_bit == 0) return;
      const int z = std::countr_zero(z_bit);
      (near & view.places[y] & view.places[z]).for_each([&](int b) {
        is_found = is_found || pinch(view, pivot, a, b, z, peers_of(a) & peers_of(b), step);
      });
    });
  });
  return is_found;
}

bool find_xyz_wing(const View& view, Step& step) {
  bool is_found = false;
  (view.more_than[2] - view.more_than[3]).for_each([&](int pivot) {
    if (is_found) return;
    const unsigned xyz = view.candidates(pivot);
    const CellSet seen_by_pivot = view.bivalue & peers_of(pivot);
    const unsigned yz_bits = xyz & (xyz - 1);
    const CellSet x = view.places[__builtin_ctz(xyz)];
    const CellSet y = view.places[__builtin_ctz(yz_bits)];
    const CellSet z = view.places[__builtin_ctz(yz_bits & (yz_bits - 1))];
    const CellSet xy = seen_by_pivot & x & y, xz = seen_by_pivot & x & z,
                  yz = seen_by_pivot & y & z;
    if (xy.empty() + xz.empty() + yz.empty() > 1) return;
    const CellSet near = xy | xz | yz;
    near.for_each([&](int a) {
      const unsigned of_a = view.candidates(a);
      if (is_found) return;
      near.for_each([&](int b) {
        const unsigned of_b = view.candidates(b);
        if (is_found || b <= a || of_a == of_b) return;
        const CellSet seen = peers_of(pivot) & peers_of(a) & peers_of(b);
        is_found = pinch(view, pivot, a, b, std::countr_zero(of_a & of_b), seen, step);
      });
    });
  });
  return is_found;
}

bool find_w_wing(const View& view, Step& step) {
  const CellSet in_pairs = twins_of(view);
  // If a digit has two places in a house, the house links these places.
  for (int link = 0; link < kDigits; ++link) {
    const CellSet ends = in_pairs & view.places[link];
    if (ends.empty()) continue;
    for (unsigned houses = bilocal_houses(view, link); houses != 0; houses &= houses - 1) {
      const int house = std::countr_zero(houses);
      const unsigned places = view.in_house[link][house];
      const int one = kHouseCells[house][std::countr_zero(places)];
      const int other = kHouseCells[house][std::countr_zero(places & (places - 1))];
      if ((ends & peers_of(one)).empty() || (ends & peers_of(other)).empty()) continue;
      bool is_found = false;
      (ends & peers_of(one)).for_each([&](int a) {
        if (is_found || a == other) return;
        const unsigned pair = view.candidates(a);
        (ends & peers_of(other)).for_each([&](int b) {
          if (is_found || b == one || b == a || view.candidates(b) != pair) return;
          const int gone = std::countr_zero(pair & ~(1U << link));
          eliminate(view, peers_of(a) & peers_of(b), gone, step);
          if (step.eliminations.empty()) return;
          is_found = true;
          add_house(house, step);
          add_cells({a, one, other, b}, step);
          step.digits = {Digit(link + 1), Digit(gone + 1)};
        });
      });
      if (is_found) return true;
    }
  }
  return false;
}

}  // namespace dokumill::logic
