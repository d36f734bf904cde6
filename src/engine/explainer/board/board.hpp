// Board: a puzzle and its candidates, in the form that the finders need. This
// file also defines the order in which Sudoku Explainer visits cells and houses.
//
// If a technique has several steps on a board, the step that is taken first decides which steps
// exist later. So the order here is part of the scale: cells row by row, digits ascending, houses
// by kind (boxes, rows, columns), and the places in a house from its first cell to its last. A
// finder that visits all houses in another order (boxes, columns, rows) states this order itself.
//
// Memory: a Board has 912 bytes and allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "dokumill/grid.hpp"
#include "engine/explainer/board/cell_set.hpp"
#include "engine/explainer/board/house_lanes.hpp"

namespace dokumill::explainer {

// Houses have the numbers of geometry.hpp.
inline constexpr int kFirstRow = 0;
inline constexpr int kFirstColumn = 9;
inline constexpr int kFirstBox = 18;
inline constexpr unsigned kAllDigits = 0x1ff;
inline constexpr unsigned kAllPlaces = 0x1ff;
// Candidates have the numbers cell * 9 + digit, with digits 0..8.
inline constexpr std::size_t kCandidates = std::size_t{kCells} * kDigits;

// A cell has a house of each kind.
inline constexpr int kHouseKinds = 3;
inline constexpr int kBoxKind = 0;
inline constexpr int kRowKind = 1;
inline constexpr int kColumnKind = 2;
constexpr int kind_of(int house) {
  return (house / 9 + 1) % kHouseKinds;
}

template <std::size_t kLength>
using CellTable = std::array<std::array<std::uint8_t, kLength>, kCells>;
// [cell][kind]: its houses.
inline constexpr auto kHousesOf = [] {
  CellTable<kHouseKinds> houses{};
  for (int house = 0; house < kHouses; ++house) {
    for (const int cell : kHouseCells[house]) {
      houses[cell][kind_of(house)] = static_cast<std::uint8_t>(house);
    }
  }
  return houses;
}();
// [cell][kind]: its place in this house.
inline constexpr auto kPlacesOf = [] {
  CellTable<kHouseKinds> places{};
  for (int house = 0; house < kHouses; ++house) {
    for (std::uint8_t place = 0; place < 9; ++place) {
      places[kHouseCells[house][place]][kind_of(house)] = place;
    }
  }
  return places;
}();
// All houses: boxes, then rows, then columns.
inline constexpr auto kHousesByKind = [] {
  std::array<int, kHouses> houses{};
  for (int i = 0; i < kHouses; ++i) houses[i] = (i + kFirstBox) % kHouses;
  return houses;
}();
// [cell]: its peers: in the box, then in the row, then in the column.
inline constexpr auto kPeersByKind = [] {
  CellTable<kPeers> peers{};
  for (int cell = 0; cell < kCells; ++cell) {
    int listed = 0;
    for (int kind = 0; kind < kHouseKinds; ++kind) {
      for (const std::uint8_t other : kHouseCells[kHousesOf[cell][kind]]) {
        const bool is_in_box = kHousesOf[other][kBoxKind] == kHousesOf[cell][kBoxKind];
        if (other != cell && (kind == kBoxKind || !is_in_box)) peers[cell][listed++] = other;
      }
    }
  }
  return peers;
}();

// [cell][house]: a set of places in the house, as bits: the places of a digit that remain possible
// after the digit is placed in the cell.
inline constexpr auto kPlacesLeft = [] {
  std::array<HouseLanes, kCells> left{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (std::size_t house = 0; house < 27; ++house) left[cell][house] = 0x1ff;
    const auto clear = [&](std::uint8_t other) {
      for (int kind = 0; kind < kHouseKinds; ++kind) {
        const unsigned place = 1U << kPlacesOf[other][kind];
        left[cell][kHousesOf[other][kind]] &= static_cast<std::uint16_t>(~place);
      }
    };
    clear(static_cast<std::uint8_t>(cell));
    for (const std::uint8_t peer : kPeerCells[cell]) clear(peer);
  }
  return left;
}();

// [cell][other]: all bits if `other` is a peer of the cell, otherwise none. Cells 81 to 87 do not
// exist; they fill the last vector.
inline constexpr std::size_t kCellLanes = 88;
inline constexpr auto kPeerLanes = [] {
  std::array<std::array<std::uint16_t, kCellLanes>, kCells> lanes{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (const std::uint8_t peer : kPeerCells[cell]) lanes[cell][peer] = 0xffff;
  }
  return lanes;
}();

// True if the set has at least two cells.
inline bool has_two(CellSet cells) {
  const std::uint32_t a = cells.band(0);
  const std::uint32_t b = cells.band(1);
  const std::uint32_t c = cells.band(2);
  const bool in_one = ((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) != 0;
  return in_one || (a != 0) + (b != 0) + (c != 0) >= 2;
}

// The place of the cell in one of its houses, as a bit.
inline unsigned place_in(int house, int cell) {
  return 1U << kPlacesOf[cell][kind_of(house)];
}
// Calls use(house) for each house that has both cells: box, row, column.
template <class Use>
void each_shared_house(int a, int b, Use use) {
  for (const int house : kHousesOf[a]) {
    if (house_cells(house).has(b)) use(house);
  }
}
inline bool are_peers(int a, int b) {
  return kPeerLanes[a][b] != 0;
}
inline int first_bit(unsigned bits) {
  return std::countr_zero(bits);
}
// REQUIRES: two bits or more. (GCC 14 warns of an index of 32 if this may be std::countr_zero(0).)
inline int second_bit(unsigned bits) {
  return __builtin_ctz(bits & (bits - 1));
}

// Calls use(bit number) for each bit, in ascending order.
template <class Use>
void for_each_bit(unsigned bits, Use use) {
  for (; bits != 0; bits &= bits - 1) use(first_bit(bits));
}

// Nine sets, as bits: the candidates of the places of a house, or the places of the digits.
using Sets = std::array<unsigned, 9>;

// Digits are 0..8 here.
class Board {
 public:
  Board() = default;
  // The candidates of an open cell are the digits that no peer has. REQUIRES: no two peers have the
  // same digit.
  explicit Board(const Grid& puzzle) {
    HouseLanes open{};                     // [house]: its open cells, as bits
    std::array<std::uint16_t, 27> used{};  // [house]: its digits, as bits
    std::fill_n(open.begin(), kHouses, kAllDigits);
    places_.fill(open);
    open_in_.fill(9);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] == 0) {
        open_cells_.add(static_cast<int>(cell));
        ++open_;
        continue;
      }
      const std::size_t digit = puzzle.cells[cell] - 1U;
      digits_[cell] = static_cast<std::uint8_t>(digit);
      ++placed_[digit];
      keep_lanes(places_[digit], kPlacesLeft[cell]);
      for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
        const std::uint8_t house = kHousesOf[cell][kind];
        open[house] &= static_cast<std::uint16_t>(~(1U << kPlacesOf[cell][kind]));
        used[house] |= static_cast<std::uint16_t>(1U << digit);
        --open_in_[house];
      }
    }
    for (HouseLanes& houses : places_) keep_lanes(houses, open);
    open_cells_.for_each([&](int cell) {
      const auto& [box, row, column] = kHousesOf[cell];
      candidates_[cell] =
          static_cast<std::uint16_t>(kAllDigits & ~(used[box] | used[row] | used[column]));
    });
  }

  bool is_solved() const { return open_ == 0; }
  int open() const { return open_; }  // the number of empty cells
  CellSet open_cells() const { return open_cells_; }
  bool is_open(int cell) const { return open_cells_.has(cell); }
  // Bit d is set for each candidate d; 0 for a cell that has a digit.
  unsigned candidates(int cell) const { return candidates_[cell]; }
  bool has_same_candidates(const Board& other) const { return candidates_ == other.candidates_; }
  int count(int cell) const { return count9(candidates(cell)); }
  bool has(int cell, int digit) const { return (candidates(cell) >> digit & 1U) != 0; }
  // Bit i is set if the i-th cell of the house has the candidate.
  unsigned places(int house, int digit) const { return places_[digit][house]; }
  // The places of the digit in all houses.
  const HouseLanes& places(int digit) const { return places_[digit]; }
  // [place]: the candidates of the cell.
  Sets candidates_in(int house) const {
    Sets sets;
    for (int place = 0; place < 9; ++place) sets[place] = candidates_[kHouseCells[house][place]];
    return sets;
  }
  // The digits that have exactly one place in the house.
  unsigned only_once(int house) const {
    unsigned once = 0;
    unsigned twice = 0;
    for (const std::uint8_t cell : kHouseCells[house]) {
      twice |= once & candidates_[cell];
      once |= candidates_[cell];
    }
    return once & ~twice;
  }
  // The digits that have from 2 to `max` places in the house; max: 2, 3 or 4.
  unsigned with_places(int house, int max) const {
    unsigned one = 0;  // digits with at least one place, and so on
    unsigned two = 0;
    unsigned three = 0;
    unsigned four = 0;
    unsigned five = 0;
    for (const std::uint8_t cell : kHouseCells[house]) {
      const unsigned candidates = candidates_[cell];
      five |= four & candidates;
      four |= three & candidates;
      three |= two & candidates;
      two |= one & candidates;
      one |= candidates;
    }
    return two & ~(max == 2 ? three : max == 3 ? four : five);
  }
  // REQUIRES: the cell has a digit.
  int digit(int cell) const { return digits_[cell]; }
  int open_in(int house) const { return open_in_[house]; }
  int placed(int digit) const { return placed_[digit]; }

  // The cells that have the candidate.
  CellSet cells_with(int digit) const {
    const HouseLanes& houses = places(digit);
    solver::Bands bands{};
    for (std::size_t band = 0; band < 3; ++band) {
      const std::uint16_t* row = &houses[kFirstRow + 3 * band];
      bands[band] = row[0] | unsigned{row[1]} << 9 | unsigned{row[2]} << 18;
    }
    return bands;
  }
  // The open cells whose candidates `fits` accepts. fits() gets the candidates of eight cells at
  // once, one cell per lane. In each lane, it must return all bits (the cell is accepted) or no
  // bits. In a lane without candidates, it must return no bits.
  template <class Fits>
  CellSet cells_that(Fits fits) const {
    const auto part = [&](std::size_t i) {
      Lanes lanes;
      std::memcpy(&lanes, &candidates_[8 * i], sizeof lanes);
      return reinterpret_cast<Lanes>(fits(lanes));
    };
    const auto two = [&](std::size_t i) -> std::uint64_t {
      return bits_of_lanes(part(i), part(i + 1));
    };
    const std::uint64_t low = two(0) | two(2) << 16 | two(4) << 32 | two(6) << 48;
    const std::uint64_t high = two(8) | std::uint64_t{bits_of_lanes(part(10), Lanes{})} << 16;
    constexpr std::uint64_t kBand = (1U << 27) - 1;
    solver::Bands bands{};
    bands[0] = static_cast<std::uint32_t>(low & kBand);
    bands[1] = static_cast<std::uint32_t>(low >> 27 & kBand);
    bands[2] = static_cast<std::uint32_t>((low >> 54 | high << 10) & kBand);
    return bands;
  }
  // The cells with 1, 2 and 3 candidates.
  CellSet single_cells() const { return cells_that(kHaveBits<1>); }
  CellSet bivalue_cells() const { return cells_that(kHaveBits<2>); }
  CellSet trivalue_cells() const { return cells_that(kHaveBits<3>); }

  void remove(int cell, int digit) {
    candidates_[cell] &= static_cast<std::uint16_t>(~(1U << digit));
    leave_houses(static_cast<std::size_t>(cell), static_cast<std::size_t>(digit));
  }
  // Places the digit. Returns a set of houses, as bits: the houses that lose a candidate. REQUIRES:
  // the cell is open.
  std::uint32_t place(int open_cell, int digit) {
    const auto cell = static_cast<std::size_t>(open_cell);
    const auto bit = static_cast<std::uint16_t>(1U << digit);
    for_each_bit(candidates_[cell] & ~bit,
                 [&](int other) { leave_houses(cell, static_cast<std::size_t>(other)); });
    candidates_[cell] = 0;
    for (std::size_t other = 0; other < candidates_.size(); ++other) {
      candidates_[other] &= static_cast<std::uint16_t>(~(kPeerLanes[cell][other] & bit));
    }
    HouseLanes& houses = places_[digit];
    Lanes has_lost[4];
    for (std::size_t part = 0; part < 4; ++part) {
      const Lanes before = load_lanes(houses, part);
      const Lanes left = before & load_lanes(kPlacesLeft[cell], part);
      store_lanes(houses, part, left);
      has_lost[part] = reinterpret_cast<Lanes>(before != left);
    }
    std::uint32_t touched =
        bits_of_lanes(has_lost[0], has_lost[1]) | bits_of_lanes(has_lost[2], has_lost[3]) << 16;
    for (const std::uint8_t house : kHousesOf[cell]) {
      touched |= 1U << house;
      --open_in_[house];
    }
    ++placed_[digit];
    digits_[cell] = static_cast<std::uint8_t>(digit);
    open_cells_.remove(open_cell);
    --open_;
    return touched;
  }

 private:
  static void keep_lanes(HouseLanes& houses, const HouseLanes& kept) {
    for (std::size_t part = 0; part < 4; ++part) {
      store_lanes(houses, part, load_lanes(houses, part) & load_lanes(kept, part));
    }
  }
  void leave_houses(std::size_t cell, std::size_t digit) {
    const auto& houses = kHousesOf[cell];
    const auto& at = kPlacesOf[cell];
    for (std::size_t kind = 0; kind < 3; ++kind) {
      places_[digit][houses[kind]] &= static_cast<std::uint16_t>(~(1U << at[kind]));
    }
  }

  std::array<std::uint16_t, kCellLanes> candidates_{};
  std::array<HouseLanes, kDigits> places_{};
  std::array<std::uint8_t, 27> open_in_{};
  std::array<std::uint8_t, 9> placed_{};
  std::array<std::uint8_t, kCells> digits_{};
  CellSet open_cells_;
  int open_ = 0;
};

}  // namespace dokumill::explainer
