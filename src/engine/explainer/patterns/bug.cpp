// BUG, the bivalue universal grave, of types 1 to 4.
//
// All open cells have two candidates, except a few cells that also have extra candidates. Suppose
// that without the extra candidates, each digit has two places or none in each house. Then the
// extra candidates cannot all be false, because the puzzle would have two solutions.
#include <algorithm>

#include "engine/explainer/patterns/finders.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// The cells with extra candidates, in the order in which the search meets them.
struct Bug {
  int cells[kCells];
  unsigned extra[kCells];  // by index in `cells`
  int count = 0;
  unsigned all_extra = 0;
  CellSet common;  // the cells that see all these cells
};

// Adds a cell with an extra candidate. Returns false if the board can have no BUG step.
bool add_extra(int cell, int digit, Board& rest, Bug& bug) {
  const auto index = std::find(bug.cells, bug.cells + bug.count, cell) - bug.cells;
  if (index == bug.count) {
    bug.cells[index] = cell;
    bug.extra[index] = 0;
    bug.common = bug.count == 0 ? peers_of(cell) : bug.common & peers_of(cell);
    ++bug.count;
    for (int i = 0; i < bug.count; ++i) bug.common.remove(bug.cells[i]);
  }
  bug.extra[index] |= 1U << digit;
  bug.all_extra |= 1U << digit;
  if (rest.has(cell, digit)) rest.remove(cell, digit);
  return bug.count == 1 || count9(bug.all_extra) == 1 || !bug.common.empty();
}

bool find_extras(const Board& board, Bug& bug) {
  Board rest = board;
  // Cells with three or more candidates. In a house of the cell, one of these candidates has 1
  // place, or 3 or more places.
  CellSet suspects;
  unsigned digits = 0;
  for (const int house : kHousesByKind) {
    for (int digit = 0; digit < kDigits; ++digit) {
      const unsigned places = board.places(house, digit);
      const int count = count9(places);
      if (count == 0 || count == 2) continue;
      digits |= 1U << digit;
      int found = -1;
      int many = 0;
      for_each_bit(places, [&](int place) {
        const int cell = kHouseCells[house][place];
        if (board.count(cell) < 3) return;
        suspects.add(cell);
        found = cell;
        ++many;
      });
      if (many == 0) return false;
      // If the house has several such cells, another house decides which of them has the extra
      // digit.
      if (many == 1 && !add_extra(found, digit, rest, bug)) return false;
    }
  }
  // Suppose that only one digit has houses with 1 place, or with 3 or more places. Then this digit
  // is an extra candidate of all suspects, including the suspects that no house has decided about.
  if (count9(digits) == 1) {
    for (int i = 0; i < bug.count; ++i) suspects.remove(bug.cells[i]);
    const int digit = first_bit(digits);
    if (suspects.any_of([&](int cell) { return !add_extra(cell, digit, rest, bug); })) {
      return false;
    }
  }
  if (!(rest.bivalue_cells() == rest.open_cells())) return false;
  for (int house = 0; house < kHouses; ++house) {
    for (int digit = 0; digit < kDigits; ++digit) {
      const int count = count9(rest.places(house, digit));
      if (count != 0 && count != 2) return false;
    }
  }
  return bug.count > 0;
}

// The house of this kind that all extra cells share; -1 if they share no such house.
int shared_house(const Bug& bug, int kind) {
  const int house = kHousesOf[bug.cells[0]][kind];
  for (int i = 1; i < bug.count; ++i) {
    if (kHousesOf[bug.cells[i]][kind] != house) return -1;
  }
  return house;
}

void note_bug(const Bug& bug, Hint& hint) {
  for (int i = 0; i < bug.count; ++i) {
    hint.pattern.add_cell(bug.cells[i]);
    hint.pattern.add_extra(bug.cells[i], bug.extra[i]);
  }
}

