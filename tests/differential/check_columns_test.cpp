// Tests of `check` with a solution column and with --minimal. Messages and totals must not depend
// on the size of chunks, the number of threads or the engine, and must agree with a slow judge that
// checks one record and one clue at a time.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "batch/stages/minimal.hpp"
#include "dokumill/batch.hpp"
#include "support/available_engines.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/is_minimal.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/naive_solver.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::Hooked;
using testing::is_minimal;
using testing::ScratchFolder;
using testing::TestRandom;

struct Row {
  Grid puzzle;
  std::string solution;  // the text of the solution field
};

// Returns the text of a right solution, of another valid solution, or of a wrong solution with one
// of several faults.
std::string given_solution(const Grid& puzzle, Solver& solver, TestRandom& random) {
  std::vector<Grid> some;
  solver.enumerate(puzzle, [&](std::size_t, const Grid& found) {
    some.push_back(found);
    return some.size() < 3;
  });
  const int way = random.below(10);
  const auto any = [&](int below) { return random.index(below); };
  std::string cells = to_line(some.empty() ? testing::random_board(random) : some.back());
  if (way < 3) return to_line(solver.solve(puzzle).solution);
  if (way == 3) return to_line(testing::random_board(random));
  if (way == 4) return "";
  if (way == 5) cells[any(81)] = "0.Q?"[any(4)];
  if (way == 6) cells[any(81)] = static_cast<char>('1' + random.below(9));
  if (way == 7) std::swap(cells[any(81)], cells[any(81)]);
  if (way == 8) cells.resize(any(84), '5');
  return cells;
}

// Returns what is wrong with a given solution, or "". This is a second implementation of the rules.
std::string judge(const std::string& given, const Grid& puzzle) {
  const auto name = [](std::size_t cell) {
    return "r" + std::to_string(cell / 9 + 1) + "c" + std::to_string(cell % 9 + 1);
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == 'Q' || given[i] == '?') return std::string("'") + given[i] + "' is not a cell";
  }
  if (given.empty()) return "no solution is given";
  if (given.size() != 81) {
    return "the solution has " + std::to_string(given.size()) +
           (given.size() == 1 ? " cell" : " cells") + ", expected 81";
  }
  for (std::size_t i = 0; i < 81; ++i) {
    if (given[i] == '0' || given[i] == '.') return name(i) + " is empty";
    if (puzzle.cells[i] != 0 && given[i] != static_cast<char>('0' + puzzle.cells[i])) {
      return name(i) + " is " + given[i] + ", and the puzzle gives " +
             std::to_string(puzzle.cells[i]);
    }
  }
  for (std::size_t b = 0; b < 81; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const bool share =
          a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
      if (share && given[a] == given[b]) {
        return name(a) + " and " + name(b) + " are both " + given[a];
      }
    }
  }
  return "";
}

TEST(CheckColumns, ASecondSolutionDiffersFromAWrongOne) {
  TestRandom random(23);
  Solver solver = *Solver::create();
  Solver slow = *Solver::create("reference");
  std::vector<Grid> puzzles =
      testing::mixed_puzzles(static_cast<std::size_t>(testing::test_rounds(40)), 23);
  for (int i = 0; i < 40; ++i) puzzles.push_back(testing::random_holes(20 + i % 8, random));
  random.shuffle(puzzles);

  std::string text = "id,puzzle,solution\n";
  std::string problems;
  GivenSolutions wanted;
  std::uint64_t minimal = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Grid& puzzle = puzzles[i];
    const SolveResult result = solver.solve(puzzle);
    const std::string given = given_solution(puzzle, solver, random);
    const std::string prefix = std::to_string(i) + (i % 5 == 0 ? ",\"" : ",") + to_line(puzzle) +
                               (i % 5 == 0 ? "\"," : ",");
    text += prefix + given + (i % 3 == 0 ? "\r\n" : "\n");
    const std::string wrong = judge(given, puzzle);
    const bool is_right =
        result.solutions != GridKind::kUnsolvable && given == to_line(result.solution);
    EXPECT_TRUE(wrong.empty() || !is_right);
    const std::string record = "record " + std::to_string(i + 1) + " line " + std::to_string(i + 2);
    if (result.solutions == GridKind::kMultiple) {
      problems +=
          record + " multiple: several solutions" +
          (wrong.empty() && !is_right ? "; the given one is valid, and not the smallest" : "") +
          "\n";
    }
    if (!wrong.empty()) {
      const std::size_t bad = given.find_first_of("Q?");
      problems +=
          record +
          (bad != std::string::npos ? " column " + std::to_string(prefix.size() + bad + 1) : "") +
          " wrong solution: wrong solution: " + wrong + "\n";
    }
    ++(is_right ? wanted.right : wrong.empty() ? wanted.second : wanted.wrong);
    minimal += is_minimal(slow, puzzle) ? 1 : 0;
  }
  EXPECT_GT(wanted.right, 50U);
  EXPECT_GT(wanted.second, 10U);
  EXPECT_GT(wanted.wrong, 50U);
  EXPECT_GT(minimal, 20U);

  ScratchFolder folder;
  testing::write_file(folder / "in", text);
  std::string first_output, first_words;
  for (const std::size_t chunk : {0U, 1U, 500U, 7000U}) {
    for (const int threads : {1, 2, 3, 8}) {
      auto options = testing::file_job<CheckOptions>(folder / "in", folder / "out", threads, chunk);
      options.input.solution_column = "Solution";
      options.minimal = true;
      options.each = threads == 3;
      std::string reported;
      std::string others;  // problems of the puzzles themselves
      options.job.on_problem = [&](const Problem& problem) {
        const bool is_ours =
            problem.kind == ProblemKind::kMultiple || problem.kind == ProblemKind::kWrongSolution;
        (is_ours ? reported : others) +=
            "record " + std::to_string(problem.record) + " line " + std::to_string(problem.line) +
            (problem.column != 0 ? " column " + std::to_string(problem.column) : "") + " " +
            std::string(name_of(problem.kind)) + ": " + problem.message + "\n";
      };
      const Result<CheckReport> report = check(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_EQ(report->problems_omitted, 0U);
      EXPECT_EQ(reported, problems) << chunk << " " << threads;
      ASSERT_TRUE(report->solutions && report->minimal);
      EXPECT_EQ(report->solutions->right, wanted.right);
      EXPECT_EQ(report->solutions->second, wanted.second);
      EXPECT_EQ(report->solutions->wrong, wanted.wrong);
      EXPECT_EQ(*report->minimal, minimal);
      if (options.each) continue;
      const std::string output = testing::read_file(folder / "out");
      if (first_output.empty()) {
        first_output = output;
        first_words = others;
      }
      EXPECT_EQ(output, first_output);
      EXPECT_EQ(others, first_words);
      EXPECT_EQ(output, totals_text(*report));
    }
  }
}

