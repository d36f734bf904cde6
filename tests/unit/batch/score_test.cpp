// Tests of dokumill/score.hpp: scores against their definition, and the reader of answers with any
// bytes. tests/python has a table of texts and a second implementation of the scores.
#include "dokumill/score.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "engine/puzzles/sample_puzzles.hpp"
#include "support/test_random.hpp"

namespace dokumill {
namespace {

using testing::TestRandom;

// Houses in which a digit occurs twice, of the houses from `first` to `first` + 8.
int broken_houses(const Grid& answer, std::size_t first) {
  int broken = 0;
  for (std::size_t house = first; house < first + 9; ++house) {
    std::array<int, 10> counts{};
    for (const std::uint8_t cell : kHouseCells[house]) {
      if (answer.cells[cell] <= 9) ++counts[answer.cells[cell]];
    }
    broken += std::any_of(counts.begin() + 1, counts.end(), [](int count) { return count > 1; });
  }
  return broken;
}

class Score : public ::testing::TestWithParam<int> {
 protected:
  Score() {
    TestRandom random(3);
    options_.threads = GetParam();
    EXPECT_TRUE(solve_many(puzzles_, answers_, {}).ok());
    puzzles_[7] = {};
    puzzles_[8].cells = answers_[8].cells;
    puzzles_[9].cells[0] = puzzles_[9].cells[1] = 5;
    puzzles_[11] = puzzles_[10];
    answers_[11] = answers_[10];
    for (Grid& answer : answers_) {
      if (random.below(3) == 0) continue;
      for (int i = random.below(12); i >= 0; --i) {
        answer.cells[random.index(kCells)] =
            static_cast<std::uint8_t>(random.below(4) == 0 ? random.below(256) : random.below(10));
      }
    }
  }

  ManyOptions options_;
  std::vector<Grid> puzzles_ = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 23, 3000);
  std::vector<Grid> answers_ = std::vector<Grid>(puzzles_.size());
};

TEST_P(Score, IsAsDefined) {
  std::vector<Grid> solutions(puzzles_.size());
  std::vector<GridKind> kinds(puzzles_.size());
  std::vector<FillOrder> orders(puzzles_.size());
  ASSERT_TRUE(solve_many(puzzles_, solutions, {}).ok());
  ASSERT_TRUE(check_many(puzzles_, kinds).ok());
  ASSERT_TRUE(steps_many(puzzles_, orders).ok());
  std::vector<AnswerScore> scores(puzzles_.size());
  ASSERT_TRUE(score_many(puzzles_, answers_, scores, {}, orders, options_).ok());
  int exact = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Grid& puzzle = puzzles_[i];
    const Grid& answer = answers_[i];
    const AnswerScore& score = scores[i];
    SCOPED_TRACE(i);
    ASSERT_EQ(score.kind, kinds[i]);
    ASSERT_EQ(score.exact, is_complete(answer) && keeps_givens(answer, puzzle));
    exact += score.exact;
    const Grid& target = score.exact ? answer : solutions[i];
    int right = 0, lost = 0, blank = 0, first_wrong = 82;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const bool is_right =
          kinds[i] != GridKind::kUnsolvable && answer.cells[cell] == target.cells[cell];
      right += puzzle.cells[cell] == 0 && is_right;
      lost += puzzle.cells[cell] != 0 && puzzle.cells[cell] != answer.cells[cell];
      blank += answer.cells[cell] < 1 || answer.cells[cell] > 9;
      const int rank = orders[i][cell];
      if (!is_right && rank != 0 && rank != kNoOrder) first_wrong = std::min(first_wrong, rank);
    }
    const int empty = kCells - count_clues(puzzle);
    ASSERT_EQ(score.cells, right);
    ASSERT_EQ(score.empty, empty);
    ASSERT_EQ(score.givens, lost);
    ASSERT_EQ(score.blank, blank);
    ASSERT_EQ(score.rows, broken_houses(answer, 0));
    ASSERT_EQ(score.columns, broken_houses(answer, 9));
    ASSERT_EQ(score.boxes, broken_houses(answer, 18));
    ASSERT_EQ(score.share, empty != 0 ? static_cast<double>(right) / empty : score.exact ? 1 : 0);
    // The ranks of an order are 1, 2, ... for all empty cells.
    if (kinds[i] == GridKind::kUnique) {
      ASSERT_EQ(score.order, std::min(first_wrong - 1, empty) / static_cast<double>(empty));
    } else {
      ASSERT_TRUE(kinds[i] == GridKind::kComplete ? score.order == score.share
                                                  : std::isnan(score.order));
    }
  }
  EXPECT_GT(exact, 500);
  std::vector<AnswerScore> again(scores.size());
  ASSERT_TRUE(score_many(puzzles_, answers_, again, solutions, {}, options_).ok());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ASSERT_EQ(again[i].cells, scores[i].cells);
    ASSERT_TRUE(std::isnan(again[i].order));
  }
}

