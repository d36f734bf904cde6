// Tests of other sizes: against all boards of 4x4, counts of 6x6 that others have published, the
// 9x9 solver, and a search without any rules.
#include "dokumill/sizes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/sizes/best_search.hpp"
#include "engine/sizes/sized_boards.hpp"
#include "engine/sizes/sized_canon.hpp"
#include "engine/sizes/sized_maker.hpp"
#include "engine/sizes/sized_solver.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {
namespace {

using namespace dokumill::sizes;
using Cells = std::vector<std::uint8_t>;

std::size_t cells_of(Shape shape) {
  return static_cast<std::size_t>(shape.cells());
}

Cells numbered_board(Shape shape, std::uint64_t number) {
  Cells board(cells_of(shape));
  board_of_number(shape, number, board.data());
  return board;
}

// All solutions in increasing order, found by trying every symbol in every cell in turn.
void add_solutions_slowly(Shape shape, Cells& cells, std::size_t cell, std::vector<Cells>& out) {
  if (first_conflict(shape, cells.data())) return;
  while (cell < cells.size() && cells[cell] != 0) ++cell;
  if (cell == cells.size()) {
    out.push_back(cells);
    return;
  }
  for (int symbol = 1; symbol <= shape.size(); ++symbol) {
    cells[cell] = static_cast<std::uint8_t>(symbol);
    add_solutions_slowly(shape, cells, cell + 1, out);
  }
  cells[cell] = 0;
}
std::vector<Cells> solutions_slowly(Shape shape, Cells puzzle) {
  std::vector<Cells> solutions;
  add_solutions_slowly(shape, puzzle, 0, solutions);
  return solutions;
}

Cells with_holes(Cells board, int holes, TestRandom& random) {
  for (int i = 0; i < holes; ++i) board[random.below(static_cast<int>(board.size()))] = 0;
  return board;
}

// Solves the puzzles in one call, and compares everything with the expected solutions.
void expect_solutions(Shape shape, const std::vector<Cells>& puzzles,
                      const std::vector<std::vector<Cells>>& expected) {
  SizedSolver solver(shape);
  Cells in;
  for (const Cells& puzzle : puzzles) in.insert(in.end(), puzzle.begin(), puzzle.end());
  for (const int limit : {1, 2, 3, 255}) {
    Cells solutions(in.size(), 99), counts(puzzles.size()), counts_alone(puzzles.size());
    ASSERT_TRUE(solver.solve(in.data(), puzzles.size(), limit, solutions.data(), counts.data()));
    ASSERT_TRUE(solver.solve(in.data(), puzzles.size(), limit, nullptr, counts_alone.data()));
    EXPECT_EQ(counts, counts_alone);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const auto found = solutions.begin() + static_cast<std::ptrdiff_t>(i * cells_of(shape));
      const Cells solution(found, found + shape.cells());
      EXPECT_EQ(counts[i], std::min<std::size_t>(expected[i].size(), limit));
      EXPECT_EQ(solution, expected[i].empty() ? Cells(cells_of(shape)) : expected[i].front());
    }
  }
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    std::vector<Cells> listed;
    solver.each_solution(puzzles[i].data(), [&](const std::uint8_t* solution) {
      listed.emplace_back(solution, solution + shape.cells());
      return true;
    });
    EXPECT_EQ(listed, expected[i]);
    std::uint64_t count = 0;
    EXPECT_TRUE(solver.count(puzzles[i].data(), ~std::uint64_t{0}, count));
    EXPECT_EQ(count, expected[i].size());
  }
}

