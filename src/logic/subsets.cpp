// Subsets: n cells of a house that share n digits. n = 2, 3, 4: pairs, triples and quads.
//
//   naked   n cells have only n digits: these digits are removed from the other cells of the house
//   hidden  n digits have only n cells: all other digits are removed from these cells
#include "logic/choose.hpp"
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

int cell_in(int house, int place) {
  return kHouseCells[house][place];
}

void add_pattern(int house, unsigned cells, unsigned digits, Step& step) {
  add_house(house, step);
  for (; cells != 0; cells &= cells - 1) {
    step.cells.emplace_back(cell_in(house, std::countr_zero(cells)));
  }
  add_digits(digits, step);
}

// The house at this place in the order of search: boxes first.
constexpr int house_at(int order) {
  return (order + 18) % kHouses;
}

}  // namespace

bool find_naked_subset(const View& view, int size, Step& step) {
  const HousePlaces few = places_in_houses(view.with_at_most(size));
  for (int order = 0; order < kHouses; ++order) {
    const int house = house_at(order);
    if (count9(few[house]) < size) continue;
    Members cells;
    for (unsigned left = few[house]; left != 0; left &= left - 1) {
      const int place = std::countr_zero(left);
      cells.add(place, view.candidates(cell_in(house, place)), size);
    }
    const auto use = [&](unsigned chosen, unsigned digits) {
      for (unsigned left = digits; left != 0; left &= left - 1) {
        const int digit = std::countr_zero(left);
        for (unsigned others = view.in_house[digit][house] & ~chosen; others != 0;
             others &= others - 1) {
          step.eliminations.push_back(candidate(cell_in(house, std::countr_zero(others)), digit));
        }
      }
      if (step.eliminations.empty()) return false;
      add_pattern(house, chosen, digits, step);
      return true;
    };
    if (cells.choose(size, use)) return true;
  }
  return false;
}

bool find_hidden_subset(const View& view, int size, Step& step) {
  for (int order = 0; order < kHouses; ++order) {
    const int house = house_at(order);
    Members digits;
    for (int digit = 0; digit < kDigits; ++digit) {
      digits.add(digit, view.in_house[digit][house], size);
    }
    const auto use = [&](unsigned chosen, unsigned places) {
      for (int digit = 0; digit < kDigits; ++digit) {
        if ((chosen >> digit & 1U) != 0) continue;
        for (unsigned gone = view.in_house[digit][house] & places; gone != 0; gone &= gone - 1) {
          step.eliminations.push_back(candidate(cell_in(house, std::countr_zero(gone)), digit));
        }
      }
      if (step.eliminations.empty()) return false;
      add_pattern(house, places, chosen, step);
      return true;
    };
    if (digits.choose(size, use)) return true;
  }
  return false;
}

}  // namespace dokumill::logic