bool find_bug4(const Board& board, const Bug& bug, Hint& hint) {
  const unsigned common =
      board.candidates(bug.cells[0]) & board.candidates(bug.cells[1]) & ~bug.all_extra;
  if (count9(common) != 1) return false;
  for (int kind = 0; kind < kHouseKinds; ++kind) {
    if (shared_house(bug, kind) < 0) continue;
    for (int i = 0; i < 2; ++i) {
      hint.add_candidates(board, bug.cells[i], ~(bug.extra[i] | common));
    }
    note_bug(bug, hint);
    hint.pattern.add_digits(common);
    hint.pattern.add_house(shared_house(bug, kind));
    return hint.remove(Technique::kBugType4);
  }
  return false;
}

bool find_bug3(const Board& board, const Bug& bug, int size, int house, Hint& hint) {
  if (count9(bug.all_extra) < 2) return false;
  unsigned seeing = 0;  // the places of the cells that see all cells with extra candidates
  for (int place = 0; place < 9; ++place) {
    if (bug.common.has(kHouseCells[house][place])) seeing |= 1U << place;
  }
  if (size > count9(seeing)) return false;
  const auto take = [&](unsigned places, unsigned digits) {
    if ((bug.all_extra & ~digits) != 0) return false;
    each_at(house, seeing & ~places, digits,
            [&](int cell, unsigned gone) { hint.add_candidates(board, cell, gone); });
    if (hint.removals.empty()) return false;
    note_bug(bug, hint);
    each_at(house, places, digits, [&](int cell, unsigned) { hint.pattern.add_other(cell); });
    hint.pattern.add_digits(digits);
    hint.pattern.add_house(house);
    return hint.remove(Technique::kBugType3, info_of(Technique::kBugType3).lowest + size - 2);
  };
  const Sets sets = board.candidates_in(house);
  return each_cover(sets, usable_of(sets, size) & seeing, size - 1, size, take);
}

bool find_bug3(const Board& board, const Bug& bug, Hint& hint) {
  for (int size = 2; size <= 6; ++size) {
    for (int kind = 0; kind < kHouseKinds; ++kind) {
      const int house = shared_house(bug, kind);
      if (house >= 0 && find_bug3(board, bug, size, house, hint)) return true;
    }
  }
  return false;
}

}  // namespace

bool find_bug(const Board& board, Hint& hint) {
  Bug bug;
  if (!may_have_bug(board) || !find_extras(board, bug)) return false;
  if (bug.count == 1) {
    hint.add_candidates(board, bug.cells[0], ~bug.all_extra);
    note_bug(bug, hint);
    return hint.remove(Technique::kBugType1);
  }
  if (count9(bug.all_extra) == 1) {
    bug.common.for_each([&](int cell) { hint.add_candidates(board, cell, bug.all_extra); });
    if (!hint.removals.empty()) {
      note_bug(bug, hint);
      return hint.remove(Technique::kBugType2);
    }
    return bug.count == 2 && find_bug4(board, bug, hint);
  }
  if (bug.common.empty()) return false;
  if (bug.count == 2 && find_bug4(board, bug, hint)) return true;
  return find_bug3(board, bug, hint);
}

// In a BUG of type 1, only one cell has more than two candidates. In a BUG of type 2, all cells
// with more than two candidates have three candidates with a common digit. In a BUG of type 3 or 4,
// all such cells share a house. On a board with more candidates than `after`, at least the same
// cells have more than two candidates. So if `after` meets none of these conditions, no board with
// more candidates meets one of them.
bool may_have_bug(const Board& after) {
  int cells = 0;
  unsigned common = kAllDigits;
  std::uint32_t houses = ~std::uint32_t{0};
  for (int cell = 0; cell < kCells; ++cell) {
    const int count = after.count(cell);
    if (count < 3) continue;
    ++cells;
    common &= count == 3 ? after.candidates(cell) : 0;
    std::uint32_t own = 0;
    for (const int house : kHousesOf[cell]) own |= 1U << house;
    houses &= own;
  }
  return cells < 2 || common != 0 || houses != 0;
}

}  // namespace dokumill::explainer
