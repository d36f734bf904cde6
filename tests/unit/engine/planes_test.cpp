// Tests the bit planes of each width that the processor can run. An engine uses only one of them,
// so the tests of the engines do not run all.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "engine/solver/lanes/lane_engine.hpp"
#include "engine/solver/lanes/planes/plane_kernel.hpp"

namespace dokumill::solver::lanes {
namespace {

#if defined(__x86_64__)

// Every test runs with every kernel of this processor.
class Planes : public ::testing::Test {
 protected:
  void SetUp() override {
    if (has_avx512()) kernels_ = {&kAvx512Planes, &kAvx512Planes256};
    if (has_avx2()) kernels_.push_back(&kAvx2Planes);
    if (kernels_.empty()) GTEST_SKIP() << "this processor has no AVX2";
  }
  std::vector<const PlaneKernel*> kernels_;
};

struct Answers {
  std::vector<SolveResult> results;
  std::vector<std::uint16_t> left;
  std::uint64_t sweeps = 0;
};

Answers solve_block(const PlaneKernel& kernel, const std::vector<Grid>& puzzles) {
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> workspace((kernel.workspace_bytes + sizeof(Line) - 1) / sizeof(Line));
  // A kernel must not need initialized memory, so this memory is not empty.
  std::memset(workspace.data(), 0xA5, workspace.size() * sizeof(Line));
  Answers answers;
  answers.results.resize(kernel.puzzles);
  answers.left.resize(kernel.puzzles);
  answers.left.resize(kernel.solve(workspace.data(), puzzles.data(), answers.results.data(),
                                   answers.left.data(), answers.sweeps));
  return answers;
}

std::vector<Grid> samples(puzzles::SampleKind kind, std::size_t count) {
  return puzzles::sample_puzzles(kind, 1, count).value();
}

// Of 16 puzzles, 13 are easy, one has no solution, one has several solutions, and one is an easy
// puzzle with two equal clues in a row, a column, a box, or a minirow.
std::vector<Grid> mixed_block(std::size_t count) {
  std::vector<Grid> block = samples(puzzles::SampleKind::kEasy, count);
  const std::vector<Grid> none = samples(puzzles::SampleKind::kNone, count);
  const std::vector<Grid> several = samples(puzzles::SampleKind::kSeveral, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 16 == 3) block[i] = none[i];
    if (i % 16 == 8) block[i] = several[i];
    if (i % 16 != 14) continue;
    Grid& puzzle = block[i];
    const std::size_t from = i / 16 % kCells;
    const std::size_t row = from / 9, column = from % 9;
    const std::size_t same_house[] = {
        row * 9 + (column + 4) % 9, (row + 4) % 9 * 9 + column,
        (row / 3 * 3 + (row + 1) % 3) * 9 + column / 3 * 3 + (column + 1) % 3,
        row * 9 + column / 3 * 3 + (column + 1) % 3};
    puzzle.cells[from] = 5;
    puzzle.cells[same_house[i / 16 % 4]] = 5;
  }
  return block;
}

// Solves a block. Every puzzle must be either solved as by the engine "reference", or left.
Answers right_answers(const PlaneKernel& kernel, const std::vector<Grid>& puzzles) {
  const Answers answers = solve_block(kernel, puzzles);
  Solver reference = Solver::create("reference").value();
  std::vector<std::uint16_t> left;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const SolveResult& result = answers.results[i];
    if (result.solutions == GridKind::kUnique) {
      const SolveResult right = reference.solve(puzzles[i]);
      EXPECT_EQ(right.solutions, GridKind::kUnique) << to_line(puzzles[i]);
      EXPECT_EQ(result.solution, right.solution) << to_line(puzzles[i]);
    } else {
      EXPECT_EQ(result.solutions, GridKind::kUnsolvable) << i;
      left.push_back(static_cast<std::uint16_t>(i));
    }
  }
  EXPECT_EQ(answers.left, left) << kernel.puzzles;
  return answers;
}

TEST_F(Planes, SolveEasyPuzzlesAndLeaveTheOthers) {
  for (const PlaneKernel* kernel : kernels_) {
    ASSERT_LE(kernel->puzzles, kMaxPlanePuzzles);
    const Answers answers = right_answers(*kernel, mixed_block(kernel->puzzles));
    // Three of sixteen puzzles cannot be solved.
    EXPECT_GE(answers.left.size(), kernel->puzzles * 3 / 16);
    EXPECT_LE(answers.left.size(), kernel->puzzles / 2);
    EXPECT_GE(answers.sweeps, 4u);
  }
}

// If only a few puzzles of a block are solved, their boards are not written, and all are left.
TEST_F(Planes, LeaveABlockWithFewEasyPuzzlesOrNone) {
  for (const PlaneKernel* kernel : kernels_) {
    std::vector<Grid> puzzles = samples(puzzles::SampleKind::kHard, kernel->puzzles);
    EXPECT_EQ(right_answers(*kernel, puzzles).left.size(), puzzles.size());
    const std::vector<Grid> easy = samples(puzzles::SampleKind::kEasy, kernel->puzzles);
    for (std::size_t i = 0; i < puzzles.size(); i += 16) puzzles[i] = easy[i];
    EXPECT_EQ(right_answers(*kernel, puzzles).left.size(), puzzles.size());
  }
}

// Each board with a few empty cells is solved, in whichever bit of a vector it lies.
TEST_F(Planes, SolveAWholeBlock) {
  for (const PlaneKernel* kernel : kernels_) {
    std::vector<Grid> puzzles = samples(puzzles::SampleKind::kEasy, kernel->puzzles);
    Solver reference = Solver::create("reference").value();
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      puzzles[i] = reference.solve(puzzles[i]).solution;
      for (std::size_t cell = i % 7; cell < kCells; cell += 7) puzzles[i].cells[cell] = 0;
    }
    EXPECT_TRUE(right_answers(*kernel, puzzles).left.empty());
  }
}

#endif

}  // namespace
}  // namespace dokumill::solver::lanes
