// Tests of the question whether a puzzle has a solution besides a known solution, with every
// engine.
#include "engine/solver/other_solution.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/dig.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "engine/puzzles/known_sets.hpp"
#include "engine/puzzles/question_batch.hpp"
#include "engine/solver/candidates.hpp"
#include "engine/solver/engine.hpp"
#include "engine/solver/engine_of.hpp"
#include "engine/solver/propagate.hpp"
#include "support/available_engines.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using solver::KnownDigit;
using solver::OtherSolution;

struct Questions {
  std::vector<Grid> puzzles;
  std::vector<KnownDigit> known;
  std::vector<bool> has_other;

  // Adds the question whether the puzzle without the clue of the cell has another solution, and the
  // answer. REQUIRES: the puzzle has one solution.
  void add(const Grid& puzzle, std::uint8_t cell, Solver& judge) {
    Grid without = puzzle;
    without.cells[cell] = 0;
    puzzles.push_back(without);
    known.push_back({cell, puzzle.cells[cell]});
    has_other.push_back(judge.count(without, 2) == 2);
  }
};

// Returns questions for every clue of hard puzzles, which are minimal, and for every clue of
// puzzles that Dig has not made minimal yet. Some clues of the latter puzzles can be removed.
Questions all_questions() {
  Solver judge = Solver::create("reference").value();
  Questions all;
  const auto add_all = [&](const Grid& puzzle) {
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] != 0) all.add(puzzle, cell, judge);
    }
  };
  const std::vector<Grid> hard = puzzles::hard_puzzles();
  for (std::size_t i = 0; i < 12; ++i) add_all(hard[i]);
  puzzles::Dig dig;
  for (int index = 0; index < test_rounds(60); ++index) {
    dig.start(3, static_cast<std::uint64_t>(index), 0, {});
    int asked = 0;
    for (Grid puzzle; dig.candidate(puzzle);) {
      const bool has_one_solution = judge.count(puzzle, 2) == 1;
      if (has_one_solution && ++asked % 5 == 0) add_all(puzzle);
      dig.settle(has_one_solution);
    }
  }
  return all;
}

class OtherSolutionTest : public ::testing::TestWithParam<std::string> {
 protected:
  solver::Engine& engine() { return solver::EngineAccess::engine_of(solver_); }
  Solver solver_ = Solver::create(GetParam()).value();
};

TEST_P(OtherSolutionTest, AgreesWithTheCount) {
  const Questions all = all_questions();
  const std::size_t size = all.puzzles.size();
  std::vector<OtherSolution> answers(size, OtherSolution::kUnknown);
  std::vector<Grid> others(size);
  ASSERT_TRUE(engine().find_other(all.puzzles, all.known, answers, others));
  std::size_t unknown = 0, with_other = 0;
  for (std::size_t i = 0; i < size; ++i) {
    with_other += all.has_other[i] ? 1 : 0;
    unknown += answers[i] == OtherSolution::kUnknown ? 1 : 0;
    if (answers[i] == OtherSolution::kUnknown) continue;
    ASSERT_EQ(answers[i] == OtherSolution::kExists, all.has_other[i]) << to_line(all.puzzles[i]);
    if (answers[i] != OtherSolution::kExists) continue;
    ASSERT_TRUE(is_solution_of_slow(others[i], all.puzzles[i])) << to_line(others[i]);
    ASSERT_NE(others[i].cells[all.known[i].cell], all.known[i].digit);
  }
  EXPECT_GT(with_other, size / 10);
  EXPECT_LT(with_other, size - size / 10);
  EXPECT_LT(unknown, size / 20);
}

// Without a known digit, an engine finds the only solution of every puzzle that propagation solves.
TEST_P(OtherSolutionTest, PropagationAnswersQuestionsWithoutAKnownDigit) {
  const Questions all = all_questions();
  const std::size_t size = all.puzzles.size();
  const std::vector<KnownDigit> known(size, KnownDigit{.propagates = true});
  std::vector<OtherSolution> answers(size, OtherSolution::kExists);
  ASSERT_TRUE(engine().find_other(all.puzzles, known, answers, {}));
  std::size_t solved = 0, given_up = 0;
  for (std::size_t i = 0; i < size; ++i) {
    solver::Candidates root = solver::candidates_of(all.puzzles[i]);
    const bool is_solved = solver::propagate(root) == solver::Verdict::kSolved;
    solved += is_solved ? 1 : 0;
    given_up += answers[i] == OtherSolution::kUnknown ? 1 : 0;
    ASSERT_NE(answers[i], OtherSolution::kExists);
    if (is_solved) {
      ASSERT_EQ(answers[i], OtherSolution::kNone) << to_line(all.puzzles[i]);
    }
    if (all.has_other[i]) {
      ASSERT_EQ(answers[i], OtherSolution::kUnknown) << to_line(all.puzzles[i]);
    }
  }
  EXPECT_GT(solved, size / 10);
  EXPECT_GT(given_up, size / 10);
}

