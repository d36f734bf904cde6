// Steps that place a digit: singles. Also locked candidates and hidden sets, if a hidden single
// follows at once.
#include "explainer/patterns/finders.hpp"
#include "explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// Searches nine houses, from the house `houses` on, for the first digit that has only one place in
// a house. If `is_last_cell` is true, searches only houses with one open cell; otherwise, only
// houses with more open cells.
bool find_only_place(const Board& board, int houses, bool is_last_cell, Hint& hint) {
  for (int house = houses; house < houses + 9; ++house) {
    if (board.open_in(house) == 0 || (board.open_in(house) == 1) != is_last_cell) continue;
    for (unsigned digits = board.only_once(house); digits != 0; digits &= digits - 1) {
      const int digit = first_bit(digits);
      const int cell = kGeometry.cells[house][first_bit(board.places(house, digit))];
      hint.pattern.add_house(house);
      if (is_last_cell) return hint.place(Technique::kFullHouse, 10, cell, digit);
      return houses == kBoxes ? hint.place(Technique::kHiddenSingleInBox, 12, cell, digit)
                              : hint.place(Technique::kHiddenSingleInLine, 15, cell, digit);
    }
  }
  return false;
}

// Removes the places in `cleared` from the places of a digit in a house. Returns the remaining
// place if exactly one remains and at least one was removed; otherwise -1.
int only_left(unsigned places, unsigned cleared) {
  const unsigned left = places & ~cleared;
  const bool is_single = left != 0 && (left & (left - 1)) == 0 && left != places;
  return is_single ? first_bit(left) : -1;
}

// `last`: the house in which the digit has one place left.
void note_locking(const Board& board, const Locking& found, int last, Hint& hint) {
  note_locking(board, found, hint.pattern);
  hint.pattern.add_house(last);
}

// REQUIRES: all places of the digit in the box are in the i-th row (kind 1) or column (kind 2) of
// the box. So the digit can be removed from this line in the two other boxes that the line crosses.
// If one of these two boxes then has only one place of the digit left, the hint places the digit
// there.
bool find_after_pointing(const Board& board, int kind, int box, int i, int digit, Hint& hint) {
  const unsigned cleared = kind == 1 ? 7U << 3 * i : 0x49U << i;
  for (int j = 0; j < 3; ++j) {
    const int other = kind == 1 ? box / 3 * 3 + j : box % 3 + 3 * j;
    if (other == box) continue;
    const int place = only_left(board.places(other, digit), cleared);
    if (place < 0) continue;
    note_locking(board, {box, locked_line(box, board.places(box, digit), kind), digit}, other,
                 hint);
    return hint.place(Technique::kDirectPointing, 17, kGeometry.cells[other][place], digit);
  }
  return false;
}

// REQUIRES: all places of the digit in the line are in the i-th third of the line. So, inside the
// box of this third, the digit can be removed from the two other lines of the same kind. If one of
// these two lines then has only one place of the digit left, the hint places the digit there.
bool find_after_claiming(const Board& board, int lines, int line, int i, int digit, Hint& hint) {
  const int first = lines + (line - lines) / 3 * 3;
  for (int other = first; other < first + 3; ++other) {
    if (other == line) continue;
    const int place = only_left(board.places(other, digit), 7U << 3 * i);
    if (place < 0) continue;
    note_locking(board, {line, locked_box(line, board.places(line, digit)), digit}, other, hint);
    return hint.place(Technique::kDirectClaiming, 19, kGeometry.cells[other][place], digit);
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

bool find_direct_locking(const Board& board, Hint& hint) {
  for (const int kind : {2, 1}) {
    const auto& line_of = kind == 1 ? kThirdOf : kBoxColumnOf;
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int box = 0; box < 9; ++box) {
        const int i = line_of[board.places(box, digit)];
        if (i >= 0 && find_after_pointing(board, kind, box, i, digit, hint)) return true;
      }
    }
  }
  for (const int lines : {kColumns, kRows}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int line = lines; line < lines + 9; ++line) {
        const int i = kThirdOf[board.places(line, digit)];
        if (i >= 0 && find_after_claiming(board, lines, line, i, digit, hint)) return true;
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
          note_set(house, taken, digits, hint.pattern);
          return hint.place(
              is_pair ? Technique::kDirectHiddenPair : Technique::kDirectHiddenTriplet,
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
    hint.pattern.add_cell(cell);
    return hint.place(Technique::kNakedSingle, 23, cell, first_bit(candidates));
  }
  return false;
}

}  // namespace dokumill::explainer
