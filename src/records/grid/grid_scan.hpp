// GridScan: scans a grid file line by line and finds one record at a time. The record reader and
// find_chunk_boundary() use it.
//
// What a line means can depend on the lines after it, but only on a limited number of them
// (kGridLookahead), and never on lines after a blank line. The cases are:
// - A line of nine equal marks ("---------") is either a rule, which separates boards or bands, or
//   a row of empty cells.
// - A line that is neither a row nor text ("2024-01-01") is a title if boards follow it: a ruled
//   board, or a block whose rows are complete boards. A ruled board has rules between its bands.
// - A row that cannot be the row of a proper puzzle ("12.1.2024"), or that numbers the columns, is
//   a title if exactly nine rows follow it that are not of this kind.
// - A title of nine characters is the first row of a board in letters if eight rows follow it.
//   Malformed rows and titles of nine characters count as rows here. At least two of the eight
//   lines must be malformed rows or such titles.
// - Where the boards of a block begin is only clear if all its rows are boards. So the scan reads a
//   block up to its end before it returns the first board of it, but at most kBlockBytes.
// Cost: each line is judged when the scan reaches it, and again for each earlier line whose meaning
// depends on it. Few earlier lines depend on later lines. If every board is in a separate block, a
// line is judged about once. In other blocks, the first kBlockBytes are read twice.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "records/grid/grid_line.hpp"
#include "records/record_error.hpp"

namespace dokumill::records {

// The largest number of lines on which a decision may depend, not counting the lines of the current
// record. The longest case has 14 lines: two rules, the nine rows of the next board, one rule or
// frame line after each of its first two bands, and the line after this board.
inline constexpr int kGridLookahead = 14;

// A block is a sequence of boards that follow each other directly. A block that is longer than this
// is accepted without its end. If its rows turn out not to be complete boards, the last record of
// the block says that the boards before it may be wrong.
inline constexpr std::ptrdiff_t kBlockBytes = 65536;

// A position between two records.
struct GridPosition {
  const char* at = nullptr;
  std::uint64_t line = 0;            // line ends before `at`
  std::uint8_t boards_in_block = 0;  // boards since the last separating line; 2: two or more
  bool is_after_rule = false;        // the previous line has nine equal marks, and may be a rule
  bool is_inside_line = false;       // `at` is inside a line that is already judged
  // The rows from here to the next separating line belong to the malformed record before `at`.
  bool skips_rows = false;
};

enum class GridEvent : std::uint8_t {
  kBoard,      // the cells are in `cells`
  kMalformed,  // the record is malformed; fault() describes the reason
  kEnd,        // there are no more records
  kNeedMore,   // more bytes are needed to find the next record
};

class GridScan {
 public:
  // `is_all`: the bytes end where the input ends, or where a chunk was cut between records.
  GridScan(const char* end, bool is_all) : end_(end), is_all_(is_all) {}

  // Moves `place` past the next record, and past the lines before it that are not part of a record.
  // If the result is kEnd or kNeedMore, moves `place` only past lines that are certainly not part
  // of a record. `cells` must have room for 81 values.
  GridEvent next(GridPosition& place, std::uint8_t* cells);

  // True if the input can be cut at `place`: a new scan that begins there finds the same records as
  // this scan. False if lines after `place` may have decided what lines before `place` mean: a scan
  // that ends at the cut would not see these later lines.
  bool is_safe(const GridPosition& place) const;

  // Properties of the record that next() found. boards_before(): the number of records between the
  // last line that separates boards and this record; 2 means two or more.
  std::uint64_t first_line() const { return first_line_; }
  std::uint8_t boards_before() const { return boards_before_; }
  const RecordError& fault() const { return fault_; }

 private:
  struct Line {
    GridLine text;
    const char* begin = nullptr;
    const char* end = nullptr;  // its line end, or the end of the bytes
    bool is_missing = false;    // the bytes end before this line
    bool is_undecided = false;  // the line may continue after the bytes at hand
  };
  Line look(const char* at, std::uint8_t* values) const;
  const char* next_line(const Line& line) const;
  void pass(GridPosition& place, const Line& line) const;

