// MinimalSieve: finds the minimal puzzles of a batch. A minimal puzzle has one solution, and
// several solutions if any one of its clues is removed.
//
// The grids "puzzle without one clue" of many puzzles are solved together, in rounds, so that the
// lanes of the engine are full. A puzzle is dropped at the first clue that can be removed.
//
// Thread safety: one thread at a time. Memory: kMostGrids grids and counts, and a few bytes for
// each puzzle of the batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::batch {

class MinimalSieve {
 public:
  // Keeps in `puzzles`, which are indexes into `grids`, only the minimal puzzles, in any order.
  // False: the solver was stopped, and `puzzles` is unspecified. REQUIRES: each puzzle has exactly
  // one solution.
  bool keep_minimal(Solver& solver, std::span<const Grid> grids,
                    std::vector<std::uint32_t>& puzzles);

 private:
  struct Candidate {
    std::uint32_t puzzle;
    std::uint32_t next_cell;  // the first cell whose clue was not tested
    bool is_minimal;          // so far
  };
  // Adds grids without one clue, from one candidate after the other, until there are enough.
  void fill(std::span<const Grid> grids);
  bool add_next(Candidate& candidate, std::uint32_t number, std::span<const Grid> grids);

  std::vector<Candidate> candidates_;
  std::vector<Grid> without_;
  std::vector<std::uint32_t> owners_;  // one per grid of without_: index of its candidate
  std::vector<std::uint64_t> counts_;
};

}  // namespace dokumill::batch
