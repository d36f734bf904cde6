// Reads grids into bit planes, and writes boards from them.
//
// A cell has four planes, one for each bit of its digit. The conversion goes through pairs. A pair
// is a byte with the digits of two neighbouring cells of one puzzle.
//
//   grids    a byte per cell            puzzle 0:  4 9 2 . . 8 5 6 ...
//   pairs    pairs[i][k], byte b:       cells 2 k and 2 k + 1 of puzzle 8 b + i
//   planes   bit i of byte b:           puzzle 8 b + i
//
// Sixteen pairs (32 cells) of a puzzle fill a strip (16 bytes of a vector). Four rounds of byte
// interleaving transpose the strips of 16 puzzles. Then the vector pairs[i][k] holds pair k of
// every eighth puzzle of the block, beginning with puzzle i. Together, the eight vectors
// pairs[0..7][k] hold pair k of all puzzles of the block. Transposing the bits of these vectors
// gives the eight planes of the two cells.
//
// docs/kernels/planes.md compares this with converting each cell on its own.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// The bits of the digits of all cells. A vector has a bit for each puzzle of the block.
using CellPlanes = LaneVector[kCells][4];

DOKUMILL_INLINE void transpose_strips(LaneVector* x) {
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

// One round of transpose_bits(). Let B be b ^ kStep, and I be i ^ kStep. In every byte, exchanges
// bit b of x[i] with bit B of x[I] if exactly one of b & kStep and i & kStep is not 0. `low`: a
// mask that has, in every byte, the bits b with (b & kStep) == 0.
template <int kStep>
DOKUMILL_INLINE void exchange_bits(LaneVector* x, LaneVector low) {
  DOKUMILL_UNROLL
  for (int i = 0; i < 8; ++i) {
    if ((i & kStep) != 0) continue;
    const LaneVector differ = (shift_right<kStep>(x[i]) ^ x[i + kStep]) & low;
    x[i] = x[i] ^ shift_left<kStep>(differ);
    x[i + kStep] = x[i + kStep] ^ differ;
  }
}
// In every byte, exchanges bit b of x[i] with bit i of x[b].
DOKUMILL_INLINE void transpose_bits(LaneVector* x) {
  exchange_bits<1>(x, set1(0x5555));
  exchange_bits<2>(x, set1(0x3333));
  exchange_bits<4>(x, set1(0x0F0F));
}

// A grid is converted in three parts of sixteen pairs each. These are the first cells of the parts.
// The last two parts overlap.
inline constexpr int kPairParts[] = {0, 32, kCells - 32};
// While the strips are not transposed, strip l of pairs[i][k] has the sixteen pairs of puzzle
// 128 l + 8 k + i. So the puzzles of neighbouring strips of a vector are kStripDistance apart.
inline constexpr int kStripDistance = 128;

DOKUMILL_NO_INLINE void read_planes(const Grid* grids, CellPlanes& bits) {
  DOKUMILL_NO_UNROLL
  for (const int start : kPairParts) {
    LaneVector pairs[8][16];
    DOKUMILL_NO_UNROLL
    for (int i = 0; i < 8; ++i) {
      const std::uint8_t* from = grids[i].cells.data() + start;
      DOKUMILL_UNROLL
      for (int k = 0; k < 16; ++k, from += 8 * sizeof(Grid)) {
        pairs[i][k] = pairs_of_cells(load_spread(from, kStripDistance * sizeof(Grid)),
                                     load_spread(from + 16, kStripDistance * sizeof(Grid)));
      }
      transpose_strips(pairs[i]);
    }
    DOKUMILL_NO_UNROLL
    for (int k = 0; k < 16; ++k) {
      LaneVector x[8];
      DOKUMILL_UNROLL
      for (int i = 0; i < 8; ++i) x[i] = pairs[i][k];
      transpose_bits(x);
      DOKUMILL_UNROLL
      for (int i = 0; i < 8; ++i) bits[start + 2 * k + i / 4][i % 4] = x[i];
    }
  }
}

// results[kPlanePuzzles].solution := the digits of the planes.
DOKUMILL_NO_INLINE void write_planes(const CellPlanes& bits, SolveResult* results) {
  DOKUMILL_NO_UNROLL
  for (const int start : kPairParts) {
    LaneVector pairs[8][16];
    DOKUMILL_NO_UNROLL
    for (int k = 0; k < 16; ++k) {
      LaneVector x[8];
      DOKUMILL_UNROLL
      for (int i = 0; i < 8; ++i) x[i] = bits[start + 2 * k + i / 4][i % 4];
      transpose_bits(x);
      DOKUMILL_UNROLL
      for (int i = 0; i < 8; ++i) pairs[i][k] = x[i];
    }
    DOKUMILL_NO_UNROLL
    for (int i = 0; i < 8; ++i) {
      transpose_strips(pairs[i]);
      std::uint8_t* to = results[i].solution.cells.data() + start;
      DOKUMILL_UNROLL
      for (int k = 0; k < 16; ++k, to += 8 * sizeof(SolveResult)) {
        const LaneVector even = pairs[i][k] & set1(0x0F0F);
        const LaneVector odd = shift_right<4>(pairs[i][k]) & set1(0x0F0F);
        store_spread(interleave_low(even, odd), to, kStripDistance * sizeof(SolveResult));
        store_spread(interleave_high(even, odd), to + 16, kStripDistance * sizeof(SolveResult));
      }
    }
  }
}

DOKUMILL_INLINE int cell_of_box(int box, int k) {
  return (box / 3 * 3 + k / 3) * 9 + box % 3 * 3 + k % 3;
}

// Makes the planes of the puzzles. Returns the puzzles in which two equal givens share a box.
DOKUMILL_NO_INLINE LaneVector start_planes(const CellPlanes& bits, Planes& planes) {
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
        x[k] = and3(bits[cell][0] ^ flip[0], bits[cell][1] ^ flip[1], bits[cell][2] ^ flip[2]) &
               (bits[cell][3] ^ flip[3]);
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
      start_trios(minirows + 9 * i, 3, i, planes.trio[digit - 1][i]);
      start_trios(minicolumns + 3 * i, 9, 3 + i, planes.trio[digit - 1][3 + i]);
    }
  }
  return twice;
}

// Converts the planes of solved puzzles to the bits of the digits of all cells.
DOKUMILL_NO_INLINE void digits_of_planes(const Planes& planes, CellPlanes& bits) {
  DOKUMILL_UNROLL
  for (int turn = 0; turn < 3; ++turn) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) {
      const int stack = (band + turn) % 3;
      LaneVector rows[9][3], columns[9][3];
      DOKUMILL_NO_UNROLL
      for (int d = 0; d < 9; ++d) {
        DOKUMILL_UNROLL
        for (int i = 0; i < 3; ++i) {
          rows[d][i] = entry(planes.trio[d][band], 0, i, turn);
          columns[d][i] = entry(planes.trio[d][3 + stack], 3 + turn, 0, i);
        }
      }
      DOKUMILL_UNROLL
      for (int k = 0; k < 9; ++k) {
        LaneVector x[9];
        DOKUMILL_UNROLL
        for (int d = 0; d < 9; ++d) x[d] = rows[d][k / 3] & columns[d][k % 3];
        LaneVector* const digit = bits[cell_of_box(3 * band + stack, k)];
        digit[0] = or3(or3(x[0], x[2], x[4]), x[6], x[8]);
        digit[1] = or3(x[1], x[2], x[5]) | x[6];
        digit[2] = or3(x[3], x[4], x[5]) | x[6];
        digit[3] = x[7] | x[8];
      }
    }
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
