// Reads the puzzle out of links of other programs: SudokuWiki, SudokuPad, f-puzzles, the page of
// this program, and every link with 81 cells. Nothing is loaded from the network.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Why a link has no puzzle.
enum class LinkProblem : std::uint8_t {
  kNone,
  kElsewhere,  // it has only the number of a puzzle
  kRules,      // the puzzle has rules besides those of Sudoku
  kSize,       // the puzzle is not of nine rows and nine columns
  kDamaged,
};

struct LinkPuzzle {
  BoardCells cells = {};  // if there is no problem
  LinkProblem problem = LinkProblem::kNone;
};

// Reads the first link of the text. Returns nullopt if the text has no link. Cost: linear in the
// text and in the puzzle that it unpacks to (at most kMostLzBytes).
std::optional<LinkPuzzle> read_link(std::string_view text);

// Reads a text with a link in every line that is neither blank nor a comment. The other words of a
// line become its remark. Returns nullopt if a line has no link.
Result<std::optional<ImportedText>> read_links(std::string_view text, const ImportOptions& options);

// Reads the link in a message: a text with one link, and with other lines that are no cells.
// Returns nullopt if the text is not such a message.
std::optional<ImportedText> read_link_in_message(std::string_view text,
                                                 const ImportOptions& options);

}  // namespace dokumill::records
