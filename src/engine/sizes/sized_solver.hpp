// SizedSolver: finds, counts and lists the solutions of puzzles of one shape, exactly.
//
// Of several solutions, solve() returns the lexicographically smallest one (row-major order), so
// the answer depends on the puzzle alone, not on the processor or the other puzzles of the call.
// The solver never gives up and has no time limit, but set_stop() cancels a call.
//
// Thread safety: a SizedSolver is the workspace of one thread; several threads can each use their
// own. Memory: at most a few MiB. docs/kernels/sizes.md describes the method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/sizes/shape.hpp"

namespace dokumill::sizes {

class SizedSolver {
 public:
  // The largest limit of solve().
  static constexpr int kMostCount = 255;

  // REQUIRES: is_supported(shape).
  explicit SizedSolver(Shape shape);
  SizedSolver(SizedSolver&&) noexcept;
  SizedSolver& operator=(SizedSolver&&) noexcept;
  ~SizedSolver();

  Shape shape() const;

  // Calls run `should_stop` at intervals of at most a few milliseconds of search. When it returns
  // true, the call is cancelled. With an empty function, as in a new solver, calls are never
  // cancelled.
  void set_stop(std::function<bool()> should_stop);

  // Solves `count` puzzles that lie one after the other. Writes the number of solutions of each,
  // at most `limit`, to `counts`, and the smallest solution of each to `solutions`, in the layout
  // of the puzzles; zeros if there is none. Givens may contradict each other: such a puzzle has no
  // solution. Returns false if the call was cancelled (the results are then unspecified).
  // REQUIRES: 1 <= limit <= kMostCount; all cells are 0..n. `solutions` may be null.
  bool solve(const std::uint8_t* puzzles, std::size_t count, int limit, std::uint8_t* solutions,
             std::uint8_t* counts);

  // Counts the solutions of a puzzle, up to `limit`, into `found`. Returns false if the call was
  // cancelled (`found` is then the number of solutions found so far).
  bool count(const std::uint8_t* puzzle, std::uint64_t limit, std::uint64_t& found);

  // Calls `visit` for each solution, in increasing order, until it returns false. Returns false if
  // `visit` did, or if the call was cancelled. `visit` must not use this solver.
  bool each_solution(const std::uint8_t* puzzle,
                     const std::function<bool(const std::uint8_t* solution)>& visit);

  // Whether naked and hidden singles alone solve the puzzle.
  bool singles_solve(const std::uint8_t* puzzle);

  // Whether the puzzle has a solution whose `cell` has another symbol than `symbol`. This is faster
  // than to count up to 2 if the other solution is known. With `near`, the search begins near this
  // board, which is faster if it is that solution. Returns false if the call was cancelled.
  bool has_solution_without(const std::uint8_t* puzzle, int cell, int symbol, bool& is_found,
                            const std::uint8_t* near = nullptr);

  // The clues that can each be removed, alone, without a second solution: their cells, in
  // increasing order. Empty for a minimal puzzle. Returns false if the call was cancelled.
  // REQUIRES: the puzzle has exactly one solution.
  bool redundant_clues(const std::uint8_t* puzzle, std::vector<int>& cells);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

// Checks boards with the same result as is_solution(), many small ones at once: sets are_wrong[i]
// to 0 if board i is a solution of puzzle i, else to another number. REQUIRES: is_supported(shape).
void check_solutions(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards,
                     std::size_t count, std::uint8_t* are_wrong);

}  // namespace dokumill::sizes
