// How far a puzzle is from one that singles solve: the depth of trial and error, and backdoors.
//
// Depth (D. Berthier, as in singles.hpp): a grid is in
// T&E(0) if singles solve it. T&E(n) tries every candidate: it assumes the candidate, and applies
// T&E(n - 1). If this finds a contradiction, the candidate is removed, and singles are taken. The
// grid is in T&E(n) if this solves it. Only removed candidates count: an assumption that reaches
// the solution shows nothing. The order of the candidates has no effect on the result, because a
// candidate that can be removed stays removable when others are removed.
//
// Backdoor (R. Williams, C. Gomes and B. Selman, 2003): a set of cells whose digits in the solution
// make singles solve the puzzle.
//
// Functions poll `should_stop` about every 50 us; when it returns true, they return at once, and
// the result has no meaning. Memory: a Singles for each level of the search, on the stack.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/features/singles.hpp"

namespace dokumill::features {

using Stop = std::function<bool()>;

// The depth of trial and error: 0, 1 or 2, or kMoreDepth if T&E(2) does not solve the grid.
// REQUIRES: `singles` was started without a contradiction.
inline constexpr int kMoreDepth = 3;
int trial_depth(const Singles& singles, const Stop& should_stop);

// The smallest backdoors in lexicographic order, at most the first `most`, as cells in ascending
// order. Empty if they have more than kMaxBackdoor cells; one backdoor without cells if singles
// solve the puzzle. REQUIRES: as above, `solution` is the only solution, and most > 0.
inline constexpr std::size_t kMaxBackdoor = 3;
std::vector<std::vector<int>> find_backdoors(const Singles& singles, const Grid& solution,
                                             std::size_t most, const Stop& should_stop);

}  // namespace dokumill::features
