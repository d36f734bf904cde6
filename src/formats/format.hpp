// The options and state that readers and writers need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "dokumill/text_format.hpp"
#include "formats/sizes/sized_text.hpp"

namespace dokumill::records {

// In the line format, the first kLineLimit bytes of a line decide what the line is. In the grid
// format, a line of more than kLineLimit bytes is malformed, unless it is a comment.
inline constexpr std::size_t kLineLimit = 4096;
// A csv row or a line of JSON Lines that has more bytes than this is malformed. So is a line of the
// line format, if its text is kept (ReadOptions::keep_rows).
inline constexpr std::size_t kCsvRowLimit = 65536;

// A csv header with more columns than this is rejected. Without this limit, a malformed record of a
// few bytes could become a very long output row, because an output row has a field for each column.
inline constexpr std::uint32_t kMostColumns = 4096;

inline constexpr std::uint32_t kNoColumn = UINT32_MAX;

// How the fields of a csv row are separated, and which of them are the puzzle and the solution.
struct CsvLayout {
  std::uint32_t columns = 1;
  std::uint32_t puzzle_column = 0;  // 0 <= puzzle_column < columns
  // kNoColumn: solutions are not read. Otherwise it differs from puzzle_column.
  std::uint32_t solution_column = kNoColumn;
  char separator = ',';  // one of kDelimiters
};

// npy: how the values of the array are stored.
struct NpyValues {
  std::uint8_t bytes = 1;  // the size of a value: 1, 2, 4 or 8
  bool is_signed = false;
  bool is_big_endian = false;
  std::uint16_t cells = 81;  // of a record

  std::size_t record_bytes() const { return std::size_t{cells} * bytes; }
  friend bool operator==(const NpyValues&, const NpyValues&) = default;
};

struct ReadOptions {
  TextFormat format = TextFormat::kLine;
  CsvLayout csv;
  bool keep_rows = false;       // line, csv, jsonl: keep the text of every row
  std::uint32_t line_word = 1;  // line: which word of a line has the cells, from 1
  // csv: the text of the header. Rows that are equal to this text are not records. Empty: all rows
  // are records.
  std::string header_row = {};
  // jsonl: the names of the members to read. solution_name is used only if csv.solution_column is
  // set.
  std::string puzzle_name = {};
  std::string solution_name = {};
  std::optional<SizedText> sized = {};  // the records have another size than 9x9
};

// What the reader of a chunk needs to know about the bytes before the chunk.
struct Entry {
  // The chunk begins inside a line, and the bytes before the cut have already decided what this
  // line is. So the reader skips the rest of the line.
  bool inside_line = false;
  // The byte before the cut is a CR. An LF at the start of the next chunk belongs to the same line
  // end.
  bool after_cr = false;
  // grid: the number of rows, 1 to 9, of a malformed record that began before the cut and may
  // continue after it; 9 means nine or more. 0: no such record.
  std::uint8_t malformed_rows = 0;
  // grid: the boards have another size than 9x9. Their records are cut at other lines.
  bool is_sized = false;
  // npy: how the values are stored. The header of the array states this, and no chunk contains the
  // header.
  NpyValues npy = {};
  friend bool operator==(const Entry&, const Entry&) = default;
};

}  // namespace dokumill::records
