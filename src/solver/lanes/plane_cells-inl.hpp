// Reads grids into bit planes, and writes boards from them.
//
// A cell has four planes, one for each bit of its digit. One step converts sixteen cells of as many
// puzzles as a vector has bytes. Four rounds of byte interleaving transpose the 16 cells of 16
// puzzles in each piece (16 bytes of a vector). Then a vector holds one cell of all these puzzles.
// A mask of bytes, with one bit per puzzle, is a part of a plane.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kGroupPuzzles = static_cast<int>(sizeof(LaneVector));  // one per byte
inline constexpr int kGroups = kPlanePuzzles / kGroupPuzzles;

// The bits of the digits of all cells. Part g belongs to kGroupPuzzles puzzles, beginning with
// puzzle g * kGroupPuzzles.
struct alignas(64) CellBits {
  ByteMask part[kCells][4][kGroups];
};
static_assert(sizeof(ByteMask) * 8 == kGroupPuzzles);

DOKUMILL_INLINE void transpose_pieces(LaneVector* x) {
  DOKUMILL_UNROLL
  for (int round = 0; round < 4; ++round) {
    LaneVector y[16];
    DOKUMILL_UNROLL
    for (int i = 0; i < 8; ++i) {
      y[2 * i] = interleave_low(x[i], x[i + 8]);
      y[2 * i + 1] = interleave_high(x[i], x[i + 8]);
    }
    DOKUMILL_UNROLL
    for (int i = 0; i < 16; ++i) x[i] = y[i];
  }
}

// The first cells of the pieces of a grid. kLoneCell is in none of the pieces.
inline constexpr int kPlanePieces[] = {0, 16, 32, 48, 65};
inline constexpr int kLoneCell = 64;

DOKUMILL_INLINE void read_cell(CellBits& bits, int cell, int group, LaneVector digits) {
  bits.part[cell][0][group] = bytes_with_bit<0>(digits);
  bits.part[cell][1][group] = bytes_with_bit<1>(digits);
  bits.part[cell][2][group] = bytes_with_bit<2>(digits);
  bits.part[cell][3][group] = bytes_with_bit<3>(digits);
}

DOKUMILL_NO_INLINE void read_planes(const Grid* grids, CellBits& bits) {
  DOKUMILL_NO_UNROLL
  for (int group = 0; group < kGroups; ++group) {
    const std::uint8_t* const first = grids[group * kGroupPuzzles].cells.data();
    DOKUMILL_NO_UNROLL
    for (const int start : kPlanePieces) {
      LaneVector x[16];
      DOKUMILL_UNROLL
      for (int i = 0; i < 16; ++i) {
        x[i] = load_spread(first + i * sizeof(Grid) + start, 16 * sizeof(Grid));
      }
      transpose_pieces(x);
      DOKUMILL_UNROLL
      for (int i = 0; i < 16; ++i) read_cell(bits, start + i, group, x[i]);
    }
    alignas(64) std::uint8_t lone[kGroupPuzzles];
    for (int i = 0; i < kGroupPuzzles; ++i) lone[i] = first[i * sizeof(Grid) + kLoneCell];
    LaneVector x;
    std::memcpy(&x, lone, sizeof x);
    read_cell(bits, kLoneCell, group, x);
  }
}

DOKUMILL_INLINE LaneVector digits_of_cell(const CellBits& bits, int cell, int group) {
  return bytes_from_bits(bits.part[cell][0][group], bits.part[cell][1][group],
                         bits.part[cell][2][group], bits.part[cell][3][group]);
}

// results[kPlanePuzzles].solution := the digits of the planes.
DOKUMILL_NO_INLINE void write_planes(const CellBits& bits, SolveResult* results) {
  DOKUMILL_NO_UNROLL
  for (int group = 0; group < kGroups; ++group) {
    std::uint8_t* const first = results[group * kGroupPuzzles].solution.cells.data();
    DOKUMILL_NO_UNROLL
    for (const int start : kPlanePieces) {
      LaneVector x[16];
      DOKUMILL_UNROLL
      for (int i = 0; i < 16; ++i) x[i] = digits_of_cell(bits, start + i, group);
      transpose_pieces(x);
      DOKUMILL_UNROLL
      for (int i = 0; i < 16; ++i) {
        store_spread(x[i], first + i * sizeof(SolveResult) + start, 16 * sizeof(SolveResult));
      }
    }
    const LaneVector x = digits_of_cell(bits, kLoneCell, group);
    alignas(64) std::uint8_t lone[kGroupPuzzles];
    std::memcpy(lone, &x, sizeof lone);
    for (int i = 0; i < kGroupPuzzles; ++i) first[i * sizeof(SolveResult) + kLoneCell] = lone[i];
  }
}