TEST(Sizes, SmallPuzzlesHaveTheSolutionsOfASlowSearch) {
  TestRandom random(1);
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{4, 2}}) {
    SizedMaker maker(shape, 7);
    std::vector<Cells> puzzles;
    std::vector<std::vector<Cells>> expected;
    for (int i = 0; i < 150; ++i) {
      Cells board(cells_of(shape));
      ASSERT_TRUE(maker.boards(static_cast<std::uint64_t>(i), 1, board.data()));
      ASSERT_TRUE(is_board(shape, board.data()));
      puzzles.push_back(with_holes(board, shape.cells() * (2 + i % 3) / 6, random));
      // Some puzzles have a wrong symbol.
      if (i % 3 == 0)
        puzzles.back()[random.below(shape.cells())] =
            static_cast<std::uint8_t>(random.below(shape.size() + 1));
      expected.push_back(solutions_slowly(shape, puzzles.back()));
    }
    expect_solutions(shape, puzzles, expected);
  }
}

TEST(Sizes, ManyBoardsAreCheckedAsOneIs) {
  TestRandom random(4);
  for (const Shape shape : kShapes) {
    constexpr std::size_t kCount = 203;  // not a multiple of the lanes
    Cells boards(kCount * cells_of(shape));
    ASSERT_TRUE(SizedMaker(shape, 5).boards(0, shape.size() <= 16 ? kCount : 3, boards.data()));
    Cells puzzles = with_holes(boards, static_cast<int>(boards.size() / 2), random);
    Cells expected(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      std::uint8_t* const board = boards.data() + i * cells_of(shape);
      // One of three has another number in a cell, or none, or one above n, and another one has
      // two cells of a row exchanged.
      const int cell = random.below(shape.cells());
      const int row = cell / shape.size() * shape.size();
      if (i % 3 == 1) board[cell] = static_cast<std::uint8_t>(random.below(shape.size() + 3));
      if (i % 3 == 2) std::swap(board[row], board[row + shape.size() - 1]);
      const bool is_right = is_solution(shape, board, puzzles.data() + i * cells_of(shape));
      expected[i] = is_right ? 0 : 1;
    }
    Cells are_wrong(kCount, 77);
    check_solutions(shape, puzzles.data(), boards.data(), kCount, are_wrong.data());
    for (std::uint8_t& wrong : are_wrong) wrong = wrong == 0 ? 0 : 1;
    EXPECT_EQ(are_wrong, expected) << shape.size();
    EXPECT_GT(std::ranges::count(expected, 0), 0) << shape.size();
  }
}

TEST(Sizes, AllShapesSolvePuzzlesWithHoles) {
  TestRandom random(2);
  for (const Shape shape : kShapes) {
    SizedMaker maker(shape, 3);
    Cells board(cells_of(shape));
    ASSERT_TRUE(maker.boards(5, 1, board.data()));
    ASSERT_TRUE(is_board(shape, board.data()));
    std::vector<Cells> puzzles;
    std::vector<std::vector<Cells>> expected;
    for (int i = 0; i < 5; ++i) {
      puzzles.push_back(with_holes(board, shape.cells() / 5, random));
      expected.push_back(solutions_slowly(shape, puzzles.back()));
    }
    // A wrong symbol, and two equal ones in a row of a puzzle that is almost empty.
    puzzles.push_back(puzzles[0]);
    puzzles.back()[0] = static_cast<std::uint8_t>(board[0] % shape.size() + 1);
    expected.push_back(solutions_slowly(shape, puzzles.back()));
    Cells clash(cells_of(shape));
    clash[0] = clash[1] = 1;
    puzzles.push_back(clash);
    expected.emplace_back();
    expect_solutions(shape, puzzles, expected);
  }
}

