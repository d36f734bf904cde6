#include "formats/import/brackets/bracket_values.hpp"

#include <algorithm>
#include <functional>
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

// A byte that is no cell, in what the token stands for. Its place is that of the token if
// `token.inside` was written with escapes or entities, so that it is no part of the text.
BracketError error_at_byte(const BracketToken& token, std::size_t byte) {
  BracketError error = error_at(token, RecordErrorKind::kNotACell);
  const std::string_view written = token.inside.data() != nullptr ? token.inside : token.text;
  if (byte >= written.size()) return error;
  error.byte = static_cast<std::uint8_t>(written[byte]);
  const std::less<> is_before;
  const char* const text_end = token.text.data() + token.text.size();
  if (is_before(written.data(), token.text.data()) || is_before(text_end, written.data())) {
    return error;
  }
  // In a string of several lines, the fault is reported at its begin.
  if (written.substr(0, byte).find_first_of("\r\n\\") != std::string_view::npos) return error;
  error.at = written.data() + byte;
  return error;
}

// The fault of a text that is meant as a board or a row.
BracketError error_in(const BracketToken& token, const CellText& text) {
  if (text.others == 0) return error_at(token, RecordErrorKind::kPuzzleCells, text.count);
  return error_at_byte(token, text.other);
}

// The byte of a '?' in cells that have another mark of an empty cell; npos if there is none.
std::size_t odd_mark(std::string_view cells) {
  const bool has_other = cells.find_first_of("0.") != std::string_view::npos;
  return has_other ? cells.find('?') : std::string_view::npos;
}

}  // namespace

bool has_blank_cells(std::string_view text, std::size_t size) {
  return text.size() == size && text.find(' ') != std::string_view::npos &&
         text.find_first_not_of(" 0123456789") == std::string_view::npos;
}

BoardCells rows_of_boxes(const BoardCells& boxes) {
  BoardCells cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t row = i / 27 * 3 + i % 9 / 3;
    const std::size_t column = i / 9 % 3 * 3 + i % 3;
    cells[row * 9 + column] = boxes[i];
  }
  return cells;
}

BracketError error_at(const BracketToken& token, RecordErrorKind kind, std::uint64_t found) {
  BracketError error;
  error.at = token.text.data();
  error.kind = kind;
  error.found = found;
  return error;
}

