// The random boards with the planted bug: one of the shipped boards is changed.
#define random_board true_random_board
#include "engine/boards/random_boards.cpp"
#undef random_board

#include "cli/planted/planted.hpp"

namespace dokumill::boards {

// The macro renamed the declarations in random_boards.hpp, so this function needs its own
// declaration.
Grid random_board(std::uint64_t seed, std::uint64_t index);

Grid random_board(std::uint64_t seed, std::uint64_t index) {
  Grid board = true_random_board(seed, index);
  const auto& wrong = planted::wrong_board();
  if (wrong && wrong->index == index) {
    std::uint8_t& digit = board.cells[wrong->cell.value()];
    digit = static_cast<std::uint8_t>(digit % 9 + 1);
  }
  return board;
}

}  // namespace dokumill::boards
