// The shipped random boards, one of which has the planted bug.
#define random_board true_random_board
#include "boards/random_boards.cpp"
#undef random_board

#include "cli/planted/planted.hpp"

namespace dokumill::boards {

// The declarations in random_boards.hpp went to the true ones.
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
