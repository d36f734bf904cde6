// The lexicographically smallest solution of a puzzle with several: a second, rare pass that every
// engine can share.
//
// Two ways, because each explodes where the other does not. A search in cell order meets the
// smallest solution first and is usually over within a few nodes, but it looks at bad places: so it
// gets a budget. Then one question a cell with the ordinary search: "is there a solution with a
// smaller digit here?", where the last solution found is the upper bound.
#pragma once

#include <cstdint>
#include <optional>

#include "dokumill/grid.hpp"
#include "solver/candidates.hpp"
#include "solver/search.hpp"

namespace dokumill::solver {

inline constexpr std::uint64_t kCellOrderBudget = 300;

// The smallest solution below `root`, which need not be propagated. `known` is any solution of it.
// Uses `search` as its workspace; no allocation. The budget changes the cost, not the result. None:
// the search was stopped.
std::optional<Grid> smallest_solution(Search& search, const Candidates& root, const Grid& known,
                                      std::uint64_t cell_order_budget = kCellOrderBudget);

}  // namespace dokumill::solver
