// Bit planes: as many puzzles side by side as a vector has bits.
//
//   plane    pattern[digit][band][p]: the puzzles in which the digit may lie on pattern p of the
//            band or stack
//
// A puzzle has the same 36 sets of digits as a node of the lanes (see node-inl.hpp), but each set
// is stored as nine planes. So a sweep needs no arithmetic, only logic: about 14 operations a
// puzzle with AVX-512, where the lanes take 41. A sweep visits the boxes in the order of the lanes'
// sweep (sweep-inl.hpp).
//
// Measured (2026-11, Zen 3, GCC 12, AVX2): before the planes were patterns, they were minirows and
// minicolumns, and a step for bands and stacks followed each stage. A sweep of patterns has 16 %
// fewer instructions, and easy33.txt takes 83 ns per puzzle instead of 94. With all nine boxes
// unrolled, a sweep has 27 % fewer instructions, but it was no faster than a sweep of minirows and
// minicolumns.
//
// The last loop of settle_plane_box() should load each cell once. GCC does this only with the
// option -fno-tree-ter (src/CMakeLists.txt). With the option, a puzzle takes 54.4 ns, and without
// it 58.2 ns. With an older loop, a puzzle took 56.9 ns (1,024 puzzles again and again). Since
// sweeps store less (see below), the option matters more: 38 instead of 47 ns (Zen 4, AVX2). The
// option also affects the lanes. With AVX2, 17clue.txt and several.txt take 1 to 2 % less time, and
// hardest.txt 1 % more. With 128-bit vectors, most sets take 3 to 15 % more, so the option is not
// used there.
//
// A sweep is bound by stores and by the number of instructions, not by the latency of logic. So it
// stores little. The candidates of a cell are counted in registers, minirow by minirow, and two
// digits at a time. Minirows are not stored, but read again where they are needed. Measured
// (2026-11, Zen 4, GCC 12), ns per puzzle of easy33.txt in calls of 1,024 puzzles:
//
//                                                          AVX-512    AVX2
//   counts of three digits and minirows in memory            43.5     42.8
//   counts in registers                                      41.6     42.3
//   minirows read again                                      39.4     41.2
//
// In settle_plane_box(), `hidden` is written with two operators because of AVX-512. GCC combines
// the two operators in place, so that the loop has 39 instructions instead of 57. With or_and(),
// GCC copies all nine vectors twice. We also tried the last loop without the singles of minirows
// and minicolumns, as x & ~(is_placed & many). This loop has 6 instructions less with AVX-512 and 4
// less with AVX2, but AVX2 took 5 % more time.
//
// The table compares orders of the same steps. It was measured when the planes were minirows and
// minicolumns. It has the number of sweeps until the given share of the puzzles is solved, and the
// time of a sweep of 512 puzzles with AVX-512 and of 256 puzzles with AVX2 (Sapphire Rapids):
//
//   boxes, then bands                     easy33.txt 94 %   17clue.txt 70 %   AVX-512   AVX2
//   all nine boxes, all bands                  10 sweeps         20 sweeps    1.68 us   1.97 us
//   a band of boxes, its rows, all stacks      9                 16           1.97      2.19
//   five boxes (checkerboard), then four       8                 16           1.95      2.21
//   three boxes, three times                   6                 13           2.23      2.49
//   one box, its band and stack                6                 13           2.27      2.53
//
// A sweep of planes has no locked triples, and planes cannot search. Puzzles that singles and
// locked candidates do not solve go to the lanes (see plane_stage-inl.hpp).

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
  LaneVector pattern[9][kBands][kPatterns];
};

// Finds the candidates of the cells of minirow i of a box, and whether a cell has several
// candidates. settle_plane_box() explains the arrays.
DOKUMILL_INLINE void find_candidates(const Planes& planes, int band, int stage, int i,
                                     const LaneVector (*columns)[3], const LaneVector* twice,
                                     const LaneVector* hidden, LaneVector (*cells)[9],
                                     LaneVector* many) {
  LaneVector any[3];  // one of the digits so far is a candidate of cell j of the minirow
  // Three digits at first, and then two at a time.
  DOKUMILL_UNROLL
  for (int end = 3; end <= 9; end += 2) {
    DOKUMILL_UNROLL
    for (int j = 0; j < 3; ++j) {
      const int k = 3 * i + j;
      DOKUMILL_UNROLL
      for (int d = end == 3 ? 0 : end - 2; d < end; ++d) {
        const LaneVector row = entry(planes.pattern[d][band], 0, i, stage);
        cells[d][k] = drop(row & columns[d][j], twice[d], hidden[k]);
      }
      const LaneVector before = end == 3 ? cells[0][k] : any[j];
      const LaneVector several = majority(before, cells[end - 2][k], cells[end - 1][k]);
      many[k] = end == 3 ? several : many[k] | several;
      any[j] = or3(before, cells[end - 2][k], cells[end - 1][k]);
    }
  }
}

