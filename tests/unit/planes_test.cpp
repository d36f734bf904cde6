// Tests the bit planes of each width that the processor can run. An engine uses only one of them,
// so the tests of the engines do not run all.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "solver/lanes/lane_engine.hpp"
#include "solver/lanes/planes/plane_kernel.hpp"

namespace dokumill::solver::lanes {
namespace {

#if defined(__x86_64__)

std::vector<const PlaneKernel*> available_kernels() {
  std::vector<const PlaneKernel*> kernels;
  if (has_avx512()) kernels = {&kAvx512Planes, &kAvx512Planes256};
  if (has_avx2()) kernels.push_back(&kAvx2Planes);
  return kernels;
}

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

// Every puzzle is either solved as by the engine "reference", or left.
void expect_right(const std::vector<Grid>& puzzles, const Answers& answers) {
  Solver reference = Solver::create("reference").value();
  std::size_t left = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const SolveResult& result = answers.results[i];
    if (result.solutions == Solutions::kUnique) {
      const SolveResult right = reference.solve(puzzles[i]);
      ASSERT_EQ(right.solutions, Solutions::kUnique) << to_line(puzzles[i]);
      ASSERT_EQ(result.solution, right.solution) << to_line(puzzles[i]);
    } else {
      ASSERT_EQ(result.solutions, Solutions::kUnsolvable) << i;
      ASSERT_LT(left, answers.left.size()) << i;
      ASSERT_EQ(answers.left[left++], i);
    }
  }
  EXPECT_EQ(left, answers.left.size());
}

TEST(Planes, SolveEasyPuzzlesAndLeaveTheOthers) {
  const std::vector<const PlaneKernel*> kernels = available_kernels();
  if (kernels.empty()) GTEST_SKIP() << "this processor has no AVX2";
  for (const PlaneKernel* kernel : kernels) {
    SCOPED_TRACE(kernel->puzzles);
    ASSERT_LE(kernel->puzzles, kMaxPlanePuzzles);
    const std::vector<Grid> puzzles = mixed_block(kernel->puzzles);
    const Answers answers = solve_block(*kernel, puzzles);
    expect_right(puzzles, answers);
    // Three of sixteen puzzles cannot be solved.
    EXPECT_GE(answers.left.size(), puzzles.size() * 3 / 16);
    EXPECT_LE(answers.left.size(), puzzles.size() / 2);
    EXPECT_GE(answers.sweeps, 4u);
  }
}

TEST(Planes, LeaveABlockThatIsNotEasy) {
  const std::vector<const PlaneKernel*> kernels = available_kernels();
  if (kernels.empty()) GTEST_SKIP() << "this processor has no AVX2";
  for (const PlaneKernel* kernel : kernels) {
    SCOPED_TRACE(kernel->puzzles);
    const std::vector<Grid> puzzles = samples(puzzles::SampleKind::kHard, kernel->puzzles);
    const Answers answers = solve_block(*kernel, puzzles);
    expect_right(puzzles, answers);
    EXPECT_EQ(answers.left.size(), puzzles.size());
  }
}

// If only a few puzzles of a block are solved, their boards are not written, and all are left.
TEST(Planes, LeaveABlockWithFewEasyPuzzles) {
  const std::vector<const PlaneKernel*> kernels = available_kernels();
  if (kernels.empty()) GTEST_SKIP() << "this processor has no AVX2";
  for (const PlaneKernel* kernel : kernels) {
    SCOPED_TRACE(kernel->puzzles);
    std::vector<Grid> puzzles = samples(puzzles::SampleKind::kHard, kernel->puzzles);
    const std::vector<Grid> easy = samples(puzzles::SampleKind::kEasy, kernel->puzzles);
    for (std::size_t i = 0; i < puzzles.size(); i += 16) puzzles[i] = easy[i];
    const Answers answers = solve_block(*kernel, puzzles);
    expect_right(puzzles, answers);
    EXPECT_EQ(answers.left.size(), puzzles.size());
  }
}

// Each board with a few empty cells is solved, in whichever bit of a vector it lies.
TEST(Planes, SolveAWholeBlock) {
  const std::vector<const PlaneKernel*> kernels = available_kernels();
  if (kernels.empty()) GTEST_SKIP() << "this processor has no AVX2";
  for (const PlaneKernel* kernel : kernels) {
    SCOPED_TRACE(kernel->puzzles);
    std::vector<Grid> puzzles = samples(puzzles::SampleKind::kEasy, kernel->puzzles);
    Solver reference = Solver::create("reference").value();
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      puzzles[i] = reference.solve(puzzles[i]).solution;
      for (std::size_t cell = i % 7; cell < kCells; cell += 7) puzzles[i].cells[cell] = 0;
    }
    const Answers answers = solve_block(*kernel, puzzles);
    expect_right(puzzles, answers);
    EXPECT_TRUE(answers.left.empty());
  }
}

#endif

}  // namespace
}  // namespace dokumill::solver::lanes