DOKUMILL_INLINE int cell_of_box(int box, int k) {
  return (box / 3 * 3 + k / 3) * 9 + box % 3 * 3 + k % 3;
}
DOKUMILL_INLINE LaneVector plane_of(const CellBits& bits, int cell, int bit) {
  LaneVector x;
  std::memcpy(&x, bits.part[cell][bit], sizeof x);
  return x;
}

// Makes the planes of the puzzles. Returns the puzzles in which two equal givens share a box.
DOKUMILL_NO_INLINE LaneVector start_planes(const CellBits& bits, Planes& planes) {
  const LaneVector ones = set1(-1);
  LaneVector twice = set1(0);
  DOKUMILL_NO_UNROLL
  for (int digit = 1; digit <= 9; ++digit) {
    LaneVector flip[4];  // turns the bits of the digit into ones
    for (int bit = 0; bit < 4; ++bit) flip[bit] = set1((digit >> bit & 1) - 1);
    LaneVector minirows[27], minicolumns[27];
    DOKUMILL_NO_UNROLL
    for (int box = 0; box < 9; ++box) {
      LaneVector x[9];
      DOKUMILL_UNROLL
      for (int k = 0; k < 9; ++k) {
        const int cell = cell_of_box(box, k);
        x[k] = and3(plane_of(bits, cell, 0) ^ flip[0], plane_of(bits, cell, 1) ^ flip[1],
                    plane_of(bits, cell, 2) ^ flip[2]) &
               (plane_of(bits, cell, 3) ^ flip[3]);
      }
      const LaneVector row0 = or3(x[0], x[1], x[2]);
      const LaneVector row1 = or3(x[3], x[4], x[5]);
      const LaneVector row2 = or3(x[6], x[7], x[8]);
      twice = or3(twice, majority(row0, row1, row2), majority(x[0], x[1], x[2]));
      twice = or3(twice, majority(x[3], x[4], x[5]), majority(x[6], x[7], x[8]));
      const LaneVector open = only(only(ones, row0, row1), row2, set1(0));
      LaneVector* const row = minirows + box / 3 * 9 + box % 3;
      row[0] = row0 | open;
      row[3] = row1 | open;
      row[6] = row2 | open;
      LaneVector* const column = minicolumns + box / 3 * 9 + box % 3 * 3;
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) column[i] = or3(x[i], x[i + 3], x[i + 6]) | open;
    }
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) {
      start_patterns(minirows + 9 * i, 3, i, planes.pattern[digit - 1][i]);
      start_patterns(minicolumns + 3 * i, 9, 3 + i, planes.pattern[digit - 1][3 + i]);
    }
  }
  return twice;
}

// Converts solved planes to the bits of their digits.
DOKUMILL_NO_INLINE void digits_of_planes(const Planes& planes, CellBits& bits) {
  DOKUMILL_UNROLL
  for (int box = 0; box < 9; ++box) {
    LaneVector rows[9][3], columns[9][3];
    DOKUMILL_NO_UNROLL
    for (int d = 0; d < 9; ++d) {
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) {
        rows[d][i] = entry(planes.pattern[d][box / 3], box / 3, i, box % 3);
        columns[d][i] = entry(planes.pattern[d][3 + box % 3], 3 + box % 3, box / 3, i);
      }
    }
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      LaneVector x[9];
      DOKUMILL_UNROLL
      for (int d = 0; d < 9; ++d) x[d] = rows[d][k / 3] & columns[d][k % 3];
      const LaneVector digit[4] = {or3(or3(x[0], x[2], x[4]), x[6], x[8]),
                                   or3(x[1], x[2], x[5]) | x[6], or3(x[3], x[4], x[5]) | x[6],
                                   x[7] | x[8]};
      std::memcpy(bits.part[cell_of_box(box, k)], digit, sizeof digit);
    }
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