// Makes calls with 0 to 109 questions. The largest calls fill all lanes of the widest engine more
// than three times. Some questions are without a known digit. Of these, some set `propagates`, so
// that propagation alone may answer them.
TEST_P(OtherSolutionTest, AnswersDoNotDependOnTheOtherQuestions) {
  const Questions all = all_questions();
  std::size_t first = 0;
  for (std::size_t size = 0; size < 110; ++size) {
    std::vector<KnownDigit> known(all.known.begin() + first, all.known.begin() + first + size);
    for (std::size_t i = size % 7; i < size; i += 1 + size % 5) {
      known[i] = {.propagates = (size + i) % 3 == 0};
    }
    std::vector<OtherSolution> answers(size, OtherSolution::kExists);
    ASSERT_TRUE(engine().find_other({all.puzzles.data() + first, size}, known, answers, {}));
    for (std::size_t i = 0; i < size; ++i) {
      if (known[i].digit == 0 && !known[i].propagates) {
        ASSERT_EQ(answers[i], OtherSolution::kUnknown);
      } else if (answers[i] != OtherSolution::kUnknown) {
        ASSERT_EQ(answers[i] == OtherSolution::kExists, all.has_other[first + i]);
      }
    }
    first = (first + size) % (all.puzzles.size() - 110);
  }
}

TEST_P(OtherSolutionTest, AStopEndsTheCall) {
  const Questions all = all_questions();
  std::vector<Grid> puzzles;
  std::vector<KnownDigit> known;
  while (puzzles.size() < 20'000) {
    puzzles.insert(puzzles.end(), all.puzzles.begin(), all.puzzles.end());
    known.insert(known.end(), all.known.begin(), all.known.end());
  }
  std::vector<OtherSolution> answers(puzzles.size());
  int asked = 0;
  engine().set_stop([&] { return ++asked == 2; });
  EXPECT_FALSE(engine().find_other(puzzles, known, answers, {}));
  EXPECT_EQ(asked, 2);
  engine().set_stop({});
  ASSERT_TRUE(engine().find_other(puzzles, known, answers, {}));
  for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
    if (answers[i] == OtherSolution::kUnknown) continue;
    ASSERT_EQ(answers[i] == OtherSolution::kExists, all.has_other[i]);
  }
}

TEST_P(OtherSolutionTest, ABatchAnswersEveryQuestion) {
  const Questions all = all_questions();
  puzzles::QuestionBatch batch(all.puzzles.size());
  for (int round = 0; round < 2; ++round) {
    batch.clear();
    for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
      batch.next() = all.puzzles[i];
      batch.add(i % 9 == 0 ? KnownDigit{} : all.known[i]);
    }
    ASSERT_TRUE(batch.answer(solver_));
    for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
      ASSERT_EQ(batch.has_one_solution(i), !all.has_other[i]) << to_line(all.puzzles[i]);
    }
  }
  solver_.set_stop([] { return true; });
  EXPECT_FALSE(batch.answer(solver_));
}

// The second solutions that show that all clues of a minimal puzzle are needed, also show that many
// of them are needed beside one more clue, and nothing that is wrong.
TEST(KnownSets, SecondSolutionsShowWhichCluesAreNeeded) {
  Solver judge = Solver::create("reference").value();
  const std::vector<Grid> hard = puzzles::hard_puzzles();
  int clues = 0, shown = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Grid& puzzle = hard[i];
    const Grid board = judge.solve(puzzle).solution;
    puzzles::KnownSets known;
    puzzles::CellBits all;
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] == 0) continue;
      all.add(cell);
      Grid without = puzzle;
      without.cells[cell] = 0;
      judge.enumerate(std::span(&without, 1), [&](std::size_t, const Grid& other) {
        if (other == board) return true;
        known.add_solution(board, other);
        return false;
      });
    }
    EXPECT_TRUE(all.without(known.needed(all)).is_empty());
    for (std::uint8_t more = 0; more < kCells; more += 7) {
      if (puzzle.cells[more] != 0) continue;
      puzzles::CellBits with = all;
      with.add(more);
      clues += all.count();
      known.needed(with).each([&](int cell) {
        ++shown;
        Grid without = puzzle;
        without.cells[more] = board.cells[more];
        without.cells[cell] = 0;
        ASSERT_EQ(judge.count(without, 2), 2U) << to_line(without);
      });
    }
  }
  EXPECT_GT(shown, clues / 3);
}

// The engines require that a puzzle has exactly one solution with its known digit.
TEST(KnownDigits, OfADig) {
  Solver judge = Solver::create("reference").value();
  puzzles::Dig dig;
  int known = 0, questions = 0;
  for (int index = 0; index < test_rounds(20); ++index) {
    dig.start(4, static_cast<std::uint64_t>(index), 0, {});
    for (Grid puzzle; dig.candidate(puzzle); ++questions) {
      if (const KnownDigit digit = dig.known_digit(); digit.digit != 0) {
        ++known;
        ASSERT_EQ(puzzle.cells[digit.cell], 0);
        Grid with = puzzle;
        with.cells[digit.cell] = digit.digit;
        ASSERT_EQ(judge.count(with, 2), 1U) << to_line(puzzle);
      }
      dig.settle(judge.count(puzzle, 2) == 1);
    }
  }
  EXPECT_GT(known, questions / 2);
}

TEST(KnownDigits, SetsOfCellsHaveNone) {
  puzzles::Dig dig;
  dig.start(4, 0, 0, {.symmetry = Symmetry::kRotational});
  int known = 0, questions = 0;
  for (Grid puzzle; dig.candidate(puzzle); ++questions) {
    if (dig.known_digit().digit != 0) {
      ++known;
      EXPECT_EQ(dig.known_digit().cell, kCells / 2);
    }
    dig.settle(false);
  }
  EXPECT_LE(known, 1);
  EXPECT_GT(questions, 10);
}

INSTANTIATE_TEST_SUITE_P(Engines, OtherSolutionTest, ::testing::ValuesIn(available_engines()));

}  // namespace
}  // namespace dokumill::testing
