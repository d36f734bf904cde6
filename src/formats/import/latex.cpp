// Reads the environments of the LaTeX package `sudoku`:
//
//   \begin{sudoku}
//   |5|3| | |7| | | | |.        nine such lines; an empty cell is a blank or nothing
//   \end{sudoku}
//
// As lines of nine cells, a row with one empty cell and the full stop at its end would be other
// cells, so these environments have a reading of their own.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/import/board_text.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kSide = 9;
constexpr std::string_view kBegin = "\\begin{sudoku";  // also of sudoku-block
constexpr std::string_view kEnd = "\\end{sudoku";

// The cells of a row, '.' for an empty one; nullopt for other lines.
std::optional<std::array<char, kSide>> cells_of_row(std::string_view line) {
  std::array<char, kSide> cells;
  line = without_blanks(line);
  for (char& cell : cells) {
    if (!line.starts_with('|')) return std::nullopt;
    line.remove_prefix(1);
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos) return std::nullopt;
    const std::string_view content = without_blanks(line.substr(0, bar));
    const bool is_digit = content.size() == 1 && content[0] >= '1' && content[0] <= '9';
    if (!content.empty() && !is_digit) return std::nullopt;
    cell = is_digit ? content[0] : '.';
    line.remove_prefix(bar);
  }
  return line == "|." ? std::optional(cells) : std::nullopt;
}

void read_latex(std::string_view text, BoardSink& sink) {
  const auto place_of = [&](std::string_view line) {
    return static_cast<std::size_t>(line.data() - text.data());
  };
  TextLines lines(text, sink.watch());
  for (std::string_view line; lines.next(line);) {
    if (!without_blanks(line).starts_with(kBegin)) continue;
    TextPart part{place_of(line), 0};
    BoardCells board = {};
    std::size_t rows = 0;
    bool is_ended = false;
    while (!is_ended && lines.next(line)) {
      part.end = place_of(line) + line.size();
      is_ended = without_blanks(line).starts_with(kEnd);
      const auto row = cells_of_row(line);
      if (!row) continue;  // a comment, a command, or what is missing below
      if (rows < kSide) std::ranges::copy(*row, board.begin() + rows * kSide);
      ++rows;
    }
    if (!is_ended && !sink.is_all()) return;
    if (rows == kSide) {
      sink.add(board, part);
    } else {
      RecordError error;
      error.kind = RecordErrorKind::kBoardRows;
      error.found = rows;
      sink.add_damaged(error, part.begin, part, false);
    }
  }
}

}  // namespace

void propose_latex(std::string_view text, const ImportOptions&, std::vector<Proposal>& proposals) {
  if (text.find(kBegin) == std::string_view::npos) return;
  Proposal latex;
  latex.words = "environments of LaTeX";
  latex.format = TextFormat::kGrid;
  latex.name = "latex";
  latex.is_certain = true;
  latex.has_structure = true;
  latex.are_puzzles = true;
  latex.read = read_latex;
  proposals.push_back(std::move(latex));
}

}  // namespace dokumill::records