// is_board() goes another way than first_conflict(), and for small sizes one of its own.
TEST(Sizes, OnlyCompleteGridsWithoutConflictsAreBoards) {
  TestRandom random(8);
  for (const Shape shape : kShapes) {
    SizedMaker maker(shape, 9);
    int boards = 0;
    for (int i = 0; i < (shape.size() < 12 ? 400 : 20); ++i) {
      Cells board(cells_of(shape));
      ASSERT_TRUE(maker.boards(static_cast<std::uint64_t>(i % 5), 1, board.data()));
      Cells cells = board;
      for (int changes = i % 4; changes > 0; --changes) {
        const int value = i % 8 < 4 ? random.below(shape.size() + 2) : random.below(256);
        cells[random.below(shape.cells())] = static_cast<std::uint8_t>(value);
      }
      if (i % 4 == 3) {
        cells = board;
        std::swap(cells[random.below(shape.cells())], cells[random.below(shape.cells())]);
      }
      const bool is_expected =
          std::count(cells.begin(), cells.end(), 0) == 0 && !first_conflict(shape, cells.data());
      EXPECT_EQ(is_board(shape, cells.data()), is_expected);
      EXPECT_EQ(is_solution(shape, cells.data(), board.data()), cells == board);
      EXPECT_EQ(is_solution(shape, cells.data(), Cells(cells_of(shape)).data()), is_expected);
      boards += is_expected;
    }
    EXPECT_GT(boards, 0);
  }
}

TEST(Sizes, NineSymbolsAreSolvedAsByTheOtherSolver) {
  Solver reference = Solver::create().value();
  SizedSolver solver({3, 3});
  TestRandom random(4);
  for (int i = 0; i < 300; ++i) {
    const Grid puzzle = i % 2 == 0 ? random_minimal(reference, random)
                                   : random_clues(20 + random.below(8), 9, random);
    const SolveResult expected = reference.solve(puzzle);
    Cells solution(81);
    std::uint8_t count = 0;
    ASSERT_TRUE(solver.solve(puzzle.cells.data(), 1, 2, solution.data(), &count));
    EXPECT_EQ(count, static_cast<int>(expected.solutions)) << to_line(puzzle);
    if (count != 0) {
      EXPECT_TRUE(std::equal(solution.begin(), solution.end(), expected.solution.cells.begin()));
    }
  }
}

// Of 288 boards, 96 and 192 are equivalent (E. Taalman, 2007, and others).
TEST(Sizes, FourHas288BoardsInTwoClasses) {
  const Shape shape{2, 2};
  std::map<Cells, int> classes;
  const std::vector<Cells> boards = solutions_slowly(shape, Cells(16));
  EXPECT_EQ(boards.size(), 288U);
  for (const Cells& board : boards) {
    Cells form(16);
    const std::uint32_t automorphisms = canonical_form(shape, board.data(), form.data());
    EXPECT_EQ(numbered_board(shape, number_of_board(shape, board.data())), board);
    ++classes[form];
    EXPECT_TRUE(is_board(shape, form.data()));
    EXPECT_EQ(symmetries(shape) % automorphisms, 0U);
  }
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(std::set<int>({classes.begin()->second, classes.rbegin()->second}),
            std::set<int>({96, 192}));
}

// All minimal puzzles: 25,728 with 4 clues in 13 classes, 58,368 with 5 in 22, and 1,536 with 6 in
// one class, as others have counted.
TEST(Sizes, FourHas36ClassesOfMinimalPuzzles) {
  const Shape shape{2, 2};
  SizedSolver solver(shape);
  std::map<int, int> puzzles;
  std::map<int, std::set<Cells>> forms;
  for (std::uint64_t number = 0; number < 288; ++number) {
    const Cells board = numbered_board(shape, number);
    // is_unique[clues]: whether the cells of this set determine the board.
    Cells all(std::size_t{16} << 16);
    Cells is_unique(std::size_t{1} << 16);
    for (std::size_t clues = 0; clues < is_unique.size(); ++clues) {
      for (std::size_t cell = 0; cell < 16; ++cell) {
        if ((clues >> cell & 1U) != 0) all[16 * clues + cell] = board[cell];
      }
    }
    ASSERT_TRUE(solver.solve(all.data(), is_unique.size(), 2, nullptr, is_unique.data()));
    for (std::size_t clues = 0; clues < is_unique.size(); ++clues) {
      bool is_minimal = is_unique[clues] == 1;
      for (std::size_t cell = 0; cell < 16 && is_minimal; ++cell) {
        if ((clues >> cell & 1U) != 0) is_minimal = is_unique[clues ^ std::size_t{1} << cell] != 1;
      }
      if (!is_minimal) continue;
      const int count = std::popcount(clues);
      ++puzzles[count];
      Cells form(16);
      canonical_form(shape, all.data() + 16 * clues, form.data());
      forms[count].insert(form);
    }
  }
  EXPECT_EQ(puzzles, (std::map<int, int>{{4, 25728}, {5, 58368}, {6, 1536}}));
  EXPECT_EQ(forms[4].size(), 13U);
  EXPECT_EQ(forms[5].size(), 22U);
  EXPECT_EQ(forms[6].size(), 1U);
}

