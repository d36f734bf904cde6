// Unique rectangles: four open cells in two rows, two columns and two boxes. In the solution, these
// cells cannot have only two digits a and b. Otherwise the two digits could be exchanged, and the
// puzzle would have two solutions.
//
//   type 1  three corners have only the candidates a and b: the fourth corner is neither a nor b
//   type 2  two corners of one line have only a and b, and the opposite corners only a, b and c:
//           one of the opposite corners is c, so c is removed from the cells that see both of them
//   type 4  two corners of one line have only a and b, and the opposite corners are the only two
//           places of a in a house: one of the opposite corners is a, so b is removed from both
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

struct Rectangle {
  std::array<int, 4> corners;  // the two corners on the first line, then the two on the second
};

// The two corners on one side (`floor`) and the two opposite corners (`roof`), as indices into
// `corners`.
struct Sides {
  std::array<std::uint8_t, 2> floor;
  std::array<std::uint8_t, 2> roof;
};
constexpr std::array<Sides, 4> kSides{
    {{{0, 1}, {2, 3}}, {{2, 3}, {0, 1}}, {{0, 2}, {1, 3}}, {{1, 3}, {0, 2}}}};

struct RectangleFinder {
  const View& view;
  int type;
  Step& step;

  bool find(const Rectangle& rectangle) {
    unsigned common = 0x1FF;
    for (const int corner : rectangle.corners) common &= view.candidates(corner);
    // Try each pair of digits that are candidates of all corners and the only candidates of at
    // least one corner.
    for (const int corner : rectangle.corners) {
      const unsigned pair = view.candidates(corner);
      if (count9(pair) != 2 || (pair & ~common) != 0) continue;
      if (type == 1 ? find_1(rectangle, pair) : find_sides(rectangle, pair)) return true;
    }
    return false;
  }

  bool find_1(const Rectangle& rectangle, unsigned pair) {
    int last = -1;
    for (const int corner : rectangle.corners) {
      if (view.candidates(corner) == pair) continue;
      if (last >= 0) return false;
      last = corner;
    }
    if (last < 0) return false;
    for (unsigned left = pair; left != 0; left &= left - 1) {
      eliminate(view, CellSet::of(last), std::countr_zero(left), step);
    }
    for (const int corner : rectangle.corners) {
      if (corner != last) step.cells.emplace_back(corner);
    }
    step.cells.emplace_back(last);
    add_digits(pair, step);
    return true;
  }

  bool find_sides(const Rectangle& rectangle, unsigned pair) {
    for (const Sides& sides : kSides) {
      const auto corner = [&](int place) {
        return rectangle.corners[static_cast<std::size_t>(place)];
      };
      if (view.candidates(corner(sides.floor[0])) != pair) continue;
      if (view.candidates(corner(sides.floor[1])) != pair) continue;
      const int a = corner(sides.roof[0]), b = corner(sides.roof[1]);
      if (!(type == 2 ? find_2(a, b, pair) : find_4(a, b, pair))) continue;
      add_cells({corner(sides.floor[0]), corner(sides.floor[1]), a, b}, step);
      return true;
    }
    return false;
  }

  bool find_2(int a, int b, unsigned pair) {
    const unsigned extra = view.candidates(a) & ~pair;
    if (count9(extra) != 1 || view.candidates(a) != view.candidates(b)) return false;
    eliminate(view, peers_of(a) & peers_of(b), std::countr_zero(extra), step);
    if (step.eliminations.empty()) return false;
    add_digits(pair, step);
    add_digits(extra, step);
    return true;
  }

  bool find_4(int a, int b, unsigned pair) {
    const CellSet roof = CellSet::of(a) | CellSet::of(b);
    for (const int house : houses_of(a)) {
      if (!house_cells(house).has(b)) continue;
      for (unsigned left = pair; left != 0; left &= left - 1) {
        const int kept = std::countr_zero(left);
        if (count9(view.in_house[kept][house]) != 2) continue;
        const int gone = std::countr_zero(pair & ~(1U << kept));
        eliminate(view, roof, gone, step);
        add_house(house, step);
        step.digits = {Digit(kept + 1), Digit(gone + 1)};
        return true;
      }
    }
    return false;
  }
};

// Tries the rectangles on two rows of a band (or on two columns of a stack). Such a rectangle lies
// in two boxes if its two columns (or rows) are in different stacks (or bands).
bool find_in_lines(RectangleFinder& finder, int line, int other) {
  std::array<unsigned, 9> shared{};
  for (int i = 0; i < 9; ++i) {
    shared[static_cast<std::size_t>(i)] = finder.view.candidates(kHouseCells[line][i]) &
                                          finder.view.candidates(kHouseCells[other][i]);
  }
  for (int i = 0; i < 6; ++i) {
    if (count9(shared[static_cast<std::size_t>(i)]) < 2) continue;
    for (int j = i / 3 * 3 + 3; j < 9; ++j) {
      if (count9(shared[static_cast<std::size_t>(i)] & shared[static_cast<std::size_t>(j)]) < 2) {
        continue;
      }
      const Rectangle rectangle{{kHouseCells[line][i], kHouseCells[line][j], kHouseCells[other][i],
                                 kHouseCells[other][j]}};
      if (finder.find(rectangle)) return true;
    }
  }
  return false;
}

}  // namespace

bool find_unique_rectangle(const View& view, int type, Step& step) {
  RectangleFinder finder{view, type, step};
  // Each type needs two corners on one side with the same two candidates and no other candidate.
  const CellSet twins = twins_of(view);
  if (twins.empty()) return false;
  const HousePlaces in_house = places_in_houses(twins);
  for (int line = 0; line < 18; ++line) {
    for (int other = line + 1; other / 3 == line / 3; ++other) {
      const unsigned here = in_house[line], there = in_house[other];
      if ((here & there) == 0 && count9(here) < 2 && count9(there) < 2) continue;
      if (find_in_lines(finder, line, other)) return true;
    }
  }
  return false;
}

}  // namespace dokumill::logic
