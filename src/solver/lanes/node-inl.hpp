// A block of nodes: one node of the search in every 16-bit lane.
//
// A node is 54 sets of digits (bit d - 1 for digit d). A LaneVector holds the same set of all lanes. One
// band of a node:
//
//           box 0     box 1     box 2
//   row 0   R0 . .    R1 . .    R2 . .     R: minirow[3 * row + stack], the digits that the
//   row 1   R3 . .    R4 . .    R5 . .        three cells of a row in one box may still hold
//   row 2   R6 . .    R7 . .    R8 . .
//           C0 C1 C2  C3 C4 C5  C6 C7 C8   C: minicolumn[9 * band + column], the digits that
//                                             the three cells of a column in one box may
//                                             still hold
//
// There are no cells: the candidates of a cell are minirow & minicolumn. Nothing is lost by that. A
// digit leaves a cell because its minirow or its minicolumn lost it, or because the cell or the
// digit was solved in its box. A solved digit stands in only one minirow and one minicolumn of its
// box, so the next sweep finds it as a hidden single at once.
//
// A node is 108 bytes instead of the 270 of a board with cells. A fork or a park moves 54 rows
// instead of 144, and a sweep reads and writes 54 rows. "Nothing changed" is exact, because a sweep
// is a function of the node.
//
// One puzzle per lane is not our idea: gertqin's sudoku-solver (C/solverAvx2.c, April 2020) solves
// 16 puzzles at once in the 16-bit lanes of AVX2, with naked singles. The search in the lanes, the
// pool of nodes, the division of work between lanes and this node are ours. Unions over minirows
// are known from the JCZSolve family (zhouyundong_2012, champagne, JasonLion), branching on them
// from tdoku (T. Dillon, 2019).

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kDigitMask = 0x1FF;
inline constexpr int kRows = 54;
inline constexpr LaneMask kAllLanes = static_cast<LaneMask>((std::uint64_t{1} << kLanes) - 1);

struct alignas(64) Block {
  LaneVector minirow[27];
  LaneVector minicolumn[27];
};

// The nine minirows of a band, or minicolumns of a stack, are a 3x3 matrix (see band_start()).
inline constexpr int kBands = 6;  // bands 0-2, then stacks 0-2 as 3-5

DOKUMILL_INLINE LaneVector* rows_of(Block& block) {
  return block.minirow;  // minicolumn follows in memory
}
DOKUMILL_INLINE const LaneVector* rows_of(const Block& block) {
  return block.minirow;
}
static_assert(offsetof(Block, minicolumn) == 27 * sizeof(LaneVector));

// The matrix of a band, as rows of the block:
//
//   entry (i, j) = rows_of(block)[band_start(band) + i * band_step(band) + j]
//
// In a band, i is the row and j the box. In a stack, i is the box from top to bottom and j the
// column. In both, the places of a digit form a permutation.
DOKUMILL_INLINE int band_start(int band) {
  return band < 3 ? 9 * band : 27 + 3 * (band - 3);
}
DOKUMILL_INLINE int band_step(int band) {
  return band < 3 ? 3 : 9;
}

DOKUMILL_INLINE int count_lanes(LaneMask lanes) {
  return __builtin_popcount(lanes);
}
DOKUMILL_INLINE int first_lane(LaneMask lanes) {
  return __builtin_ctz(lanes);
}
DOKUMILL_INLINE LaneMask one_lane(int lane) {
  return LaneMask{1} << lane;
}
DOKUMILL_INLINE LaneMask first_lanes(int count) {
  return static_cast<LaneMask>((std::uint64_t{1} << count) - 1);
}

// One lane of one row.
DOKUMILL_INLINE std::uint16_t get(const LaneVector& row, int lane) {
  std::uint16_t value;
  std::memcpy(&value, reinterpret_cast<const char*>(&row) + 2 * lane, sizeof value);
  return value;
}
DOKUMILL_INLINE void set(LaneVector& row, int lane, int value) {
  const auto bits = static_cast<std::uint16_t>(value);
  std::memcpy(reinterpret_cast<char*>(&row) + 2 * lane, &bits, sizeof bits);
}

// The sum of small numbers in the lanes of the set.
DOKUMILL_INLINE std::uint64_t sum_of_lanes(const LaneVector& row, LaneMask lanes) {
  std::uint64_t sum = 0;
  for (; lanes != 0; lanes &= lanes - 1) sum += get(row, first_lane(lanes));
  return sum;
}

// to := from, in the lanes of the set.
inline void copy_lanes(Block& to, const Block& from, LaneMask lanes) {
  LaneVector* const out = rows_of(to);
  const LaneVector* const in = rows_of(from);
  if (lanes == kAllLanes) {
    for (int i = 0; i < kRows; ++i) out[i] = in[i];
  } else {
    for (int i = 0; i < kRows; ++i) out[i] = select(lanes, in[i], out[i]);
  }
}

// As many of the lanes `offered` as find a place in `room`, the lowest ones of both.
struct Handover {
  LaneMask from, to;
  Permutation match;
};
DOKUMILL_INLINE Handover hand_over(LaneMask offered, LaneMask room) {
  const int offers = count_lanes(offered), places = count_lanes(room);
  const int count = offers < places ? offers : places;
  const LaneMask from = lowest_lanes(offered, count), to = lowest_lanes(room, count);
  return {from, to, match_lanes(from, to)};
}

// Copies lanes of the source to the lanes `to` of the target. `match` comes from match_lanes().
DOKUMILL_INLINE void move_lanes(LaneVector& target, LaneVector source, const Permutation& match,
                                LaneMask to) {
  target = select(to, permute(match, source), target);
}
inline void move_lanes(Block& target, const Block& source, const Permutation& match, LaneMask to) {
  LaneVector* const out = rows_of(target);
  const LaneVector* const in = rows_of(source);
  for (int i = 0; i < kRows; ++i) move_lanes(out[i], in[i], match, to);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
