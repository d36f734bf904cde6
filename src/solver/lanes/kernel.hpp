// Kernel: what an instruction set's build of the lane search offers to the lane engine; plain data
// and functions, so that the object files of the wide kernels hold nothing but wide code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::solver::lanes {

// What the kernel asks of its engine, between steps of the search.
struct Host {
  void* context;
  // The kernel gives up this puzzle, which takes more guesses than its budget: the host finds its
  // result, or its count, which is 0, or shows all its solutions to the visitor. A result of
  // several solutions is certain, and holds any one of them; others mean nothing. False: end the
  // run.
  bool (*solve)(void* context, const Grid& puzzle, SolveResult& result);
  bool (*count)(void* context, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count);
  bool (*enumerate)(void* context, const Grid& puzzle, std::uint32_t number);
  // enumerate() met a solution of this puzzle. False: end the run.
  bool (*visit)(void* context, std::uint32_t number, const Grid& solution);
  // True: end the run. Asked every thousand sweeps or so.
  bool (*should_stop)(void* context);
};

struct KernelWork {
  std::uint64_t guesses = 0;
  std::uint64_t sweeps = 0;
};

struct Kernel {
  int lanes;
  std::size_t workspace_bytes;  // aligned to 64, contents need not be set
  void (*start)(void* workspace);
  // The contracts of Solver::solve, but that a puzzle without solution is not copied to its result,
  // and of Solver::count and Solver::enumerate. False: the host ended the run; start() must follow,
  // as it must when the host threw. REQUIRES: size <= kMaxPuzzles; all counts are 0.
  bool (*solve)(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
                std::uint32_t size, KernelWork& work);
  bool (*count)(void* workspace, const Host& host, const Grid* puzzles, std::uint64_t* counts,
                std::uint32_t size, std::uint64_t limit, KernelWork& work);
  bool (*enumerate)(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
                    KernelWork& work);
};

// Of a run: the number of a puzzle fits a lane, what is noted of each stays near, and loading
// puzzles that contradict themselves, which takes no sweep, does not delay a stop for more than
// milliseconds.
inline constexpr std::uint32_t kMaxPuzzles = std::uint32_t{1} << 13;

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace dokumill::solver::lanes
