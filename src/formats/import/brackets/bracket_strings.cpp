#include "formats/import/brackets/bracket_strings.hpp"

#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

// Strings with more cells or bytes are not joined.
constexpr std::size_t kMostPieceCells = 40;
constexpr std::size_t kMostPieceBytes = 256;

bool is_piece(std::string_view inside, const CellText& cells) {
  return cells.others == 0 && cells.count >= 1 && cells.count <= kMostPieceCells &&
         inside.size() <= kMostPieceBytes;
}

BracketToken token_of(std::string_view text, std::uint32_t line, std::uint32_t column) {
  BracketToken token;
  token.kind = BracketTokenKind::kString;
  token.text = text;
  token.inside = text;
  token.line = line;
  token.column = column;
  return token;
}

void add_if_board(const BracketToken& token, bool is_damage_counted,
                  std::vector<BracketValue>& boards) {
  const BracketValue value = value_of_text(token, scan_cells(token.inside));
  if (value.is_board() || (is_damage_counted && value.is_meant_as_board())) boards.push_back(value);
}

}  // namespace

void StringPieces::start(std::string_view inside, const CellText& cells) {
  is_piece_ = is_piece(inside, cells);
  cells_ = cells.count;
  if (!is_piece_) inside = {};
  lines_ = inside;
  joined_ = inside;
}

bool StringPieces::append(std::string_view inside, const CellText& cells) {
  if (!is_piece_ || !is_piece(inside, cells)) return false;
  if (cells_ + cells.count > 81) return false;
  cells_ += cells.count;
  lines_.append("\n").append(inside);
  joined_ += inside;
  return true;
}

BracketValue StringPieces::value(const BracketToken& first) const {
  const CellText joined = scan_cells(joined_);
  return value_of_text(first, joined.group != 0 ? joined : scan_cells(lines_));
}

std::vector<BracketValue> boards_of_lines(const BracketToken& token) {
  std::vector<BracketValue> boards;
  std::vector<BracketToken> lines;  // of a paragraph
  const auto end_paragraph = [&] {
    if (lines.empty()) return;
    const char* const begin = lines.front().text.data();
    const char* const end = lines.back().text.data() + lines.back().text.size();
    const std::size_t before = boards.size();
    const std::string_view all(begin, static_cast<std::size_t>(end - begin));
    add_if_board(token_of(all, lines.front().line, lines.front().column), false, boards);
    if (boards.size() == before) {
      for (const BracketToken& line : lines) add_if_board(line, true, boards);
    }
    lines.clear();
  };
  const char* at = token.inside.data();
  const char* const end = at + token.inside.size();
  std::uint32_t number = token.line;
  std::uint32_t column =
      token.column + static_cast<std::uint32_t>(at - token.text.data());  // of the first line
  while (at != end) {
    const char* const line_end = find_line_end(at, end);
    if (skip_blanks(at, line_end) == line_end) {
      end_paragraph();
    } else {
      lines.push_back(token_of({at, static_cast<std::size_t>(line_end - at)}, number, column));
    }
    at = line_end == end ? end : skip_line_end(line_end, end);
    ++number;
    column = 1;
  }
  end_paragraph();
  return boards;
}

}  // namespace dokumill::records
