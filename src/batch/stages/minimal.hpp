// MinimalSieve: finds the minimal puzzles of a batch. A minimal puzzle has one solution, and
// several solutions if any one of its clues is removed.
//
// To test a clue, the sieve removes it from the puzzle and counts the solutions of the resulting
// grid. The grids of many puzzles are solved together, in rounds, so that the lanes of the engine
// are full. A puzzle is dropped when a clue is found that can be removed.
//
// Memory: kMostGrids grids and counts, and a few bytes for each puzzle of the batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::batch {

class MinimalSieve {
 public:
  // `puzzles` has indexes into `grids`. Leaves only the indexes of minimal puzzles in it, in any
  // order. Returns false if the solver was stopped; then `puzzles` is unspecified. REQUIRES: each
  // puzzle has exactly one solution.
  bool keep_minimal(Solver& solver, std::span<const Grid> grids,
                    std::vector<std::uint32_t>& puzzles);

 private:
  struct Candidate {
    std::uint32_t puzzle;
    std::uint32_t next_cell;  // the first cell whose clue was not tested
    bool is_minimal;          // no clue tested so far can be removed
  };
  // Fills without_ with grids. Each grid is the puzzle of a candidate with one clue removed. Takes
  // one grid from each candidate in turn, until there are kEnoughGrids or no clue is left to test.
  // Adds at most kMostGrids.
  void fill(std::span<const Grid> grids);
  bool add_next(Candidate& candidate, std::uint32_t number, std::span<const Grid> grids);

  std::vector<Candidate> candidates_;
  std::vector<Grid> without_;
  std::vector<std::uint32_t> owners_;  // one per grid of without_: index of its candidate
  std::vector<std::uint64_t> counts_;
};

}  // namespace dokumill::batch
