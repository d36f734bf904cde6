// RecordError: why a record is malformed, as numbers. The text of the message is created only when
// the fault is shown.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace dokumill::records {

enum class RecordErrorKind : std::uint8_t {
  kCellCount,      // line: the record has `found` cells; 81: in groups of different sizes
  kNotACell,       // `byte` is not a cell; or `word`, if it is not empty
  kAfterCells,     // line: `byte` follows the 81st cell
  kLongLine,       // line: too long; the first 4,096 bytes of the line are blank, end in cells, or
                   // do not have the word that should be the cells
  kRowCells,       // grid: row `row` has `found` cells; 9: in groups of different sizes
  kRowsLeft,       // grid: the board ends after `found` rows
  kLongRow,        // grid: a row of more than 4,096 bytes
  kRowsJoined,     // grid: a tenth row follows the nine rows of a board
  kColumnCount,    // csv: the row has `found` fields instead of `expected`
  kPuzzleCells,    // csv, jsonl: the puzzle has `found` cells; 81: as for kCellCount
  kSolutionCells,  // csv, jsonl: the solution has `found` cells
  kOpenQuote,      // csv: a quoted field is not closed within the limit
  kAfterQuote,     // csv: `byte` follows a closing quote
  kLongCsvRow,     // csv, jsonl: a row of more than 65,536 bytes
  kCellValue,      // npy: cell `column` is `found`
  kNegativeCell,   // npy: cell `column` is the negative number with the bits of `found`
  kNotAnObject,    // jsonl: `byte` is not the begin of an object
  kJsonByte,       // jsonl: `byte` must not be here
  kJsonEnd,        // jsonl: the object is not complete
  kJsonDepth,      // jsonl: objects and arrays are nested too deeply
  kNoMember,       // jsonl: the object has no member with the puzzle
  kMemberTwice,    // jsonl: the puzzle or the solution occurs twice
  kNotAString,     // jsonl: the puzzle or the solution is neither a string nor a list of digits
  kNoWord,         // line: the line has `found` words, but the cells should be word `expected`
  kBoardRows,      // any: the list of a board has `found` rows
  kLinkElsewhere,  // any: a link without cells; only its web site has the puzzle
  kLinkRules,      // any: a link to a puzzle with other rules
  kLinkSize,       // any: a link to a puzzle of another size
  kLinkDamaged,    // any: a link that cannot be decoded
};

struct RecordError {
  std::uint64_t record = 0;  // index in the batch, from 0
  std::uint64_t line = 0;    // line in the chunk, from 0
  std::uint64_t column = 0;  // in bytes, from 1; 0 for the whole line. npy: the cell, from 1
  RecordErrorKind kind = RecordErrorKind::kCellCount;
  std::uint8_t byte = 0;
  std::array<char, 13> word{};  // the begin of a word of several bytes, and zeros
  std::uint32_t row = 0;        // from 1
  std::uint64_t found = 0;
  // kColumnCount and kNoWord: the number that was expected. All other kinds: 0 for a record of 9x9;
  // otherwise the number of cells, rows or values of another size that was expected.
  std::uint64_t expected = 0;

  void set_word(std::string_view text) { text.copy(word.data(), word.size()); }
};

// Returns the code of a message, such as "cell_count". docs/formats.md lists the codes.
std::string_view code_of(const RecordError& fault);

// Returns the text that follows "record K: " in a message, such as "found 80 cells, expected 81".
std::string describe(const RecordError& fault);

// Returns the byte in quotes: 'Q', or '\xE2' for a byte that is not printable ASCII.
std::string printable_byte(std::uint8_t byte);

// Returns the byte or the word of a fault in quotes. Of a long word, it returns the begin.
std::string wrong_text(const RecordError& fault);

// Returns the number in the cell of an npy record. REQUIRES: the kind is kCellValue or
// kNegativeCell.
std::string npy_value(const RecordError& fault);

}  // namespace dokumill::records
