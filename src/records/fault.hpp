// Fault: why a record is malformed, as numbers; the words are made only for those that are shown.
#pragma once

#include <cstdint>
#include <string>

namespace dokumill::records {

enum class FaultKind : std::uint8_t {
  kCellCount,      // line: `found` cells
  kNotACell,       // `byte`
  kAfterCells,     // line: `byte` follows the 81st cell
  kLongLine,       // line: the first 4,096 bytes are blanks, or end in cells
  kRowCells,       // grid: row `row` has `found` cells
  kRowsLeft,       // grid: the block ends after `found` rows of the record
  kLongRow,        // grid: a row beyond 4,096 bytes
  kNoBlankLine,    // grid, strict: the board follows another one without a blank line
  kColumnCount,    // csv: `found` fields, `expected` columns
  kPuzzleCells,    // csv: the puzzle field has `found` cells
  kSolutionCells,  // csv: the solution field has `found` cells
  kOpenQuote,      // csv: a quoted field is not closed within the limit
  kAfterQuote,     // csv: `byte` follows a closing quote
  kLongCsvRow,     // csv: a row beyond 65,536 bytes
  kNineMarks,  // grid: row `row` is nine times `byte`, and no other row is drawn like it
  kNoWord,     // line: `found` words, and the cells are word `expected`
};

struct Fault {
  std::uint64_t record = 0;  // counted from 0 in the batch of records
  std::uint64_t line = 0;    // counted from 0 in the bytes that were read
  std::uint64_t column = 0;  // in bytes, from 1; 0 when the whole line is meant
  FaultKind kind = FaultKind::kCellCount;
  std::uint8_t byte = 0;
  std::uint32_t row = 0;  // from 1
  std::uint64_t found = 0;
  std::uint64_t expected = 0;
};

// "found 80 cells, expected 81": the words behind "record K: ".
std::string describe(const Fault& fault);

// 'Q', or '\xE2' for bytes that do not print.
std::string printable_byte(std::uint8_t byte);

}  // namespace dokumill::records
