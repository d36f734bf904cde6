// solve_many(): solves puzzles in memory, on several threads if that is worthwhile.
//
// The contract is in dokumill/batch.hpp. Here the platform is a parameter, so that a test can set
// its clock.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "dokumill/batch.hpp"
#include "platform/platform.hpp"

namespace dokumill::batch {

Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, int threads, std::string_view engine,
                     const std::function<bool()>& should_stop);

}  // namespace dokumill::batch