  enum class Answer : std::uint8_t { kNo, kYes, kUnknown };
  static Answer opposite(Answer answer);
  // kYes if boards follow at `at`: a ruled board, nine rows without a tenth, or more rows that are
  // a block of boards. A frame line may come before them. `is_heading`: the line before `at` is a
  // row that may be a heading. Then nine rows must follow that cannot be headings, and the tenth
  // row, if there is one, must be the next heading.
  Answer is_before_boards(const char* at, bool is_heading);
  // kYes if the bad row before `at` is a title: boards follow, after at most kMoreTitles other bad
  // rows or frame lines.
  Answer is_title(const char* at);
  // kYes if the line at `place`, which is after a board, begins another board of the same block. A
  // bad row does not: the scan judges anew what follows it.
  Answer continues(const GridPosition& place);
  // kYes if the row of nine marks before `at` is a rule between boards.
  Answer is_rule(const char* at, char mark, bool is_after_rule);
  // kYes if the title of nine characters before `at` and the lines from `at` on are meant as a
  // board.
  Answer is_row_in_letters(const char* at);
  // kYes if the lines from `at` on match the pattern. 'R' is a row whose cells are not all the same
  // mark. 'D' is a row of nine equal marks. '!' is the end of the bytes, or any line that is not an
  // 'R'.
  Answer matches(const char* at, std::string_view pattern);
  struct RowsAhead {
    int rows = 0;     // up to 10
    int uniform = 0;  // how many of the first eight rows are nine equal marks
    // The position after the first row that contains `mark`, but is not nine equal marks. Only the
    // first eight rows are searched. nullptr: none of them is such a row.
    const char* mark_end = nullptr;
    const char* eight_end = nullptr;  // after the eighth row
    const char* tenth_begin = nullptr;
    bool has_headings = false;        // one of the first nine rows may be a heading
    bool is_tenth_heading = false;    // the tenth row may be a heading
    const char* ninth_end = nullptr;  // after the ninth row
    char ninth_mark = 0;              // the mark of the ninth row if it is nine equal marks
    bool is_unknown = false;
  };
  RowsAhead count_rows(const char* at, char mark) const;

  static constexpr int kRows = 9;  // rows of a board
  struct RowText {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::uint64_t line = 0;
    char uniform_mark = 0;
  };
  // A uniform row is nine times the same mark; any other row is mixed. True if one of the nine rows
  // is uniform, and the mark of this row occurs in no mixed row. In this case, the function stores
  // a fault at the uniform row, because this row may be a rule. If the uniform row has bars, only
  // mixed rows with bars are searched for the mark. False if no row is mixed.
  bool has_lone_marks(const std::array<RowText, kRows>& rows);

  // Reads the first record of a block. If the rows of the block are not complete boards, the whole
  // block is this record, which is malformed, and the lines that remain are to be skipped.
  GridEvent read_block(GridPosition& place, std::uint8_t* cells);
  GridEvent read_record(GridPosition& place, std::uint8_t* cells);
  GridEvent add_foreign(GridPosition& place, const Line& line);
  void set_fault(const Line& line, std::uint64_t number, std::uint32_t row);
  // Reports the board that begins at this line and breaks the rules, after or among `rows` rows.
  void set_wrong_board(std::uint64_t line, std::uint64_t rows);

  const char* end_;
  bool is_all_;
  // A cut is not safe at positions before hold_ and at the positions in unsafe_. A position in
  // unsafe_ is the begin of a row. The lines right before it are nine rows, or lines that match a
  // pattern of matches() up to its '!'. The row at this position has changed a decision about the
  // lines before it. So a cut must not separate the row from these lines.
  const char* hold_ = nullptr;
  std::vector<const char*> unsafe_;
  bool has_record_ = false;
  // The last record has nine lines, and each is a row or replaces a row. So the next line begins
  // the next board.
  bool is_aligned_ = false;
  // The last record ended at a frame line that cannot be the line between two bands.
  bool is_ended_by_frame_ = false;
  std::uint64_t first_line_ = 0;
  std::uint8_t boards_before_ = 0;
  RecordError fault_;
};

}  // namespace dokumill::records
