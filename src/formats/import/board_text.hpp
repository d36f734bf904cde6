// Reads one board from a short text, such as a field of a table or a string of a program.
//
// The text has 81 cells, alone or in groups of one size: 1, 3, 9, 27 or 81 cells. Separators of
// groups are blanks, line ends (also as the two characters "\n"), `/ | , ;`, brackets and quotes:
//
//   530070000600195000...   530070000/600195000/...   5,3,0,0,7,...   [["5","3","",...],...]
//
// Besides the marks of core/cells.hpp, an empty cell can be `?`, a middle dot, null, None, nil,
// undefined, NaN, -1 or an empty string. Digits can be full-width (U+FF10 to U+FF19).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/import/board_judge.hpp"

namespace dokumill::records {

// What scan_cells() has found in a text.
struct CellText {
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  BoardCells cells = {};         // the first 81 cells
  std::size_t count = 0;         // the number of cells
  std::size_t plain = 0;         // cells that are not '-', '_' or '*', of which rules are drawn
  std::size_t group = 0;         // the number of cells of each group; 0 if the groups differ
  std::size_t others = 0;        // the number of bytes that are neither cells nor separators
  std::size_t other = kNowhere;  // the offset of the first such byte

  // True if the text has exactly `cells_wanted` cells in groups of one of the sizes above.
  bool is_exactly(std::size_t cells_wanted) const;
  // True if the text is probably meant as a board: it has 41 cells or more, at least nine of them
  // plain, and one other byte at most for each seven cells.
  bool is_near_board() const { return count > 40 && plain >= 9 && others * 7 <= count; }
};

// Scans at most kLongestCellText bytes. The bytes after these are others.
inline constexpr std::size_t kLongestCellText = std::size_t{1} << 16;
CellText scan_cells(std::string_view text);

// Returns the board; nullopt if the text is not exactly one board.
std::optional<BoardCells> read_board_text(std::string_view text);

}  // namespace dokumill::records
