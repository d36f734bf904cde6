// Board families: numbered sequences of complete boards. The minimal unavoidable sets of a board
// are at the end of this file.
//
// You can make board i of a family without making the boards before it. Board i is the same in
// every version, on every machine and in every run. The boards of a family are distinct, except in
// kRandom.
//
// kClassic  The first row is BoardSource::first_digit, followed by a permutation of the other eight
//           digits. The permutations are in lexicographic order. Source rows 2-9 are the first
//           row shifted left by 3, 6, 1, 4, 7, 2, 5, 8 places. Below its first row, a board has
//           source rows 2 and 3 in one of 2 orders, then 4, 5, 6 in one of 6 orders, then 7, 8, 9
//           in one of 6 orders. The boards with the same first row are in the lexicographic order
//           of these row orders; the last three rows change fastest. In all, there are
//           8! x 2 x 6 x 6 boards, all of one symmetry class, with 54 automorphisms each.
//
// kWide     The images of one base grid, whose only automorphism is the identity. The base grid is
//           wide board 0 for first digit 1:
//
//               1 2 3 4 5 6 7 8 9
//               4 9 8 3 2 7 1 6 5
//               7 6 5 8 9 1 2 4 3
//               2 7 1 5 6 3 8 9 4
//               5 3 4 9 8 2 6 7 1
//               6 8 9 1 7 4 5 3 2
//               3 1 6 7 4 5 9 2 8
//               9 4 2 6 1 8 3 5 7
//               8 5 7 2 3 9 4 1 6
//
//           The index is a mixed-radix number with four parts. The part that changes most slowly
//           comes first:
//             1. 8! relabellings: base digit 1 becomes the first digit, and base digits 2-9 become
//                a permutation of the other digits, in lexicographic order. If the four parts
//                together put another digit at the top left, this digit and the first digit are
//                exchanged in the whole board.
//             2. 2 grids: the base grid, and its mirror image at the main diagonal.
//             3. 1,296 column arrangements.
//             4. 1,296 row arrangements.
//           A column arrangement keeps the columns of each stack together, and a row arrangement
//           keeps the rows of each band together. The arrangements are in lexicographic order.
//           Every board has the first digit at the top left. 1,296 is 6^4, so there are
//           8! x 2 x 6^8 boards.
//
// kSequence  kClassic, then kWide. No board is in both families, because all boards of one symmetry
//           class have the same number of automorphisms: 54 in kClassic and 1 in kWide.
//
// kRandom   Each board is drawn from (seed, index) alone, with Philox4x32-10. All
//           6,670,903,752,021,072,936,960 complete boards are equally likely, to the extent that
//           the random numbers are uniform; docs/boards.md has measurements. Two boards of a
//           seed can be equal: for n boards, the chance of this is about n^2 / 1.3e22.
//
// kClasses  The canonical forms of all classes, in lexicographic order: board i is the form of
//           class i + 1 (canon.hpp). No two boards are equal up to symmetry and relabelling.
//
// The proofs are in src/engine/boards/classic.hpp, wide.hpp and random_boards.hpp. Tests go through
// all symmetries and all classic boards, and compare each family with known hashes.
//
// Memory: no allocation, except for kClasses; make_boards() fills the caller's buffer. Cost per
// board: 10 ns in make_boards() and 0.1 us in make_board(); for kRandom, 0.6 us with AVX2 and 0.95
// us without (Zen 4). For kClasses, see canon.hpp.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

enum class BoardFamily {
  kSequence,  // classic, then wide: 135,447,137,280 distinct boards
  kClassic,   // 2,903,040 boards made from the permutations of one row, all of one symmetry class
  kWide,      // 135,444,234,240 boards: images of one grid; its only automorphism is the identity
  kRandom,    // independent random boards for each seed; duplicates are possible but very unlikely
  kClasses,   // 5,472,730,538 boards: one of each symmetry class
};

struct BoardSource {
  BoardFamily family = BoardFamily::kSequence;
  Digit first_digit{1};    // the top-left digit; kRandom and kClasses ignore it
  std::uint64_t seed = 0;  // only for kRandom
};

// The number of boards of a family for one first digit. kRandom: 2^64 - 1, the highest count that
// you can ask for. kClasses: 0 in a build without classes (canon.hpp).
std::uint64_t family_size(BoardFamily family);

// Board `index` of the source, or the empty grid if index >= family_size(source.family).
Grid make_board(const BoardSource& source, std::uint64_t index);

// Fills `out` with the boards `start`, `start + 1`, ... Beyond the end of the family, the grids are
// empty.
void make_boards(const BoardSource& source, std::uint64_t start, std::span<Grid> out);

// Minimal unavoidable sets: the sets of cells of a board in which every puzzle of this board needs
// a clue.
//
// A set of cells is unavoidable if emptying these cells leaves a puzzle with several solutions. It
// is minimal if no smaller part of it is unavoidable. So a puzzle of the board has one solution
// exactly when it has a clue in every minimal unavoidable set. In a second solution, a minimal set
// has another digit in each of its cells.
//
// The search is exact and complete: it follows every way in which digits can move to other cells
// until they form another board, and gives up a way only if it would change more than the given
// number of cells. docs/boards.md has the method, the numbers and the proofs.
//
// Thread safety: an UnavoidableFinder is the workspace of one thread; several threads can each use
// their own. Memory: 32 bytes for each set that was found, minimal or not; a few hundred KiB for 12
// cells. Failure: std::bad_alloc if memory runs out; you can use the object again afterwards.

// The numbers of cells up to which sets can be found. Sets have at least four cells. Two more cells
// take about six times as long (docs/boards.md).
inline constexpr int kLeastUnavoidable = 4;
inline constexpr int kMostUnavoidable = 16;
inline constexpr int kUsualUnavoidable = 12;

// A set of cells: bit c is cell c.
using CellMask = std::bitset<kCells>;

struct UnavoidableSet {
  CellMask cells;
  std::uint8_t size;  // the number of the cells
};

class UnavoidableFinder {
 public:
  // Finds the sets of at most `most_cells` cells. REQUIRES: kLeastUnavoidable <= most_cells <=
  // kMostUnavoidable.
  explicit UnavoidableFinder(int most_cells = kUsualUnavoidable);
  UnavoidableFinder(UnavoidableFinder&&) noexcept;
  UnavoidableFinder& operator=(UnavoidableFinder&&) noexcept;
  ~UnavoidableFinder();

  // find() calls `should_stop` at intervals of at most a few milliseconds. When `should_stop`
  // returns true, find() returns an empty span at once, and is_stopped() returns true.
  void set_stop(std::function<bool()> should_stop);

  // All minimal unavoidable sets of `board` with at most `most_cells` cells. The smallest sets come
  // first. Sets of one size are in the order of their cells: the first cell in which two sets
  // differ belongs to the earlier one. The span is valid until the next call. If `board` is not a
  // complete board (is_complete()), the span is empty.
  std::span<const UnavoidableSet> find(const Grid& board);

  // True if the last call of find() was stopped.
  bool is_stopped() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace dokumill