BracketValue value_of_text(const BracketToken& token, const CellText& text) {
  BracketValue value;
  value.text = token.text;
  value.cells = text.cells;
  const bool is_string = token.kind == BracketTokenKind::kString;
  const bool is_blank_row = is_string && has_blank_cells(token.inside, kCellsOfRow);
  if (is_blank_row || (is_string && has_blank_cells(token.inside, kCellsOfBoard))) {
    value.kind = is_blank_row ? ValueKind::kRow : ValueKind::kBoard;
    std::ranges::replace_copy(token.inside, value.cells.begin(), ' ', '.');
  } else if (text.others == 0 && text.count == 0 && is_string) {
    value.kind = ValueKind::kCell;
    value.cells[0] = '.';
  } else if (text.is_exactly(1) || (!is_string && is_whole_float(token.text))) {
    value.kind = ValueKind::kCell;
  } else if (!is_string && (token.text == "true" || token.text == "false")) {
    value.kind = ValueKind::kCell;
    value.are_flags = true;
    value.cells[0] = token.text == "true" ? '1' : '0';
  } else if (!is_string && token.text == "Nothing") {
    value.kind = ValueKind::kCell;
    value.cells[0] = '.';
  } else if (text.is_exactly(kCellsOfRow)) {
    value.kind = ValueKind::kRow;
  } else if (text.is_exactly(kCellsOfBoard)) {
    value.kind = ValueKind::kBoard;
    if (const std::size_t odd = odd_mark(token.inside); odd != std::string_view::npos) {
      value.kind = ValueKind::kDamaged;
      value.error = error_at_byte(token, odd);
    }
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
  value.text = token.text;
  value.cells[0] = character.cell;
  if (character.cell != 0) value.kind = ValueKind::kCell;
  return value;
}

void ListCells::start(const BracketToken& bracket) {
  *this = {};
  board_.fill('.');
  bracket_ = bracket.text;
  begin_ = error_at(bracket, RecordErrorKind::kPuzzleCells);
}

std::size_t ListCells::items() const {
  return cells_ + others_ + triples_ + rows_ + bands_ + bad_rows_ + placed_ + lists_ + boards_;
}

void ListCells::add(const BracketValue& value, const BracketToken& token) {
  flags_ += value.are_flags ? 1 : 0;
  const auto copy = [&](std::size_t index, std::size_t size) {
    if (index * size < board_.size()) {
      std::copy_n(value.cells.begin(), size, board_.data() + index * size);
    }
  };
  switch (value.kind) {
    case ValueKind::kCell:
      return copy(cells_++, 1);
    case ValueKind::kTriple:
      return copy(triples_++, 3);
    case ValueKind::kRow:
      copy(rows(), kCellsOfRow);
      ++rows_;
      return;
    case ValueKind::kBand:
      return copy(bands_++, 3 * kCellsOfRow);
    case ValueKind::kBadRow:
      if (bad_rows_++ == 0) {
        bad_row_ = value.error;
        bad_row_.row = static_cast<std::uint32_t>(rows());
      }
      return;
    case ValueKind::kPlaced:
      ++placed_;
      least_ = std::min({least_, value.row, value.column});
      most_ = std::max({most_, value.row, value.column});
      if (places_.size() < 2 * kCellsOfBoard) {
        places_.push_back({value.row, value.column, value.cells[0], value.is_given});
      }
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

void ListCells::add_cells(std::string_view cells) {
  std::ranges::copy(cells, board_.begin());
  cells_ = cells.size();
}

BracketValue ListCells::judged(BracketValueKind kind, BoardSource source) const {
  BracketValue value;
  value.kind = kind;
  value.source = source;
  value.is_list = true;
  value.are_flags = flags_ != 0;
  value.text = bracket_;
  value.cells = board_;
  value.error = begin_;
  return value;
}

BracketValue ListCells::finish(std::uint8_t base) const {
  const std::size_t scalars = cells_ + others_;
  const std::size_t all = items();
  if (flags_ != 0 && flags_ != all) return judged(ValueKind::kOther);
  if (placed_ == all && placed_ != 0) return finish_placed(base);
  if (scalars == all && scalars != 0) return finish_scalars();
  if (rows() == all && all != 0) return finish_rows();
  if (triples_ == all && all == 3) return judged(ValueKind::kRow);
  if (bands_ == all && all == 3) return judged(ValueKind::kBoard, BoardSource::kBoxes);
  return judged(ValueKind::kOther);
}

BracketValue ListCells::finish_scalars() const {
  if (cells_ == kCellsOfBoard && row_ends_ >= kCellsOfBoard / 3 - 1)
    return judged(ValueKind::kOther);
  if (others_ == 0 && cells_ == kCellsOfBoard) return judged(ValueKind::kBoard);
  if (others_ == 0 && cells_ == kCellsOfRow) return judged(ValueKind::kRow);
  if (others_ == 0 && cells_ == 2) return judged(ValueKind::kPair);
  if (others_ == 0 && cells_ == 3) return judged(ValueKind::kTriple);
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
  if (bad_rows_ == 0 && rows_ == 3) return judged(ValueKind::kBand);
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

BracketValue ListCells::finish_placed(std::uint8_t base) const {
  BracketValue board = judged(ValueKind::kBoard);
  board.has_open_base = least_ == 1 && most_ < 9;
  if (!board.has_open_base) base = least_ == 0 ? 0 : 1;
  const bool has_givens = std::ranges::any_of(
      places_, [](const PlacedCell& each) { return each.is_given && each.cell >= '1'; });
  bool fits = placed_ >= kLeastPlaced && placed_ <= kCellsOfBoard && most_ - base < 9;
  for (const PlacedCell& each : places_) {
    if (!fits || each.cell < '1' || (has_givens && !each.is_given)) continue;
    char& cell = board.cells[static_cast<std::size_t>((each.row - base) * 9 + each.column - base)];
    // A cell that occurs twice is no clue of one board.
    fits = cell == '.';
    cell = each.cell;
  }
  if (!fits) board.kind = ValueKind::kOther;
  return board;
}

}  // namespace dokumill::records
