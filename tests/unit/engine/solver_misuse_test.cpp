// Tests of calls that violate the contract of Solver or of the functions on grids. The results of
// such calls are defined, or the calls are at least harmless. Also tests the engine "auto", which
// handles small calls differently from large ones.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cell_values.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/answers.hpp"
#include "support/puzzles/hostile_puzzles.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill {
namespace {

// Every test runs with every engine of this processor, and with "auto".
class SolverMisuse : public ::testing::TestWithParam<std::string> {
 protected:
  static std::vector<std::string> engines_and_auto() {
    std::vector<std::string> names = testing::available_engines();
    names.emplace_back("auto");
    return names;
  }

 public:
  static auto all() { return ::testing::ValuesIn(engines_and_auto()); }

 protected:
  Solver solver_ = Solver::create(GetParam()).value();
};

INSTANTIATE_TEST_SUITE_P(Engines, SolverMisuse, SolverMisuse::all(),
                         [](const auto& test) { return test.param; });

TEST_P(SolverMisuse, UnequalSizesWriteNothing) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 23, 600);
  const SolveResult mark{Grid{}, GridKind::kMultiple};
  EXPECT_TRUE(solver_.solve(std::span<const Grid>(), {}));
  for (const std::size_t room : {0U, 1U, 300U, 599U, 601U}) {
    std::vector<SolveResult> results(room, mark);
    EXPECT_FALSE(solver_.solve(puzzles, results));
    for (const SolveResult& result : results) ASSERT_EQ(result.solutions, mark.solutions);
    std::vector<std::uint64_t> counts(room, 77);
    EXPECT_FALSE(solver_.count(puzzles, counts, 2));
    EXPECT_EQ(counts, std::vector<std::uint64_t>(room, 77));
  }
  EXPECT_EQ(solver_.count(puzzles[0], 2), 1U);
}

TEST_P(SolverMisuse, AtMostNoSolutionIsNone) {
  const std::vector<Grid> puzzles = testing::mixed_puzzles(5, 51);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, puzzles.size()}) {
    std::vector<std::uint64_t> counts(size, 77);
    EXPECT_TRUE(solver_.count(std::span(puzzles).first(size), counts, 0));
    EXPECT_EQ(counts, std::vector<std::uint64_t>(size, 0));
  }
  EXPECT_EQ(solver_.count(Grid{}, 0), 0U);
  EXPECT_EQ(solver_.count(Grid{}, 5), 5U);
  solver_.set_stop([] { return true; });
  std::vector<std::uint64_t> counts(puzzles.size());
  EXPECT_FALSE(solver_.count(puzzles, counts, 0));
}

// Cells may hold any byte. The result for a puzzle with a value above 9 is unspecified, but the
// other puzzles must get the same results as without it, and no access may be out of bounds
// (sanitizers check this).
TEST_P(SolverMisuse, WrongCellValuesHarmNothingElse) {
  testing::TestRandom random(2323);
  std::vector<Grid> puzzles = testing::mixed_puzzles(4, 77);
  const std::vector<SolveResult> expected = testing::solve_all(solver_, puzzles);
  std::vector<bool> is_wrong(puzzles.size(), false);
  for (std::size_t i = 0; i < puzzles.size(); i += 3) {
    is_wrong[i] = true;
    for (int k = 0; k < 5; ++k) {
      puzzles[i].cells[random.below(81)] = static_cast<std::uint8_t>(10 + random.below(246));
    }
  }
  const std::vector<SolveResult> results = testing::solve_all(solver_, puzzles);
  std::vector<std::uint64_t> counts(puzzles.size());
  ASSERT_TRUE(solver_.count(puzzles, counts, 3));
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const SolveResult alone = solver_.solve(puzzles[i]);
    if (is_wrong[i]) continue;
    ASSERT_EQ(results[i].solutions, expected[i].solutions) << to_line(puzzles[i]);
    ASSERT_EQ(results[i].solution, expected[i].solution) << to_line(puzzles[i]);
    ASSERT_EQ(alone.solution, expected[i].solution) << to_line(puzzles[i]);
  }
  for (int value = 10; value < 256; ++value) {
    Grid grid;
    grid.cells.fill(static_cast<std::uint8_t>(value));
    solver_.solve(grid);
    int left = 100;
    solver_.enumerate(grid, [&left](std::size_t, const Grid&) { return --left > 0; });
  }
}

