// MinimalSieve: which puzzles of a batch are minimal: have one solution, and without any one of
// their clues several.
//
// The grids "puzzle without one clue" of many puzzles go through the solver together, in rounds, so
// that lanes are full; a puzzle leaves with the first clue that can go. Thread safety: one thread
// at a time. Memory: kMostGrids grids and counts, and some bytes a puzzle of the batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::batch {

class MinimalSieve {
 public:
  // Leaves in `puzzles`, which are indexes into `grids`, those that are minimal. False: the solver
  // was stopped, and what is left is unspecified. REQUIRES: each has exactly one solution.
  bool keep_minimal(Solver& solver, std::span<const Grid> grids,
                    std::vector<std::uint32_t>& puzzles);

 private:
  struct Candidate {
    std::uint32_t puzzle;
    std::uint32_t next_cell;  // the first one whose clue was not tried
    bool is_minimal;          // so far
  };
  // Adds grids without one clue, of one candidate after the other, until there are enough.
  void fill(std::span<const Grid> grids);
  bool add_next(Candidate& candidate, std::uint32_t number, std::span<const Grid> grids);

  std::vector<Candidate> candidates_;
  std::vector<Grid> without_;
  std::vector<std::uint32_t> owners_;  // of without_: numbers of candidates
  std::vector<std::uint64_t> counts_;
};

}  // namespace dokumill::batch
