// Tests that a solver allocates when it is created and never while it searches. Every operator new
// of this program is counted.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/system/allocations.hpp"

namespace dokumill {
namespace {

TEST(SolverAllocation, NoneDuringASearch) {
  const std::array<Grid, 50> puzzles{};  // empty grids: practically endless counts
  std::array<std::uint64_t, 50> counts{};
  for (const std::string& engine : testing::available_engines()) {
    testing::watch_allocations();
    Result<Solver> solver = Solver::create(engine);
    ASSERT_TRUE(solver.ok());
    EXPECT_GT(testing::watched_allocations(), 0U);  // the counter works
    const std::uint64_t created = testing::watched_allocations();
    solver->solve(Grid{});
    solver->count(Grid{}, 1000);
    solver->count(puzzles, counts, 1000);
    int visits = 0;
    // A large closure, to show that it is not copied.
    const auto visit = [large = std::array<int, 64>{}, &visits](std::size_t, const Grid&) {
      return ++visits + large[0] < 1000;
    };
    solver->enumerate(puzzles, visit);
    EXPECT_EQ(visits, 1000);
    EXPECT_EQ(testing::watched_allocations(), created) << engine;
  }
}

}  // namespace
}  // namespace dokumill