TEST_P(Score, OnePuzzleHasManyAnswers) {
  std::vector<AnswerScore> scores(answers_.size());
  for (const std::size_t puzzle : {5U, 7U, 8U, 9U}) {
    ASSERT_TRUE(
        score_many(std::span(puzzles_).subspan(puzzle, 1), answers_, scores, {}, {}, options_)
            .ok());
    const std::vector<Grid> repeated(answers_.size(), puzzles_[puzzle]);
    std::vector<AnswerScore> expected(answers_.size());
    ASSERT_TRUE(score_many(repeated, answers_, expected, {}, {}, options_).ok());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      ASSERT_EQ(scores[i].cells, expected[i].cells);
      ASSERT_EQ(scores[i].exact, expected[i].exact);
      ASSERT_EQ(scores[i].kind, expected[i].kind);
    }
  }
}

TEST_P(Score, WrongArguments) {
  std::vector<AnswerScore> scores(answers_.size());
  const std::span<const Grid> two = std::span(puzzles_).first(2);
  EXPECT_EQ(score_many(two, answers_, scores, {}, {}, options_).code(), ErrorCode::kUsage);
  EXPECT_EQ(score_many({}, answers_, scores, {}, {}, options_).code(), ErrorCode::kUsage);
  EXPECT_EQ(score_many(puzzles_, answers_, {}, {}, {}, options_).code(), ErrorCode::kUsage);
  EXPECT_EQ(score_many(puzzles_, answers_, scores, two, {}, options_).code(), ErrorCode::kUsage);
  const Status status = score_many(puzzles_, answers_, scores, puzzles_, {}, options_);
  EXPECT_EQ(status.message(), "solutions[0]: not a solution of puzzles[0]");
  puzzles_[2000].cells[3] = 10;
  EXPECT_EQ(score_many(puzzles_, answers_, scores, {}, {}, options_).message(),
            "puzzles[2000]: cell 3 has the value 10, expected 0 to 9");
  options_.should_stop = [] { return true; };
  EXPECT_EQ(score_many(std::span(puzzles_).first(1), answers_, scores, {}, {}, options_).code(),
            ErrorCode::kInterrupted);
  const std::vector<std::string_view> texts(100);
  std::vector<TextAnswer> found(100);
  EXPECT_EQ(read_answers_many(texts, found, options_).code(), ErrorCode::kInterrupted);
  EXPECT_EQ(read_answers_many(texts, std::span(found).first(5)).code(), ErrorCode::kUsage);
}

// Every text is accepted, and the grid of a text is in it: its digits are in this order after the
// offset.
TEST_P(Score, AnyBytesAreRead) {
  const std::string board =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  std::string rows;
  for (std::size_t i = 0; i < kCells; i += 9) rows += board.substr(i, 9) + '\n';
  const std::vector<std::string> pieces = {
      board,     rows,           board.substr(0, 40), "534678912\n",  "5 3 4 6 7 8 9 1 2\n",
      "Row 1: ", "3. ",          "<answer>",          "</answer>",    "Column",
      "\\n",     "\xEF\xBC\x91", "\xE2\x94\x82",      "\xEF\xBC\x8C", "]],\n",
      "\n\n"};
  TestRandom random(static_cast<std::uint64_t>(GetParam()) + 5);
  std::vector<std::string> texts(2000);
  for (std::string& text : texts) {
    for (int i = random.below(50); i > 0; --i) {
      if (random.below(3) == 0) {
        text += random.of(pieces);
      } else {
        text +=
            static_cast<char>(random.below(2) == 0 ? random.below(256) : '0' + random.below(10));
      }
    }
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<TextAnswer> found(texts.size());
  ASSERT_TRUE(read_answers_many(views, found, options_).ok());
  std::array<int, 4> forms{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TextAnswer alone = read_answer(texts[i]);
    ASSERT_EQ(alone.grid, found[i].grid);
    ASSERT_EQ(alone.form, found[i].form);
    ++forms[static_cast<std::size_t>(alone.form)];
    std::size_t at = alone.offset;
    ASSERT_LE(at, texts[i].size());
    for (const std::uint8_t value : alone.grid.cells) {
      ASSERT_LE(value, 9);
      const char digit = static_cast<char>('0' + value);
      // The last byte of a full-width digit is that of the digit and 0x60.
      while (value != 0 && at < texts[i].size() && texts[i][at] != digit &&
             texts[i][at] != static_cast<char>(digit + 0x60)) {
        ++at;
      }
      ASSERT_TRUE(value == 0 || at++ < texts[i].size()) << i;
    }
  }
  for (const int count : forms) EXPECT_GT(count, 10);
}

INSTANTIATE_TEST_SUITE_P(Threads, Score, ::testing::Values(0, 1, 3));

}  // namespace
}  // namespace dokumill
