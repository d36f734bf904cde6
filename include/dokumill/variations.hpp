// Variations: the puzzles with one solution that are near a puzzle or inside of it.
//
// Collectors write {-N+M} for the puzzles that differ from a puzzle by N clues that are removed and
// M clues that are added. Most known puzzles with 17 clues, and the hardest known puzzles, were
// found near others in this way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill {

// How a variation differs from its puzzle: exactly `remove` clues of the puzzle are missing, and
// exactly `add` clues are new. A new clue can be another digit in a cell that lost its clue.
struct Distance {
  int remove = 1;        // 0..81
  int add = 1;           // 0..81
  bool minimal = false;  // only puzzles none of whose clues can be removed
};

// Thread safety: a Variations object is the workspace of one thread. Memory: up to 2 MiB, which it
// keeps.
class Variations {
 public:
  // Returns true to continue.
  using Visit = std::function<bool(const Grid&)>;

  // `solver` does the searches. REQUIRES: it outlives this object. A stop of the solver stops the
  // calls below.
  explicit Variations(Solver& solver);
  Variations(Variations&&) noexcept;
  Variations& operator=(Variations&&) noexcept;
  ~Variations();

  // Work that is no search asks `should_stop` every few milliseconds.
  void set_stop(std::function<bool()> should_stop);

  // Calls `visit` once for each puzzle with one solution at this distance, in an order that depends
  // on the puzzle and the distance alone: by the removed cells, then by the added cells and digits.
  // The puzzle itself may have any number of solutions. Returns false if `visit` returned false, or
  // if the work was stopped. `visit` must not use the solver.
  //
  // Cost: for each choice of removed clues, a search for up to 16,384 solutions that are left. If
  // there are more, one search for each of the sets of new clues that these solutions do not
  // exclude.
  bool each_near(const Grid& puzzle, const Distance& distance, const Visit& visit);

  // Calls `visit` once for each minimal puzzle whose clues are a subset of those of the puzzle, in
  // an order that depends on the puzzle alone. Returns false as each_near() does. REQUIRES: the
  // puzzle has exactly one solution, `solution`.
  //
  // Method: these puzzles are the minimal sets of clues that have a clue of every unavoidable set,
  // so they are the minimal transversals of a hypergraph: K. Murakami, T. Uno, "Efficient
  // algorithms for dualizing large-scale hypergraphs", 2014 (MMCS). The hypergraph is too large to
  // be known; the solver finds an unavoidable set when one is needed.
  bool each_minimal(const Grid& puzzle, const Grid& solution, const Visit& visit);

  // A random puzzle at this distance: draw number `draw` of record number `record` of a seed.
  // Removes random clues, adds random clues that leave a solution, and as the last one a random
  // clue of those that leave exactly one. nullopt if there is no such clue, if the puzzle is not
  // minimal although it must be, or if the work was stopped. Not all puzzles at the distance are
  // equally likely.
  std::optional<Grid> draw(const Grid& puzzle, const Distance& distance, std::uint64_t seed,
                           std::uint64_t record, std::uint32_t draw);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace dokumill
