// Counts features of boards: digits in cells, pairs of digits in neighbouring cells, and kinds of
// bands. The probabilities of these features are known for uniformly random boards.
//
// The functions that return a ChiSquare compare the counts with exact probabilities. So the sum in
// the result can be compared with the distribution that it has for uniformly random boards. The
// boards must be drawn independently of each other.
//
// Memory: 2 MiB. Cost: 1 us per board.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "support/boards/band_kinds.hpp"
#include "support/boards/chi_square.hpp"

namespace dokumill::testing {

class BoardTally {
 public:
  BoardTally();

  void add(const Grid& board);
  std::uint64_t boards() const { return boards_; }
  const BandKinds& kinds() const { return kinds_; }

  // Tests the digits of one cell: 8 degrees of freedom.
  ChiSquare digits_of_cell(std::size_t cell) const;

  // Tests all 81 x 9 counts at once, and accounts for their dependencies: 480 degrees of freedom.
  //
  // A function of the cells is a sum of products of a function of the row and a function of the
  // column. A function of the row has a constant part, a part that depends on the band only (2
  // dimensions), and a part that adds up to 0 in each band (6 dimensions). A function of the column
  // has the same three parts, with stacks. A product of two parts is named by their dimensions,
  // such as 2 x 6. Each house has each digit once. So only the parts 2 x 6, 6 x 2 and 6 x 6 of the
  // counts vary: 60 of 81 dimensions for the cells, times 8 of 9 for the digits.
  //
  // The symmetries of the grid leave no smaller subspace of 6 x 6 invariant, and no smaller
  // subspace of 2 x 6 and 6 x 2 together. So the covariance of the counts is a single number on
  // each of these two spaces. Both numbers follow from the probability that two cells have the same
  // digit. By symmetry, this probability is 0 for two cells of a house. It is 1/6 for two cells
  // without a common house in two boxes of a band or stack, and 1/9 for all other pairs of cells.
  // The two numbers are 1/8 (for 6 x 6) and 3/16 (for the other space) of the number of boards.
  ChiSquare digits_of_all_cells() const;

  // Tests the ordered pairs of different digits in two neighbouring cells: 71 degrees of freedom.
  static constexpr std::size_t kNeighbours = 144;  // 72 side by side, 72 one above the other
  ChiSquare pairs_of_neighbours(std::size_t which) const;

  // Tests the kinds of a band (0..2) or stack (3..5): kinds().size() - 1 degrees of freedom.
  ChiSquare kinds_of_band(std::size_t band) const;

 private:
  BandKinds kinds_;
  std::uint64_t boards_ = 0;
  std::array<std::array<std::uint64_t, 9>, kCells> digits_{};
  std::vector<std::array<std::uint64_t, 81>> pairs_;  // by 9 * first + second digit - 10
  std::array<std::vector<std::uint64_t>, BandKinds::kBandsOfABoard> bands_;
};

}  // namespace dokumill::testing
