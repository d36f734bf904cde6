// Every engine against a SAT solver: no, one or several solutions, and that no solution is smaller
// than the one given. The encoding is the direct one: a variable for each cell and digit, a digit
// in each cell, no digit twice in a house.
//
// One process a question; DOKUMILL_LONG_TESTS=1 asks thirty times as many.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/validate.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/hard_puzzles.hpp"
#include "support/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

int variable(int cell, int digit) {
  return cell * 9 + digit;
}

// The clauses of an empty grid, as DIMACS lines.
std::string rules() {
  std::string text;
  for (int cell = 0; cell < 81; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) text += std::to_string(variable(cell, digit)) + ' ';
    text += "0\n";
  }
  for (int digit = 1; digit <= 9; ++digit) {
    for (int a = 0; a < 81; ++a) {
      for (int b = a + 1; b < 81; ++b) {
        const bool share_house =
            a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
        if (!share_house) continue;
        text += '-' + std::to_string(variable(a, digit)) + " -" +
                std::to_string(variable(b, digit)) + " 0\n";
      }
    }
  }
  return text;
}

class SatSolver {
 public:
  SatSolver() {
    for (const std::string name : {"cadical", "minisat"}) {
      if (std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0) {
        name_ = name;
        break;
      }
    }
    std::string pattern = ::testing::TempDir() + "/dokumill_sat_XXXXXX";
    if (mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
  }
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;
  ~SatSolver() {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  bool is_installed() const { return !name_.empty(); }

  // 0, 1 or 2 solutions.
  int count_to_2(const Grid& puzzle) {
    std::string clauses = givens(puzzle);
    const std::optional<std::vector<int>> first = solve(clauses);
    if (!first) return 0;
    for (const int literal : *first) clauses += std::to_string(-literal) + ' ';
    clauses += "0\n";
    return solve(clauses) ? 2 : 1;
  }

  // Whether a solution of the puzzle is lexicographically smaller than `board`. One variable more
  // for each cell: "this is the first cell that differs, and its digit is smaller".
  bool has_smaller(const Grid& puzzle, const Grid& board) {
    std::string clauses = givens(puzzle);
    std::string some_cell;
    for (int cell = 0; cell < 81; ++cell) {
      const std::string differs = std::to_string(kFirstDifference + cell);
      some_cell += differs + ' ';
      std::string smaller = '-' + differs;
      for (int digit = 1; digit < board.cells[cell]; ++digit)
        smaller += ' ' + std::to_string(variable(cell, digit));
      clauses += smaller + " 0\n";
      for (int before = 0; before < cell; ++before) {
        clauses +=
            '-' + differs + ' ' + std::to_string(variable(before, board.cells[before])) + " 0\n";
      }
    }
    return solve(clauses + some_cell + "0\n").has_value();
  }

 private:
  static constexpr int kFirstDifference = 730;
  static constexpr int kVariables = 810;

  static std::string givens(const Grid& puzzle) {
    std::string clauses;
    for (int cell = 0; cell < 81; ++cell) {
      if (puzzle.cells[cell] == 0) continue;
      clauses += std::to_string(variable(cell, puzzle.cells[cell])) + " 0\n";
    }
    return clauses;
  }

  // The variables of digits that are true in a model of the rules and these clauses, or none.
  std::optional<std::vector<int>> solve(const std::string& clauses) {
    static const std::string kRules = rules();
    const std::string problem = folder_ + "/problem.cnf";
    const std::string answer = folder_ + "/answer";
    std::ofstream(problem) << "p cnf " << kVariables << ' '
                           << std::count(kRules.begin(), kRules.end(), '\n') +
                                  std::count(clauses.begin(), clauses.end(), '\n')
                           << '\n'
                           << kRules << clauses;
    const std::string command = name_ == "cadical"
                                    ? "cadical -q " + problem + " >" + answer
                                    : "minisat " + problem + ' ' + answer + " >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    EXPECT_TRUE(code == 10 || code == 20) << command << " ended with " << code;
    if (code != 10) return std::nullopt;
    std::vector<int> model;
    std::ifstream file(answer);
    for (std::string word; file >> word;) {
      if (word.find_first_not_of("-0123456789") != std::string::npos) continue;
      const int literal = std::stoi(word);
      if (literal > 0 && literal < kFirstDifference) model.push_back(literal);
    }
    EXPECT_EQ(model.size(), 81U);
    return model;
  }

  std::string name_;
  std::string folder_;
};

// REQUIRES: there is one besides `solution`. Fixes another digit somewhere.
Grid another_solution(const Grid& puzzle, const Grid& solution) {
  Solver solver = Solver::create("reference").value();
  for (int cell = 0; cell < 81; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      if (puzzle.cells[cell] != 0 || solution.cells[cell] == digit) continue;
      Grid fixed = puzzle;
      fixed.cells[cell] = static_cast<std::uint8_t>(digit);
      const SolveResult result = solver.solve(fixed);
      if (result.solutions != Solutions::kNone) return result.solution;
    }
  }
  return solution;
}

int number_of_puzzles() {
  return is_long_run() ? 3000 : 100;
}

// Compares puzzles of one kind. `expected`: what the kind must be, or -1 for a mixture.
template <class MakePuzzle>
void compare(std::uint64_t seed, int expected, MakePuzzle make_puzzle,
             int puzzles = number_of_puzzles()) {
  SatSolver sat;
  if (!sat.is_installed()) GTEST_SKIP() << "neither cadical nor minisat is installed";
  std::vector<Solver> solvers;
  for (const std::string& engine : available_engines()) {
    solvers.push_back(Solver::create(engine).value());
  }
  TestRandom random(seed);
  for (int i = 0; i < puzzles && !::testing::Test::HasFailure(); ++i) {
    const Grid puzzle = make_puzzle(solvers.front(), random);
    const int count = sat.count_to_2(puzzle);
    EXPECT_TRUE(expected < 0 || count == expected) << count << ' ' << to_line(puzzle);
    const SolveResult first = solvers.front().solve(puzzle);
    for (Solver& solver : solvers) {
      const SolveResult result = solver.solve(puzzle);
      EXPECT_EQ(static_cast<int>(result.solutions), count)
          << solver.engine() << ' ' << to_line(puzzle);
      EXPECT_EQ(result.solution, first.solution) << solver.engine() << ' ' << to_line(puzzle);
    }
    if (count == 2) {
      EXPECT_TRUE(is_solution_of_slow(first.solution, puzzle)) << to_line(puzzle);
      EXPECT_FALSE(sat.has_smaller(puzzle, first.solution)) << to_line(puzzle);
      EXPECT_TRUE(sat.has_smaller(puzzle, another_solution(puzzle, first.solution)));
    }
  }
}

TEST(Sat, ProperPuzzles) {
  compare(31, 1, [](Solver& solver, TestRandom& random) { return random_minimal(solver, random); });
}

TEST(Sat, SeveralSolutions) {
  compare(32, 2, [](Solver& solver, TestRandom& random) {
    Grid puzzle = random_minimal(solver, random);
    const std::array<int, 81> order = random_cell_order(random);
    puzzle.cells[*std::find_if(order.begin(), order.end(),
                               [&](int cell) { return puzzle.cells[cell] != 0; })] = 0;
    return puzzle;
  });
}

TEST(Sat, NoSolution) {
  compare(33, 0, [](Solver& solver, TestRandom& random) {
    // A proper puzzle with a digit that is not the solution's in one more cell.
    Grid puzzle = random_minimal(solver, random);
    const Grid solution = solver.solve(puzzle).solution;
    for (const int cell : random_cell_order(random)) {
      if (puzzle.cells[cell] != 0) continue;
      for (int step = 1; step < 9; ++step) {
        puzzle.cells[cell] = static_cast<std::uint8_t>((solution.cells[cell] - 1 + step) % 9 + 1);
        if (is_valid(puzzle)) return puzzle;
      }
      puzzle.cells[cell] = 0;
    }
    return puzzle;
  });
}

TEST(Sat, RandomClues) {
  compare(34, -1, [](Solver&, TestRandom& random) {
    return random_clues(17 + random.below(8), 9, random);
  });
}

TEST(Sat, FewRandomClues) {
  compare(35, -1,
          [](Solver&, TestRandom& random) { return random_clues(random.below(17), 9, random); });
}

TEST(Sat, AnyDigits) {
  compare(36, -1, [](Solver&, TestRandom& random) {
    Grid puzzle = random_holes(17 + random.below(30), random);
    for (int i = random.below(3); i > 0; --i) {
      puzzle.cells[random.below(81)] = static_cast<std::uint8_t>(random.below(10));
    }
    return puzzle;
  });
}

TEST(Sat, HardPuzzles) {
  compare(37, 1, [bases = hard_puzzles()](Solver&, TestRandom& random) {
    return random_image(bases[random.below(static_cast<int>(bases.size()))], random);
  });
}

TEST(Sat, SamplesOfEachKind) {
  using puzzles::SampleKind;
  const auto compare_samples = [](SampleKind kind, int expected) {
    const int count = number_of_puzzles() / 4;
    const std::vector<Grid> samples = *puzzles::sample_puzzles(kind, 38, count);
    compare(
        38, expected, [&, i = 0](Solver&, TestRandom&) mutable { return samples[i++]; }, count);
  };
  compare_samples(SampleKind::kEasy, 1);
  compare_samples(SampleKind::kMinimal, 1);
  compare_samples(SampleKind::kSeveral, 2);
  compare_samples(SampleKind::kNone, 0);
}

TEST(Sat, MadePuzzles) {
  PuzzleWishes range, symmetric, hard;
  range.clues = {26, 34};
  symmetric.symmetry = Symmetry::kRotational;
  hard.difficulty = Level::kExpert;
  for (const PuzzleWishes& wishes : {PuzzleWishes{}, range, symmetric, hard}) {
    std::vector<MadePuzzle> made(static_cast<std::size_t>(number_of_puzzles() / 4));
    ASSERT_TRUE(PuzzleMaker::create(39, wishes)->make(0, made).status.ok());
    compare(
        39, 1, [&, i = 0](Solver&, TestRandom&) mutable { return made[i++].puzzle; },
        static_cast<int>(made.size()));
  }
}

}  // namespace
}  // namespace dokumill::testing
