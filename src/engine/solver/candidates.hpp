// Candidates: the digits that are still possible in each cell, as one bitboard of 81 cells per
// digit. A Candidates object is a node of the reference search.
//
//   places[d] is a vector of four 32-bit words: word b holds the 27 cells of band b, word 3 is 0.
//
//   bit   26 ..... 18 | 17 ...... 9 | 8 7 6 5 4 3 2 1 0
//         third row   | second row  | first row, column 0 at bit 0: three minirows of three bits
//
//   Cell c is bit c % 27 of word c / 27. With `solved` and `touched`, a node is 176 bytes.
//
// Three bands for each digit are the representation of the solvers fsss2 and JCZSolve (champagne,
// blue, 2011; zhouyundong, 2012). With a mask of digits for each cell, finding a hidden single
// would take 81 look-ups. With bands, a few vector operations handle all boxes of a digit. Bands
// uses the vector extension of GCC and Clang, so the same source compiles to SSE2, NEON or scalar
// code.
//
// No allocation.
#pragma once

#include <cstdint>

#include "dokumill/geometry.hpp"
#include "dokumill/grid.hpp"

namespace dokumill::solver {

using Bands = std::uint32_t __attribute__((vector_size(16)));

inline constexpr int kBandCells = 27;
inline constexpr Bands kAllCells = {0x7FFFFFF, 0x7FFFFFF, 0x7FFFFFF, 0};

struct Candidates {
  Bands places[kDigits];  // places[digit - 1]
  Bands solved;           // cells that were solved when propagate() last stalled
  std::uint32_t touched;  // bit d - 1: digit d lost places since propagate() last stalled; in a new
                          // node, all nine bits are set
};

// True if any bit is set.
inline bool any(Bands bands) {
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  const Halves halves = reinterpret_cast<Halves>(bands);
  return (halves[0] | halves[1]) != 0;
}

inline bool has(Bands bands, int cell) {
  return (bands[cell / kBandCells] >> cell % kBandCells & 1U) != 0;
}

// The bitboard of one cell.
inline Bands cell_bit(int cell) {
  Bands bit{};
  bit[cell / kBandCells] = 1U << cell % kBandCells;
  return bit;
}

// one: the cells that have at least one candidate; two: at least two candidates; and so on. The
// four bits of a cell are a unary counter of its candidates (bit-sliced).
struct CellCounts {
  Bands one{}, two{}, three{}, four{};
};

inline CellCounts count_candidates(const Candidates& node) {
  CellCounts at_least;
  for (const Bands places : node.places) {
    at_least.four |= at_least.three & places;
    at_least.three |= at_least.two & places;
    at_least.two |= at_least.one & places;
    at_least.one |= places;
  }
  return at_least;
}

// Removes the digit (1..9) from the cell. propagate() finds the consequences later.
inline void remove(Candidates& node, int cell, int digit) {
  node.places[digit - 1] &= ~cell_bit(cell);
  node.touched |= 1U << (digit - 1);
}

// Removes all digits except this one (1..9) from the cell.
inline void keep_only(Candidates& node, int cell, int digit) {
  for (int other = 1; other <= kDigits; ++other) {
    if (other != digit && has(node.places[other - 1], cell)) remove(node, cell, other);
  }
}

// The root node of a puzzle: one candidate in each given cell, nine candidates in each empty cell.
// Cell values above 9 violate the contract but are harmless.
inline Candidates candidates_of(const Grid& puzzle) {
  std::uint32_t holds[16][4]{};  // holds[0]: the empty cells
  for (int band = 0; band < 3; ++band) {
    const std::uint8_t* const cells = puzzle.cells.data() + band * kBandCells;
    for (int i = 0; i < kBandCells; ++i) holds[cells[i] & 15U][band] |= 1U << i;
  }
  Candidates node;
  node.solved = Bands{};
  node.touched = (1U << kDigits) - 1;
  for (int d = 0; d < kDigits; ++d) {
    for (int band = 0; band < 4; ++band) {
      node.places[d][band] = holds[0][band] | holds[d + 1][band];
    }
  }
  return node;
}

// The board of a node in which every cell has exactly one candidate.
inline Grid board_of(const Candidates& node) {
  Grid board;
  for (int d = 0; d < kDigits; ++d) {
    for (int band = 0; band < 3; ++band) {
      std::uint8_t* const cells = board.cells.data() + band * kBandCells;
      for (std::uint32_t bits = node.places[d][band]; bits != 0; bits &= bits - 1) {
        cells[__builtin_ctz(bits)] = static_cast<std::uint8_t>(d + 1);
      }
    }
  }
  return board;
}

}  // namespace dokumill::solver
