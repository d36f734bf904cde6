// MinimalSubsets: finds all minimal puzzles inside a puzzle (Variations::each_minimal()).
//
// A set of clues has one solution if and only if it has a clue of each edge. An edge is the set of
// clues that a second solution of some subset of the clues changes. The search knows the edges that
// it has met. It extends a set of clues by the clues of an edge without a clue in the set, one
// after another, and excludes those that come later. Each clue of the set must be critical: some
// edge has no other clue in the set. If no known edge shows this, the solver searches for one. So
// every minimal set is found once, and none is missed.
//
// Memory: 16 bytes for each known edge; a few thousand edges for large puzzles.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/puzzles/cell_bits.hpp"

namespace dokumill::puzzles {

class MinimalSubsets {
 public:
  // REQUIRES: `puzzle` has exactly one solution, `solution`, and `solver` outlives this object.
  MinimalSubsets(Solver& solver, const Grid& puzzle, const Grid& solution)
      : solver_(solver), puzzle_(puzzle), solution_(solution) {}

  // Calls `visit` for each minimal puzzle, until it returns false. Polls `should_stop`. Returns
  // false if `visit` did, or if the search was stopped.
  bool each(const std::function<bool(const Grid&)>& visit,
            const std::function<bool()>& should_stop);

 private:
  enum class Answer { kYes, kNo, kStopped };

  bool extend(CellBits chosen, CellBits open);
  // The clues `chosen` of the puzzle.
  Grid puzzle_of(CellBits chosen) const;
  // Finds an edge without a clue in `chosen`, into edge_. kNo: `chosen` has one solution.
  Answer find_edge(CellBits chosen);
  // Finds out whether `clue` is critical in `chosen`.
  Answer is_critical(CellBits chosen, int clue);
  // Notes the edge of a solution that differs from the solution of the puzzle.
  void add_edge(const Grid& other);

  Solver& solver_;
  const Grid& puzzle_;
  const Grid& solution_;
  const std::function<bool(const Grid&)>* visit_ = nullptr;
  const std::function<bool()>* should_stop_ = nullptr;
  std::vector<CellBits> edges_;
  std::array<std::size_t, kCells> critical_{};  // [clue]: an edge that may show that it is critical
  CellBits edge_;
};

}  // namespace dokumill::puzzles
