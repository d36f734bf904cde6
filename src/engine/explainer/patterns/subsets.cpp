// Locked candidates, naked and hidden sets, fish, XY-Wing and XYZ-Wing.
#include "engine/explainer/patterns/finders.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// Returns a function that takes the first pattern that removes a candidate.
auto take_into(const Board& board, Hint& hint) {
  return [&](const auto& found) {
    each_loss(board, found,
              [&](int cell, unsigned digits) { hint.add_candidates(board, cell, digits); });
    if (hint.removals.empty()) return false;
    note(board, found, hint.pattern);
    return hint.remove(technique_of(found));
  };
}

}  // namespace

bool find_locking(const Board& board, Hint& hint) {
  return each_locking(board, kEverywhere, take_into(board, hint));
}

bool find_naked_set(const Board& board, int size, Hint& hint) {
  return any_house(
      [&](int house) { return each_naked_set(board, house, size, take_into(board, hint)); });
}

bool find_hidden_set(const Board& board, int size, Hint& hint) {
  return any_house([&](int house) {
    return board.open_in(house) > 2 * size &&
           each_hidden_set(board, house, size, take_into(board, hint));
  });
}

bool find_fish(const Board& board, int size, Hint& hint) {
  return each_fish(board, size, kEverywhere, take_into(board, hint));
}

bool find_wing(const Board& board, int pivot_candidates, Hint& hint) {
  return each_wing(board, pivot_candidates == 3, take_into(board, hint));
}

}  // namespace dokumill::explainer
