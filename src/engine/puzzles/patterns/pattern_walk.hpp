// PatternWalk: a try at a puzzle whose clues are in given cells.
//
// Random boards hardly help: of the puzzles that keep the clues of a pattern of 24 cells, perhaps
// one in a million has one solution. So a try starts with the clues of one board, and then walks.
// In each step, it draws a cell of the pattern, and counts the solutions with each digit in this
// cell, up to kLimit. If a digit leaves exactly one solution, the try has found its puzzle.
// Otherwise it draws one of the digits that leave solutions, with weights that prefer few:
// 1 / count^6. So the number of solutions falls, but the walk can leave a dead end. After kSteps
// steps without a puzzle, the try fails.
//
//   digit in the cell   1    2    3    4    5    6    7    8    9
//   solutions           -    14   0    50+  -    -    3    50+  0     - : a peer has this digit
//   drawn with          -    1e-4      5e-8           0.9999
//
// With a given board, a try does not walk: it takes an image of the board under a random symmetry
// (the first try: the board itself), and asks whether its clues in the pattern have one solution.
//
// Steps until a puzzle is found: 10 for a pattern of 28 cells, 25 of 24, 150 of 22, 30,000 of 20
// (docs/puzzles.md).
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.hpp"
#include "engine/puzzles/attempt.hpp"

namespace dokumill::puzzles {

class PatternWalk final : public Attempt {
 public:
  // The questions of a walk count solutions up to this number. With 12, 50 and 200, a pattern of 24
  // cells takes 32, 25 and 24 steps, and the solutions of a step are 44, 130 and 340.
  static constexpr std::uint64_t kLimit = 50;
  static constexpr int kSteps = 256;

  bool candidate(Grid& out) override;
  void settle(bool) override {}
  void settle_count(std::uint64_t solutions) override;
  bool take_result(MadePuzzle& made) const override;

 private:
  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;
  void draw_cell();
  void draw_digit();

  RandomStream random_{0, 0, RandomPurpose::kBoard};
  Grid puzzle_;
  bool is_found_ = false;
  bool walks_ = true;
  std::array<std::uint8_t, kCells> cells_{};  // of the pattern
  int cell_count_ = 0;
  int steps_ = 0;
  int cell_ = 0;   // the cell of this step, as an index into cells_
  int digit_ = 0;  // the digit of the last question; 0 before the first one
  std::array<std::uint8_t, kDigits + 1> counts_{};  // the answers of this step
};

}  // namespace dokumill::puzzles
