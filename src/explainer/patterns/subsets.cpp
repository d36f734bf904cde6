// Locked candidates, naked and hidden sets, and fish.
#include "explainer/patterns/finders.hpp"
#include "explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

int by_size(int size, int pair, int triplet, int quad) {
  return size == 2 ? pair : size == 3 ? triplet : quad;
}
Technique by_size(int size, Technique pair, Technique triplet, Technique quad) {
  return size == 2 ? pair : size == 3 ? triplet : quad;
}

}  // namespace

bool find_locking(const Board& board, Hint& hint) {
  return each_locking(board, [&](const Locking& found) {
    for (const int cell : kGeometry.cells[found.cover]) {
      const auto& houses = kGeometry.houses[cell];
      const bool is_base =
          houses[0] == found.base || houses[1] == found.base || houses[2] == found.base;
      if (!is_base) hint.add_candidates(board, cell, 1U << found.digit);
    }
    if (hint.removals.empty()) return false;
    note_locking(board, found, hint.pattern);
    return found.base < kRows ? hint.remove(Technique::kPointing, 26)
                              : hint.remove(Technique::kClaiming, 28);
  });
}

bool find_naked_set(const Board& board, int size, Hint& hint) {
  return each_naked_set(board, size, [&](int house, unsigned places, unsigned digits) {
    for (int place = 0; place < 9; ++place) {
      if ((places >> place & 1U) != 0) continue;
      hint.add_candidates(board, kGeometry.cells[house][place], digits);
    }
    if (hint.removals.empty()) return false;
    note_set(house, places, digits, hint.pattern);
    return hint.remove(
        by_size(size, Technique::kNakedPair, Technique::kNakedTriplet, Technique::kNakedQuad),
        by_size(size, 30, 36, 50));
  });
}

bool find_hidden_set(const Board& board, int size, Hint& hint) {
  return each_hidden_set(board, size, [&](int house, unsigned places, unsigned digits) {
    for_each_bit(places, [&](int place) {
      hint.add_candidates(board, kGeometry.cells[house][place], kAllDigits & ~digits);
    });
    if (hint.removals.empty()) return false;
    note_set(house, places, digits, hint.pattern);
    return hint.remove(
        by_size(size, Technique::kHiddenPair, Technique::kHiddenTriplet, Technique::kHiddenQuad),
        by_size(size, 34, 40, 54));
  });
}

bool find_fish(const Board& board, int size, Hint& hint) {
  return each_fish(board, size, [&](const Fish& found) {
    for_each_bit(found.covers, [&](int cover) {
      const int house = found.cover_houses + cover;
      for_each_bit(board.places(house, found.digit) & ~found.bases,
                   [&](int place) { hint.add(kGeometry.cells[house][place], 1U << found.digit); });
    });
    if (hint.removals.empty()) return false;
    note_fish(board, found, hint.pattern);
    return hint.remove(
        by_size(size, Technique::kXWing, Technique::kSwordfish, Technique::kJellyfish),
        by_size(size, 32, 38, 52));
  });
}

}  // namespace dokumill::explainer