// 28,200,960 boards (OEIS A107739) in 49 classes (E. Russell).
TEST(Sizes, SixHasThePublishedCounts) {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}}) {
    SizedSolver solver(shape);
    Cells first_row(36);
    for (int i = 0; i < 6; ++i) first_row[i] = static_cast<std::uint8_t>(i + 1);
    std::uint64_t count = 0;
    ASSERT_TRUE(solver.count(first_row.data(), 100'000, count));
    EXPECT_EQ(count * 720, 28'200'960U);
    std::map<Cells, std::uint32_t> automorphisms;
    for (std::uint64_t number = 0; number < 39168; number += 3) {
      const Cells board = numbered_board(shape, number);
      EXPECT_EQ(number_of_board(shape, board.data()), number);
      Cells form(36);
      const std::uint32_t its = canonical_form(shape, board.data(), form.data());
      automorphisms[form] = its;
    }
    EXPECT_EQ(automorphisms.size(), 49U);
    std::uint64_t boards = 0;
    for (const auto& [form, its] : automorphisms) boards += 720U * symmetries(shape) / its;
    EXPECT_EQ(boards, 28'200'960U);
    for (std::uint64_t number = 0; number < 28'200'960; number += 1'234'567) {
      const Cells board = numbered_board(shape, number);
      EXPECT_TRUE(is_board(shape, board.data()));
      EXPECT_EQ(number_of_board(shape, board.data()), number);
    }
    EXPECT_EQ(numbered_board(shape, 28'200'959)[0], 6);
  }
}

// An image of the grid under random swaps, which keep it equivalent.
Cells random_image_of(Shape shape, Cells cells, TestRandom& random) {
  const int n = shape.size();
  const auto swap_rows = [&](int a, int b) {
    std::swap_ranges(cells.begin() + a * n, cells.begin() + (a + 1) * n, cells.begin() + b * n);
  };
  const auto transpose = [&] {
    for (int row = 0; row < n; ++row) {
      for (int column = 0; column < row; ++column) {
        std::swap(cells[row * n + column], cells[column * n + row]);
      }
    }
  };
  // Swaps two lines in a band, and two bands; `height` is the number of lines in a band.
  const auto swap_lines = [&](int height) {
    const int band = random.below(n / height) * height;
    swap_rows(band + random.below(height), band + random.below(height));
    const int other = random.below(n / height) * height;
    for (int i = 0; i < height; ++i) swap_rows(band + i, other + i);
  };
  for (int i = 0; i < 20; ++i) {
    swap_lines(shape.box_rows);
    transpose();
    swap_lines(shape.box_columns);
    transpose();
    const auto a = static_cast<std::uint8_t>(1 + random.below(n));
    const auto b = static_cast<std::uint8_t>(1 + random.below(n));
    for (std::uint8_t& cell : cells) cell = cell == a ? b : cell == b ? a : cell;
  }
  if (shape.box_rows == shape.box_columns && random.below(2) == 0) transpose();
  return cells;
}

TEST(Sizes, ImagesHaveTheSameForm) {
  TestRandom random(5);
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{4, 2}}) {
    SizedMaker maker(shape, 11);
    std::set<Cells> forms;
    for (int i = 0; i < 6; ++i) {
      Cells puzzle(cells_of(shape)), board(puzzle), form(puzzle), other(puzzle), again(puzzle);
      ASSERT_EQ(maker.puzzles(static_cast<std::uint64_t>(i), 1, puzzle.data(), board.data()), 1U);
      const std::uint32_t automorphisms = canonical_form(shape, puzzle.data(), form.data());
      const Cells image = random_image_of(shape, puzzle, random);
      EXPECT_EQ(canonical_form(shape, image.data(), other.data()), automorphisms);
      EXPECT_EQ(form, other);
      EXPECT_LE(form, image);
      canonical_form(shape, form.data(), again.data());
      EXPECT_EQ(form, again);
      forms.insert(form);
      EXPECT_EQ(goes_to_test(shape, form.data(), {}, 3), goes_to_test(shape, other.data(), {}, 3));
    }
    EXPECT_GT(forms.size(), 1U);
  }
}

