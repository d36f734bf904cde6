#include "formats/record_error.hpp"

#include <algorithm>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "dokumill/sizes.hpp"

namespace dokumill::records {

namespace {

// Numbers of cells for which a message names a probable cause.
constexpr std::uint64_t kRowCells = 9;
constexpr std::uint64_t kRecordCells = 81;

// True for a fault of a record of 9x9. Only the readers of other sizes set `expected`.
bool is_usual(const RecordError& fault) {
  return fault.expected == 0;
}
// The number of cells, rows or values that a record should have. `usual`: that of a record of 9x9.
std::uint64_t wanted(const RecordError& fault, std::uint64_t usual) {
  return is_usual(fault) ? usual : fault.expected;
}

// True for a letter that can stand for 10 or more in puzzles of other sizes.
bool is_big_cell(std::uint8_t byte) {
  return (byte >= 'A' && byte <= 'G') || (byte >= 'a' && byte <= 'g');
}

constexpr const char* kOtherSize = " (of a puzzle of 9x9; other sizes have to be named)";
bool is_of_other_size(std::uint64_t cells) {
  return std::ranges::any_of(
      kShapes, [cells](Shape its) { return static_cast<std::uint64_t>(its.cells()) == cells; });
}

// True if the number of cells is right, but not the groups in which they stand.
bool has_uneven_groups(const RecordError& fault) {
  const bool counts_cells =
      fault.kind == RecordErrorKind::kCellCount || fault.kind == RecordErrorKind::kPuzzleCells;
  return counts_cells && is_usual(fault) && fault.found == kRecordCells;
}

const char* plural(std::uint64_t number) {
  return number == 1 ? "" : "s";
}

}  // namespace

std::string_view code_of(const RecordError& fault) {
  if (has_uneven_groups(fault)) return "cell_groups";
  switch (fault.kind) {
    case RecordErrorKind::kCellCount:
      return !is_usual(fault)                  ? "cell_count"
             : fault.found == kRowCells        ? "cell_count_row"
             : fault.found == 2 * kRecordCells ? "cell_count_two"
                                               : "cell_count";
    case RecordErrorKind::kNotACell:
      return is_usual(fault) && is_big_cell(fault.byte) ? "not_a_cell_big" : "not_a_cell";
    case RecordErrorKind::kAfterCells:
      return "after_cells";
    case RecordErrorKind::kLongLine:
      return "long_line";
    case RecordErrorKind::kRowCells:
      return !is_usual(fault)              ? "row_cells"
             : fault.found == kRecordCells ? "row_cells_line"
             : fault.found == kRowCells    ? "row_groups"
                                           : "row_cells";
    case RecordErrorKind::kRowsLeft:
      return "rows_left";
    case RecordErrorKind::kLongRow:
      return "long_row";
    case RecordErrorKind::kRowsJoined:
      return "rows_joined";
    case RecordErrorKind::kColumnCount:
      return "column_count";
    case RecordErrorKind::kPuzzleCells:
      return "puzzle_cells";
    case RecordErrorKind::kSolutionCells:
      return "solution_cells";
    case RecordErrorKind::kOpenQuote:
      return "open_quote";
    case RecordErrorKind::kAfterQuote:
      return "after_quote";
    case RecordErrorKind::kLongCsvRow:
      return "long_csv_row";
    case RecordErrorKind::kCellValue:
    case RecordErrorKind::kNegativeCell:
      return "cell_value";
    case RecordErrorKind::kNotAnObject:
      return "not_an_object";
    case RecordErrorKind::kJsonByte:
      return "json_byte";
    case RecordErrorKind::kJsonEnd:
      return "json_end";
    case RecordErrorKind::kJsonDepth:
      return "json_depth";
    case RecordErrorKind::kNoMember:
      return "no_member";
    case RecordErrorKind::kMemberTwice:
      return "member_twice";
    case RecordErrorKind::kNotAString:
      return "not_a_string";
    case RecordErrorKind::kNoWord:
      return "no_word";
    case RecordErrorKind::kBoardRows:
      return "board_rows";
    case RecordErrorKind::kLinkElsewhere:
      return "link_elsewhere";
    case RecordErrorKind::kLinkRules:
      return "link_rules";
    case RecordErrorKind::kLinkSize:
      return "link_size";
    case RecordErrorKind::kLinkDamaged:
      return "link_damaged";
  }
  return {};
}

std::string printable_byte(std::uint8_t byte) {
  if (byte >= 0x20 && byte < 0x7F) return format_text("'{}'", static_cast<char>(byte));
  return format_text("'\\x{:02X}'", byte);
}

// A long word ends with three dots, after its last whole character.
std::string wrong_text(const RecordError& fault) {
  const std::string_view word(fault.word.data(), fault.word.size());
  if (word.front() == '\0') return printable_byte(fault.byte);
  const std::size_t length = word.find('\0');
  if (length != std::string_view::npos)
    return format_text("'{}'", printable(word.substr(0, length)));
  std::size_t end = word.size() - 1;
  while (end > 1 && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) --end;
  return format_text("'{}...'", printable(word.substr(0, end)));
}

std::string npy_value(const RecordError& fault) {
  return fault.kind == RecordErrorKind::kCellValue
             ? std::to_string(fault.found)
             : std::to_string(static_cast<std::int64_t>(fault.found));
}

std::string describe(const RecordError& fault) {
  if (has_uneven_groups(fault)) {
    return "found 81 cells in uneven groups, expected groups of 1, 3, 9, 27 or 81";
  }
  switch (fault.kind) {
    case RecordErrorKind::kCellCount:
      return format_text("found {} cell{}, expected {}{}", fault.found, plural(fault.found),
                         wanted(fault, kRecordCells),
                         !is_usual(fault)           ? ""
                         : fault.found == kRowCells ? " (a row in the grid format?)"
                         : fault.found == 2 * kRecordCells
                             ? " (two records without a line end between them?)"
                             : "");
    case RecordErrorKind::kNotACell:
      return format_text("{} is not a cell{}", wrong_text(fault),
                         is_usual(fault) && is_big_cell(fault.byte) ? kOtherSize : "");
    case RecordErrorKind::kAfterCells:
      return format_text("{} after the 81st cell", printable_byte(fault.byte));
    case RecordErrorKind::kLongLine:
      return "the line is longer than 4,096 bytes";
    case RecordErrorKind::kRowCells:
      if (is_usual(fault) && fault.found == kRowCells) {
        return format_text("row {} has 9 cells in uneven groups, expected groups of 1, 3 or 9",
                           fault.row);
      }
      return format_text(
          "row {} has {} cell{}, expected {}{}", fault.row, fault.found, plural(fault.found),
          wanted(fault, kRowCells),
          is_usual(fault) && fault.found == kRecordCells ? " (a record in the line format?)" : "");
    case RecordErrorKind::kRowsLeft:
      return format_text("ends after {} row{}, expected {}", fault.found, plural(fault.found),
                         wanted(fault, kRowCells));
    case RecordErrorKind::kLongRow:
      return is_usual(fault) ? "the row is longer than 4,096 bytes"
                             : "the row or board is too long";
    case RecordErrorKind::kRowsJoined:
      if (!is_usual(fault)) return "more rows follow, expected a blank line between boards";
      return "a tenth row follows, expected a blank line between boards (the format 'any' reads "
             "boards without blank lines)";
    case RecordErrorKind::kColumnCount:
      return format_text("found {} column{}, expected {}", fault.found, plural(fault.found),
                         fault.expected);
    case RecordErrorKind::kPuzzleCells:
      return format_text("the puzzle has {} cell{}, expected {}{}", fault.found,
                         plural(fault.found), wanted(fault, kRecordCells),
                         is_usual(fault) && is_of_other_size(fault.found) ? kOtherSize : "");
    case RecordErrorKind::kSolutionCells:
      if (fault.found == 0) return "no solution is given";
      return format_text("the solution has {} cell{}, expected 81", fault.found,
                         plural(fault.found));
    case RecordErrorKind::kOpenQuote:
      return "a quoted field is not closed";
    case RecordErrorKind::kAfterQuote:
      return format_text("{} after a closing quote", printable_byte(fault.byte));
    case RecordErrorKind::kLongCsvRow:
      return "the row is longer than 65,536 bytes";
    case RecordErrorKind::kCellValue:
    case RecordErrorKind::kNegativeCell:
      return format_text("cell {} (row {}, column {}) is {}, expected 0 to {}{}", fault.column,
                         (fault.column - 1) / wanted(fault, 9) + 1,
                         (fault.column - 1) % wanted(fault, 9) + 1, npy_value(fault),
                         wanted(fault, 9),
                         is_usual(fault) && fault.found == 10
                             ? " (values from 1 to 10, as HRM has them: subtract 1)"
                             : "");
    case RecordErrorKind::kNotAnObject:
      return format_text("expected a JSON object, found {}", printable_byte(fault.byte));
    case RecordErrorKind::kJsonByte:
      return format_text("{} is not valid JSON here", printable_byte(fault.byte));
    case RecordErrorKind::kJsonEnd:
      return "the JSON object is not complete";
    case RecordErrorKind::kJsonDepth:
      return "the JSON object is nested more than 256 levels deep";
    case RecordErrorKind::kNoMember:
      return "the object has no member with the puzzle";
    case RecordErrorKind::kMemberTwice:
      return "the object has two members with the same name, the puzzle's or the solution's";
    case RecordErrorKind::kNotAString:
      if (is_usual(fault)) return "the value is neither a string nor a list of 81 digits";
      return format_text("the value is not a string; expected a string of {} cells",
                         fault.expected);
    case RecordErrorKind::kNoWord:
      return format_text("found {} word{}, expected at least {}", fault.found, plural(fault.found),
                         fault.expected);
    case RecordErrorKind::kBoardRows:
      return format_text("the board has {} row{}, expected 9", fault.found, plural(fault.found));
    case RecordErrorKind::kLinkElsewhere:
      return "the link has no cells: open it, and copy the puzzle";
    case RecordErrorKind::kLinkRules:
      return "the puzzle of the link has rules besides those of Sudoku";
    case RecordErrorKind::kLinkSize:
      return "the puzzle of the link is not a 9x9 Sudoku";
    case RecordErrorKind::kLinkDamaged:
      return "the link is damaged: its puzzle cannot be decoded";
  }
  return "malformed";
}

}  // namespace dokumill::records
