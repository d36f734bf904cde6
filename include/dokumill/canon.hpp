// The canonical form of a grid: one representative for all grids that are equal up to symmetry.
//
// The form is the lexicographically smallest image of the grid (row-major order, an empty cell is
// 0) under the 2 x 6^8 = 3,359,232 symmetries of the grid (transposition; permutations of bands, of
// rows within a band, of stacks, and of columns within a stack) and the 9! relabellings of the
// digits.
//
// Two grids are images of each other exactly when their canonical forms are equal, so you can use
// the form, or a hash of it, as the key of the whole class. The form is exact for every grid:
// complete boards, puzzles with no, one or several solutions, contradictory givens and the empty
// grid. docs/canon.md describes the method, why it is exact, and its cost.
//
// Thread safety: a Canonizer is the workspace of one thread; several threads can each use their
// own. Memory: a Canonizer keeps the memory that its hardest grid needed: a few KiB for puzzles and
// boards, up to a few MiB for grids made to be hard. Failure: std::bad_alloc if memory runs out;
// you can use the Canonizer again afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "dokumill/grid.hpp"

namespace dokumill {

// One symmetry together with one relabelling. Cell (r, c) of the image is digits[d], where d is the
// value of cell (rows[r], columns[c]) of the grid, or of its transpose if is_transposed.
struct CanonicalMap {
  bool is_transposed = false;
  std::array<std::uint8_t, 9> rows{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint8_t, 9> columns{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint8_t, 10> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // digits[0] is 0

  // The image of `grid`. A value above 9 is copied unchanged.
  Grid apply(const Grid& grid) const;
};

struct Canonical {
  Grid form;
  // Maps the grid to its form. The map depends on the grid alone. A grid with automorphisms has
  // several such maps; which one is returned can differ between two images of one grid. Digits that
  // are not in the grid get the unused labels, in ascending order.
  CanonicalMap map;
  // The number of symmetries, of the 3,359,232, that map the grid to itself after a suitable
  // relabelling: 1 or more.
  std::uint32_t automorphisms = 1;
};

class Canonizer {
 public:
  Canonizer();
  Canonizer(Canonizer&&) noexcept;
  Canonizer& operator=(Canonizer&&) noexcept;
  ~Canonizer();

  // If a cell value is above 9, the result is the grid itself with the identity map.
  Canonical canonize(const Grid& grid);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// The form alone, with a workspace for this call only. For many grids, use one Canonizer.
Grid canonical_form(const Grid& grid);

}  // namespace dokumill