TEST(CheckColumns, MinimalAsOneClueAtATime) {
  Solver slow = *Solver::create("reference");
  TestRandom random(5);
  for (const std::string_view engine : testing::available_engines()) {
    Solver solver = *Solver::create(engine);
    batch::MinimalSieve sieve;
    for (const std::size_t size : {0U, 1U, 2U, 30U, 300U, 1500U}) {
      if (size > 300 && engine == "reference") continue;  // too slow
      std::vector<Grid> grids;
      std::vector<std::uint32_t> candidates;
      std::vector<std::uint32_t> wanted;
      // Makes minimal puzzles, some with one to three extra clues, and complete boards between
      // them.
      std::vector<Grid> minimal =
          *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, size + 1, size);
      for (Grid& puzzle : minimal) {
        if (random.below(4) == 0) grids.push_back(testing::random_board(random));
        const int ways = random.below(3);
        const Grid solution = solver.solve(puzzle).solution;
        for (int more = 0; ways == 1 && more < 1 + random.below(3); ++more) {
          const auto cell = random.index(81);
          puzzle.cells[cell] = solution.cells[cell];
        }
        const auto index = static_cast<std::uint32_t>(grids.size());
        grids.push_back(puzzle);
        if (ways == 2 && random.below(2) == 0) continue;  // not a candidate
        candidates.push_back(index);
        if (is_minimal(slow, puzzle)) wanted.push_back(index);
      }
      const std::vector<std::uint32_t> asked = candidates;
      ASSERT_TRUE(sieve.keep_minimal(solver, grids, candidates));
      std::sort(candidates.begin(), candidates.end());
      EXPECT_EQ(candidates, wanted) << engine << " " << size;
      EXPECT_TRUE(size < 30 || candidates.size() < asked.size());
    }
  }
}

// Compares MinimalSieve with the naive solver, which shares no code with the engines, on puzzles
// that the naive solver can solve.
TEST(CheckColumns, MinimalAgreesWithTheNaiveSolver) {
  testing::NaiveSolver naive;
  Solver solver = *Solver::create();
  batch::MinimalSieve sieve;
  TestRandom random(6);
  int found = 0;
  for (int round = 0; round < testing::test_rounds(6); ++round) {
    // Removes clues from a board one by one while the solution stays unique.
    Grid puzzle = testing::random_board(random);
    for (const int cell : testing::random_cell_order(random)) {
      Grid without = puzzle;
      without.cells[static_cast<std::size_t>(cell)] = 0;
      if (naive.count(without, 2) == 1) puzzle = without;
      if (round % 2 == 0 && count_clues(puzzle) <= 30) break;
    }
    const bool wanted = is_minimal(naive, puzzle);
    std::vector<std::uint32_t> candidates{0};
    ASSERT_TRUE(sieve.keep_minimal(solver, {&puzzle, 1}, candidates));
    EXPECT_EQ(candidates.size(), wanted ? 1U : 0U) << to_line(puzzle);
    found += wanted ? 1 : 0;
  }
  EXPECT_GE(found, 2);
}

TEST(CheckColumns, AStoppedSieveReturnsFalse) {
  const std::vector<Grid> grids = *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 1, 100);
  std::vector<std::uint32_t> candidates(100);
  for (std::uint32_t i = 0; i < 100; ++i) candidates[i] = i;
  Solver solver = *Solver::create();
  solver.set_stop([] { return true; });
  batch::MinimalSieve sieve;
  EXPECT_FALSE(sieve.keep_minimal(solver, grids, candidates));
}

}  // namespace
}  // namespace dokumill
