// A block of nodes: one node of the search in every 16-bit lane.
//
// A band has six trios of minirows, and so has a stack (trios-inl.hpp). For each of these 36 trios,
// a node has a set of digits: the digits that may lie on the trio. In a set, bit d - 1
// stands for the digit d. A block has a row for each of the 36 sets. A row is a LaneVector that has
// this set for every lane.
//
// Everything else follows from these sets. A minirow is an entry of the matrix of its band, and two
// trios go through each entry (trios-inl.hpp). The digits of the minirow are the union of the
// sets of these two trios (entry()). In a stack, the same holds for minicolumns. The candidates
// of a cell are minirow & minicolumn. If a digit leaves a minirow, the digit leaves both trios
// through this minirow (keep_in_entry()). So the digit may leave minirows of other boxes at the
// same time, and locked candidates need no step of their own.
//
// A node has no cells, but no information is lost. A digit leaves a cell for one of three reasons.
// First, the cell's minirow or minicolumn has lost the digit. The node shows this. Second, the cell
// was solved with another digit. Third, the digit was solved in another cell of the box. In the
// last two cases, the solved digit is in only one minirow and one minicolumn of its box, so the
// next sweep finds it as a hidden single at once.
//
// A node has 36 sets, 72 bytes. (Nodes with cells had 144 sets, those of minirows and minicolumns
// 54: docs/kernels/sweep.md.) The result of a sweep depends on the node alone. So if one sweep
// changes nothing, further sweeps change nothing.
//
// One puzzle per lane is not our idea: gertqin's sudoku-solver (C/solverAvx2.c, April 2020) solves
// 16 puzzles at once in the 16-bit lanes of AVX2, with naked singles. The search in the lanes, the
// pool of nodes and the division of work between lanes are ours. Unions over minirows are known
// from the JCZSolve family (zhouyundong_2012, champagne, JasonLion). Two ideas come from tdoku (T.
// Dillon, 2019). First, the state of the search is the trios of each digit in each band.
// Second, the search branches on these trios.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kDigitMask = 0x1FF;
inline constexpr int kRows = kBands * kTrios;
inline constexpr LaneMask kAllLanes = static_cast<LaneMask>((std::uint64_t{1} << kLanes) - 1);

struct alignas(64) Block {
  LaneVector row[kRows];

  // The six trios of a band or stack.
  DOKUMILL_INLINE LaneVector* trio(int band) { return row + kTrios * band; }
  DOKUMILL_INLINE const LaneVector* trio(int band) const { return row + kTrios * band; }
};

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

// Read and write one lane of a row.
DOKUMILL_INLINE std::uint16_t get(const LaneVector& row, int lane) {
  std::uint16_t value;
  std::memcpy(&value, reinterpret_cast<const char*>(&row) + 2 * lane, sizeof value);
  return value;
}
DOKUMILL_INLINE void set(LaneVector& row, int lane, int value) {
  const auto bits = static_cast<std::uint16_t>(value);
  std::memcpy(reinterpret_cast<char*>(&row) + 2 * lane, &bits, sizeof bits);
}

// The sum of the numbers in the given lanes of a row.
DOKUMILL_INLINE std::uint64_t sum_of_lanes(const LaneVector& row, LaneMask lanes) {
  std::uint64_t sum = 0;
  for (; lanes != 0; lanes &= lanes - 1) sum += get(row, first_lane(lanes));
  return sum;
}

// Copies the given lanes of `from` to `to`.
inline void copy_lanes(Block& to, const Block& from, LaneMask lanes) {
  LaneVector* const out = to.row;
  const LaneVector* const in = from.row;
  if (lanes == kAllLanes) {
    for (int i = 0; i < kRows; ++i) out[i] = in[i];
  } else {
    for (int i = 0; i < kRows; ++i) out[i] = select(lanes, in[i], out[i]);
  }
}

// A choice of lanes to move: the lowest lanes of `offered` move to the lowest lanes of `room`. The
// number of lanes that move is the size of the smaller set.
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

// Copies lanes of the source to the lanes `to` of the target. REQUIRES: `match` is the result of
// match_lanes() for the lanes of the source and `to`.
DOKUMILL_INLINE void move_lanes(LaneVector& target, LaneVector source, const Permutation& match,
                                LaneMask to) {
  target = select(to, permute(match, source), target);
}
inline void move_lanes(Block& target, const Block& source, const Permutation& match, LaneMask to) {
  LaneVector* const out = target.row;
  const LaneVector* const in = source.row;
  for (int i = 0; i < kRows; ++i) move_lanes(out[i], in[i], match, to);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
