// Steps that place a digit: singles. Also locked candidates and hidden sets, if a hidden single
// follows at once.
#include "engine/explainer/patterns/finders.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// Bit i: house i of the order boxes, columns, rows.
constexpr std::uint32_t in_search_order(std::uint32_t houses) {
  constexpr std::uint32_t kNine = 0x1ff;
  return houses >> kFirstBox | (houses & kNine << kFirstColumn) | (houses & kNine) << 18;
}
constexpr int house_at(int i) {
  return i < 9 ? kFirstBox + i : i < 18 ? i : i - 18;
}
static_assert(kFirstRow == 0 && kFirstColumn == 9 && kFirstBox == 18);

}  // namespace

bool find_hidden_single(const Board& board, Hint& hint) {
  std::uint32_t houses = 0;
  for (int digit = 0; digit < kDigits; ++digit) houses |= houses_with_one(board.places(digit));
  return houses != 0 && take_hidden_single(board, houses, hint);
}

bool take_hidden_single(const Board& board, std::uint32_t houses, Hint& hint) {
  using enum Technique;
  const std::uint32_t found = in_search_order(houses);
  int house = house_at(first_bit(found));
  for (std::uint32_t left = found; left != 0; left &= left - 1) {
    const int other = house_at(first_bit(left));
    if (board.open_in(other) != 1) continue;
    house = other;
    break;
  }
  const int digit = first_bit(board.only_once(house));
  hint.pattern.add_house(house);
  return hint.place(board.open_in(house) == 1 ? kFullHouse
                    : house >= kFirstBox      ? kHiddenSingleInBox
                                              : kHiddenSingleInLine,
                    kHouseCells[house][first_bit(board.places(house, digit))], digit);
}

bool find_direct_locking(const Board& board, Hint& hint) {
  return each_locking(board, kEverywhere, [&](const Locking& found) {
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
