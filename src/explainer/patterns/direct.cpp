// Steps that place a digit: singles. Also locked candidates and hidden sets, if a hidden single
// follows at once.
#include "explainer/patterns/finders.hpp"
#include "explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// Searches nine houses, from the house `first` on, for the first digit that has only one place in a
// house. If `is_last_cell` is true, searches only houses with one open cell; otherwise, only houses
// with more open cells.
bool find_only_place(const Board& board, int first, bool is_last_cell, Hint& hint) {
  using enum Technique;
  for (int house = first; house < first + 9; ++house) {
    if (board.open_in(house) == 0 || (board.open_in(house) == 1) != is_last_cell) continue;
    const unsigned digits = board.only_once(house);
    if (digits == 0) continue;
    const int digit = first_bit(digits);
    hint.pattern.add_house(house);
    return hint.place(is_last_cell         ? kFullHouse
                      : first == kFirstBox ? kHiddenSingleInBox
                                           : kHiddenSingleInLine,
                      kHouseCells[house][first_bit(board.places(house, digit))], digit);
  }
  return false;
}

}  // namespace

bool find_hidden_single(const Board& board, Hint& hint) {
  for (const bool is_last_cell : {true, false}) {
    for (const int first : {kFirstBox, kFirstColumn, kFirstRow}) {
      if (find_only_place(board, first, is_last_cell, hint)) return true;
    }
  }
  return false;
}

bool find_direct_locking(const Board& board, Hint& hint) {
  return each_locking(board, [&](const Locking& found) {
    return each_single_after(board, found, [&](int house, int place) {
      note(board, found, hint.pattern);
      hint.pattern.add_house(house);
      const bool is_pointing = technique_of(found) == Technique::kPointing;
      return hint.place(is_pointing ? Technique::kDirectPointing : Technique::kDirectClaiming,
                        kHouseCells[house][place], found.digit);
    });
  });
}

bool find_direct_hidden_set(const Board& board, int size, Hint& hint) {
  return any_house([&](int house) {
    if (board.open_in(house) <= size) return false;
    return each_hidden_set(board, house, size, [&](const HouseSet& found) {
      return each_single_after(board, found, [&](int digit, int place) {
        note(board, found, hint.pattern);
        return hint.place(
            size == 2 ? Technique::kDirectHiddenPair : Technique::kDirectHiddenTriplet,
            kHouseCells[house][place], digit);
      });
    });
  });
}

bool find_naked_single(const Board& board, Hint& hint) {
  const CellSet cells = board.single_cells();
  if (cells.empty()) return false;
  const int cell = cells.first();
  hint.pattern.add_cell(cell);
  return hint.place(Technique::kNakedSingle, cell, first_bit(board.candidates(cell)));
}

}  // namespace dokumill::explainer
