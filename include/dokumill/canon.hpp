// The canonical form of a grid: the lexicographically smallest image (row-major order, an empty
// cell is 0) under the 2 x 6^8 = 3,359,232 symmetries of the grid (transposition, bands, rows
// within a band, stacks, columns within a stack) and the 9! relabellings of the digits.
//
// Two grids are images of each other exactly when their canonical forms are equal, so the form, or
// a hash of it, stands for the whole class. It is exact for every grid: complete boards, puzzles
// with one solution, several or none, contradictory givens, the empty grid. docs/canon.md tells the
// method, why it is exact, and what it costs.
//
// Thread safety: a Canonizer is a workspace of one thread; different ones may run at the same time.
// Memory: a Canonizer keeps what its hardest grid needed: a few KiB for puzzles and boards, up to a
// few MiB for grids made to be hard. Failure: running out of memory is std::bad_alloc, and the
// Canonizer may be used again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "dokumill/grid.hpp"

namespace dokumill {

// One symmetry with one relabelling: cell (r, c) of the image is digits[d], d the digit in cell
// (rows[r], columns[c]) of the grid, or of its mirror image at the main diagonal.
struct CanonicalMap {
  bool is_transposed = false;
  std::array<std::uint8_t, 9> rows{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint8_t, 9> columns{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint8_t, 10> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // digits[0] is 0

  // A value above 9 stays as it is.
  Grid apply(const Grid& grid) const;
};

struct Canonical {
  Grid form;
  // Takes the grid to its form; the same for the same grid. Of several such maps (a grid with
  // automorphisms has them) images of one grid may get different ones. Digits that are not in the
  // grid get the names that are left over, in ascending order.
  CanonicalMap map;
  // How many of the 3,359,232 symmetries, each with a relabelling, leave the grid as it is: 1 or
  // more.
  std::uint32_t automorphisms = 1;
};

class Canonizer {
 public:
  Canonizer();
  Canonizer(Canonizer&&) noexcept;
  Canonizer& operator=(Canonizer&&) noexcept;
  ~Canonizer();

  // A grid with a value above 9 is no Sudoku grid: it is its own form, with the identity as its
  // map.
  Canonical canonize(const Grid& grid);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// The form alone, with a workspace for this call; many grids want a Canonizer.
Grid canonical_form(const Grid& grid);

}  // namespace dokumill
