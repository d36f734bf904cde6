// Tests of UnavoidableFinder: against every board near the given one, against the definition, and
// against published means.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/solver.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::slow_test_rounds;

Grid random_board(std::uint64_t number) {
  return make_board({BoardFamily::kRandom, Digit(1), 7}, number);
}

// Finds all boards that differ from a board in at most `most` cells, cell by cell. It shares
// nothing with the library: it fills the cells in their order and keeps the rules. It gives up if a
// change cannot be paid: in each column whose digits so far are not those of the board, another
// cell must differ.
class NearBoards {
 public:
  NearBoards(const Grid& board, int most) : board_(board), new_(board), most_(most) { fill(0, 0); }
  // The differences that have no smaller difference inside.
  std::set<std::string> minimal() const {
    std::set<std::string> result;
    for (const CellMask& set : found_) {
      bool is_minimal = true;
      for (const CellMask& other : found_) {
        is_minimal = is_minimal && (other == set || (other & ~set).any());
      }
      if (is_minimal) result.insert(set.to_string());
    }
    return result;
  }

 private:
  void fill(int at, int changes) {
    if (at == kCells) {
      CellMask set;
      for (std::size_t cell = 0; cell < kCells; ++cell)
        set[cell] = board_.cells[cell] != new_.cells[cell];
      if (set.any()) found_.push_back(set);
      return;
    }
    const Cell cell(at);
    for (int digit = 1; digit <= 9; ++digit) {
      const unsigned bit = 1U << digit;
      const int own = board_.cells[static_cast<std::size_t>(at)];
      if (((rows_[cell.row()] | columns_[cell.column()] | boxes_[cell.box()]) & bit) != 0) continue;
      const int more = changes + (digit != own ? 1 : 0);
      rows_[cell.row()] ^= bit, columns_[cell.column()] ^= bit, boxes_[cell.box()] ^= bit;
      old_[cell.column()] ^= 1U << own;
      int open = 0;
      for (int column = 0; column < 9; ++column) open += columns_[column] != old_[column] ? 1 : 0;
      new_.cells[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(digit);
      if (more + open <= most_) fill(at + 1, more);
      rows_[cell.row()] ^= bit, columns_[cell.column()] ^= bit, boxes_[cell.box()] ^= bit;
      old_[cell.column()] ^= 1U << own;
    }
  }

  Grid board_, new_;
  int most_;
  unsigned rows_[9]{}, columns_[9]{}, boxes_[9]{}, old_[9]{};
  std::vector<CellMask> found_;
};

TEST(UnavoidableFinder, FindsAllMinimalDifferencesToOtherBoards) {
  const int most = testing::is_long_run() ? 10 : 8;
  UnavoidableFinder finder(most);
  std::vector<Grid> boards{make_board({BoardFamily::kClassic, Digit(1), 0}, 0)};
  for (int i = 0; i < slow_test_rounds(4); ++i)
    boards.push_back(random_board(static_cast<std::uint64_t>(i)));
  for (const Grid& board : boards) {
    std::set<std::string> found;
    int last_size = 0;
    for (const UnavoidableSet& set : finder.find(board)) {
      EXPECT_EQ(set.cells.count(), set.size);
      EXPECT_GE(set.size, last_size);
      last_size = set.size;
      EXPECT_TRUE(found.insert(set.cells.to_string()).second);
    }
    EXPECT_EQ(found, NearBoards(board, most).minimal()) << to_line(board);
  }
}

// Every set of the usual size: without its cells, a puzzle has several solutions, and one solution
// if any of them is put back.
TEST(UnavoidableFinder, TheReferenceEngineAgreesThatSetsAreUnavoidableAndMinimal) {
  Solver judge = *Solver::create("reference");
  UnavoidableFinder finder;
  for (int i = 0; i < slow_test_rounds(4); ++i) {
    const Grid board = random_board(100 + static_cast<std::uint64_t>(i));
    const auto sets = finder.find(board);
    EXPECT_GT(sets.size(), 100U);
    for (const UnavoidableSet& set : sets) {
      Grid puzzle = board;
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        if (set.cells[cell]) puzzle.cells[cell] = 0;
      }
      EXPECT_EQ(judge.count(puzzle, 2), 2U);
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        if (!set.cells[cell]) continue;
        puzzle.cells[cell] = board.cells[cell];
        EXPECT_EQ(judge.count(puzzle, 2), 1U);
        puzzle.cells[cell] = 0;
      }
    }
  }
}

// A puzzle that has a clue in each set of up to 12 cells, but several solutions, has solutions that
// differ from the board in more cells. So random puzzles find sets that were missed.
TEST(UnavoidableFinder, PuzzlesThatHitAllSetsHaveOnlyFarSolutions) {
  Solver solver = *Solver::create();
  UnavoidableFinder finder;
  for (int i = 0; i < slow_test_rounds(4); ++i) {
    const Grid board = random_board(200 + static_cast<std::uint64_t>(i));
    const auto sets = finder.find(board);
    RandomStream random(1, static_cast<std::uint64_t>(i), RandomPurpose::kBoard);
    for (int round = 0; round < 50; ++round) {
      // Removes clues in a random order as long as each set keeps a clue.
      std::array<int, kCells> order{};
      for (int cell = 0; cell < kCells; ++cell) {
        const auto at = random.below(static_cast<std::uint32_t>(cell + 1));
        order[static_cast<std::size_t>(cell)] = order[at];
        order[at] = cell;
      }
      CellMask clues;
      clues.set();
      for (const int cell : order) {
        clues.reset(static_cast<std::size_t>(cell));
        for (const UnavoidableSet& set : sets) {
          if ((set.cells & clues).any()) continue;
          clues.set(static_cast<std::size_t>(cell));
          break;
        }
      }
      Grid puzzle = board;
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        if (!clues[cell]) puzzle.cells[cell] = 0;
      }
      int solutions = 0;
      solver.enumerate(puzzle, [&](std::size_t, const Grid& solution) {
        int differing = 0;
        for (std::size_t cell = 0; cell < kCells; ++cell) {
          differing += solution.cells[cell] != board.cells[cell] ? 1 : 0;
        }
        EXPECT_TRUE(differing == 0 || differing > 12) << differing;
        return ++solutions < 1000;
      });
    }
  }
}

TEST(UnavoidableFinder, TheMeansAreThePublishedOnes) {
  UnavoidableFinder finder(6);
  const int boards = slow_test_rounds(1000);
  int fours = 0, sixes = 0;
  for (int i = 0; i < boards; ++i) {
    for (const UnavoidableSet& set : finder.find(random_board(static_cast<std::uint64_t>(i)))) {
      ASSERT_TRUE(set.size == 4 || set.size == 6);
      ++(set.size == 4 ? fours : sixes);
    }
  }
  // The standard deviation of a board is about 3.4 and 3.9; these are five standard errors.
  const double error = 5 / std::sqrt(boards);
  EXPECT_NEAR(fours / double(boards), 11.58, 3.4 * error);
  EXPECT_NEAR(sixes / double(boards), 15.34, 3.9 * error);
}

TEST(UnavoidableFinder, StopsAndTakesNoGridThatIsNoBoard) {
  UnavoidableFinder finder;
  EXPECT_TRUE(finder.find(Grid()).empty());
  EXPECT_FALSE(finder.is_stopped());
  finder.set_stop([] { return true; });
  EXPECT_TRUE(finder.find(random_board(0)).empty());
  EXPECT_TRUE(finder.is_stopped());
  finder.set_stop({});
  EXPECT_FALSE(finder.find(random_board(0)).empty());
}

}  // namespace
}  // namespace dokumill
