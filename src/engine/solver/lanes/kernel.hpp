// Kernel: the interface between the lane engine and the lane search, which is built once per
// instruction set.
//
// This header has only plain data and declarations of functions, so that the object files of the
// wide kernels contain nothing but wide code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "engine/solver/lanes/planes/plane_kernel.hpp"
#include "engine/solver/other_solution.hpp"

namespace dokumill::solver::lanes {

// The callbacks of the engine. The kernel calls them between steps of the search.
struct Host {
  void* context;
  // The kernel gives a puzzle up when its search exceeds the budget of guesses, or of rounds in
  // cell order. It then calls one of these functions. The host must solve the puzzle (`solve`),
  // count its solutions (`count`; the count is 0 before the call), or pass all its solutions to the
  // visitor (`enumerate`). If `result.solutions` is kMultiple before the call, the puzzle certainly
  // has several solutions, and `result.solution` is an arbitrary one of them. Any other content of
  // `result` means nothing. Return false to end the run.
  bool (*solve)(void* context, const Grid& puzzle, SolveResult& result);
  bool (*count)(void* context, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count);
  bool (*enumerate)(void* context, const Grid& puzzle, std::uint32_t number);
  // The kernel calls this for each solution that Kernel::enumerate() finds. Return false to end the
  // run.
  bool (*visit)(void* context, std::uint32_t number, const Grid& solution);
  // Return true to end the run. The kernel calls this once in about a thousand sweeps.
  bool (*should_stop)(void* context);
};

struct KernelWork {
  std::uint64_t guesses = 0;
  std::uint64_t sweeps = 0;
};

struct Kernel {
  int lanes;
  std::size_t workspace_bytes;  // the size of a workspace, which is aligned to 64 bytes
  // Initializes a workspace. solve() uses `planes` with `plane_workspace` for easy puzzles. Without
  // `planes` (a null pointer), it solves all puzzles in the lanes.
  void (*start)(void* workspace, const PlaneKernel* planes, void* plane_workspace);
  // The next three functions have the contracts of Solver::solve, Solver::count and
  // Solver::enumerate, with one exception: solve() does not copy a puzzle without a solution to its
  // result. They return false if the host ended the run. In this case, or if a host function threw,
  // call start() before the next run. REQUIRES: size <= kMaxPuzzles; all counts are 0.
  bool (*solve)(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
                std::uint32_t size, KernelWork& work);
  bool (*count)(void* workspace, const Host& host, const Grid* puzzles, std::uint64_t* counts,
                std::uint32_t size, std::uint64_t limit, KernelWork& work);
  bool (*enumerate)(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
                    KernelWork& work);
  // The contract of Engine::find_other(). `others` may be null. REQUIRES: size <= kMaxPuzzles.
  bool (*find_other)(void* workspace, const Host& host, const Grid* puzzles,
                     const KnownDigit* known, OtherSolution* answers, Grid* others,
                     std::uint32_t size, KernelWork& work);
};

// The largest number of puzzles in one run. The limit has three reasons. The number of a puzzle
// fits in a lane. The state of the puzzles fits in a cache close to the core. A stop is delayed by
// a few milliseconds at most. Without the limit, a stop could be delayed for long: the kernel
// checks for a stop only after sweeps, and puzzles that contradict themselves take no sweep.
inline constexpr std::uint32_t kMaxPuzzles = std::uint32_t{1} << 13;

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace dokumill::solver::lanes
