#include "formats/import/brackets/bracket_strings.hpp"

#include <algorithm>

#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

// Strings with more cells or bytes are not joined.
constexpr std::size_t kMostPieceCells = 40;
constexpr std::size_t kMostPieceBytes = 256;
constexpr std::size_t kCellsOfText = 81;
// Fewer rows in a text of words are no damaged board.
constexpr std::size_t kLeastTextRows = 5;

// The number of cells of a piece, or 0 if the string is no part of a board.
std::size_t piece_cells(std::string_view inside, const CellText& cells) {
  if (has_blank_cells(inside, 9)) return inside.size();
  const bool is_piece =
      cells.others == 0 && cells.count <= kMostPieceCells && inside.size() <= kMostPieceBytes;
  return is_piece ? cells.count : 0;
}

bool is_cell_of_run(char c) {
  return (c >= '0' && c <= '9') || c == '.';
}

class TextBoards {
 public:
  TextBoards(std::string_view text, const BracketToken& token) : text_(text), token_(token) {}

  std::vector<BracketValue> find(ImportWatch* watch) {
    TextLines lines(text_, watch);
    for (std::string_view line; lines.next(line);) take(line);
    end_rows();
    return std::move(boards_);
  }

 private:
  void take(std::string_view line) {
    // Rules and blank lines may stand between rows.
    const auto says_something = [](char c) {
      return is_cell_of_run(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             static_cast<unsigned char>(c) >= 0x80;
    };
    if (std::ranges::none_of(line, says_something)) return;
    const std::string_view value = line.substr(line.find_first_of("=:") + 1);
    for (const std::string_view part : {line, value}) {
      const CellText cells = scan_cells(part);
      if (cells.is_exactly(9)) return take_row(part, cells);
      if (!cells.is_exactly(kCellsOfText)) continue;
      end_rows();
      return add(part, cells);
    }
    end_rows();
    if (take_runs(line)) return;
    const CellText cells = scan_cells(line);
    if (cells.is_near_board()) add(line, cells);
  }

  void take_row(std::string_view line, const CellText& cells) {
    if (rows_ == 0) first_row_ = line;
    std::copy_n(cells.cells.begin(), 9, board_.begin() + static_cast<std::ptrdiff_t>(rows_ * 9));
    last_row_ = line;
    if (++rows_ < 9) return;
    CellText board;
    board.cells = board_;
    board.count = kCellsOfText;
    board.group = 9;
    rows_ = 0;
    add(whole_rows(), board);
  }

  std::string_view whole_rows() const {
    const char* const end = last_row_.data() + last_row_.size();
    return {first_row_.data(), static_cast<std::size_t>(end - first_row_.data())};
  }

  void end_rows() {
    const std::size_t rows = rows_;
    rows_ = 0;
    if (rows < kLeastTextRows) return;
    BracketValue& damaged = boards_.emplace_back();
    damaged.kind = BracketValueKind::kDamaged;
    damaged.text = place_of(whole_rows());
    damaged.error.kind = RecordErrorKind::kBoardRows;
    damaged.error.found = rows;
    damaged.error.at = damaged.text.data();
  }

  // Finds 81 cells that stand alone among words.
  bool take_runs(std::string_view line) {
    const std::size_t before = boards_.size();
    for (std::size_t at = 0; at < line.size();) {
      if (!is_cell_of_run(line[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < line.size() && is_cell_of_run(line[end])) ++end;
      std::string_view run = line.substr(at, end - at);
      // A sentence can end after the cells, if their own mark is no point.
      if (run.size() == kCellsOfText + 1 && run.find('.') == kCellsOfText) run.remove_suffix(1);
      if (run.size() == kCellsOfText) add(run, scan_cells(run));
      at = end;
    }
    return boards_.size() != before;
  }

  std::string_view place_of(std::string_view part) const {
    return text_.data() == token_.inside.data() ? part : token_.text;
  }

  void add(std::string_view part, const CellText& cells) {
    BracketToken token;
    token.kind = BracketTokenKind::kWord;
    token.text = place_of(part);
    token.inside = part;
    BracketValue value = value_of_text(token, cells);
    if (value.is_meant_as_board()) boards_.push_back(std::move(value));
  }

  std::string_view text_;
  const BracketToken& token_;
  std::vector<BracketValue> boards_;
  std::size_t rows_ = 0;
  std::string_view first_row_;
  std::string_view last_row_;
  BoardCells board_ = {};  // the first `rows_` rows are set
};

}  // namespace

void StringPieces::start(std::string_view inside, const CellText& cells) {
  cells_ = piece_cells(inside, cells);
  is_piece_ = cells_ != 0;
  if (!is_piece_) inside = {};
  lines_ = inside;
  joined_ = inside;
}

bool StringPieces::append(std::string_view inside, const CellText& cells) {
  const std::size_t more = piece_cells(inside, cells);
  if (!is_piece_ || more == 0 || cells_ + more > kCellsOfText) return false;
  cells_ += more;
  lines_.append("\n").append(inside);
  joined_ += inside;
  return true;
}

BracketValue StringPieces::value(const BracketToken& first) const {
  BracketToken token = first;
  if (has_blank_cells(joined_, kCellsOfText)) {
    token.inside = joined_;
    return value_of_text(token, {});
  }
  const CellText joined = scan_cells(joined_);
  return value_of_text(first, joined.group != 0 ? joined : scan_cells(lines_));
}

std::vector<BracketValue> boards_in_text(std::string_view text, const BracketToken& token,
                                         ImportWatch* watch) {
  return TextBoards(text, token).find(watch);
}

}  // namespace dokumill::records
