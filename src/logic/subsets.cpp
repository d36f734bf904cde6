// Subsets: n cells of a house that share n digits. n = 2, 3, 4: pairs, triples and quads.
//
//   naked   n cells have only n candidates together: these digits are removed from the other cells
//           of the house
//   hidden  n digits have only n places together: all other digits are removed from these cells
//
// Suppose that a house has m open cells, so m digits are missing. A naked subset of n cells removes
// the same candidates as the hidden subset of the other m - n missing digits. The easier of these
// two techniques finds the step first. In a house with few open cells, the other subset is the
// easier one, so the finder skips this house. The table lists the techniques from easy to hard:
//
//   technique                   naked 2   hidden 2   naked 3   hidden 3   naked 4   hidden 4
//   fewest open cells searched        2          5         6          7         8          9
#include <cstring>

#include "logic/choice_filter.hpp"
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

constexpr unsigned kAllHouses = (1U << kHouses) - 1;

// The house at position `order` of the search, in which boxes come first.
constexpr int house_at(int order) {
  return (order + 18) % kHouses;
}

constexpr int fewest_open_in_naked(int size) {
  return 2 * size;  // for triples and quads
}
constexpr int fewest_open_in_hidden(int size) {
  return 2 * size + 1;
}

// A set of houses, as bits: the houses with `fewest` open cells or more.
unsigned houses_with_open(const View& view, int fewest) {
  const HousePlaces open = places_in_houses(view.open);
  unsigned houses = 0;
  for (int house = 0; house < kHouses; ++house) {
    houses |= count9(open[house]) >= fewest ? 1U << house : 0;
  }
  return houses;
}

// A set of houses, as bits: the houses that may have a hidden subset of `size` digits. In a house
// that is not in the set, no `size` digits have all their places in the same `size` cells.
unsigned houses_with_choice(const View& view, int size) {
  if (size > ChoiceFilter::kMostSize) return kAllHouses;
  unsigned houses = 0;
  for (const int first : {0, 8, 16, kHouses - ChoiceFilter::kLanes}) {
    ChoiceFilter::Rows rows;
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      std::memcpy(&rows[digit], view.in_house[digit].data() + first, sizeof rows[digit]);
    }
    houses |= ChoiceFilter::lanes_with_choice(rows, size) << first;
  }
  return houses;
}

template <int kSize>
bool find_naked(const View& view, Step& step) {
  const unsigned houses =
      kSize == 2 ? kAllHouses : houses_with_open(view, fewest_open_in_naked(kSize));
  if (houses == 0) return false;
  const HousePlaces few = places_in_houses(kSize == 2 ? twins_of(view) : view.with_at_most(kSize));
  for (int order = 0; order < kHouses; ++order) {
    const int house = house_at(order);
    if ((houses >> house & 1U) == 0 || count9(few[house]) < kSize) continue;
    Members cells;
    for (unsigned left = few[house]; left != 0; left &= left - 1) {
      const int place = std::countr_zero(left);
      cells.add(place, view.candidates(cell_in(house, place)), kSize);
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
    if (cells.choose<kSize>(use)) return true;
  }
  return false;
}

template <int kSize>
bool find_hidden(const View& view, Step& step) {
  unsigned houses = houses_with_open(view, fewest_open_in_hidden(kSize));
  if (houses != 0) houses &= houses_with_choice(view, kSize);
  for (int order = 0; houses != 0 && order < kHouses; ++order) {
    const int house = house_at(order);
    if ((houses >> house & 1U) == 0) continue;
    Members digits;
    for (int digit = 0; digit < kDigits; ++digit) {
      digits.add(digit, view.in_house[digit][house], kSize);
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
    if (digits.choose<kSize>(use)) return true;
  }
  return false;
}

}  // namespace

bool find_naked_subset(const View& view, int size, Step& step) {
  return size == 2   ? find_naked<2>(view, step)
         : size == 3 ? find_naked<3>(view, step)
                     : find_naked<4>(view, step);
}

bool find_hidden_subset(const View& view, int size, Step& step) {
  return size == 2   ? find_hidden<2>(view, step)
         : size == 3 ? find_hidden<3>(view, step)
                     : find_hidden<4>(view, step);
}

}  // namespace dokumill::logic
