// Bit planes: as many puzzles side by side as a vector has bits.
//
//   plane    row[digit][box][i]: the puzzles in which minirow i of the box may still hold the digit
//            column[digit][box][j]: the same for minicolumn j
//
// The state is that of the lanes (see node-inl.hpp), but a set of nine digits is nine planes. So a
// sweep needs no arithmetic, only logic: about 15 operations a puzzle, where the lanes take 44.
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

// Removes the singles of a box, for all digits. The cells of a digit are x[digit][9].
DOKUMILL_INLINE void settle_plane_box(Planes& planes, int box, PlaneVerdicts& verdicts) {
  const LaneVector zero = set1(0);
  LaneVector twice[9];   // of a digit: it has two places or more
  LaneVector hidden[9];  // of a cell: a digit has its only place there
  DOKUMILL_UNROLL
  for (int k = 0; k < 9; ++k) hidden[k] = zero;
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    const LaneVector* const row = planes.row[d][box];
    const LaneVector* const column = planes.column[d][box];
    LaneVector x[9];
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) x[k] = row[k / 3] & column[k % 3];
    // A digit without a place has no permutation afterwards, whatever `twice` says here.
    twice[d] = majority(row[0], row[1], row[2]) | majority(column[0], column[1], column[2]);
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) hidden[k] = or_without(hidden[k], x[k], twice[d]);
  }
  LaneVector cells[9][9];
  LaneVector any[9];   // of a cell: it has a candidate
  LaneVector many[9];  // of a cell: it has two candidates or more
  DOKUMILL_UNROLL
  for (int k = 0; k < 9; ++k) any[k] = many[k] = zero;
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    const LaneVector* const row = planes.row[d][box];
    const LaneVector* const column = planes.column[d][box];
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      const LaneVector x = drop(row[k / 3] & column[k % 3], twice[d], hidden[k]);
      cells[d][k] = x;
      many[k] = or_and(many[k], any[k], x);
      any[k] = any[k] | x;
    }
  }
  verdicts.alive = verdicts.alive & and3(and3(any[0], any[1], any[2]), and3(any[3], any[4], any[5]),
                                         and3(any[6], any[7], any[8]));
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    LaneVector* const row = planes.row[d][box];
    LaneVector* const column = planes.column[d][box];
    LaneVector x[9];
    LaneVector own[9];
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      x[k] = cells[d][k];
      own[k] = without(x[k], many[k]);
    }
    const LaneVector placed =
        or3(or3(own[0], own[1], own[2]), or3(own[3], own[4], own[5]), or3(own[6], own[7], own[8]));
    verdicts.alive = verdicts.alive & (twice[d] | placed);
    verdicts.solved = verdicts.solved & placed;
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) x[k] = drop(x[k], many[k], placed);
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
  for (int box = 0; box < 9; ++box) settle_plane_box(planes, box, verdicts);
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    DOKUMILL_NO_UNROLL
    for (int i = 0; i < 3; ++i) {
      settle_plane_band(planes.row[d][3 * i], 1, 3, verdicts);
      settle_plane_band(planes.column[d][i], 1, 9, verdicts);
    }
  }
  return verdicts;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
