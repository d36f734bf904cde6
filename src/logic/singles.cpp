// Hidden singles (a digit has one place left in a house) and naked singles (a cell has one
// candidate left).
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

constexpr std::uint32_t kRow = 0777;

bool place(int house, int cell, int digit, Step& step) {
  if (house >= 0) add_house(house, step);
  step.cells.emplace_back(cell);
  step.digits.emplace_back(digit + 1);
  step.placement = candidate(cell, digit);
  return true;
}

// The index is a set of columns, one bit for each of the nine columns. In the entry, bit k is set
// if exactly one of the columns 3k, 3k + 1 and 3k + 2 (the columns of box k of a band) is in the
// set.
constexpr auto kOneInBox = [] {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < 512; ++bits) {
    for (unsigned box = 0; box < 3; ++box) {
      if (std::popcount(bits >> 3 * box & 7U) == 1)
        table[bits] |= static_cast<std::uint8_t>(1U << box);
    }
  }
  return table;
}();
// The index is a set of columns, as for kOneInBox. In the entry, bit k is set if at least one of
// the columns 3k, 3k + 1 and 3k + 2 is in the set.
constexpr auto kAnyInBox = [] {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < 512; ++bits) {
    for (unsigned box = 0; box < 3; ++box) {
      if ((bits >> 3 * box & 7U) != 0) table[bits] |= static_cast<std::uint8_t>(1U << box);
    }
  }
  return table;
}();

// For the places of a digit in one band: the columns with at least one place, and the columns with
// two or three places.
struct ColumnCounts {
  std::uint32_t any;
  std::uint32_t several;
};
ColumnCounts count_columns(std::uint32_t band) {
  const std::uint32_t a = band & kRow, b = band >> 9 & kRow, c = band >> 18 & kRow;
  return {a | b | c, (a & b) | (a & c) | (b & c)};
}

}  // namespace

bool find_hidden_single_in_box(const LogicState& state, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const LogicState::CellBits& places = state.places(Digit(digit + 1));
    for (int band = 0; band < 3; ++band) {
      const std::uint32_t bits = places[static_cast<std::size_t>(band)];
      const auto [any, several] = count_columns(bits);
      const unsigned lone = kOneInBox[any] & ~kAnyInBox[several];
      if (lone == 0) continue;
      const int box = std::countr_zero(lone);
      const std::uint32_t in_box = bits & (07'007'007U << 3 * box);
      return place(18 + band * 3 + box, band * 27 + std::countr_zero(in_box), digit, step);
    }
  }
  return false;
}

bool find_hidden_single_in_line(const LogicState& state, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const LogicState::CellBits& places = state.places(Digit(digit + 1));
    for (int row = 0; row < 9; ++row) {
      const std::uint32_t bits = places[static_cast<std::size_t>(row / 3)] >> 9 * (row % 3) & kRow;
      if (bits == 0 || (bits & (bits - 1)) != 0) continue;
      return place(row, row * 9 + std::countr_zero(bits), digit, step);
    }
    std::uint32_t once = 0, twice = 0;
    for (int band = 0; band < 3; ++band) {
      const auto [any, several] = count_columns(places[static_cast<std::size_t>(band)]);
      twice |= several | (once & any);
      once |= any;
    }
    const std::uint32_t lone = once & ~twice;
    if (lone == 0) continue;
    const int column = std::countr_zero(lone);
    return place(9 + column, (CellSet(places) & house_cells(9 + column)).first(), digit, step);
  }
  return false;
}

bool find_naked_single(const LogicState& state, Step& step) {
  CellSet once, twice;
  for (int digit = 0; digit < kDigits; ++digit) {
    const CellSet places = state.places(Digit(digit + 1));
    twice |= once & places;
    once |= places;
  }
  const CellSet lone = once - twice;
  if (lone.empty()) return false;
  const int cell = lone.first();
  return place(-1, cell, std::countr_zero(state.candidates(Cell(cell))), step);
}

}  // namespace dokumill::logic
