// The canonical form of a grid: one representative for all grids that are equal up to symmetry.
// The numbers of the classes of complete boards are at the end of this file.
//
// The form is the lexicographically smallest image of the grid, in row-major order, where an empty
// cell counts as 0. An image is made by one of the 2 x 6^8 = 3,359,232 symmetries of the grid and
// one of the 9! relabellings of the digits. A symmetry combines transposition with permutations of
// the bands, of the rows within a band, of the stacks, and of the columns within a stack.
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
#include <functional>
#include <memory>
#include <span>

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

// True if the map keeps bands and stacks together, and renames the digits one to one.
bool is_symmetry(const CanonicalMap& map);

struct Canonical {
  Grid form;
  // Maps the grid to its form. The map depends on the grid alone. A grid with several automorphisms
  // has several such maps. The choice among them is not canonical: it can differ between two images
  // of one grid. Digits that are not in the grid get the unused labels, in ascending order.
  CanonicalMap map;
  // How many of the 3,359,232 symmetries map the grid to itself, together with a suitable
  // relabelling: 1 or more.
  std::uint32_t automorphisms = 1;
};

class Canonizer {
 public:
  Canonizer();
  Canonizer(Canonizer&&) noexcept;
  Canonizer& operator=(Canonizer&&) noexcept;
  ~Canonizer();

  // canonize() calls `should_stop` at intervals of a few milliseconds; for most grids, it returns
  // before the first such call. When `should_stop` returns true, canonize() returns at once,
  // is_stopped() returns true, and the result has no meaning. With an empty function, as in a new
  // Canonizer, calls are never stopped. `should_stop` may throw; the exception leaves canonize().
  void set_stop(std::function<bool()> should_stop);

  // If a cell value is above 9, the result is the grid itself with the identity map.
  Canonical canonize(const Grid& grid);

  // True if the last call of canonize() was stopped.
  bool is_stopped() const;

  // How often the calls so far tried to extend a partial map by a row (docs/canon.md): an exact
  // measure of the work. Complete boards take no tries.
  std::uint64_t tries() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// Returns only the form. Each call creates its own workspace, so use one Canonizer for many grids.
Grid canonical_form(const Grid& grid);

// A share of a whole, for example of all classes of equivalent grids: parts / kWhole. The default
// is 10 %.
struct Share {
  static constexpr std::uint64_t kWhole = 100'000'000;
  std::uint64_t parts = kWhole / 10;
};

// True if split() and export_dataset() (datasets.hpp) put the puzzles with this canonical form into
// the test set. The decisions for different forms, and for different seeds, are independent of each
// other, so data sets that are made apart can still have no class in common. A class that goes to
// the test set for one share goes there for every greater share, too. The result is the same in
// every version.
bool goes_to_test(const Grid& form, Share share, std::uint64_t seed);

// The numbers of the classes of complete boards.
//
// Two boards are of one class if they are equal up to symmetry and relabelling. There are
// 5,472,730,538 classes (E. Russell and A. F. Jarvis, 2006). A class has the number n if its
// canonical form is the n-th of all canonical forms in lexicographic order, counted from 1.
//
// A band is three boxes side by side, a stack three boxes one above the other. Up to symmetry and
// relabelling, there are 416 bands, numbered from 1 in the lexicographic order of their smallest
// images: band 1 is 123456789 / 456789123 / 789123456. A stack has the number of the band that is
// its transpose.
//
// docs/canon.md describes the method and its proofs. The library has a table of about 1 MB with the
// number of canonical boards for each start of four rows, and lists the boards with one start.
//
// Memory: 2 MB for all threads, made when first used, in 10 ms. Cost: about 0.5 ms for the number
// of a board, 1.7 ms for the board of a number; 0.1 s at most. Failure: std::bad_alloc.

inline constexpr std::uint64_t kBoardClasses = 5'472'730'538;

struct BoardClass {
  std::uint64_t number = 0;  // 1 to kBoardClasses; 0: the grid is not a complete board
  // The numbers of the bands of the canonical form, from top to bottom, and then of its stacks,
  // from left to right: 1 to 416. The first one is the smallest.
  std::array<std::uint16_t, 6> bands{};
  std::uint32_t automorphisms = 0;  // as in Canonical
};

// False in builds without the table: only in the page. The functions below then find nothing.
bool has_board_classes();

// The class of a board.
BoardClass class_of(const Grid& board);

// The canonical forms of the classes `first`, `first` + 1, ... A grid is empty if there is no class
// with its number. Neighbours share work: 1,000 boards take about 6 ms, or 80 ms among the first
// 49,776 classes.
void class_boards(std::uint64_t first, std::span<Grid> out);

}  // namespace dokumill
