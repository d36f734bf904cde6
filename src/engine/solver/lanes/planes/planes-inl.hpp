// Bit planes: as many puzzles side by side as a vector has bits.
//
//   plane    trio[digit][band][p]: the puzzles in which the digit may lie on trio p of the
//            band or stack
//
// A puzzle has the same 36 sets of digits as a node of the lanes (see node-inl.hpp), but each set
// is stored as nine planes. So a sweep needs no arithmetic, only logic: about 14 operations a
// puzzle with AVX-512, where the lanes take 41. A sweep visits the boxes in the order of the lanes'
// sweep (sweep-inl.hpp).
//
// The last loop of settle_plane_box() should load each cell once. GCC does this only without its
// optimization tree-ter, which begin_avx2-inl.hpp and ternary_256-inl.hpp switch off. In
// settle_plane_box(), `hidden` is written with two operators because of AVX-512: GCC combines them
// in place. With or_and(), it copies all nine vectors twice.
//
// A sweep is bound by stores and by the number of instructions, not by the latency of logic. So it
// stores little. The candidates of a cell are counted in registers, minirow by minirow, and two
// digits at a time. Minirows are not stored, but read again where they are needed.
//
// docs/kernels/planes.md has the times, other orders of the steps, and what was tried.
//
// A sweep of planes has no locked triples, and planes cannot search. Puzzles that singles and
// locked candidates do not solve go to the lanes (see plane_solver-inl.hpp).

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
  LaneVector trio[9][kBands][kTrios];
};

// Finds the candidates of the cells of minirow i of a box, and whether a cell has several
// candidates. settle_plane_box() explains the arrays.
DOKUMILL_INLINE void find_candidates(const Planes& planes, int band, int turn, int i,
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
        const LaneVector row = entry(planes.trio[d][band], 0, i, turn);
        cells[d][k] = drop(row & columns[d][j], twice[d], hidden[k]);
      }
      const LaneVector before = end == 3 ? cells[0][k] : any[j];
      const LaneVector several = majority(before, cells[end - 2][k], cells[end - 1][k]);
      many[k] = end == 3 ? several : many[k] | several;
      any[j] = or3(before, cells[end - 2][k], cells[end - 1][k]);
    }
  }
}

// Works on the box that `turn` visits in `band`. Places the singles of all digits there, and
// removes the candidates that these singles exclude. Removes a puzzle from `solved` if some digit
// is not a naked single in the box.
DOKUMILL_INLINE void settle_plane_box(Planes& planes, int band, int turn, LaneVector& solved) {
  const int stack = 3 + (band + turn) % 3;
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
      row[i] = entry(planes.trio[d][band], 0, i, turn);
      columns[d][i] = column[i] = entry(planes.trio[d][stack], 3 + turn, 0, i);
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
  find_candidates(planes, band, turn, 0, columns, twice, hidden, cells, many);
  find_candidates(planes, band, turn, 1, columns, twice, hidden, cells, many);
  find_candidates(planes, band, turn, 2, columns, twice, hidden, cells, many);
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
      keep_in_entry(planes.trio[d][band], 0, i, turn, or_without(single_row[i], row[i], is_placed));
      keep_in_entry(planes.trio[d][stack], 3 + turn, 0, i,
                    or_without(single_column[i], column[i], is_placed));
    }
  }
}

// Returns the solved puzzles: those in which each digit was placed in each box. They hold a
// solution, for the following reason. The nine digits of a box are in nine different cells. When
// the sweep visited the last box of a band or stack, a digit had only trios through its places
// in the other two boxes. So one trio is left, and no digit is twice in a row or column. This
// function does not notice two equal givens in a box; start_planes() reports such puzzles.
DOKUMILL_ALIGNED DOKUMILL_NO_INLINE LaneVector sweep_planes(Planes& planes) {
  LaneVector solved = set1(-1);
  DOKUMILL_UNROLL
  for (int turn = 0; turn < 3; ++turn) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) settle_plane_box(planes, band, turn, solved);
  }
  return solved;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
