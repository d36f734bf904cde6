// The bugs that environment variables plant in the command `dokumill_with_planted_bugs`.
//
// The program is the shipped command with three of its object files replaced by the sources of this
// folder: the table of engines, the row groups and the random boards. The shipped sources do not
// refer to this folder. Thread safety: the values are constants that are read once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::planted {

// Every engine answers this puzzle with this board:
//   DOKUMILL_PLANTED_PUZZLE=81 cells
//   DOKUMILL_PLANTED_BOARD=81 cells
//   DOKUMILL_PLANTED_SOLUTIONS=none|one|several
struct Answer {
  Grid puzzle;
  SolveResult result;
};
const std::optional<Answer>& wrong_answer();

// The board with this number is wrong. Either one cell holds the next digit, or row TO is written
// where row AT should be. Classic and wide boards are made from groups of rows, and CELL is a cell
// of these rows.
//   DOKUMILL_PLANTED_INDEX=number
//   DOKUMILL_PLANTED_CELL=0..80  or  DOKUMILL_PLANTED_ROWS=two digits 0..8, AT and TO
struct WrongBoard {
  std::uint64_t index = 0;
  std::optional<std::size_t> cell;
  std::size_t at = 0;
  std::size_t to = 0;
};
const std::optional<WrongBoard>& wrong_board();

}  // namespace dokumill::planted
