// LoopWalk: searches for loops of cells in which each cell has both digits of a given pair as
// candidates.
//
// The cells of a loop are numbered from 0, in the order of the loop. Each house that a loop visits
// has exactly two cells of the loop: one with an even number and one with an odd number. A cell
// that has other candidates besides the pair is an extra cell, and these candidates are its extra
// digits. A loop has at least one cell that is not extra, and the search begins at a cell of this
// kind. The search visits only loops that also have
//
//   - any number of extra cells, if all of them have the same extra digit, or
//   - one extra cell, or two extra cells in a common house, with any extra digits. (Types 3 and 4
//     of loops.cpp need two extra cells.)
//
// The class Search must have two functions. extra_of(cell) returns the extra digits of a cell as
// bits. LoopWalk calls take_loop() for each loop, which is in loop_[0] to loop_[length_ - 1].
#pragma once

#include <algorithm>
#include <array>

#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

template <class Search>
class LoopWalk {
 protected:
  // Removes from with_pair_ cells that are certainly in none of the loops that the search visits.
  // In 20,000 minimal puzzles, a third of the walks and half of the calls of extend() remain.
  void keep_possible() {
    CellSet pure;
    CellSet seen_by_pure;
    CellSet with_one[kDigits];  // [digit]: the cells that have only this extra digit
    unsigned digits = 0;
    with_pair_.for_each([&](int cell) {
      const unsigned extra = extra_of(cell);
      if (extra == 0) {
        pure.add(cell);
        seen_by_pure |= peers_of(cell);
      } else if ((extra & (extra - 1)) == 0) {
        with_one[first_bit(extra)].add(cell);
        digits |= extra;
      }
    });
    // With at most two extra cells, a loop has at least two other cells. Two extra cells have at
    // most two houses in common, so each has a house with a cell that is not extra.
    CellSet possible;
    if (has_two(pure)) possible = paired(with_pair_ & (pure | seen_by_pure));
    for_each_bit(digits, [&](int digit) { possible |= paired(pure | with_one[digit]); });
    with_pair_ = possible;
  }

  // Visits all loops through the cell. REQUIRES: the cell has no extra digit.
  void walk_from(int cell) {
    int pure = 0;
    with_pair_.for_each([&](int other) { pure += extra_of(other) == 0 ? 1 : 0; });
    max_mixed_ = pure + 2;
    loop_[0] = cell;
    first_ = CellSet::of(cell);
    free_[0] = free_[1] = with_pair_;
    extend(cell, 2, 0, -1);
  }

  unsigned pair_ = 0;
  CellSet with_pair_;  // the cells that may be in a loop
  int max_ = 82;       // longer loops are not searched; take_loop() may lower it
  int length_ = 0;
  std::array<int, 82> loop_{};

 private:
  unsigned extra_of(int cell) const { return static_cast<const Search*>(this)->extra_of(cell); }

  // Adds the cell to the loop, and tries all next cells. A house that has a cell with an even
  // number also needs a cell with an odd number, and vice versa. So the search turns back if one of
  // the houses of the cell has no possible second cell left.
  void extend(int cell, int allowed, unsigned extra, int last_kind) {
    const int parity = length_ & 1;
    const auto& house_of = kHousesOf[cell];
    std::uint32_t houses = 0;
    for (const int house : house_of) houses |= 1U << house;
    const CellSet before = free_[parity];
    for (const int house : house_of) free_[parity] = free_[parity] - house_cells(house);
    visited_[parity] |= houses;
    loop_[length_++] = cell;
    is_in_loop_.add(cell);
    const CellSet next_cells = free_[1 - parity] - is_in_loop_;
    bool is_open = true;
    for (const int house : house_of) {
      is_open = is_open && ((visited_[1 - parity] >> house & 1U) != 0 ||
                            !(next_cells & house_cells(house)).empty());
    }
    for (int kind = 0; kind < kHouseKinds && is_open; ++kind) {
      if (kind == last_kind) continue;
      const bool may_close = parity == 1 && length_ >= 4 && visited_[0] == visited_[1];
      const CellSet cells =
          house_cells(house_of[kind]) & (may_close ? next_cells | first_ : next_cells);
      cells.for_each([&](int next) {
        if (next == loop_[0]) return static_cast<Search*>(this)->take_loop();
        const unsigned own = extra_of(next);
        const bool is_mixed = count9(extra | own) > 1;
        // The last cell of a loop sees the first one.
        const int left = (is_mixed ? std::min(max_, max_mixed_) : max_) - length_;
        if (left < 1 || (left == 1 && !are_peers(loop_[0], next))) return;
        if (own == 0) return extend(next, allowed, extra, kind);
        if (is_mixed) {
          if (allowed == 2) {
            first_extra_ = next;
          } else if (allowed < 1 || !are_peers(first_extra_, next)) {
            return;
          }
        } else if (allowed == 2) {
          first_extra_ = next;
        }
        extend(next, allowed - 1, extra | own, kind);
      });
    }
    --length_;
    is_in_loop_.remove(cell);
    visited_[parity] &= ~houses;
    free_[parity] = before;
  }

  // In a loop, each house of each cell has a second cell of the loop. So this function removes each
  // cell that has a house without a second cell, until no such cell remains.
  static CellSet paired(CellSet cells) {
    while (true) {
      const CellSet left = with_second(cells);
      if (left == cells) return left;
      cells = left;
    }
  }
  // Removes cells that have a house without a second cell of the set, if there are such cells.
  static CellSet with_second(CellSet cells) {
    unsigned once = 0;  // columns, as bits
    unsigned twice = 0;
    for (int row = 0; row < 9; ++row) {
      const unsigned columns = cells.band(row / 3) >> row % 3 * 9 & 0x1ff;
      twice |= once & columns;
      once |= columns;
    }
    solver::Bands bands{};
    for (int band = 0; band < 3 && twice != 0; ++band) {
      std::uint32_t left = cells.band(band) & (twice | twice << 9 | twice << 18);
      for (int i = 0; i < 3; ++i) {
        for (const std::uint32_t house : {0x1ffU << 9 * i, 0x1c0e07U << 3 * i}) {
          const std::uint32_t own = left & house;
          if ((own & (own - 1)) == 0) left &= ~own;
        }
      }
      bands[band] = left;
    }
    return bands;
  }

  int max_mixed_ = 0;  // the most cells of a loop with several extra digits
  int first_extra_ = 0;
  CellSet is_in_loop_;
  CellSet first_;                      // the set that has only loop_[0]
  CellSet free_[2];                    // [parity]: cells that may still get a number of this parity
  std::uint32_t visited_[2] = {0, 0};  // [parity]: houses of cells with a number of this parity
};

}  // namespace dokumill::explainer
