// Steps that place a digit: singles, and locked candidates and hidden sets after which a hidden
// single follows at once.
#include "logic/explainer/finders.hpp"
#include "logic/explainer/patterns.hpp"

namespace dokumill::logic::explainer {
namespace {

// The first digit with one place in a house of nine, in houses with one open cell or with more.
bool find_only_place(const Board& board, int houses, bool is_last_cell, Hint& hint) {
  for (int house = houses; house < houses + 9; ++house) {
    if (board.open_in(house) == 0 || (board.open_in(house) == 1) != is_last_cell) continue;
    for (unsigned digits = board.only_once(house); digits != 0; digits &= digits - 1) {
      const int digit = first_bit(digits);
      const int cell = kGeometry.cells[house][first_bit(board.places(house, digit))];
      if (is_last_cell) return hint.place(Se121Technique::kFullHouse, 10, cell, digit);
      return houses == kBoxes ? hint.place(Se121Technique::kHiddenSingleInBox, 12, cell, digit)
                              : hint.place(Se121Technique::kHiddenSingleInLine, 15, cell, digit);
    }
  }
  return false;
}

// `digit` leaves `line`, except for the cells of `house`: does it then have one place in another
// house of the kind of `house`?
bool find_following_single(const Board& board, int houses, int house, int line, int digit,
                           Hint& hint) {
  const CellSet cleared = house_cells(line < kColumns ? line - kRows : line - kColumns + 9);
  for (int other = houses; other < houses + 9; ++other) {
    if (other == house) continue;
    const unsigned places = board.places(other, digit);
    if (count9(places) < 2) continue;
    unsigned left = 0;
    for_each_bit(places, [&](int place) {
      if (!cleared.has(kGeometry.cells[other][place])) left |= 1U << place;
    });
    if (left == places || count9(left) != 1) continue;
    const int cell = kGeometry.cells[other][first_bit(left)];
    return hint.place(Se121Technique::kDirectPointing, 17, cell, digit);
  }
  return false;
}

// The same for claiming: `digit` leaves `box`, except for the cells of the line `house`.
bool find_single_after_claiming(const Board& board, int houses, int house, int box, int digit,
                                Hint& hint) {
  for (int other = houses; other < houses + 9; ++other) {
    if (other == house) continue;
    const unsigned places = board.places(other, digit);
    if (count9(places) < 2) continue;
    unsigned left = 0;
    for_each_bit(places, [&](int place) {
      if (kGeometry.houses[kGeometry.cells[other][place]][0] != box) left |= 1U << place;
    });
    if (left == places || count9(left) != 1) continue;
    const int cell = kGeometry.cells[other][first_bit(left)];
    return hint.place(Se121Technique::kDirectClaiming, 19, cell, digit);
  }
  return false;
}

}  // namespace

bool find_hidden_single(const Board& board, Hint& hint) {
  for (const bool is_last_cell : {true, false}) {
    for (const int houses : {kBoxes, kColumns, kRows}) {
      if (find_only_place(board, houses, is_last_cell, hint)) return true;
    }
  }
  return false;
}

int place_hidden_singles(Board& board, int houses) {
  int placed = 0;
  for (int before = -1; before != placed;) {
    before = placed;
    for (int house = 0; house < houses; ++house) {
      for (unsigned digits = board.only_once(house); digits != 0; digits &= digits - 1) {
        const int digit = first_bit(digits);
        const unsigned places = board.places(house, digit);
        if (places == 0) continue;  // a contradiction: two digits for one cell
        board.place(kGeometry.cells[house][first_bit(places)], digit);
        ++placed;
      }
    }
  }
  return placed;
}

bool find_direct_locking(const Board& board, Hint& hint) {
  for (const int kind : {2, 1}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int box = 0; box < 9; ++box) {
        const unsigned places = board.places(box, digit);
        if (count9(places) < 2) continue;
        const int line = locked_line(box, places, kind);
        if (line < 0) continue;
        if (find_following_single(board, kBoxes, box, line, digit, hint)) return true;
      }
    }
  }
  for (const int lines : {kColumns, kRows}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int line = lines; line < lines + 9; ++line) {
        const unsigned places = board.places(line, digit);
        if (count9(places) < 2) continue;
        const int box = locked_box(line, places);
        if (box < 0) continue;
        if (find_single_after_claiming(board, lines, line, box, digit, hint)) return true;
      }
    }
  }
  return false;
}

bool find_direct_hidden_set(const Board& board, int size, Hint& hint) {
  const bool is_pair = size == 2;
  for (const int houses : {kBoxes, kColumns, kRows}) {
    for (int house = houses; house < houses + 9; ++house) {
      if (board.open_in(house) <= size) continue;
      const unsigned usable = board.with_places(house, size);
      if (count9(usable) < size) continue;
      const bool found = any_subset(size, usable, [&](unsigned digits) {
        unsigned taken = 0;
        for_each_bit(digits, [&](int digit) { taken |= board.places(house, digit); });
        if (count9(taken) != size) return false;
        for (int digit = 0; digit < kDigits; ++digit) {
          const unsigned places = board.places(house, digit);
          const unsigned left = places & ~taken;
          if ((digits >> digit & 1U) != 0 || count9(places) < 2 || count9(left) != 1) continue;
          return hint.place(
              is_pair ? Se121Technique::kDirectHiddenPair : Se121Technique::kDirectHiddenTriplet,
              is_pair ? 20 : 25, kGeometry.cells[house][first_bit(left)], digit);
        }
        return false;
      });
      if (found) return true;
    }
  }
  return false;
}

bool find_naked_single(const Board& board, Hint& hint) {
  for (int cell = 0; cell < kCells; ++cell) {
    const unsigned candidates = board.candidates(cell);
    if (candidates == 0 || (candidates & (candidates - 1)) != 0) continue;
    return hint.place(Se121Technique::kNakedSingle, 23, cell, first_bit(candidates));
  }
  return false;
}

}  // namespace dokumill::logic::explainer
