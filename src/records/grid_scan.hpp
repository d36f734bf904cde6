// GridScan: from line to line through a grid file, one record at a time, for the reader of records
// and for whoever looks for a place to cut.
//
// What a line means depends on the lines after it, but never on more than kGridLookahead of them,
// and never on lines beyond a blank one:
// - nine equal marks ("---------") between boards or bands are a rule, or a row of empty cells;
// - a line that is neither a row nor words ("2024-01-01") is a title when exactly nine rows follow;
// - words of nine characters are the first row of a board in letters when eight rows or such words
//   follow, at least two of them words;
// - up to eight lines left over in a block after a malformed record belong to that record.
// Thread safety: one thread at a time. Cost: each line is judged at most kGridLookahead
// times, and once where boards stand in blocks of their own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "records/fault.hpp"
#include "records/grid_line.hpp"

namespace dokumill::records {

// Lines after the current record's own that a decision may depend on: nine rows, three frame lines
// among them, and the line after.
inline constexpr int kGridLookahead = 13;

// Between two records.
struct GridPlace {
  const char* at = nullptr;
  std::uint64_t line = 0;            // line ends passed
  std::uint8_t boards_in_block = 0;  // since the last line that separates boards; 2: or more
  bool is_after_rule = false;        // the line before is a rule of nine equal marks
  bool is_inside_line = false;       // `at` is inside of a line that was judged
};

enum class GridEvent : std::uint8_t {
  kBoard,      // the cells are in `cells`
  kMalformed,  // `fault` says why
  kEnd,        // no record is left
  kNeedMore,   // the bytes at hand do not tell
};

class GridScan {
 public:
  // `is_all`: the bytes end where the input does, or a chunk that was cut between records.
  GridScan(const char* end, bool is_all) : end_(end), is_all_(is_all) {}

  // Moves `place` past the next record and the lines before it that are no records; with kEnd and
  // kNeedMore, past lines that are certainly no records. `cells` has room for 81 values.
  GridEvent next(GridPlace& place, std::uint8_t* cells);

  // Whether a scan that ends at `place`, and is started again there, finds the same as one that
  // goes on: some lines after those that were passed may have been looked at.
  bool is_safe(const GridPlace& place) const;

  // After a record: the line it begins in, the boards before it in its block, what is wrong.
  std::uint64_t first_line() const { return first_line_; }
  std::uint8_t boards_before() const { return boards_before_; }
  const Fault& fault() const { return fault_; }

 private:
  struct Line {
    GridLine text;
    const char* begin = nullptr;
    const char* end = nullptr;  // its line end, or the end of the bytes
    bool is_missing = false;    // there is no line
    bool is_undecided = false;  // its end may be beyond the bytes at hand
  };
  Line look(const char* at, std::uint8_t* values) const;
  const char* next_line(const Line& line) const;
  void pass(GridPlace& place, const Line& line) const;

  enum class Answer : std::uint8_t { kNo, kYes, kUnknown };
  static Answer opposite(Answer answer);
  // Whether the lines from `at` on are those of a board, and no row follows that belongs to it.
  Answer is_before_a_board(const char* at);
  // Whether the row of nine marks before `at` is a rule between boards.
  Answer is_rule(const char* at, char mark, bool is_after_rule);
  // Whether the title of nine characters before `at` and the lines after it are meant as a board.
  Answer is_row_in_letters(const char* at) const;
  // Whether the lines from `at` on are as the pattern says: 'R' is a row of cells that are not all
  // the same mark, 'D' a row of nine equal marks, '!' anything but an 'R', or nothing.
  Answer matches(const char* at, std::string_view pattern);
  struct RowsAhead {
    int rows = 0;                     // up to 10
    int uniform = 0;                  // of the first eight: nine equal marks
    const char* mark_end = nullptr;   // after the first of the eight with the mark and other cells
    const char* eight_end = nullptr;  // after the eighth row
    const char* tenth_begin = nullptr;
    const char* ninth_end = nullptr;  // after the ninth row
    char ninth_mark = 0;              // of the ninth row if that is nine equal marks
    bool is_unknown = false;
  };
  RowsAhead count_rows(const char* at, char mark) const;

  static constexpr int kRows = 9;  // of a board
  struct RowText {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::uint64_t line = 0;
    char uniform_mark = 0;
  };
  // Whether one of nine rows, but not all, is nine equal marks that no other row has beside other
  // cells. If the row has bars, only other rows with bars count. The row is then the fault.
  bool has_lone_marks(const std::array<RowText, kRows>& rows);

  GridEvent read_record(GridPlace& place, std::uint8_t* cells);
  // Takes the lines left over in the block of a malformed record, if they are fewer than nine.
  bool absorb_rest(GridPlace& place) const;
  GridEvent add_foreign(GridPlace& place, const Line& line);
  void set_fault(const Line& line, std::uint64_t number, std::uint32_t row);

  const char* end_;
  bool is_all_;
  // Places that are not safe: those before hold_, and where a look ahead found one row more than it
  // wanted.
  const char* hold_ = nullptr;
  std::vector<const char*> unsafe_;
  bool has_record_ = false;
  std::uint64_t first_line_ = 0;
  std::uint8_t boards_before_ = 0;
  Fault fault_;
};

}  // namespace dokumill::records
