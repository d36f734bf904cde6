#include "base/validate.hpp"

namespace dokumill {

bool is_solution_slow(const Grid& board) {
  for (int first = 0; first < 9; ++first) {
    for (int digit = 1; digit <= 9; ++digit) {
      int in_row = 0;
      int in_column = 0;
      int in_box = 0;
      for (int k = 0; k < 9; ++k) {
        in_row += board.cells[first * 9 + k] == digit;
        in_column += board.cells[k * 9 + first] == digit;
        const int row = first / 3 * 3 + k / 3;
        const int column = first % 3 * 3 + k % 3;
        in_box += board.cells[row * 9 + column] == digit;
      }
      if (in_row != 1 || in_column != 1 || in_box != 1) return false;
    }
  }
  return true;
}

bool is_solution_of_slow(const Grid& board, const Grid& puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] != 0 && puzzle.cells[cell] != board.cells[cell]) return false;
  }
  return is_solution_slow(board);
}

}  // namespace dokumill
