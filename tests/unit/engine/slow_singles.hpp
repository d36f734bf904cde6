// Singles and trial and error, written from their definitions alone: sets of candidates, and loops
// until nothing changes. Shares nothing with src/engine/features. Slow.
#pragma once

#include <array>
#include <set>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

struct SlowSingles {
  std::array<std::set<int>, kCells> candidates;
  bool is_contradiction = false;

  explicit SlowSingles(const Grid& grid) {
    for (int cell = 0; cell < kCells; ++cell) {
      for (int digit = 1; digit <= 9; ++digit) candidates[cell].insert(digit);
      if (grid.cells[cell] != 0) candidates[cell] = {grid.cells[cell]};
    }
  }

  static bool see_each_other(int a, int b) {
    const bool is_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    return a != b && (a / 9 == b / 9 || a % 9 == b % 9 || is_box);
  }
  bool is_solved() const {
    for (const auto& cell : candidates) {
      if (cell.size() != 1) return false;
    }
    return !is_contradiction;
  }
  int set_cells() const {
    int count = 0;
    for (const auto& cell : candidates) count += cell.size() == 1 ? 1 : 0;
    return count;
  }
  int count() const {
    std::size_t count = 0;
    for (const auto& cell : candidates) count += cell.size() > 1 ? cell.size() : 0;
    return static_cast<int>(count);
  }

  // Naked and hidden singles until nothing changes.
  void run() {
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (int a = 0; a < kCells; ++a) {
        if (candidates[a].empty()) is_contradiction = true;
        if (candidates[a].size() != 1) continue;
        for (int b = 0; b < kCells; ++b) {
          if (see_each_other(a, b)) is_changed |= candidates[b].erase(*candidates[a].begin()) != 0;
        }
      }
      for (int house = 0; house < kHouses; ++house) {
        for (int digit = 1; digit <= 9; ++digit) {
          int places = 0;
          int last = 0;
          for (int cell = 0; cell < kCells; ++cell) {
            const int box = cell / 27 * 3 + cell % 9 / 3;
            const bool is_in = house < 9    ? cell / 9 == house
                               : house < 18 ? cell % 9 == house - 9
                                            : box == house - 18;
            if (!is_in || candidates[cell].count(digit) == 0) continue;
            ++places;
            last = cell;
          }
          if (places == 0) is_contradiction = true;
          if (places == 1 && candidates[last].size() > 1) {
            candidates[last] = {digit};
            is_changed = true;
          }
        }
      }
      if (is_contradiction) return;
    }
  }

  // T&E(depth) until nothing changes.
  void run(int depth) {
    run();
    if (depth == 0) return;
    for (bool is_changed = true; is_changed && !is_contradiction && !is_solved();) {
      is_changed = false;
      for (int cell = 0; cell < kCells; ++cell) {
        for (const int digit : std::set<int>(candidates[cell])) {
          if (candidates[cell].size() < 2) break;
          SlowSingles assumed = *this;
          assumed.candidates[cell] = {digit};
          assumed.run(depth - 1);
          if (!assumed.is_contradiction) continue;
          candidates[cell].erase(digit);
          run();
          is_changed = true;
          if (is_contradiction) return;
        }
      }
    }
  }
};

}  // namespace dokumill::testing
