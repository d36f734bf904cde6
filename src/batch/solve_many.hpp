// solve_many: puzzles in memory, divided among threads where that pays.
//
// The contract is that of batch.hpp; here the system is a parameter, so that a test can set its
// clock.
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
