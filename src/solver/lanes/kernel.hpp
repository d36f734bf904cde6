// Kernel: the interface between the lane engine and the lane search, which is built once per
// instruction set.
//
// It has plain data and functions only, so that the object files of the wide kernels contain
// nothing but wide code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "solver/other_solution.hpp"

namespace dokumill::solver::lanes {

// The callbacks of the engine. The kernel calls them between steps of the search.
struct Host {
  void* context;
  // The kernel gives this puzzle up because it takes more guesses than its budget. The host solves
  // it, counts its solutions (the count is 0 before), or shows all its solutions to the visitor. If
  // `result` already says that there are several solutions, that is certain, and `result` holds an
  // arbitrary one of them; any other content means nothing. Return false to end the run.
  bool (*solve)(void* context, const Grid& puzzle, SolveResult& result);
  bool (*count)(void* context, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count);
  bool (*enumerate)(void* context, const Grid& puzzle, std::uint32_t number);
  // enumerate() found a solution of this puzzle. Return false to end the run.
  bool (*visit)(void* context, std::uint32_t number, const Grid& solution);
  // Return true to end the run. The kernel asks once in about a thousand sweeps.
  bool (*should_stop)(void* context);
};

struct KernelWork {
  std::uint64_t guesses = 0;
  std::uint64_t sweeps = 0;
};

struct Kernel {
  int lanes;
  std::size_t workspace_bytes;  // aligned to 64 bytes; start() initializes the contents
  void (*start)(void* workspace);
  // These functions have the contracts of Solver::solve, Solver::count and Solver::enumerate, with
  // one exception: solve() does not copy a puzzle without a solution to its result. They return
  // false if the host ended the run. In this case, or if a host function threw, call start() before
  // the next run. REQUIRES: size <= kMaxPuzzles; all counts are 0.
  bool (*solve)(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
                std::uint32_t size, KernelWork& work);
  bool (*count)(void* workspace, const Host& host, const Grid* puzzles, std::uint64_t* counts,
                std::uint32_t size, std::uint64_t limit, KernelWork& work);
  bool (*enumerate)(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
                    KernelWork& work);
  // The contract of Engine::find_other(). REQUIRES: size <= kMaxPuzzles.
  bool (*find_other)(void* workspace, const Host& host, const Grid* puzzles,
                     const KnownDigit* known, OtherSolution* answers, std::uint32_t size,
                     KernelWork& work);
};

// The most puzzles of one run. The limit has three reasons. The number of a puzzle fits in a lane.
// The state of the puzzles stays in a near cache. A stop is delayed by milliseconds at most:
// puzzles that contradict themselves take no sweep, and the kernel checks for a stop only after
// sweeps.
inline constexpr std::uint32_t kMaxPuzzles = std::uint32_t{1} << 13;

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace dokumill::solver::lanes
