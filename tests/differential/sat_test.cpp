// Every engine against a SAT solver: no, one or several solutions. The encoding is the direct one:
// a variable for each cell and digit, a digit in each cell, no digit twice in a house.
//
// One process a question; DOKUMILL_LONG_TESTS=1 asks ten times as many.
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

#include "dokumill/solver.hpp"
#include "support/random_puzzles.hpp"

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
    std::string givens;
    int clauses = 0;
    for (int cell = 0; cell < 81; ++cell) {
      if (puzzle.cells[cell] == 0) continue;
      givens += std::to_string(variable(cell, puzzle.cells[cell])) + " 0\n";
      ++clauses;
    }
    const std::optional<std::vector<int>> first = solve(givens, clauses);
    if (!first) return 0;
    for (const int literal : *first) givens += std::to_string(-literal) + ' ';
    givens += "0\n";
    return solve(givens, clauses + 1) ? 2 : 1;
  }

 private:
  // The true variables of a model of the rules and the extra clauses, or none.
  std::optional<std::vector<int>> solve(const std::string& extra, int extra_clauses) {
    static const std::string kRules = rules();
    static const auto kRuleClauses = std::count(kRules.begin(), kRules.end(), '\n');
    const std::string problem = folder_ + "/problem.cnf";
    const std::string answer = folder_ + "/answer";
    std::ofstream(problem) << "p cnf 729 " << kRuleClauses + extra_clauses << '\n'
                           << kRules << extra;
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
      if (const int literal = std::stoi(word); literal > 0) model.push_back(literal);
    }
    EXPECT_EQ(model.size(), 81U);
    return model;
  }

  std::string name_;
  std::string folder_;
};

int number_of_puzzles() {
  const char* const is_long = std::getenv("DOKUMILL_LONG_TESTS");
  return is_long != nullptr && std::string(is_long) == "1" ? 3000 : 300;
}

// Compares puzzles of one kind. `expected`: what the kind must be, or -1 for a mixture.
template <class MakePuzzle>
void compare(std::uint64_t seed, int expected, MakePuzzle make_puzzle) {
  SatSolver sat;
  if (!sat.is_installed()) GTEST_SKIP() << "neither cadical nor minisat is installed";
  std::vector<Solver> solvers;
  for (const EngineInfo& engine : engines()) {
    if (engine.is_available) solvers.push_back(Solver::create(engine.name).value());
  }
  TestRandom random(seed);
  for (int i = 0; i < number_of_puzzles() && !::testing::Test::HasFailure(); ++i) {
    const Grid puzzle = make_puzzle(solvers.front(), random);
    const int count = sat.count_to_2(puzzle);
    EXPECT_TRUE(expected < 0 || count == expected) << count << ' ' << to_line(puzzle);
    for (Solver& solver : solvers) {
      EXPECT_EQ(static_cast<int>(solver.solve(puzzle).solutions), count)
          << solver.engine() << ' ' << to_line(puzzle);
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

}  // namespace
}  // namespace dokumill::testing
