// PlaneKernel: the interface between the lane search and the bit planes. The code of the planes is
// compiled once per instruction set and width. Like kernel.hpp, this header has only plain data and
// declarations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::solver::lanes {

struct PlaneKernel {
  std::uint32_t puzzles;        // in a block
  std::size_t workspace_bytes;  // the size of a workspace, which is aligned to 64 bytes
  // Solves the easy puzzles of a block: puzzles[0, this->puzzles). Sets `solutions` of every result
  // to kUnique or kUnsolvable. kUnsolvable means here that the puzzle is not solved. Writes the
  // numbers of the unsolved puzzles to `left` and returns how many there are. Adds its sweeps to
  // `sweeps`. A workspace needs no initialization.
  std::uint32_t (*solve)(void* workspace, const Grid* puzzles, SolveResult* results,
                         std::uint16_t* left, std::uint64_t& sweeps);
};

inline constexpr std::uint32_t kMaxPlanePuzzles = 512;

#if defined(__x86_64__)
extern const PlaneKernel kAvx512Planes;     // 512 puzzles
extern const PlaneKernel kAvx512Planes256;  // 256 puzzles: vectors of 256 bits
extern const PlaneKernel kAvx2Planes;       // 256 puzzles
#endif

}  // namespace dokumill::solver::lanes
