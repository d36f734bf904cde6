// What is wrong with the command `dokumill_with_planted_bugs`, as its environment says.
//
// The program is the shipped command with three of its object files replaced by the sources of this
// folder: the table of engines, the row groups and the random boards. Nothing in the shipped
// sources knows of it. Thread safety: constants, read once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::planted {

// Every engine answers this puzzle with this board:
//   DOKUMILL_PLANTED_PUZZLE=81 cells  DOKUMILL_PLANTED_BOARD=81 cells
//   DOKUMILL_PLANTED_SOLUTIONS=none|one|several
struct Answer {
  Grid puzzle;
  SolveResult result;
};
const std::optional<Answer>& wrong_answer();

// The board of this number is wrong: its cell CELL (of classic and wide boards, of the rows that
// they are made of) holds the next digit, or the row TO stands where the row AT should:
//   DOKUMILL_PLANTED_INDEX=number  DOKUMILL_PLANTED_CELL=0..80 | DOKUMILL_PLANTED_ROWS=ATTO, two
//   digits 0..8
struct WrongBoard {
  std::uint64_t index = 0;
  std::optional<std::size_t> cell;
  std::size_t at = 0;
  std::size_t to = 0;
};
const std::optional<WrongBoard>& wrong_board();

}  // namespace dokumill::planted
