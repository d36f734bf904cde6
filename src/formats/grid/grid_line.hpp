// Judges one line of a grid file: a row of cells, a frame line, a title or another kind.
//
// docs/formats.md has the rules. Cost: a few passes over at most kLineLimit bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dokumill::records {

enum class GridLineKind : std::uint8_t {
  kBlank,
  kComment,  // begins with '#'
  kEndMark,  // marks the end of a file; see is_end_mark()
  kFrame,    // at least three of - _ * = + | : ~ or box-drawing characters, and nothing else
  kRow,      // nine cells in groups of the same size
  kTitle,    // text: "Grid 01", "[Puzzle]", "% easy"
  kBadRow,   // anything else, such as eight cells
  kLong,     // more than kLineLimit bytes, and not a comment
};

struct GridLine {
  GridLineKind kind = GridLineKind::kBlank;
  // kBadRow: why the line is not a row. `where` is the first byte that is not a cell. It is nullptr
  // if all bytes are cells; then `cells` is the number of cells.
  const char* where = nullptr;
  std::uint64_t cells = 0;
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

// Judges the line [begin, end), without its line end. kRow: sets values[0..8] to the cells. For
// other kinds, these nine values are unspecified.
GridLine judge_grid_line(const char* begin, const char* end, std::uint8_t* values);

}  // namespace dokumill::records
