// solve_many(): solves puzzles in memory, on several threads if that is worthwhile.
//
// The contract is in dokumill/many.hpp. Here the platform is a parameter, so that a test can set
// its clock.
#pragma once

#include <span>

#include "base/platform/platform.hpp"
#include "dokumill/many.hpp"

namespace dokumill::batch {

Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, const ManyOptions& options);

}  // namespace dokumill::batch
