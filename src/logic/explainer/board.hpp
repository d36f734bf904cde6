// Board: a puzzle with pencil marks in the form that the finders of the scale se121 need, and the
// order in which Sudoku Explainer visits cells and houses.
//
// Which of several steps of one technique comes first decides which steps exist later. So the
// order here is part of the scale: cells row by row, digits ascending, houses by kind (boxes, rows,
// columns), and the places in a house from its first cell to its last.
//
// Thread safety: values and constants. Memory: a Board has 750 bytes and allocates nothing.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "logic/cell_set.hpp"

namespace dokumill::logic::explainer {

// House 0..8: boxes; 9..17: rows; 18..26: columns. This differs from geometry.hpp.
inline constexpr int kBoxes = 0;
inline constexpr int kRows = 9;
inline constexpr int kColumns = 18;
inline constexpr int kHouseKinds = 3;
inline constexpr unsigned kAllDigits = 0x1ff;

// Tables of the relations between cells and houses.
struct Geometry {
  std::array<std::array<std::uint8_t, 9>, 27> cells{};     // [house][place]
  std::array<std::array<std::uint8_t, 3>, 81> houses{};    // [cell][kind]
  std::array<std::array<std::uint8_t, 3>, 81> places{};    // [cell][kind]: the place in the house
  std::array<std::array<std::uint8_t, 20>, 81> peers{};    // ascending
  std::array<std::array<std::uint8_t, 20>, 81> by_kind{};  // those in the box, the row, the column
};

constexpr Geometry make_geometry() {
  Geometry made;
  for (int cell = 0; cell < 81; ++cell) {
    const int row = cell / 9;
    const int column = cell % 9;
    const int house[] = {row / 3 * 3 + column / 3, kRows + row, kColumns + column};
    const int place[] = {row % 3 * 3 + column % 3, column, row};
    for (int kind = 0; kind < kHouseKinds; ++kind) {
      made.houses[cell][kind] = static_cast<std::uint8_t>(house[kind]);
      made.places[cell][kind] = static_cast<std::uint8_t>(place[kind]);
      made.cells[house[kind]][place[kind]] = static_cast<std::uint8_t>(cell);
    }
  }
  for (int cell = 0; cell < 81; ++cell) {
    int peers = 0;
    for (int other = 0; other < 81; ++other) {
      bool is_peer = false;
      for (int kind = 0; kind < kHouseKinds; ++kind) {
        is_peer = is_peer || made.houses[cell][kind] == made.houses[other][kind];
      }
      if (other != cell && is_peer) made.peers[cell][peers++] = static_cast<std::uint8_t>(other);
    }
    int listed = 0;
    for (int kind = 0; kind < kHouseKinds; ++kind) {
      for (const std::uint8_t other : made.cells[made.houses[cell][kind]]) {
        const bool is_in_box = made.houses[other][0] == made.houses[cell][0];
        if (other != cell && (kind == 0 || !is_in_box)) made.by_kind[cell][listed++] = other;
      }
    }
  }
  return made;
}
inline constexpr Geometry kGeometry = make_geometry();

// At least two cells.
inline bool has_two(CellSet cells) {
  const std::uint32_t a = cells.band(0);
  const std::uint32_t b = cells.band(1);
  const std::uint32_t c = cells.band(2);
  const bool in_one = ((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) != 0;
  return in_one || (a != 0) + (b != 0) + (c != 0) >= 2;
}

inline bool are_peers(int a, int b) {
  return peers_of(a).has(b);
}
inline int first_bit(unsigned bits) {
  return std::countr_zero(bits);
}

// Calls use(bit number) for each bit, in ascending order.
template <class Use>
void for_each_bit(unsigned bits, Use use) {
  for (; bits != 0; bits &= bits - 1) use(first_bit(bits));
}

// Digits are 0..8 here.
class Board {
 public:
  Board() = default;
  // The candidates of an open cell are the digits that no peer has.
  explicit Board(const Grid& puzzle) {
    std::array<std::uint16_t, 27> used{};
    open_in_.fill(9);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] == 0) {
        open_cells_.add(static_cast<int>(cell));
        ++open_;
        continue;
      }
      const std::size_t digit = puzzle.cells[cell] - 1U;
      ++placed_[digit];
      for (const std::uint8_t house : kGeometry.houses[cell]) {
        used[house] |= static_cast<std::uint16_t>(1U << digit);
        --open_in_[house];
      }
    }
    open_cells_.for_each([&](int open_cell) {
      const auto cell = static_cast<std::size_t>(open_cell);
      const auto& houses = kGeometry.houses[cell];
      const auto& at = kGeometry.places[cell];
      candidates_[cell] = static_cast<std::uint16_t>(
          kAllDigits & ~(used[houses[0]] | used[houses[1]] | used[houses[2]]));
      for_each_bit(candidates_[cell], [&](int bit) {
        const auto digit = static_cast<std::size_t>(bit);
        for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
          places_[houses[kind]][digit] |= static_cast<std::uint16_t>(1U << at[kind]);
        }
      });
    });
  }

  bool is_solved() const { return open_ == 0; }
  bool is_open(int cell) const { return open_cells_.has(cell); }
  // Bit d is set for each candidate d; 0 for a cell that has a digit.
  unsigned candidates(int cell) const { return candidates_[static_cast<std::size_t>(cell)]; }
  int count(int cell) const { return count9(candidates(cell)); }
  bool has(int cell, int digit) const { return (candidates(cell) >> digit & 1U) != 0; }
  // Bit i is set if the i-th cell of the house has the candidate.
  unsigned places(int house, int digit) const {
    return places_[static_cast<std::size_t>(house)][static_cast<std::size_t>(digit)];
  }
  // The digits that have one place in the house.
  unsigned only_once(int house) const {
    unsigned once = 0;
    unsigned twice = 0;
    for (const std::uint8_t cell : kGeometry.cells[static_cast<std::size_t>(house)]) {
      twice |= once & candidates_[cell];
      once |= candidates_[cell];
    }
    return once & ~twice;
  }
  // The digits that have from 2 to `most` places in the house; most: 2, 3 or 4.
  unsigned with_places(int house, int most) const {
    unsigned one = 0;  // digits with at least one place, and so on
    unsigned two = 0;
    unsigned three = 0;
    unsigned four = 0;
    unsigned five = 0;
    for (const std::uint8_t cell : kGeometry.cells[static_cast<std::size_t>(house)]) {
      const unsigned candidates = candidates_[cell];
      five |= four & candidates;
      four |= three & candidates;
      three |= two & candidates;
      two |= one & candidates;
      one |= candidates;
    }
    return two & ~(most == 2 ? three : most == 3 ? four : five);
  }
  int open_in(int house) const { return open_in_[static_cast<std::size_t>(house)]; }
  int placed(int digit) const { return placed_[static_cast<std::size_t>(digit)]; }

  // The houses that have lost a candidate since they were last asked for, as bits.
  std::uint32_t touched() const { return touched_; }
  void clear_touched(int house) { touched_ &= ~(1U << house); }

  void remove(int cell, int digit) {
    candidates_[static_cast<std::size_t>(cell)] &= static_cast<std::uint16_t>(~(1U << digit));
    const auto& houses = kGeometry.houses[static_cast<std::size_t>(cell)];
    const auto& at = kGeometry.places[static_cast<std::size_t>(cell)];
    for (std::size_t kind = 0; kind < 3; ++kind) {
      places_[houses[kind]][static_cast<std::size_t>(digit)] &=
          static_cast<std::uint16_t>(~(1U << at[kind]));
      touched_ |= 1U << houses[kind];
    }
  }
  // REQUIRES: the cell is open.
  void place(int cell, int digit) {
    for_each_bit(candidates(cell), [&](int other) { remove(cell, other); });
    for (const std::uint8_t house : kGeometry.houses[static_cast<std::size_t>(cell)]) {
      for_each_bit(places_[house][static_cast<std::size_t>(digit)], [&](int at) {
        remove(kGeometry.cells[house][static_cast<std::size_t>(at)], digit);
      });
    }
    for (const int house : kGeometry.houses[static_cast<std::size_t>(cell)]) {
      --open_in_[static_cast<std::size_t>(house)];
    }
    ++placed_[static_cast<std::size_t>(digit)];
    open_cells_.remove(cell);
    --open_;
  }

 private:
  std::array<std::uint16_t, 81> candidates_{};
  std::array<std::array<std::uint16_t, 9>, 27> places_{};
  std::array<std::uint8_t, 27> open_in_{};
  std::array<std::uint8_t, 9> placed_{};
  CellSet open_cells_;
  int open_ = 0;
  std::uint32_t touched_ = (1U << 27) - 1;
};

}  // namespace dokumill::logic::explainer
