// Tests of the logic solver without memory. A failed allocation throws std::bad_alloc and nothing
// else, and the solver can continue afterwards. After a warm-up, the calls allocate nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "dokumill/logic.hpp"
#include "puzzles/hard_puzzles.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/allocations.hpp"

namespace dokumill::testing {
namespace {

// Minimal puzzles and hard ones; some of them need a guess.
std::vector<Grid> puzzles() {
  std::vector<Grid> all = *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 1, 200);
  for (const Grid& puzzle : puzzles::hard_puzzles()) all.push_back(puzzle);
  all.push_back(
      parse_grid(
          "800000000003600000070090200050007000000045700000100030001000068008500010090000400")
          .value());
  return all;
}

bool are_equal(const Step& a, const Step& b) {
  return a.technique == b.technique && a.placement == b.placement &&
         a.eliminations == b.eliminations && a.houses == b.houses && a.cells == b.cells &&
         a.digits == b.digits && a.first_colour == b.first_colour;
}

// Makes allocation 1, 2, 3 ... of the call fail until the call succeeds. Returns the number of
// failures.
template <class Call, class Judge>
std::uint64_t fail_each(const Call& call, const Judge& judge) {
  for (std::uint64_t first = 1;; ++first) {
    bool has_failed = false;
    watch_allocations(first, 1);
    try {
      call();
    } catch (const std::bad_alloc&) {
      has_failed = true;
    }
    leave_allocations();
    EXPECT_EQ(has_failed, watched_allocations() >= first);
    judge();
    if (!has_failed || ::testing::Test::HasFailure()) return first - 1;
  }
}

TEST(LogicAllocations, Case71_NextStep) {
  std::array<std::uint64_t, kTechniques> failed{};
  for (const Grid& puzzle : puzzles()) {
    LogicState state(puzzle);
    while (const std::optional<Step> right = next_step(state)) {
      const LogicState before = state;
      failed[static_cast<std::size_t>(right->technique)] += fail_each(
          [&] {
            Step step;
            next_step(state, step);
          },
          [&] {
            EXPECT_EQ(state.grid(), before.grid());
            for (int cell = 0; cell < kCells; ++cell) {
              EXPECT_EQ(state.candidates(Cell(cell)), before.candidates(Cell(cell)));
            }
          });
      // A step that a failed call left incomplete can be used again like a new one.
      Step step;
      watch_allocations(2, 1);
      try {
        next_step(state, step);
      } catch (const std::bad_alloc&) {
      }
      leave_allocations();
      ASSERT_TRUE(next_step(state, step));
      ASSERT_TRUE(are_equal(step, *right)) << describe(step) << '\n' << describe(*right);
      state.apply(step);
    }
    ASSERT_TRUE(state.is_solved());
  }
  EXPECT_GT(failed[static_cast<std::size_t>(Technique::kHiddenSingleInBox)], 0U);
  EXPECT_GT(failed[static_cast<std::size_t>(Technique::kXyChain)], 0U);
  EXPECT_GT(failed[static_cast<std::size_t>(Technique::kForcing)], 0U);
  EXPECT_GT(failed[static_cast<std::size_t>(Technique::kGuess)], 0U);
}

TEST(LogicAllocations, Case71_Rate) {
  for (const Grid& puzzle : puzzles()) {
    const Rating right = rate(puzzle);
    std::optional<Rating> found;
    EXPECT_GT(fail_each([&] { found = rate(puzzle); }, [] {}), 0U);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->score, right.score);
    EXPECT_EQ(found->steps, right.steps);
  }
}

TEST(LogicAllocations, Case71_Describe) {
  for (const Grid& puzzle : puzzles()) {
    LogicState state(puzzle);
    while (const std::optional<Step> step = next_step(state)) {
      const std::string right = describe(*step);
      std::string found;
      EXPECT_GT(fail_each([&] { found = describe(*step); }, [] {}), 0U);
      EXPECT_EQ(found, right);
      if (step->technique > Technique::kNakedSingle) break;
      state.apply(*step);
    }
  }
}

// A Step that was used for all of these puzzles has enough memory for them. The exception is a
// guess: it creates a solver and allocates memory each time.
TEST(LogicAllocations, NoneWithAStepThatWasUsed) {
  Step step;
  const auto walk = [&step](const Grid& puzzle) {
    std::uint64_t allocations = 0;
    LogicState state(puzzle);
    for (;;) {
      watch_allocations();
      const bool is_found = next_step(state, step);
      leave_allocations();
      if (!is_found) return allocations;
      if (step.technique != Technique::kGuess) allocations += watched_allocations();
      state.apply(step);
    }
  };
  const std::vector<Grid> all = puzzles();
  std::uint64_t first_time = 0;
  for (const Grid& puzzle : all) first_time += walk(puzzle);
  EXPECT_GT(first_time, 0U);
  for (const Grid& puzzle : all) EXPECT_EQ(walk(puzzle), 0U) << to_line(puzzle);
}

}  // namespace
}  // namespace dokumill::testing