// Works on the box that `stage` visits in `band`. Places the singles of all digits there, and
// removes the candidates that these singles exclude. Removes a puzzle from `solved` if some digit
// is not a naked single in the box.
DOKUMILL_INLINE void settle_plane_box(Planes& planes, int band, int stage, LaneVector& solved) {
  const int stack = 3 + (band + stage) % 3;
  LaneVector columns[9][3];  // the minicolumns of the box
  LaneVector twice[9];       // for each digit: it has two places or more
  LaneVector hidden[9];      // for each cell: some digit has its only place there
  DOKUMILL_UNROLL
  for (int k = 0; k < 9; ++k) hidden[k] = set1(0);
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    LaneVector row[3], column[3];
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) {
      row[i] = entry(planes.pattern[d][band], 0, i, stage);
      columns[d][i] = column[i] = entry(planes.pattern[d][stack], 3 + stage, 0, i);
    }
    // `twice` may also be set for a digit without a place in the box: for example, if two minirows
    // may hold the digit, but no minicolumn may. This does no harm, because such a digit is never
    // placed.
    twice[d] = majority(row[0], row[1], row[2]) | majority(column[0], column[1], column[2]);
    LaneVector once[3];
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) once[i] = without(row[i], twice[d]);
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) hidden[k] = hidden[k] | (once[k / 3] & column[k % 3]);
  }
  LaneVector cells[9][9];  // for each digit and cell: the digit is a candidate there
  LaneVector many[9];      // for each cell: it has two candidates or more
  find_candidates(planes, band, stage, 0, columns, twice, hidden, cells, many);
  find_candidates(planes, band, stage, 1, columns, twice, hidden, cells, many);
  find_candidates(planes, band, stage, 2, columns, twice, hidden, cells, many);
  DOKUMILL_NO_UNROLL
  for (int d = 0; d < 9; ++d) {
    // row[i], column[i]: the digit is a candidate in minirow i (minicolumn i). single_row[i],
    // single_column[i]: the digit is a naked single there.
    LaneVector row[3], column[3], single_row[3], single_column[3];
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      const LaneVector x = cells[d][k];
      const LaneVector one = without(x, many[k]);
      row[k / 3] = k % 3 == 0 ? x : row[k / 3] | x;
      column[k % 3] = k < 3 ? x : column[k % 3] | x;
      single_row[k / 3] = k % 3 == 0 ? one : single_row[k / 3] | one;
      single_column[k % 3] = k < 3 ? one : single_column[k % 3] | one;
    }
    const LaneVector is_placed = or3(single_row[0], single_row[1], single_row[2]);
    solved = solved & is_placed;
    DOKUMILL_UNROLL
    for (int i = 0; i < 3; ++i) {
      keep_in_entry(planes.pattern[d][band], 0, i, stage,
                    or_without(single_row[i], row[i], is_placed));
      keep_in_entry(planes.pattern[d][stack], 3 + stage, 0, i,
                    or_without(single_column[i], column[i], is_placed));
    }
  }
}

// Returns the solved puzzles: those in which each digit was placed in each box. They hold a
// solution, for the following reason. The nine digits of a box are in nine different cells. When
// the sweep visited the last box of a band or stack, a digit had only patterns through its places
// in the other two boxes. So one pattern is left, and no digit is twice in a row or column. This
// function does not notice two equal givens in a box; start_planes() reports such puzzles.
DOKUMILL_ALIGNED DOKUMILL_NO_INLINE LaneVector sweep_planes(Planes& planes) {
  LaneVector solved = set1(-1);
  DOKUMILL_UNROLL
  for (int stage = 0; stage < 3; ++stage) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) settle_plane_box(planes, band, stage, solved);
  }
  return solved;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
