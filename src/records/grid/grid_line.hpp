// Judges one line of a grid file: a row of cells, a frame line, a title or another kind.
//
// docs/formats.md has the rules. Cost: one pass over at most kLineLimit bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "records/grid/row.hpp"

namespace dokumill::records {

enum class GridLineKind : std::uint8_t {
  kBlank,
  kComment,  // begins with '#'
  kFrame,    // at least three of - _ * = + | : ~ or box-drawing characters, and nothing else
  kRow,      // nine cells
  kTitle,    // text: "Grid 01", "[Puzzle]", "% easy"
  kBadRow,   // meant as a row: too few or too many cells, or a byte that is not a cell
  kForeign,  // 41 cells or more: meant as a record of the line format
  kLong,     // more than kLineLimit bytes, and not a comment
};

struct GridLine {
  GridLineKind kind = GridLineKind::kBlank;
  // kRow: the mark if all nine cells are the same mark '-', '_' or '*', otherwise 0. A row of nine
  // equal marks can also be a rule between boards.
  char uniform_mark = 0;
  // kTitle: the line has nine characters, like a row of a board in letters or full-width digits.
  bool has_nine_characters = false;
  // kBadRow: the line has about as many cells as a row, so it probably replaces one. Other bad rows
  // may be lines that are too many, such as the number of boards.
  bool is_like_a_row = false;
  RowResult row;  // for all kinds except kBlank and kComment
};

// True if a line with `cells` cells is meant as a record of the line format. `others` is the number
// of cells that are not - _ or *. Two rows of a grid in one line have only 18 cells, so the result
// for them is false.
constexpr bool are_foreign(std::size_t cells, std::size_t others) {
  return cells >= 41 && others >= 9;
}
constexpr bool draws_lines(char c) {
  return c == '-' || c == '_' || c == '*';
}

// True if the nine cells of a row may be a heading: a digit occurs twice ("12.1.2024"), or the row
// numbers the columns from 0 or 1.
bool may_be_heading(const std::uint8_t* values);

// True if a digit occurs twice in a house of the 81 cells. Takes a third of the time of
// find_conflict(), which also finds the two cells.
bool breaks_rules(const std::uint8_t* cells);

// Judges the line [begin, end), without its line end. kRow: sets values[0..8] to the cells.
GridLine judge_grid_line(const char* begin, const char* end, std::uint8_t* values);

// True if a rule or a frame line may follow this number of rows of a board.
inline bool is_between_bands(int rows) {
  return rows == 3 || rows == 6;
}

}  // namespace dokumill::records
