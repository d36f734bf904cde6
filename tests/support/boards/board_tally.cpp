#include "support/boards/board_tally.hpp"

#include <algorithm>

namespace dokumill::testing {
namespace {

struct Neighbours {
  std::size_t first;
  std::size_t second;
};
// Numbers 0..71: two cells side by side in a row. 72..143: two cells one above the other in a
// column (the transposed pairs).
constexpr Neighbours neighbours(std::size_t which) {
  const std::size_t line = which % 72 / 8;
  const std::size_t along = which % 8;
  return which < 72 ? Neighbours{9 * line + along, 9 * line + along + 1}
                    : Neighbours{9 * along + line, 9 * along + 9 + line};
}

}  // namespace

BoardTally::BoardTally() : pairs_(kNeighbours) {
  for (auto& counts : bands_) counts.assign(kinds_.size(), 0);
}

void BoardTally::add(const Grid& board) {
  ++boards_;
  for (std::size_t cell = 0; cell < kCells; ++cell) ++digits_[cell][board.cells[cell] - 1U];
  for (std::size_t which = 0; which < kNeighbours; ++which) {
    const Neighbours cells = neighbours(which);
    ++pairs_[which][9U * board.cells[cells.first] + board.cells[cells.second] - 10U];
  }
  for (int band = 0; band < BandKinds::kBandsOfABoard; ++band) {
    ++bands_[static_cast<std::size_t>(band)][kinds_.kind_of(board, band)];
  }
}

ChiSquare BoardTally::digits_of_cell(std::size_t cell) const {
  return chi_square(digits_[cell], std::vector<double>(9, 1.0 / 9));
}

ChiSquare BoardTally::digits_of_all_cells() const {
  const auto boards = static_cast<double>(boards_);
  ChiSquare result{0, 480};
  for (std::size_t digit = 0; digit < 9; ++digit) {
    // `rest` is the part of the counts in the space 6 x 6 (see board_tally.hpp): the counts minus
    // the means of their minirows and minicolumns.
    std::array<double, kCells> rest;
    std::array<double, kCells> all;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      all[cell] = static_cast<double>(digits_[cell][digit]) - boards / 9;
    }
    const auto mean_along = [&](std::size_t cell, std::size_t step, std::size_t position) {
      const std::size_t start = cell - step * position;
      return (all[start] + all[start + step] + all[start + 2 * step]) / 3;
    };
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      // The deviations in a box add up to exactly 0, so the mean of the box is not added back.
      rest[cell] = all[cell] - mean_along(cell, 1, cell % 3) - mean_along(cell, 9, cell / 9 % 3);
      const double others = all[cell] - rest[cell];
      result.sum += rest[cell] * rest[cell] / (boards / 8);
      result.sum += others * others / (boards * 3 / 16);
    }
  }
  return result;
}

ChiSquare BoardTally::pairs_of_neighbours(std::size_t which) const {
  std::vector<std::uint64_t> counts;
  for (std::size_t pair = 0; pair < 81; ++pair) {
    if (pair / 9 != pair % 9) counts.push_back(pairs_[which][pair]);
  }
  return chi_square(counts, std::vector<double>(72, 1.0 / 72));
}

ChiSquare BoardTally::kinds_of_band(std::size_t band) const {
  double all = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    all += static_cast<double>(kinds_.boards(kind));
  }
  std::vector<double> shares;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    shares.push_back(static_cast<double>(kinds_.boards(kind)) / all);
  }
  return chi_square(bands_[band], shares);
}

}  // namespace dokumill::testing
