// Compares the solver of other sizes with a SAT solver (cadical, else minisat) on every shape: the
// number of solutions, up to 2, and that no solution is smaller than the returned one.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "engine/sizes/sized_maker.hpp"
#include "engine/sizes/sized_solver.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using sizes::SizedMaker;
using sizes::SizedSolver;
using Cells = std::vector<std::uint8_t>;

std::string installed_solver() {
  for (const std::string name : {"cadical", "minisat"}) {
    if (std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0) return name;
  }
  return "";
}

// The direct encoding: a variable for each cell and symbol, a clause for each cell and for each two
// cells of a house.
class ShapeInSat {
 public:
  ShapeInSat(Shape shape, std::string solver) : shape_(shape), solver_(std::move(solver)) {
    const int n = shape.size();
    for (int cell = 0; cell < shape.cells(); ++cell) {
      for (int symbol = 1; symbol <= n; ++symbol)
        rules_ += format_text("{} ", literal(cell, symbol));
      rules_ += "0\n";
      ++clauses_;
      for (int other = cell + 1; other < shape.cells(); ++other) {
        if (cell / n != other / n && cell % n != other % n &&
            shape.box_of(cell) != shape.box_of(other)) {
          continue;
        }
        for (int symbol = 1; symbol <= n; ++symbol) {
          rules_ += format_text("-{} -{} 0\n", literal(cell, symbol), literal(other, symbol));
          ++clauses_;
        }
      }
    }
  }

  // Whether the puzzle has a solution: other than `board`, and smaller than it if asked.
  bool has_solution(const Cells& puzzle, const Cells& board, bool is_smaller) {
    // The first cell that differs is `first`.
    if (is_smaller) {
      for (std::size_t first = 0; first < board.size(); ++first) {
        if (puzzle[first] != 0) continue;
        Cells fixed = puzzle;
        std::copy(board.begin(), board.begin() + static_cast<std::ptrdiff_t>(first), fixed.begin());
        for (std::uint8_t symbol = 1; symbol < board[first]; ++symbol) {
          fixed[first] = symbol;
          // Most of these contradict a cell before them.
          if (!sizes::first_conflict(shape_, fixed.data()) && has_solution(fixed, {}, false)) {
            return true;
          }
        }
      }
      return false;
    }
    std::string text;
    int clauses = clauses_;
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      if (puzzle[static_cast<std::size_t>(cell)] == 0) continue;
      text += format_text("{} 0\n", literal(cell, puzzle[static_cast<std::size_t>(cell)]));
      ++clauses;
    }
    if (!board.empty()) {
      for (int cell = 0; cell < shape_.cells(); ++cell) {
        text += format_text("-{} ", literal(cell, board[static_cast<std::size_t>(cell)]));
      }
      text += "0\n";
      ++clauses;
    }
    const std::string problem = folder_ / "problem.cnf";
    std::ofstream(problem) << "p cnf " << shape_.cells() * shape_.size() << ' ' << clauses << '\n'
                           << rules_ << text;
    const int status = std::system((solver_ + ' ' + problem + " >/dev/null 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    EXPECT_TRUE(code == 10 || code == 20) << solver_ << " ended with " << code;
    return code == 10;
  }

 private:
  int literal(int cell, int symbol) const { return cell * shape_.size() + symbol; }

  Shape shape_;
  std::string solver_;
  std::string rules_;
  int clauses_ = 0;
  ScratchFolder folder_;
};

TEST(SizesInSat, PuzzlesOfEveryShape) {
  const std::string name = installed_solver();
  if (name.empty()) GTEST_SKIP() << "neither cadical nor minisat is installed";
  TestRandom random(41);
  for (const Shape shape : kShapes) {
    ShapeInSat sat(shape, name);
    SizedSolver solver(shape);
    const int size = shape.size();
    const auto cells = static_cast<std::size_t>(shape.cells());
    const std::size_t count = is_long_run() ? 30 : size <= 12 ? 3 : 1;
    sizes::SizedConstraints constraints;
    // Larger minimal puzzles take too long to make.
    if (size > 12) constraints.clues = {shape.cells() * 6 / 10, shape.cells()};
    SizedMaker maker(shape, 42, constraints);
    Cells puzzles(count * cells), boards(puzzles);
    ASSERT_EQ(maker.puzzles(0, count, puzzles.data(), boards.data()), count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto begin = static_cast<std::ptrdiff_t>(i * cells);
      Cells puzzle(puzzles.begin() + begin, puzzles.begin() + begin + shape.cells());
      const Cells board(boards.begin() + begin, boards.begin() + begin + shape.cells());
      EXPECT_FALSE(sat.has_solution(puzzle, board, false));
      // Without two clues, and then with a wrong one.
      std::vector<int> clues;
      for (int cell = 0; cell < shape.cells(); ++cell) {
        if (puzzle[static_cast<std::size_t>(cell)] != 0) clues.push_back(cell);
      }
      const int removed = random.below(static_cast<int>(clues.size()));
      puzzle[static_cast<std::size_t>(clues[static_cast<std::size_t>(removed)])] = 0;
      for (int step = 0; step < 2; ++step) {
        Cells solution(cells);
        std::uint8_t found = 0;
        ASSERT_TRUE(solver.solve(puzzle.data(), 1, 2, solution.data(), &found));
        EXPECT_EQ(found > 0, sat.has_solution(puzzle, {}, false));
        if (found > 0) {
          EXPECT_TRUE(sizes::is_solution(shape, solution.data(), puzzle.data()));
          EXPECT_EQ(found > 1, sat.has_solution(puzzle, solution, false));
          EXPECT_FALSE(size <= 12 && sat.has_solution(puzzle, solution, true));
        }
        int wrong = 0;
        while (puzzle[static_cast<std::size_t>(wrong)] != 0) ++wrong;
        puzzle[static_cast<std::size_t>(wrong)] =
            static_cast<std::uint8_t>(board[static_cast<std::size_t>(wrong)] % size + 1);
      }
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