TEST(Sizes, MadePuzzlesMeetTheirConstraints) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{4, 2}, Shape{3, 4}}) {
    const int n = shape.size();
    for (const Symmetry symmetry : {Symmetry::kNone, Symmetry::kRotational, Symmetry::kHorizontal,
                                    Symmetry::kVertical, Symmetry::kDiagonal, Symmetry::kFull}) {
      for (const bool has_range : {false, true}) {
        SizedConstraints constraints{.symmetry = symmetry};
        if (has_range) constraints.clues = {shape.cells() / 2, shape.cells() / 2 + 6};
        constraints.minimal = symmetry == Symmetry::kNone && !has_range;
        SizedMaker maker(shape, 21, constraints);
        const std::size_t count = n < 12 ? 70 : 2;
        Cells puzzles(count * cells_of(shape)), boards(puzzles);
        ASSERT_EQ(maker.puzzles(100, count, puzzles.data(), boards.data()), count);
        SizedSolver solver(shape);
        Cells solutions(puzzles.size()), counts(count);
        ASSERT_TRUE(solver.solve(puzzles.data(), count, 2, solutions.data(), counts.data()));
        EXPECT_EQ(solutions, boards);
        EXPECT_EQ(counts, Cells(count, 1));
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint8_t* const puzzle = puzzles.data() + i * cells_of(shape);
          const auto clues = shape.cells() - std::count(puzzle, puzzle + shape.cells(), 0);
          EXPECT_TRUE(!has_range || (clues >= shape.cells() / 2 && clues <= shape.cells() / 2 + 6));
          for (int cell = 0; cell < shape.cells(); ++cell) {
            const int row = cell / n;
            const int column = cell % n;
            const int turned = shape.cells() - 1 - cell;
            const int flipped = (n - 1 - row) * n + column;
            const int mirrored = row * n + n - 1 - column;
            const int transposed = column * n + row;
            const auto same = [&](int other) {
              return (puzzle[cell] != 0) == (puzzle[other] != 0);
            };
            EXPECT_TRUE(symmetry != Symmetry::kRotational || same(turned));
            EXPECT_TRUE(symmetry != Symmetry::kHorizontal || same(flipped));
            EXPECT_TRUE(symmetry != Symmetry::kVertical || same(mirrored));
            EXPECT_TRUE(symmetry != Symmetry::kDiagonal || same(transposed));
            EXPECT_TRUE(symmetry != Symmetry::kFull || (same(mirrored) && same(transposed)));
          }
          std::vector<int> redundant;
          ASSERT_TRUE(solver.redundant_clues(puzzle, redundant));
          EXPECT_TRUE(!constraints.minimal || redundant.empty());
          for (const int cell : redundant) {
            Cells without(puzzle, puzzle + shape.cells());
            without[static_cast<std::size_t>(cell)] = 0;
            std::uint64_t found = 0;
            EXPECT_TRUE(solver.count(without.data(), 2, found));
            EXPECT_EQ(found, 1U);
          }
        }
        // Puzzle i does not depend on the other puzzles of the call.
        Cells alone(cells_of(shape)), board(alone);
        ASSERT_EQ(maker.puzzles(101, 1, alone.data(), board.data()), 1U);
        EXPECT_TRUE(std::equal(alone.begin(), alone.end(), puzzles.begin() + shape.cells()));
      }
    }
  }
}

