// Bit planes: as many puzzles side by side as a vector has bits.
//
//   plane    row[digit][box][i]: the puzzles in which minirow i of the box may still hold the digit
//            column[digit][box][j]: the same for minicolumn j
//
// The state is that of the lanes (see node-inl.hpp), but a set of nine digits is nine planes. So a
// sweep needs no arithmetic, only logic: about 15 operations a puzzle, where the lanes take 50.
// Measured without stages (Sapphire Rapids, AVX-512): a sweep takes 1.7 times as long as its
// operations alone. With a sixth fewer operations (cells counted by three digits at a time), a
// sweep took the same time, but easy33.txt took 3 % less with AVX2.
//
// A sweep has the stages of the lanes' sweep (sweep-inl.hpp). The table compares orders of the same
// steps: the number of sweeps until the given share of the puzzles is solved, and the time of a
// sweep of 512 puzzles with AVX-512 and of 256 with AVX2 (Sapphire Rapids):
//
//   boxes, then bands                     easy33.txt 94 %   17clue.txt 70 %   AVX-512   AVX2
//   all nine boxes, all bands                  10 sweeps         20 sweeps    1.68 us   1.97 us
//   a band of boxes, its rows, all stacks      9                 16           1.97      2.19
//   five boxes (checkerboard), then four       8                 16           1.95      2.21
//   three boxes, three times (used here)       6                 13           2.23      2.49
//   one box, its band and stack                6                 13           2.27      2.53
//
// A sweep has no locked triples, and planes cannot search: what singles and locked candidates do
// not solve goes to the lanes (see plane_stage-inl.hpp).

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kPlanePuzzles = 8 * static_cast<int>(sizeof(LaneVector));

DOKUMILL_INLINE int count_bits(LaneVector x) {
  std::uint64_t words[sizeof x / 8];
  std::memcpy(words, &x, sizeof words);
  int count = 0;
  for (const std::uint64_t word : words) count += __builtin_popcountll(word);
  return count;
}

struct alignas(64) Planes {
  LaneVector row[9][9][3];
  LaneVector column[9][9][3];
};

struct PlaneVerdicts {
  LaneVector alive;   // without a contradiction so far
  LaneVector solved;  // every box has each digit in a cell of its own; only with `alive` a solution
};

// Removes the singles of a box, for all digits.
DOKUMILL_INLINE void settle_plane_box(Planes& planes, int box, PlaneVerdicts& verdicts) {
  LaneVector twice[9];   // of a digit: it has two places or more
  LaneVector hidden[9];  // of a cell: a digit has its only place there
  DOKUMILL_UNROLL
  for (int k = 0; k < 9; ++k) hidden[k] = set1(0);
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    const LaneVector* const row = planes.row[d][box];
    const LaneVector* const column = planes.column[d][box];
    // A digit without a place has no permutation afterwards, whatever `twice` says here.
    twice[d] = majority(row[0], row[1], row[2]) | majority(column[0], column[1], column[2]);
    LaneVector once[3];
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) once[i] = without(row[i], twice[d]);
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) hidden[k] = or_and(hidden[k], once[k / 3], column[k % 3]);
  }
  // The candidates of the cells, and per cell and three digits: any of them, and two or more.
  LaneVector cells[9][9], any3[3][9], many3[3][9];
  DOKUMILL_NO_UNROLL
  for (int group = 0; group < 3; ++group) {
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      LaneVector x[3];
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) {
        const int d = 3 * group + i;
        const LaneVector candidates = planes.row[d][box][k / 3] & planes.column[d][box][k % 3];
        cells[d][k] = x[i] = drop(candidates, twice[d], hidden[k]);
      }
      any3[group][k] = or3(x[0], x[1], x[2]);
      many3[group][k] = majority(x[0], x[1], x[2]);
    }
  }
  LaneVector any[9];   // of a cell: it has a candidate
  LaneVector many[9];  // of a cell: it has two candidates or more
  DOKUMILL_UNROLL
  for (int k = 0; k < 9; ++k) {
    any[k] = or3(any3[0][k], any3[1][k], any3[2][k]);
    many[k] =
        or3(many3[0][k], many3[1][k], many3[2][k]) | majority(any3[0][k], any3[1][k], any3[2][k]);
  }
  verdicts.alive = verdicts.alive & and3(and3(any[0], any[1], any[2]), and3(any[3], any[4], any[5]),
                                         and3(any[6], any[7], any[8]));
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    LaneVector x[9];
    LaneVector placed[3];
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) {
      placed[i] = without(cells[d][3 * i], many[3 * i]);
      placed[i] = or_without(placed[i], cells[d][3 * i + 1], many[3 * i + 1]);
      placed[i] = or_without(placed[i], cells[d][3 * i + 2], many[3 * i + 2]);
    }
    const LaneVector is_placed = or3(placed[0], placed[1], placed[2]);
    verdicts.alive = verdicts.alive & (twice[d] | is_placed);
    verdicts.solved = verdicts.solved & is_placed;
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) x[k] = drop(cells[d][k], many[k], is_placed);
    LaneVector* const row = planes.row[d][box];
    LaneVector* const column = planes.column[d][box];
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) {
      row[i] = or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
      column[i] = or3(x[i], x[i + 3], x[i + 6]);
    }
  }
}

// Keeps the permutations of a digit in a band or stack: entry (i, j) is m[i * step + j * stride].
DOKUMILL_INLINE void settle_plane_band(LaneVector* m, int step, int stride,
                                       PlaneVerdicts& verdicts) {
  LaneVector x[9];
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) x[n] = m[n / 3 * step + n % 3 * stride];
  verdicts.alive = verdicts.alive & keep_permutations(x);
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) m[n / 3 * step + n % 3 * stride] = x[n];
}

DOKUMILL_ALIGNED DOKUMILL_NO_INLINE PlaneVerdicts sweep_planes(Planes& planes) {
  PlaneVerdicts verdicts{set1(-1), set1(-1)};
  DOKUMILL_NO_UNROLL
  for (int stage = 0; stage < 3; ++stage) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) {
      settle_plane_box(planes, 3 * band + (band + stage) % 3, verdicts);
    }
    DOKUMILL_NO_UNROLL
    for (int d = 0; d < 9; ++d) {
      DOKUMILL_NO_UNROLL
      for (int i = 0; i < 3; ++i) {
        settle_plane_band(planes.row[d][3 * i], 1, 3, verdicts);
        settle_plane_band(planes.column[d][i], 1, 9, verdicts);
      }
    }
  }
  return verdicts;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
