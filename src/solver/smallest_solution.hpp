// The lexicographically smallest solution of a puzzle with several solutions. Engines can share
// this second pass, which is rarely needed.
//
// There are two methods, because each is extremely slow for puzzles that the other one handles
// well. A search in cell order finds the smallest solution first, usually within a few nodes, but
// it branches at bad places, so it gets a budget. After that, the ordinary search answers one
// question per cell: "is there a solution with a smaller digit here?" The last solution found is
// the upper bound.
#pragma once

#include <cstdint>
#include <optional>

#include "dokumill/grid.hpp"
#include "solver/candidates.hpp"
#include "solver/search.hpp"

namespace dokumill::solver {

inline constexpr std::uint64_t kCellOrderBudget = 300;

// Returns the smallest solution below `root`, or nothing if the search was stopped. `root` need not
// be propagated. `known` is any of its solutions. Uses `search` as its workspace and allocates
// nothing. The budget changes the cost, not the result.
std::optional<Grid> smallest_solution(Search& search, const Candidates& root, const Grid& known,
                                      std::uint64_t cell_order_budget = kCellOrderBudget);

}  // namespace dokumill::solver