TEST(Sizes, SinglesSolvePuzzlesThatAskForThem) {
  for (const Shape shape : {Shape{2, 3}, Shape{4, 4}}) {
    SizedMaker maker(shape, 2, {.singles = true});
    Cells puzzle(cells_of(shape)), board(puzzle);
    ASSERT_EQ(maker.puzzles(3, 1, puzzle.data(), board.data()), 1U);
    SizedSolver solver(shape);
    EXPECT_TRUE(solver.singles_solve(puzzle.data()));
    // If any clue is removed, they do not.
    for (std::size_t cell = 0; cell < puzzle.size(); ++cell) {
      Cells without = puzzle;
      without[cell] = 0;
      EXPECT_TRUE(puzzle[cell] == 0 || !solver.singles_solve(without.data()));
    }
  }
}

TEST(Sizes, ImpossibleRangesEndAfterTheTries) {
  SizedMaker maker({2, 2}, 1, {.clues = PuzzleConstraints::Range{3, 3}, .max_tries = 5});
  Cells puzzles(160), boards(160);
  EXPECT_EQ(maker.puzzles(0, 10, puzzles.data(), boards.data()), 0U);
  EXPECT_FALSE(maker.is_stopped());
}

TEST(Sizes, CallsCanBeStopped) {
  SizedSolver solver({2, 3});
  solver.set_stop([] { return true; });
  std::uint64_t count = 0;
  EXPECT_FALSE(solver.count(Cells(36).data(), ~std::uint64_t{0}, count));
}

// All kernels of this processor give the same answers.
TEST(Sizes, KernelsAgree) {
  std::vector<const SearchKernel*> kernels = {&best_search(), &kPortableSearch};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
    kernels.push_back(&kAvx2Search);
#endif
  for (const Shape shape : kShapes) {
    SizedMaker maker(shape, 5,
                     {.clues = PuzzleConstraints::Range{shape.cells() / 2, shape.cells()}});
    Cells puzzle(cells_of(shape)), board(puzzle);
    ASSERT_EQ(maker.puzzles(1, 1, puzzle.data(), board.data()), 1U);
    for (const SearchKernel* kernel : kernels) {
      const Workspace workspace = make_workspace(*kernel, shape);
      Cells solution(cells_of(shape));
      const SearchResult result =
          kernel->search(workspace.get(), shape,
                         {puzzle.data(), Effort::kGuesses, 2, 1000, 0, solution.data(), 1,
                          [](void*) { return false; }, nullptr});
      EXPECT_EQ(result.end, SearchResult::End::kComplete);
      EXPECT_EQ(result.found, 1U);
      EXPECT_EQ(solution, board);
      if (shape.size() > kMostLaneSymbols) continue;
      Cells out(cells_of(shape));
      LaneState state{};
      kernel->run_lanes(shape, {puzzle.data(), false, 1, 0, true, out.data(), &state});
      EXPECT_EQ(state, LaneState::kSolved);
      EXPECT_EQ(out, board);
      // One of three boards in the lanes is wrong.
      Cells puzzles, boards, are_wrong(kMostLanes), expected(kMostLanes);
      std::swap(out[0], out[1]);
      for (int lane = 0; lane < kernel->lanes; ++lane) {
        expected[lane] = lane % 3 == 1 ? 1 : 0;
        const Cells& its = expected[lane] != 0 ? out : board;
        puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
        boards.insert(boards.end(), its.begin(), its.end());
      }
      kernel->check_lanes(shape, puzzles.data(), boards.data(), kernel->lanes, are_wrong.data());
      for (std::uint8_t& wrong : are_wrong) wrong = wrong == 0 ? 0 : 1;
      EXPECT_EQ(are_wrong, expected);
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
