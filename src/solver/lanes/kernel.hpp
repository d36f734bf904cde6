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
  // The kernel gave up searching the smallest solution of this puzzle within its budget:
  // result.solution is one of several, and the host replaces it.
  void (*find_smallest)(void* context, const Grid& puzzle, SolveResult& result);
  // enumerate() met a solution of this puzzle. False: end.
  bool (*visit)(void* context, std::uint32_t puzzle, const Grid& solution);
};

struct KernelWork {
  std::uint64_t guesses = 0;
  std::uint64_t sweeps = 0;
};

struct Kernel {
  int lanes;
  std::size_t workspace_bytes;  // aligned to 64, contents need not be set
  void (*start)(void* workspace);
  // The contracts of Solver::solve, but that a puzzle without solution is not copied to its result.
  // REQUIRES: size <= kMaxPuzzles.
  void (*solve)(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
                std::uint32_t size, KernelWork& work);
  // The contract of Solver::count. REQUIRES: size <= kMaxPuzzles; all counts are 0.
  void (*count)(void* workspace, const Grid* puzzles, std::uint64_t* counts, std::uint32_t size,
                std::uint64_t limit, KernelWork& work);
  // The contract of Solver::enumerate; when it ends early, start() must follow. REQUIRES: size <=
  // kMaxPuzzles.
  bool (*enumerate)(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
                    KernelWork& work);
};

// Byte offsets of puzzles and results fit 31 bits.
inline constexpr std::uint32_t kMaxPuzzles = std::uint32_t{1} << 24;

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace dokumill::solver::lanes
