// Reads the puzzle out of links of other programs: SudokuWiki, SudokuPad, f-puzzles, the page of
// this program, puzz.link, Solo, and every link with 81 cells. Nothing is loaded from the network.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/import/board_judge.hpp"

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

}  // namespace dokumill::records
