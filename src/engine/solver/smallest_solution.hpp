// Finds the lexicographically smallest solution of a puzzle that is known to have several
// solutions. All engines can use this search, which is rarely needed.
//
// There are two methods, because each is extremely slow for puzzles that the other one handles
// well. A search in cell order finds the smallest solution first, usually within a few nodes. But
// its branches are bad choices, so it gets a budget. If the budget is spent, the ordinary search
// answers questions of the form "is there a solution with a smaller digit in this cell?", one cell
// after another. Here, "smaller" means smaller than in the smallest solution so far.
#pragma once

#include <cstdint>
#include <optional>

#include "dokumill/grid.hpp"
#include "engine/solver/candidates.hpp"
#include "engine/solver/search.hpp"

namespace dokumill::solver {

inline constexpr std::uint64_t kCellOrderBudget = 300;

// Returns the smallest solution below `root`, or nullopt if the search was stopped. `root` need not
// be propagated. `search` is the workspace; the function allocates nothing. The budget changes the
// cost, not the result. REQUIRES: `known` is a solution below `root`.
std::optional<Grid> smallest_solution(Search& search, const Candidates& root, const Grid& known,
                                      std::uint64_t cell_order_budget = kCellOrderBudget);

}  // namespace dokumill::solver
