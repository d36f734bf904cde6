// Trios: the ways in which a digit can lie in a band or stack.
//
// The nine minirows of a band are a 3x3 matrix. In a solution, the three minirows of a digit are in
// three rows and in three boxes, so they are one of the six permutations of the matrix. In a stack,
// the same holds for minicolumns. These permutations are the trios 0 to 5 of a band or stack:
//
//           box 0  box 1  box 2      trio 0   1      2      3      4      5     (of band 0)
//   row 0     R      R      R           X . .  . X .  . . X  X . .  . X .  . . X
//   row 1     R      R      R           . X .  . . X  X . .  . . X  X . .  . X .
//   row 2     R      R      R           . . X  X . .  . X .  . X .  . . X  X . .
//
// The lanes have, for each trio, the set of digits that may lie on it (node-inl.hpp). The bit
// planes have, for each digit and trio, the set of puzzles in which the digit may lie on the trio
// (planes-inl.hpp). The functions of this file work on both kinds of sets.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kBands = 6;  // bands 0-2, then stacks 0-2 as 3-5
inline constexpr int kTrios = 6;

// The two trios through entry (i, j) of a band or stack. In a band, i is the row and j the box. In
// a stack, i is the box from top to bottom and j the column.
//
// Each band, and each stack, starts its numbering at a different trio. So the three boxes of a turn
// (sweep-inl.hpp) use the same numbers. For a given i and turn, the two trios through entry (i,
// band + turn) have the same numbers in all three bands. For a given j and turn, the two trios
// through entry (stack - turn, j) have the same numbers in all three stacks. The sum and the
// difference are modulo 3.
DOKUMILL_INLINE constexpr int even_trio(int band, int i, int j) {
  return (j - i + (band < 3 ? 6 - band : band)) % 3;
}
DOKUMILL_INLINE constexpr int odd_trio(int band, int i, int j) {
  return 3 + (i + j + 6 - band) % 3;
}
// The trio of a band that consists of the same entries as trio `n` of band 0.
DOKUMILL_INLINE constexpr int same_trio(int band, int n) {
  return n < 3 ? even_trio(band, 0, n) : odd_trio(band, 0, n - 3);
}

// The digits of entry (i, j) of a band or stack. trios[6]: the trios of this band or stack.
DOKUMILL_INLINE LaneVector entry(const LaneVector* trios, int band, int i, int j) {
  return trios[even_trio(band, i, j)] | trios[odd_trio(band, i, j)];
}
// Removes all digits except `digits` from entry (i, j) of a band or stack.
DOKUMILL_INLINE void keep_in_entry(LaneVector* trios, int band, int i, int j, LaneVector digits) {
  LaneVector& even = trios[even_trio(band, i, j)];
  LaneVector& odd = trios[odd_trio(band, i, j)];
  even = even & digits;
  odd = odd & digits;
}

// trios[6] := the trios of a band or stack whose entry (i, j) is m[i * step + j].
DOKUMILL_INLINE void start_trios(const LaneVector* m, int step, int band, LaneVector* trios) {
  DOKUMILL_UNROLL
  for (int j = 0; j < 3; ++j) {
    const int next = (j + 1) % 3, last = (j + 2) % 3;
    trios[even_trio(band, 0, j)] = and3(m[j], m[step + next], m[2 * step + last]);
    trios[odd_trio(band, 0, j)] = and3(m[j], m[step + last], m[2 * step + next]);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