TEST(GridMisuse, WrongCellValuesAreRefusedOrKept) {
  testing::TestRandom random(2324);
  Canonizer canonizer;
  for (Grid grid : testing::mixed_puzzles(50, 78)) {
    EXPECT_TRUE(has_only_cells({&grid, 1}));
    const int cell = static_cast<int>(random.below(81));
    grid.cells[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(10 + random.below(246));
    EXPECT_FALSE(has_only_cells({&grid, 1}));
    EXPECT_FALSE(is_valid(grid));
    EXPECT_FALSE(is_complete(grid));
    find_conflict(grid);
    const Canonical canonical = canonizer.canonize(grid);
    EXPECT_EQ(canonical.form, grid);
    EXPECT_EQ(canonical.map.apply(grid), grid);
    EXPECT_EQ(canonical_form(grid), grid);
  }
}

TEST(GridMisuse, EveryCellIsChecked) {
  for (const std::size_t size : {1U, 2U, 5U}) {
    for (std::size_t i = 0; i < size * kCells; ++i) {
      std::vector<Grid> grids(size);
      grids[i / kCells].cells[i % kCells] = 9;
      EXPECT_TRUE(has_only_cells(grids));
      grids[i / kCells].cells[i % kCells] = 10;
      EXPECT_FALSE(has_only_cells(grids));
    }
  }
  EXPECT_TRUE(has_only_cells({}));
}

TEST(BoardsMisuse, BeyondTheEndOfAFamilyAreEmptyGrids) {
  for (const BoardFamily family :
       {BoardFamily::kClassic, BoardFamily::kWide, BoardFamily::kSequence}) {
    const BoardSource source{.family = family};
    const std::uint64_t size = family_size(family);
    std::array<Grid, 5> boards;
    boards.fill(make_board(source, 7));
    make_boards(source, size - 2, boards);
    EXPECT_TRUE(is_complete(boards[0]));
    EXPECT_EQ(boards[1], make_board(source, size - 1));
    for (std::size_t i = 2; i < boards.size(); ++i) EXPECT_EQ(boards[i], Grid{});
    EXPECT_EQ(make_board(source, size), Grid{});
    EXPECT_EQ(make_board(source, ~std::uint64_t{0}), Grid{});
  }
}

// The answers of "auto" are those of the reference engine for calls of any size.
TEST(AutoEngine, AnswersDoNotDependOnTheSizeOfTheCall) {
  std::vector<Grid> puzzles = testing::mixed_puzzles(20, 24);
  for (const auto& hostile : testing::kHostilePuzzles) puzzles.push_back(*parse_grid(hostile.line));
  Solver solver = Solver::create().value();
  Solver reference = Solver::create("reference").value();
  const std::vector<SolveResult> expected = testing::solve_all(reference, puzzles);
  for (const std::size_t size : {1U, 2U, 3U, 5U}) {
    for (std::size_t first = 0; first + size <= puzzles.size(); first += size) {
      const auto call = std::span<const Grid>(puzzles).subspan(first, size);
      testing::expect_equal(call, testing::solve_all(solver, call),
                            std::span(expected).subspan(first, size));
      std::vector<std::uint64_t> counts(size);
      std::vector<std::uint64_t> expected_counts(size);
      for (const std::uint64_t limit : {1U, 2U, 40U}) {
        ASSERT_TRUE(solver.count(call, counts, limit));
        ASSERT_TRUE(reference.count(call, expected_counts, limit));
        EXPECT_EQ(counts, expected_counts);
      }
    }
  }
}

// A call for one puzzle uses no sweep of the lanes, unless the puzzle is hard. A larger call uses
// the lanes. The test counts sweeps and measures no time. In all cases, the reported engine name is
// that of the lanes.
TEST(AutoEngine, ChoosesBySize) {
  const std::vector<Grid> easy = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 24, 64);
  Solver solver = Solver::create().value();
  EXPECT_EQ(solver.engine(), testing::available_engines().front());
  EXPECT_EQ(solver.solve(easy[0]).solutions, GridKind::kUnique);
  EXPECT_EQ(solver.count(easy[1], 2), 1U);
  EXPECT_EQ(solver.work().puzzles, 2U);
  EXPECT_EQ(solver.work().sweeps, 0U);
  testing::solve_all(solver, easy);
  EXPECT_EQ(solver.work().puzzles, 2U + easy.size());
  const std::uint64_t sweeps = solver.work().sweeps;
  EXPECT_GT(sweeps, 0U);
  const Grid hard = *parse_grid(testing::kHostilePuzzles[0].line);
  solver.solve(hard);
  EXPECT_GT(solver.work().sweeps, sweeps);
  EXPECT_EQ(solver.work().puzzles, 3U + easy.size());
}

TEST(AutoEngine, IsStoppedInASmallCall) {
  Solver solver = Solver::create().value();
  int asked = 0;
  solver.set_stop([&asked] { return ++asked > 3; });
  std::uint64_t count = 0;
  const Grid empty;
  EXPECT_FALSE(solver.count({&empty, 1}, {&count, 1}, std::uint64_t{1} << 62));
  EXPECT_EQ(asked, 4);
  solver.set_stop({});
  EXPECT_EQ(solver.count(empty, 1000), 1000U);
}

}  // namespace
}  // namespace dokumill
