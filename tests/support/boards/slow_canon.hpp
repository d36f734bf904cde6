// The reference for canonical forms: tries all 3,359,232 symmetries. Shares nothing with
// src/engine/canon.
//
// In each image, the digits are renamed in the order in which they appear, because this gives the
// smallest relabelling. A symmetry is abandoned at the first cell of its image that is greater than
// the same cell of the smallest image so far. Cost: a fraction of a second per grid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

struct SlowCanonical {
  Grid form;
  std::uint32_t automorphisms = 0;  // symmetries that give the form
};

// All 6^4 orders of nine rows (or columns) that keep bands (or stacks) together, in lexicographic
// order: those of all 9! permutations that do.
inline std::vector<std::array<std::uint8_t, 9>> line_orders() {
  std::vector<std::array<std::uint8_t, 9>> orders;
  std::array<std::uint8_t, 9> lines{0, 1, 2, 3, 4, 5, 6, 7, 8};
  do {
    bool keeps_threes = true;
    for (int i = 0; i < 9; ++i) keeps_threes = keeps_threes && lines[i] / 3 == lines[i / 3 * 3] / 3;
    if (keeps_threes) orders.push_back(lines);
  } while (std::next_permutation(lines.begin(), lines.end()));
  return orders;
}

inline SlowCanonical slow_canonical(const Grid& grid) {
  static const std::vector<std::array<std::uint8_t, 9>> orders = line_orders();
  SlowCanonical best;
  best.form.cells.fill(10);
  for (const bool is_transposed : {false, true}) {
    for (const auto& columns : orders) {
      for (const auto& rows : orders) {
        std::array<std::uint8_t, 10> name{};
        std::uint8_t next = 1;
        Grid image;
        int order = 0;  // compares the image with the smallest image so far
        for (int cell = 0; cell < 81 && order <= 0; ++cell) {
          const int row = rows[cell / 9];
          const int column = columns[cell % 9];
          const int digit = grid.cells[is_transposed ? column * 9 + row : row * 9 + column];
          if (digit != 0 && name[digit] == 0) name[digit] = next++;
          image.cells[cell] = name[digit];
          if (order == 0) order = int{image.cells[cell]} - int{best.form.cells[cell]};
        }
        if (order < 0) best = {image, 0};
        if (order <= 0) ++best.automorphisms;
      }
    }
  }
  return best;
}

}  // namespace dokumill::testing
