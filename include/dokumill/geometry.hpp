// The geometry of the 9x9 grid: cells, houses and peers, as constexpr relations.
//
//   cell   0..80, in row-major order
//   box    0..8, from left to right, then down
//   house  0..26: rows 0-8, columns 9-17, boxes 18-26
//   band   0..2: three boxes side by side
//   stack  0..2: three boxes one above the other
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace dokumill {

inline constexpr int kCells = 81;
inline constexpr int kHouses = 27;
inline constexpr int kDigits = 9;
inline constexpr int kPeers = 20;

// A digit 1..9. REQUIRES: 1 <= value <= 9.
class Digit {
 public:
  constexpr explicit Digit(int value) : value_(static_cast<std::uint8_t>(value)) {
    assert(value >= 1 && value <= 9);
  }
  constexpr int value() const { return value_; }
  friend constexpr auto operator<=>(Digit, Digit) = default;

 private:
  std::uint8_t value_;
};

// A cell of the grid. REQUIRES: 0 <= index < 81.
class Cell {
 public:
  constexpr explicit Cell(int index) : index_(static_cast<std::uint8_t>(index)) {
    assert(index >= 0 && index < kCells);
  }
  static constexpr Cell at(int row, int column) { return Cell(row * 9 + column); }
  constexpr int index() const { return index_; }
  constexpr int row() const { return index_ / 9; }
  constexpr int column() const { return index_ % 9; }
  constexpr int band() const { return index_ / 27; }
  constexpr int stack() const { return index_ % 9 / 3; }
  constexpr int box() const { return band() * 3 + stack(); }
  friend constexpr auto operator<=>(Cell, Cell) = default;

 private:
  std::uint8_t index_;
};

// kHouseCells[house] lists the nine cell indices of a house in ascending order.
inline constexpr std::array<std::array<std::uint8_t, 9>, kHouses> kHouseCells = [] {
  std::array<std::array<std::uint8_t, 9>, kHouses> houses{};
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t j = 0; j < 9; ++j) {
      houses[i][j] = static_cast<std::uint8_t>(i * 9 + j);
      houses[9 + i][j] = static_cast<std::uint8_t>(j * 9 + i);
      houses[18 + i][j] = static_cast<std::uint8_t>((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
    }
  }
  return houses;
}();

// kPeerCells[cell] lists the 20 other cells that share a house with the cell, in ascending order.
inline constexpr std::array<std::array<std::uint8_t, kPeers>, kCells> kPeerCells = [] {
  std::array<std::array<std::uint8_t, kPeers>, kCells> peers{};
  for (std::size_t a = 0; a < kCells; ++a) {
    std::size_t count = 0;
    for (std::size_t b = 0; b < kCells; ++b) {
      const Cell x(static_cast<int>(a)), y(static_cast<int>(b));
      if (a != b && (x.row() == y.row() || x.column() == y.column() || x.box() == y.box())) {
        peers[a][count++] = static_cast<std::uint8_t>(b);
      }
    }
  }
  return peers;
}();

}  // namespace dokumill
