// Solves lists of puzzles, in one call or in batches, and compares the answers one by one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::testing {

inline std::vector<SolveResult> solve_all(Solver& solver, std::span<const Grid> puzzles,
                                          std::size_t batch = SIZE_MAX) {
  std::vector<SolveResult> results(puzzles.size());
  for (std::size_t at = 0; at < puzzles.size(); at += std::min(batch, puzzles.size() - at)) {
    const std::size_t size = std::min(batch, puzzles.size() - at);
    EXPECT_TRUE(solver.solve(puzzles.subspan(at, size), std::span(results).subspan(at, size)));
  }
  return results;
}
inline std::vector<SolveResult> solve_all(std::string_view engine, std::span<const Grid> puzzles,
                                          std::size_t batch = SIZE_MAX) {
  Solver solver = Solver::create(engine).value();
  return solve_all(solver, puzzles, batch);
}

inline void expect_equal(std::span<const Grid> puzzles, std::span<const SolveResult> results,
                         std::span<const SolveResult> expected) {
  ASSERT_EQ(results.size(), expected.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    ASSERT_EQ(results[i].solutions, expected[i].solutions) << i << ' ' << to_line(puzzles[i]);
    ASSERT_EQ(results[i].solution, expected[i].solution) << i << ' ' << to_line(puzzles[i]);
  }
}

}  // namespace dokumill::testing
