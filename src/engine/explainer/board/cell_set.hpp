// CellSet: a set of cells as one vector. This file also has a CellSet for the peers of each cell,
// and one for the cells of each house.
//
// Cell c is bit (c % 27) of lane (c / 27), as in solver::Bands.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "engine/solver/candidates.hpp"

namespace dokumill::explainer {

// [set]: the number of elements of a set of nine bits. x86-64 without extensions has no instruction
// that counts bits. Without this table, the compiler called a function of its runtime library, and
// these calls took 44 % of the time of rating.
inline constexpr auto kNineBitCounts = [] {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < 512; ++bits) {
    table[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  }
  return table;
}();
inline int count9(unsigned bits) {
  return kNineBitCounts[bits];
}

inline bool is_single(unsigned bits) {
  return bits != 0 && (bits & (bits - 1)) == 0;
}

class CellSet {
 public:
  CellSet() = default;
  CellSet(solver::Bands bits) : bits_(bits) {}
  CellSet(const std::array<std::uint32_t, 4>& bits) {
    std::memcpy(&bits_, bits.data(), sizeof bits_);
  }
  static CellSet of(int cell) { return solver::cell_bit(cell); }

  bool has(int cell) const { return solver::has(bits_, cell); }
  bool empty() const { return !solver::any(bits_); }
  int count() const {
    return std::popcount(bits_[0]) + std::popcount(bits_[1]) + std::popcount(bits_[2]);
  }
  // The lowest cell. REQUIRES: the set is not empty.
  int first() const {
    for (int band = 0;; ++band) {
      if (bits_[band] != 0) return band * solver::kBandCells + std::countr_zero(bits_[band]);
    }
  }
  std::uint32_t band(int band) const { return bits_[band]; }
  solver::Bands bands() const { return bits_; }

  void add(int cell) { bits_ |= solver::cell_bit(cell); }
  void remove(int cell) { bits_ &= ~solver::cell_bit(cell); }

  CellSet& operator|=(CellSet other) { return bits_ |= other.bits_, *this; }
  CellSet& operator&=(CellSet other) { return bits_ &= other.bits_, *this; }
  friend CellSet operator|(CellSet a, CellSet b) { return a.bits_ | b.bits_; }
  friend CellSet operator&(CellSet a, CellSet b) { return a.bits_ & b.bits_; }
  // The cells of `a` that are not in `b`.
  friend CellSet operator-(CellSet a, CellSet b) { return a.bits_ & ~b.bits_; }
  friend bool operator==(CellSet a, CellSet b) { return !solver::any(a.bits_ ^ b.bits_); }

  // Calls use(cell) for each cell, in ascending order. any_of() stops when use() returns true.
  template <class Use>
  bool any_of(Use use) const {
    for (int band = 0; band < 3; ++band) {
      for (std::uint32_t bits = bits_[band]; bits != 0; bits &= bits - 1) {
        if (use(band * solver::kBandCells + std::countr_zero(bits))) return true;
      }
    }
    return false;
  }
  template <class Use>
  void for_each(Use use) const {
    any_of([&](int cell) { return use(cell), false; });
  }

 private:
  solver::Bands bits_{};
};

namespace detail {
template <std::size_t kSets, std::size_t kPerSet>
constexpr auto bits_of(const std::array<std::array<std::uint8_t, kPerSet>, kSets>& lists) {
  std::array<std::array<std::uint32_t, 4>, kSets> sets{};
  for (std::size_t set = 0; set < kSets; ++set) {
    for (const int cell : lists[set]) sets[set][cell / 27] |= 1U << cell % 27;
  }
  return sets;
}
inline constexpr auto kPeerBits = bits_of(kPeerCells);
inline constexpr auto kHouseBits = bits_of(kHouseCells);
}  // namespace detail

// The 20 peers of a cell, and the nine cells of a house.
inline CellSet peers_of(int cell) {
  return detail::kPeerBits[cell];
}
inline CellSet house_cells(int house) {
  return detail::kHouseBits[house];
}

}  // namespace dokumill::explainer
