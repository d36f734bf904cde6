#include "formats/import/brackets/bracket_values.hpp"

#include <algorithm>
#include <string_view>

#include "formats/import/characters.hpp"

namespace dokumill::records {
namespace {

using ValueKind = BracketValueKind;

constexpr std::size_t kCellsOfRow = 9;
constexpr std::size_t kCellsOfBoard = 81;
// Lists of these sizes may be damaged rows and boards. Other lists are other data.
constexpr std::size_t kLeastOfRow = 4;
constexpr std::size_t kMostOfRow = 20;
constexpr std::size_t kLeastOfBoard = 41;
constexpr std::size_t kMostOfBoard = 161;
constexpr std::size_t kLeastRows = 5;
constexpr std::size_t kMostRows = 12;

// A digit as a floating-point number: "5." or "5.0".
bool is_whole_float(std::string_view word) {
  return word.size() >= 2 && word[0] >= '0' && word[0] <= '9' && word[1] == '.' &&
         word.find_first_not_of('0', 2) == std::string_view::npos;
}

// The fault of a text that is meant as a board or a row.
RecordError error_in(const BracketToken& token, const CellText& text) {
  if (text.others == 0) return error_at(token, RecordErrorKind::kPuzzleCells, text.count);
  RecordError error = error_at(token, RecordErrorKind::kNotACell);
  const bool is_string = token.kind == BracketTokenKind::kString;
  const std::string_view written = is_string ? token.inside : token.text;
  if (text.other >= written.size()) return error;
  error.byte = static_cast<std::uint8_t>(written[text.other]);
  // In a string of several lines, the fault is reported at its begin.
  if (written.substr(0, text.other).find_first_of("\r\n\\") != std::string_view::npos) return error;
  const auto quote = static_cast<std::size_t>(written.data() - token.text.data());
  error.column += quote + text.other;
  return error;
}

}  // namespace

RecordError error_at(const BracketToken& token, RecordErrorKind kind, std::uint64_t found) {
  RecordError error;
  error.line = token.line;
  error.column = token.column;
  error.kind = kind;
  error.found = found;
  return error;
}

BracketValue value_of_text(const BracketToken& token, const CellText& text) {
  BracketValue value;
  value.line = token.line;
  value.cells = text.cells;
  const bool is_string = token.kind == BracketTokenKind::kString;
  if (text.others == 0 && text.count == 0 && is_string) {
    value.kind = ValueKind::kCell;
    value.cells[0] = '.';
  } else if (text.is_exactly(1) || (!is_string && is_whole_float(token.text))) {
    value.kind = ValueKind::kCell;
  } else if (text.is_exactly(kCellsOfRow)) {
    value.kind = ValueKind::kRow;
  } else if (text.is_exactly(kCellsOfBoard)) {
    value.kind = ValueKind::kBoard;
  } else if (text.is_near_board() && (text.count != kCellsOfBoard || text.others != 0)) {
    value.kind = ValueKind::kDamaged;
    value.error = error_in(token, text);
  } else if (text.count >= kLeastOfRow && text.count <= kMostOfRow && text.others <= 1) {
    value.kind = ValueKind::kBadRow;
    value.error = error_in(token, text);
    if (text.others == 0) value.error.kind = RecordErrorKind::kRowCells;
  }
  return value;
}

BracketValue value_of_character(const BracketToken& token) {
  const char* const at = token.text.data();
  const Character character = character_at(at, at + token.text.size());
  BracketValue value;
  value.line = token.line;
  value.cells[0] = character.cell;
  if (character.cell != 0) value.kind = ValueKind::kCell;
  return value;
}

void ListCells::start(const BracketToken& bracket) {
  *this = {};
  board_.fill('.');
  begin_ = error_at(bracket, RecordErrorKind::kPuzzleCells);
}

std::size_t ListCells::items() const {
  return cells_ + others_ + rows_ + bad_rows_ + placed_ + lists_ + boards_;
}

void ListCells::add(const BracketValue& value, const BracketToken& token) {
  switch (value.kind) {
    case ValueKind::kCell:
      if (cells_ < board_.size()) board_[cells_] = value.cells[0];
      ++cells_;
      return;
    case ValueKind::kRow:
      if (rows() < kCellsOfRow) {
        std::copy_n(value.cells.begin(), kCellsOfRow, board_.data() + rows() * kCellsOfRow);
      }
      ++rows_;
      return;
    case ValueKind::kBadRow:
      if (bad_rows_++ == 0) {
        bad_row_ = value.error;
        bad_row_.row = static_cast<std::uint32_t>(rows());
      }
      return;
    case ValueKind::kPlaced:
      ++placed_;
      if (value.cells[0] != '.') board_[value.place] = value.cells[0];
      return;
    default:
      if (value.is_list) {
        ++lists_;
      } else if (others_++ == 0) {
        first_other_ = error_at(token, RecordErrorKind::kNotACell);
        first_other_.byte = static_cast<std::uint8_t>(token.text.front());
      }
  }
}

BracketValue ListCells::judged(BracketValueKind kind, BoardSource source) const {
  BracketValue value;
  value.kind = kind;
  value.source = source;
  value.is_list = true;
  value.line = static_cast<std::uint32_t>(begin_.line);
  value.cells = board_;
  value.error = begin_;
  return value;
}

BracketValue ListCells::finish() const {
  const bool has_scalars = cells_ + others_ != 0;
  const bool has_rows = rows() != 0;
  if (lists_ + boards_ != 0 || (has_scalars ? 1 : 0) + (has_rows ? 1 : 0) + (placed_ != 0) != 1) {
    return judged(ValueKind::kOther);
  }
  if (placed_ != 0) return judged(ValueKind::kBoard);
  return has_rows ? finish_rows() : finish_scalars();
}

BracketValue ListCells::finish_scalars() const {
  if (others_ == 0 && cells_ == kCellsOfBoard) return judged(ValueKind::kBoard);
  if (others_ == 0 && cells_ == kCellsOfRow) return judged(ValueKind::kRow);
  if (others_ == 0 && cells_ == 2) return judged(ValueKind::kPair);
  const std::size_t all = cells_ + others_;
  BracketValue damaged = judged(ValueKind::kOther);
  damaged.error.found = all;
  if (others_ != 0) damaged.error = first_other_;
  if (cells_ >= kLeastOfBoard && all <= kMostOfBoard && others_ * 7 <= cells_) {
    damaged.kind = ValueKind::kDamaged;
  } else if (cells_ >= kLeastOfRow && all <= kMostOfRow && others_ <= 2) {
    damaged.kind = ValueKind::kBadRow;
    if (others_ == 0) damaged.error.kind = RecordErrorKind::kRowCells;
  }
  return damaged;
}

BracketValue ListCells::finish_rows() const {
  if (bad_rows_ == 0 && rows_ == kCellsOfRow) return judged(ValueKind::kBoard, BoardSource::kRows);
  // A list of one row: cells without commas, such as ['5' '3' '.'], were read as one string.
  if (bad_rows_ == 0 && rows_ == 1) return judged(ValueKind::kRow);
  BracketValue damaged = judged(ValueKind::kOther);
  if (rows_ < kLeastOfRow || rows() < kLeastRows || rows() > kMostRows) return damaged;
  damaged.kind = ValueKind::kDamaged;
  if (rows() == kCellsOfRow) {
    damaged.error = bad_row_;
  } else {
    damaged.error.kind = RecordErrorKind::kBoardRows;
    damaged.error.found = rows();
  }
  return damaged;
}

}  // namespace dokumill::records
