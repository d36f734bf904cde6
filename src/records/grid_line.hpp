// One line of a grid file: a row of cells, a frame line, a title, or what else it is.
//
// docs/formats.md has the rules. Thread safety: pure functions. Cost: one pass over at most
// kLineLimit bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "records/row.hpp"

namespace dokumill::records {

enum class GridLineKind : std::uint8_t {
  kBlank,
  kComment,  // begins with '#'
  kFrame,    // at least three of - _ * = + | : ~ or box-drawing characters, and nothing else
  kRow,      // nine cells
  kTitle,    // words: "Grid 01", "[Puzzle]", "% easy"
  kBadRow,   // meant as a row: too few or too many cells, or a byte that is no cell
  kForeign,  // as many cells as a record of the line format has, or about half of them
  kLong,     // more than kLineLimit bytes, and no comment
};

struct GridLine {
  GridLineKind kind = GridLineKind::kBlank;
  // kRow: nine equal marks '-', '_' or '*', which is also how boards are ruled off; else 0.
  char uniform_mark = 0;
  // kTitle: nine characters, as the rows of a board in letters or full-width digits have.
  bool has_nine_characters = false;
  RowResult row;  // of all kinds but kBlank and kComment
};

// Whether so many cells, `others` of them none of the marks that lines are drawn with, were meant
// as a record of the line format. Two rows without the line end between them are not.
constexpr bool are_foreign(std::size_t cells, std::size_t others) {
  return cells >= 41 && others >= 9;
}
constexpr bool draws_lines(char c) {
  return c == '-' || c == '_' || c == '*';
}

// Judges the line [begin, end), which is without its line end. kRow: the cells are in values[0..8].
GridLine judge_grid_line(const char* begin, const char* end, std::uint8_t* values);

}  // namespace dokumill::records
