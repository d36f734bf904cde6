// The three formats of a record, and what must be known to read or write one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dokumill::records {

enum class Format : std::uint8_t { kLine, kGrid, kCsv };

// A line or row of a grid is judged by this many bytes; a longer row is malformed.
inline constexpr std::size_t kLineLimit = 4096;
// A csv row beyond this many bytes is malformed.
inline constexpr std::size_t kCsvRowLimit = 65536;

// A csv header of more columns is refused: the row written for a malformed record has them all.
inline constexpr std::uint32_t kMostColumns = 4096;

inline constexpr std::uint32_t kNoColumn = UINT32_MAX;

// How the fields of a csv row are separated, which of them is the puzzle, and which its solution.
struct CsvLayout {
  std::uint32_t columns = 1;
  std::uint32_t puzzle_column = 0;  // 0 <= puzzle_column < columns
  // kNoColumn: solutions are not read. Otherwise another column than the puzzle's.
  std::uint32_t solution_column = kNoColumn;
  char separator = ',';  // or '\t' or ';'
};

enum class JoinedBlocks : std::uint8_t { kWarn, kMalformed };

struct ReadOptions {
  Format format = Format::kLine;
  CsvLayout csv;
  JoinedBlocks joined_blocks =
      JoinedBlocks::kWarn;      // grid: boards without a blank line between them
  bool keep_rows = false;       // csv: remember the text of every row
  std::uint32_t line_word = 1;  // line: which word of a line has the cells, from 1
  std::string header_row =
      {};  // csv: rows that are the same as this one are no records; empty: none
};

// What the reader of a chunk must know about the bytes before it.
struct Entry {
  // The bytes up to the next line end belong to a line that was judged before the cut.
  bool inside_line = false;
  // The byte before the cut is a CR: an LF at the begin belongs to its line end.
  bool after_cr = false;
  // grid: boards since the last blank line or other line that separates boards; 2 stands for more.
  std::uint8_t boards_in_block = 0;
  // grid: the line before is a rule of nine equal marks.
  bool after_rule = false;
  friend bool operator==(const Entry&, const Entry&) = default;
};

}  // namespace dokumill::records
