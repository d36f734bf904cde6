#include "features/singles.hpp"

#include <bit>

namespace dokumill::features {
namespace {

constexpr Singles::Mask kAllDigits = 0x1FF;

// The three houses of a cell, and the place of the cell in each as a mask.
struct CellHouses {
  std::array<std::uint8_t, 3> house;
  std::array<Singles::Mask, 3> place;
};
constexpr std::array<CellHouses, kCells> kHousesOf = [] {
  std::array<CellHouses, kCells> all{};
  for (int i = 0; i < kCells; ++i) {
    const Cell cell(i);
    const int in_box = cell.row() % 3 * 3 + cell.column() % 3;
    const std::array<int, 3> houses{cell.row(), 9 + cell.column(), 18 + cell.box()};
    const std::array<int, 3> places{cell.column(), cell.row(), in_box};
    for (std::size_t k = 0; k < 3; ++k) {
      all[static_cast<std::size_t>(i)].house[k] = static_cast<std::uint8_t>(houses[k]);
      all[static_cast<std::size_t>(i)].place[k] = static_cast<Singles::Mask>(1 << places[k]);
    }
  }
  return all;
}();

constexpr auto kPeerSets = [] {
  std::array<std::array<std::uint64_t, 2>, kCells> sets{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (const std::uint8_t peer : kPeerCells[cell]) {
      sets[cell][peer / 64] |= std::uint64_t{1} << (peer % 64);
    }
  }
  return sets;
}();

// REQUIRES: mask is not 0. (std::has_single_bit() counts all bits, and few processors of the
// baseline have an instruction for this.)
constexpr bool has_one_bit(Singles::Mask mask) {
  return (mask & (mask - 1)) == 0;
}

}  // namespace

bool Singles::start(const Grid& grid) {
  std::array<Mask, kHouses> used{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (grid.cells[cell] == 0) continue;
    const Mask bit = static_cast<Mask>(1 << (grid.cells[cell] - 1));
    for (const std::uint8_t house : kHousesOf[cell].house) {
      if ((used[house] & bit) != 0) return false;
      used[house] |= bit;
    }
  }
  places_ = {};
  cells_of_ = {};
  noted_count_ = set_cells_ = start_candidates_ = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const CellHouses& of = kHousesOf[cell];
    const bool is_given = grid.cells[cell] != 0;
    is_set_[cell] = is_given;
    set_cells_ += is_given ? 1 : 0;
    Mask mask = is_given ? static_cast<Mask>(1 << (grid.cells[cell] - 1))
                         : kAllDigits & static_cast<Mask>(~(used[of.house[0]] | used[of.house[1]] |
                                                            used[of.house[2]]));
    cells_[cell] = mask;
    if (mask == 0) return false;
    if (!is_given && has_one_bit(mask)) {
      noted_[static_cast<std::size_t>(noted_count_++)] = static_cast<std::uint8_t>(cell);
    }
    for (; mask != 0; mask &= static_cast<Mask>(mask - 1)) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(mask));
      for (std::size_t k = 0; k < 3; ++k) places_[of.house[k]][bit] |= of.place[k];
      cells_of_[bit][cell / 64] |= std::uint64_t{1} << (cell % 64);
      start_candidates_ += is_given ? 0 : 1;
    }
  }
  for (std::size_t house = 0; house < kHouses; ++house) {
    for (int digit = 1; digit <= kDigits; ++digit) {
      const Mask places = places_[house][static_cast<std::size_t>(digit - 1)];
      if (places == 0) return false;
      if (!has_one_bit(places)) continue;
      const int only = kHouseCells[house][static_cast<std::size_t>(std::countr_zero(places))];
      if (!has_one_bit(candidates(only)) && !keep_only(only, digit)) return false;
    }
  }
  return take_singles();
}

int Singles::count_candidates() const {
  int count = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    if (!is_set(cell)) count += std::popcount(candidates(cell));
  }
  return count;
}

bool Singles::keep_only(int cell, int digit) {
  const Mask kept = static_cast<Mask>(1 << (digit - 1));
  Mask others = candidates(cell);
  if ((others & kept) == 0) return false;
  for (others &= static_cast<Mask>(~kept); others != 0; others &= static_cast<Mask>(others - 1)) {
    if (!exclude(cell, std::countr_zero(others) + 1)) return false;
  }
  return true;
}

bool Singles::exclude(int cell, int digit) {
  const auto index = static_cast<std::size_t>(cell);
  const auto bit = static_cast<std::size_t>(digit - 1);
  Mask& mask = cells_[index];
  const Mask removed = static_cast<Mask>(1U << bit);
  if ((mask & removed) == 0) return true;
  mask ^= removed;
  cells_of_[bit][index / 64] ^= std::uint64_t{1} << (index % 64);
  if (mask == 0) return false;
  // The mask has changed, so it has one bit for the first time.
  if (has_one_bit(mask)) noted_[static_cast<std::size_t>(noted_count_++)] = index & 0xFF;
  const CellHouses& of = kHousesOf[index];
  for (std::size_t k = 0; k < 3; ++k) {
    Mask& places = places_[of.house[k]][bit];
    places ^= of.place[k];
    if (places == 0) return false;
    if (!has_one_bit(places)) continue;
    const int only = kHouseCells[of.house[k]][static_cast<std::size_t>(std::countr_zero(places))];
    if (!has_one_bit(candidates(only)) && !keep_only(only, digit)) return false;
  }
  return true;
}

bool Singles::take_singles() {
  while (noted_count_ != 0) {
    const std::size_t cell = noted_[static_cast<std::size_t>(--noted_count_)];
    is_set_[cell] = true;
    ++set_cells_;
    const int digit = std::countr_zero(cells_[cell]) + 1;
    // exclude() may remove more candidates of the digit, so the set is read again each time.
    const auto& having = cells_of_[static_cast<std::size_t>(digit - 1)];
    for (std::size_t word = 0; word < 2; ++word) {
      while (const std::uint64_t peers = having[word] & kPeerSets[cell][word]) {
        const int peer = static_cast<int>(word) * 64 + std::countr_zero(peers);
        if (!exclude(peer, digit)) return false;
      }
    }
  }
  return true;
}

}  // namespace dokumill::features
