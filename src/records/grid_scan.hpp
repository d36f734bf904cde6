// GridScan: scans a grid file line by line and finds one record at a time. The record reader and
// find_chunk_boundary() use it.
//
// What a line means can depend on the lines after it. It depends only on a bounded number of them
// (kGridLookahead), and never on lines after a blank one:
// - Nine equal marks ("---------") between boards or bands are a rule, or a row of empty cells.
// - A line that is neither a row nor text ("2024-01-01") is a title if exactly nine rows or a ruled
//   board follow.
// - A text of nine characters is the first row of a board in letters if eight rows or such texts
//   follow, at least two of them texts.
// - Up to eight lines that remain in a block after a malformed record belong to that record.
// Thread safety: one thread at a time. Cost: each line is judged for itself, and again for each of
// the few lines before it that look ahead. It is judged about once if every board has a block of
// its own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "records/grid_line.hpp"
#include "records/record_error.hpp"

namespace dokumill::records {

// How many lines after the current record's own lines a decision may depend on: two rules, nine
// rows, a rule or frame line between each two bands, and the line after these.
inline constexpr int kGridLookahead = 14;

// A position between two records.
struct GridPosition {
  const char* at = nullptr;
  std::uint64_t line = 0;            // line ends before `at`
  std::uint8_t boards_in_block = 0;  // since the last line that separates boards; 2: two or more
  bool is_after_rule = false;        // the previous line is a rule of nine equal marks
  bool is_inside_line = false;       // `at` is inside a line that was judged
};

enum class GridEvent : std::uint8_t {
  kBoard,      // the cells are in `cells`
  kMalformed,  // fault() describes the reason
  kEnd,        // there are no more records
  kNeedMore,   // the bytes at hand do not decide
};

class GridScan {
 public:
  // `is_all`: the bytes end where the input ends, or where a chunk was cut between records.
  GridScan(const char* end, bool is_all) : end_(end), is_all_(is_all) {}

  // Moves `place` past the next record and past the lines before it that are not records. With the
  // result kEnd or kNeedMore, it moves `place` only past lines that are certainly not records.
  // `cells` must have room for 81 values.
  GridEvent next(GridPosition& place, std::uint8_t* cells);

  // True if a scan can end at `place` and a new scan can start there with the same result as one
  // scan that continues. It may be false, because the scan may already have used lines after
  // `place`.
  bool is_safe(const GridPosition& place) const;

  // After a record: its first line, the number of boards before it in its block, and its fault.
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
  // True if the lines from `at` on are a board, and no further row follows that belongs to it.
  Answer is_before_a_board(const char* at);
  // True if the row of nine marks before `at` is a rule between boards.
  Answer is_rule(const char* at, char mark, bool is_after_rule);
  // True if the title of nine characters before `at` and the lines after it are meant as a board.
  Answer is_row_in_letters(const char* at) const;
  // True if the lines from `at` on match the pattern. 'R' is a row whose cells are not all the same
  // mark, 'D' is a row of nine equal marks, and '!' is anything except an 'R', or the end.
  Answer matches(const char* at, std::string_view pattern);
  struct RowsAhead {
    int rows = 0;                     // up to 10
    int uniform = 0;                  // how many of the first eight are nine equal marks
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
  // True if some of the nine rows, but not all, consist of nine equal marks, and no other row has
  // this mark next to other cells. If the row has bars, only other rows with bars count. The row is
  // then the fault.
  bool has_lone_marks(const std::array<RowText, kRows>& rows);

  GridEvent read_record(GridPosition& place, std::uint8_t* cells);
  // Adds the remaining lines of the block to a malformed record, if they are fewer than nine.
  bool absorb_rest(GridPosition& place) const;
  GridEvent add_foreign(GridPosition& place, const Line& line);
  void set_fault(const Line& line, std::uint64_t number, std::uint32_t row);

  const char* end_;
  bool is_all_;
  // Places that are not safe for a cut: those before hold_, and those in unsafe_, where a search
  // ahead found one row more than it wanted.
  const char* hold_ = nullptr;
  std::vector<const char*> unsafe_;
  bool has_record_ = false;
  std::uint64_t first_line_ = 0;
  std::uint8_t boards_before_ = 0;
  RecordError fault_;
};

}  // namespace dokumill::records
