// Scores answers to puzzles, such as those of a language model, and reads them from free texts.
//
// Threads, errors and memory of score_many() and read_answers_many(): as in many.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/many.hpp"
#include "dokumill/sizes.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// How good an answer is. A value of the answer that is not 1 to 9 is no digit. The target of an
// answer is the solution with which it is compared:
//
//   the answer is exact             the answer itself
//   the puzzle has one solution     this solution
//   it has several solutions        the given solution; without one, the lexicographically smallest
//   it has no solution              does not exist: no cell is right
struct AnswerScore {
  // The share of the empty cells of the puzzle that have the digit of the target: cells / empty. If
  // the puzzle has no empty cell: 1 if the answer is exact, otherwise 0.
  double share = 0;
  // The share of the cells of a step order that come before the first wrong cell. The cells of an
  // order are those with a value of 1 to 254. A cell is wrong if it does not have the digit of the
  // target. A cell is counted if its value is lower than that of every wrong cell. NaN without an
  // order, or if the order has no cell. For a puzzle without empty cells and an order without
  // cells: 1 if the answer is exact, otherwise 0.
  double order = 0;
  GridKind kind = GridKind::kUnsolvable;  // of the puzzle; a full board is kComplete
  bool exact = false;                     // a complete valid board that has all givens
  std::uint16_t cells = 0;   // empty cells of the puzzle that have the digit of the target
  std::uint16_t empty = 0;   // empty cells of the puzzle
  std::uint16_t givens = 0;  // givens that the answer changes or leaves out
  std::uint16_t blank = 0;   // cells of the answer without a digit
  std::uint8_t rows = 0;     // rows, columns and boxes of the answer with a repeated digit
  std::uint8_t columns = 0;
  std::uint8_t boxes = 0;
};

// Scores one answer. `kind` and `solution`: of the puzzle, as from a solver. `order` may be null.
// REQUIRES: the values of the puzzle are 0..9. Cost: about 0.1 us.
AnswerScore score_answer(const Grid& puzzle, GridKind kind, const Grid& solution,
                         const Grid& answer, const FillOrder* order = nullptr);

// Scores answers[i], an answer to puzzles[i], into scores[i]. If `puzzles` has only one puzzle, all
// answers are answers to this puzzle. The puzzles are solved here; equal puzzles next to each other
// are solved once. `solutions` may be empty. Otherwise, solutions[i] is the solution of puzzles[i]
// with which answers are compared; kUsage if it is not a solution, but it is ignored if the puzzle
// has no solution. `orders` may be empty. Otherwise, orders[i] is the order of puzzles[i], as from
// steps_many(). The values of answers and orders can be any.
Status score_many(std::span<const Grid> puzzles, std::span<const Grid> answers,
                  std::span<AnswerScore> scores, std::span<const Grid> solutions = {},
                  std::span<const FillOrder> orders = {}, const ManyOptions& options = {});

// How a text has the board that was read.
enum class AnswerForm : std::uint8_t {
  kNone,     // no board was found
  kPartial,  // rows or cells are missing
  kRows,     // all 81 cells, with separators
  kLine,     // 81 characters in a row
};

struct TextAnswer {
  Grid grid;  // 0 for cells that are empty or missing
  AnswerForm form = AnswerForm::kNone;
  std::size_t offset = 0;  // the byte of the text where the board begins
};

// Reads the board that a free text gives as its answer: the last board with 81 digits; if there is
// none, the board or the part of one with the most digits, the last of equals. Every text is
// accepted, and need not be UTF-8.
//
// Cells: digits, also full-width ones, and 0 . _ * - ? x X and the middle dot for an empty cell. In
// a table, blanks between two bars | are an empty cell. 5.0 between separators is the digit 5.
//
// A board is 81 cells without a separator; or 81 cells with separators in one line, or in lines
// that have nothing but cells and separators; or nine rows of nine cells. Separators are blanks,
// box drawing, most punctuation, commands of LaTeX, and the tags b, i, u, em, strong and td, but no
// other letters. So JSON lists, Markdown tables and arrays of LaTeX are boards.
//
// Rows:
// - A run of exactly nine digits, or of nine cells, between words, colons and line ends is a row. A
//   row can begin with its number.
// - Frames, blank lines, code fences and lines like "Row 3:" can be between rows, and short
//   headings like "Rows 4-6:" between bands of three rows. Other words end the board, unless the
//   next row has the next number. "Row 9:" down to "Row 1:" are the rows of a board, too.
// - A row 1 to 9, or 0 to 8, before nine rows is their header. An empty row that would be one too
//   many is a header or a rule.
// - If more than nine rows are together, such as the first row of a draft and a board, the board is
//   the first or the last nine: those with more different digits in rows, columns and boxes, the
//   first ones if equal.
// - Rows that are called Column 1, c1, Box 1 or the like are no board.
// - A board that has the columns or boxes of the best board before as its rows, apart from
//   mistakes, is a check of it, and no answer. If only the earlier one of the two is called columns
//   or boxes, it is the check. Nine equal rows are a check, too.
// - If a row has another number of cells, its cells stay empty, and the board is kPartial. The last
//   row of a text may be cut off.
// A part of a board has at least two rows or 18 cells, and nine digits.
//
// If the text has <answer>, the text from the last <answer> to </answer> or to the end comes first:
// all other text is read only if no board is there.
//
// Boards of another shape have up to eight digits in a row: n rows of n cells, where these rules
// say nine, and n * n cells, where they say 81; a part has at least two rows or 2 * n cells, and n
// digits. They are the first cells of the grid. REQUIRES: shape.size() <= 9.
//
// Cost: time grows linearly with the text, by about 5 ns per byte. A text of 81 characters takes
// about 30 ns.
TextAnswer read_answer(std::string_view text, Shape shape = {3, 3});

// Reads texts[i] into answers[i]. kUsage if the shape has more than nine symbols.
Status read_answers_many(std::span<const std::string_view> texts, std::span<TextAnswer> answers,
                         const ManyOptions& options = {}, Shape shape = {3, 3});

}  // namespace dokumill
