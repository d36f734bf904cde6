// The options and state that readers and writers need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "dokumill/text_format.hpp"

namespace dokumill::records {

// A line of the line format is judged by its first kLineLimit bytes. A longer line of a grid is
// malformed, unless it is a comment.
inline constexpr std::size_t kLineLimit = 4096;
// A csv row or a line of jsonl of more bytes is malformed.
inline constexpr std::size_t kCsvRowLimit = 65536;

// A csv header with more columns is rejected, because the row that is written for a malformed
// record has all of them.
inline constexpr std::uint32_t kMostColumns = 4096;

inline constexpr std::uint32_t kNoColumn = UINT32_MAX;

// How the fields of a csv row are separated, and which of them are the puzzle and the solution.
struct CsvLayout {
  std::uint32_t columns = 1;
  std::uint32_t puzzle_column = 0;  // 0 <= puzzle_column < columns
  // kNoColumn: solutions are not read. Otherwise not the column of the puzzle.
  std::uint32_t solution_column = kNoColumn;
  char separator = ',';  // one of kDelimiters
};

// npy: how the values of the array are stored.
struct NpyValues {
  std::uint8_t bytes = 1;  // of a value: 1, 2, 4 or 8
  bool is_signed = false;
  bool is_big_endian = false;

  std::size_t record_bytes() const { return std::size_t{81} * bytes; }
  friend bool operator==(const NpyValues&, const NpyValues&) = default;
};

enum class JoinedBlocks : std::uint8_t { kWarn, kMalformed };

struct ReadOptions {
  TextFormat format = TextFormat::kLine;
  CsvLayout csv;
  // grid: what to do with boards that have no blank line between them
  JoinedBlocks joined_blocks = JoinedBlocks::kWarn;
  bool keep_rows = false;       // csv: keep the text of every row
  std::uint32_t line_word = 1;  // line: which word of a line has the cells, from 1
  // csv: rows that are equal to this one are not records; empty: no such row
  std::string header_row = {};
  // jsonl: the names of the members to read. The second is used if csv.solution_column is set.
  std::string puzzle_name = {};
  std::string solution_name = {};
};

// What the reader of a chunk needs to know about the bytes before it.
struct Entry {
  // The bytes up to the next line end belong to a line that was judged before the cut.
  bool inside_line = false;
  // The byte before the cut is a CR. An LF at the start of the next chunk belongs to the same line
  // end.
  bool after_cr = false;
  // grid: the number of boards since the last blank line or other line that separates boards; 2
  // means two or more.
  std::uint8_t boards_in_block = 0;
  // grid: the line before the cut is a rule of nine equal marks.
  bool after_rule = false;
  // npy: how the values are stored, as the header says. Each later chunk needs this, because only
  // the first one has the header.
  NpyValues npy = {};
  friend bool operator==(const Entry&, const Entry&) = default;
};

}  // namespace dokumill::records
