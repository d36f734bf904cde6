#include "engine/puzzles/sample_puzzles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/solver.hpp"
#include "support/boards/board_checks.hpp"
#include "support/puzzles/answers.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using puzzles::kSampleBases;
using puzzles::sample_puzzles;
using puzzles::SampleKind;

constexpr SampleKind kKinds[] = {SampleKind::kEasy, SampleKind::kMinimal, SampleKind::kSeveral,
                                 SampleKind::kNone, SampleKind::kHard};

std::size_t sample_size() {
  return testing::is_long_run() ? 20000 : 2000;
}

TEST(SamplePuzzles, EasyOnesHaveOneSolution) {
  const auto samples = *sample_puzzles(SampleKind::kEasy, 1, sample_size());
  const auto results = testing::solve_all("auto", samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(results[i].solutions, GridKind::kUnique) << to_line(samples[i]);
    ASSERT_TRUE(is_solution_of_slow(results[i].solution, samples[i])) << to_line(samples[i]);
    ASSERT_GE(count_clues(samples[i]), 33);
    ASSERT_LE(count_clues(samples[i]), 36);
  }
}

TEST(SamplePuzzles, MinimalOnesHaveOneSolutionAndNeedEveryClue) {
  auto samples = *sample_puzzles(SampleKind::kMinimal, 1, sample_size());
  auto results = testing::solve_all("auto", samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(results[i].solutions, GridKind::kUnique) << to_line(samples[i]);
    ASSERT_TRUE(is_solution_of_slow(results[i].solution, samples[i])) << to_line(samples[i]);
    ASSERT_GE(count_clues(samples[i]), 17);
    ASSERT_LE(count_clues(samples[i]), 35);
  }
  auto solver = Solver::create();
  ASSERT_TRUE(solver.ok());
  samples.resize(sample_size() / 10);
  for (const Grid& sample : samples) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (sample.cells[cell] == 0) continue;
      Grid fewer = sample;
      fewer.cells[cell] = 0;
      ASSERT_EQ(solver->count(fewer, 2), 2U) << to_line(fewer);
    }
  }
}

