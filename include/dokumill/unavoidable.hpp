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
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

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
