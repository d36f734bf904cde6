#include "engine/solver/smallest_solution.hpp"

#include "engine/solver/propagate.hpp"

namespace dokumill::solver {
namespace {

// Removes the digits `limit`..9 from the cell. Returns false if the cell has no candidate left.
bool keep_below(Candidates& node, int cell, int limit) {
  for (int digit = limit; digit <= kDigits; ++digit) remove(node, cell, digit);
  for (int digit = 1; digit < limit; ++digit) {
    if (has(node.places[digit - 1], cell)) return true;
  }
  return false;
}

// Invariant of the loop over the cells: `best` is a solution, and no solution is lexicographically
// smaller in the cells before `cell`. `prefix` is the puzzle with the digits of `best` fixed in
// these cells.
std::optional<Grid> ask_cell_by_cell(Search& search, Candidates prefix, Grid best) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (propagate(prefix) == Verdict::kSolved) return board_of(prefix);
    for (;;) {
      Candidates question = prefix;
      if (!keep_below(question, cell, best.cells[cell])) break;
      search.start(question);
      const Search::Outcome answer = search.next();
      if (answer == Search::Outcome::kStopped) return std::nullopt;
      if (answer != Search::Outcome::kSolution) break;
      best = search.solution();
    }
    keep_only(prefix, cell, best.cells[cell]);
  }
  return best;
}

}  // namespace

std::optional<Grid> smallest_solution(Search& search, const Candidates& root, const Grid& known,
                                      std::uint64_t cell_order_budget) {
  search.start(root, Order::kCellOrder, cell_order_budget);
  const Search::Outcome outcome = search.next();
  if (outcome == Search::Outcome::kStopped) return std::nullopt;
  if (outcome == Search::Outcome::kSolution) return search.solution();
  return ask_cell_by_cell(search, root, known);
}

}  // namespace dokumill::solver