TEST(SamplePuzzles, HardOnesHaveOneSolutionAndNeedMoreGuessesThanMinimalOnes) {
  auto solver = Solver::create("reference");
  ASSERT_TRUE(solver.ok());
  const auto guesses = [&solver](SampleKind kind) {
    std::vector<std::uint64_t> all;
    const std::vector<Grid> samples = *sample_puzzles(kind, 1, 256);
    for (const Grid& sample : samples) {
      const std::uint64_t before = solver->work().guesses;
      EXPECT_EQ(solver->solve(sample).solutions, GridKind::kUnique) << to_line(sample);
      all.push_back(solver->work().guesses - before);
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_GT(guesses(SampleKind::kHard)[10], guesses(SampleKind::kMinimal)[245]);
}

TEST(SamplePuzzles, SeveralHaveTwoSolutionsThatCanBeShown) {
  const auto samples = *sample_puzzles(SampleKind::kSeveral, 1, sample_size());
  const auto results = testing::solve_all("auto", samples);
  auto solver = Solver::create();
  ASSERT_TRUE(solver.ok());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(results[i].solutions, GridKind::kMultiple) << to_line(samples[i]);
    ASSERT_TRUE(is_solution_of_slow(results[i].solution, samples[i])) << to_line(samples[i]);
    ASSERT_GE(81 - count_clues(samples[i]), 40);
    // There must be a second solution: one in which some empty cell has a different digit.
    if (i % 20 != 0) continue;
    bool has_another = false;
    for (int cell = 0; cell < kCells && !has_another; ++cell) {
      for (int digit = 1; digit <= 9 && samples[i].cells[cell] == 0 && !has_another; ++digit) {
        if (digit == results[i].solution.cells[cell]) continue;
        Grid more = samples[i];
        more.cells[cell] = static_cast<std::uint8_t>(digit);
        const SolveResult other = solver->solve(more);
        has_another = other.solutions != GridKind::kUnsolvable;
        ASSERT_TRUE(!has_another || is_solution_of_slow(other.solution, more));
      }
    }
    ASSERT_TRUE(has_another) << to_line(samples[i]);
  }
}

TEST(SamplePuzzles, NoneHaveNoSolutionAndNoConflict) {
  const auto samples = *sample_puzzles(SampleKind::kNone, 1, sample_size());
  const auto results = testing::solve_all("auto", samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(results[i].solutions, GridKind::kUnsolvable) << to_line(samples[i]);
    ASSERT_TRUE(is_valid(samples[i])) << to_line(samples[i]);
    ASSERT_GE(count_clues(samples[i]), 29);
  }
}

TEST(SamplePuzzles, DependOnKindSeedAndNumberOnly) {
  for (const SampleKind kind : kKinds) {
    const auto samples = *sample_puzzles(kind, 7, 200);
    const auto fewer = *sample_puzzles(kind, 7, 50);
    const auto other_seed = *sample_puzzles(kind, std::numeric_limits<std::uint64_t>::max(), 50);
    for (std::size_t i = 0; i < fewer.size(); ++i) {
      ASSERT_EQ(fewer[i], samples[i]);
      ASSERT_NE(other_seed[i], samples[i]);
    }
  }
}

TEST(SamplePuzzles, BasesComeAgainInOtherImages) {
  const auto samples = *sample_puzzles(SampleKind::kMinimal, 7, kSampleBases + 200);
  for (std::size_t i = 0; i < 200; ++i) {
    ASSERT_EQ(count_clues(samples[kSampleBases + i]), count_clues(samples[i]));
    ASSERT_NE(samples[kSampleBases + i], samples[i]);
  }
}

TEST(SamplePuzzles, HaveNoDuplicatesAndKnownHashes) {
  const std::uint64_t known[] = {17254167854910258615U, 5451238536221318980U, 17772419058160589033U,
                                 12545428915663792131U, 12655422440571943702U};
  for (int kind = 0; kind < 5; ++kind) {
    const auto samples = *sample_puzzles(kKinds[kind], 0, kind == 1 ? 20000 : 2000);
    std::vector<std::uint64_t> hashes;
    std::uint64_t all = testing::kFnvStart;
    for (const Grid& sample : samples) {
      hashes.push_back(testing::hash_of(sample));
      all = testing::hash_of(sample, all);
    }
    EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
    EXPECT_EQ(all, known[kind]) << kind;
  }
}

TEST(SamplePuzzles, KindsHaveNames) {
  EXPECT_EQ(puzzles::sample_kind("easy"), SampleKind::kEasy);
  EXPECT_EQ(puzzles::sample_kind("minimal"), SampleKind::kMinimal);
  EXPECT_EQ(puzzles::sample_kind("several"), SampleKind::kSeveral);
  EXPECT_EQ(puzzles::sample_kind("none"), SampleKind::kNone);
  EXPECT_EQ(puzzles::sample_kind("hard"), SampleKind::kHard);
  EXPECT_EQ(puzzles::sample_kind("harder"), std::nullopt);
}

TEST(SamplePuzzles, AStopEndsTheWork) {
  int polls = 0;
  ASSERT_TRUE(sample_puzzles(SampleKind::kEasy, 1, 10'000, [&] { return ++polls == 0; }).ok());
  EXPECT_EQ(polls, 4096 / 16 + 3);
  for (int stop = 1; stop <= polls; stop += 64) {
    int left = stop;
    const auto stopped = sample_puzzles(SampleKind::kEasy, 1, 10'000, [&] { return --left == 0; });
    EXPECT_EQ(stopped.status().code(), ErrorCode::kInterrupted);
    EXPECT_EQ(left, 0);
  }
}

}  // namespace
}  // namespace dokumill
