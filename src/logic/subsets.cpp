// Subsets: n cells of a house that share n digits among them.
//
//   naked   n cells have only n digits: these go from the house's other cells
//   hidden  n digits have only n cells: other digits go from these
// Pairs, triples and quads.
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

// The nine members of a house, cells with the digits they have or digits with the cells they have.
struct Members {
  std::array<std::uint16_t, 9> sets{};
  std::array<std::uint8_t, 9> names{};  // which members have 2..size elements
  int count = 0;
};

// Calls use(chosen, together) for each choice of `size` members with exactly `size` elements
// together, until it returns true.
template <class Use>
bool choose(const Members& members, int size, int from, unsigned chosen, unsigned together,
            int depth, Use use) {
  for (int i = from; i <= members.count - (size - depth); ++i) {
    const int name = members.names[static_cast<std::size_t>(i)];
    const unsigned with = together | members.sets[static_cast<std::size_t>(name)];
    if (std::popcount(with) > size) continue;
    if (depth + 1 == size) {
      if (use(chosen | 1U << name, with)) return true;
    } else if (choose(members, size, i + 1, chosen | 1U << name, with, depth + 1, use)) {
      return true;
    }
  }
  return false;
}

void add_member(unsigned set, int name, int size, Members& members) {
  members.sets[static_cast<std::size_t>(name)] = static_cast<std::uint16_t>(set);
  const int elements = std::popcount(set);
  if (elements < 2 || elements > size) return;
  members.names[static_cast<std::size_t>(members.count++)] = static_cast<std::uint8_t>(name);
}

int cell_in(int house, int place) {
  return kHouseCells[house][place];
}

void add_pattern(int house, unsigned cells, unsigned digits, Step& step) {
  add_house(house, step);
  for (; cells != 0; cells &= cells - 1) {
    step.cells.push_back(Cell(cell_in(house, std::countr_zero(cells))));
  }
  add_digits(digits, step);
}

// Boxes first.
constexpr int house_at(int order) {
  return (order + 18) % kHouses;
}

}  // namespace

bool find_naked_subset(const View& view, int size, Step& step) {
  for (int order = 0; order < kHouses; ++order) {
    const int house = house_at(order);
    Members cells;
    for (int place = 0; place < 9; ++place) {
      add_member(view.candidates(cell_in(house, place)), place, size, cells);
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
    if (choose(cells, size, 0, 0, 0, 0, use)) return true;
  }
  return false;
}

bool find_hidden_subset(const View& view, int size, Step& step) {
  for (int order = 0; order < kHouses; ++order) {
    const int house = house_at(order);
    Members digits;
    for (int digit = 0; digit < kDigits; ++digit) {
      add_member(view.in_house[digit][house], digit, size, digits);
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
    if (choose(digits, size, 0, 0, 0, 0, use)) return true;
  }
  return false;
}

}  // namespace dokumill::logic
