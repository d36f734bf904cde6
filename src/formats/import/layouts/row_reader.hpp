// Reads boards from lines: nine rows of cells, or 81 cells in a line, in one way of writing.
//
// There are no rules that decide between two ways to see the lines. Each way is a reading of its
// own, and the judge decides (readings.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/import/layouts/line_cells.hpp"
#include "formats/import/readings.hpp"

namespace dokumill::records {

// Which cells of a line belong to boards.
struct Columns {
  std::uint8_t lead = 0;     // fields before the cells: labels
  std::uint8_t trail = 0;    // fields after the cells; only words may follow them
  bool at_end = false;       // the cells are the last ones of the line; any words before are labels
  bool has_gaps = false;     // an empty field stands between boxes
  std::uint8_t boards = 1;   // side by side
  std::uint8_t between = 0;  // fields between two boards
  bool is_board = false;     // 81 cells of each board stand in the line; otherwise 9
  std::size_t fields = 0;    // is_board: of each line, as a line with their names shows; 0: any
  std::size_t cells() const { return is_board ? 81 : 9; }
  std::size_t width() const {
    const std::size_t one = cells() + (has_gaps ? 2 : 0);
    return one * boards + std::size_t{between} * (boards - 1U);
  }
};

// What ends a board besides words.
enum class BoardEnd : std::uint8_t {
  kNineRows,  // nothing
  kBlankLine,
  kFrame,
  kTwoFrames,  // the frame below a board and the frame above the next one
};

struct LineReading {
  LineStyle style;
  std::string marks;  // LineStyle::marks
  Columns columns;
  BoardEnd end = BoardEnd::kNineRows;
  // Before a board, a row in which a digit occurs twice, a row that counts the columns, or a line
  // that is nearly a row is a title.
  bool has_titles = false;
  bool are_empty_rows_blank = false;  // nine empty fields are a blank line
};

// What a line is, if its boards stand in these columns.
enum class RowKind : std::uint8_t {
  kRow,     // nine cells for each board
  kBoard,   // 81 cells for each board
  kBroken,  // nearly a row
  kNearly,  // nearly a board
  kOther,
};
struct RowMatch {
  RowKind kind = RowKind::kOther;
  std::size_t first = 0;  // of the cells of the line: the first one of the first board
  std::uint32_t wrong = LineCells::kNowhere;  // the byte that is no cell; or their number is wrong
  std::uint32_t found = 0;                    // cells
};
RowMatch match_row(const LineCells& line, const Columns& columns);

// Copies the cells of one of the boards of the line.
void copy_row(const LineCells& line, const Columns& columns, std::size_t first, std::size_t board,
              char* out);

// True for a row that may be a title: it counts the columns, or it is a word, such as a date, in
// which a digit occurs twice.
bool is_heading(std::string_view nine, bool is_word);

// Reads all lines of the text.
void read_rows(std::string_view text, const LineReading& how, BoardSink& sink);

// The words before and after the cells of a line, without quotes, brackets and separators at their
// ends.
std::string words_beside(std::string_view before, std::string_view after);

// The sections of SadMan's .sdk files: only [Puzzle] has the puzzle.
class Sections {
 public:
  explicit Sections(std::string_view text)
      : has_puzzle_(text.substr(0, 4096).find(kPuzzle) != std::string_view::npos) {}
  // REQUIRES: called for each line of the text in order.
  bool skips(std::string_view line);

 private:
  static constexpr std::string_view kPuzzle = "[Puzzle]";
  bool has_puzzle_;
  bool is_in_puzzle_ = true;
};

}  // namespace dokumill::records
