// The order in which a new puzzle is searched: on patterns or by cells (see branch-inl.hpp).
//
// Patterns prove uniqueness with fewer guesses. But of several solutions the smallest is wanted,
// and cell order finds it first: the next solution then ends the search, and no second pass is
// needed. So puzzles that seem to have several solutions start in cell order (ordered-inl.hpp).
//
//   clues        order
//   below 17     by cells: there is no solution, or there are several
//   17 to 30     by cells if the node leaves its cells enough freedom after a few sweeps
//   31 and more  by cells if it does so at its first branch
//
// An error costs time only: a puzzle in cell order has a budget of rounds, and starts again on
// patterns when the budget is spent.
//
// The freedom of a node is 8 * candidates - 9 * (digits of all minirows and minicolumns) + W * clues,
// where W is 39 for few clues and 6 for many. The weights are rounded logistic regressions over
// puzzles of 17clue.txt, hardest.txt, several.txt, random holes, and generated easy, minimal and hard
// puzzles. Shares of the puzzles that are searched in cell order:
//
//   17 to 30 clues, after 5 sweeps; freedom at least    160    180 (used here)   200
//   random holes (26 clues)                             0.94   0.88              0.80
//   several.txt                                         0.92   0.86              0.78
//   random holes (17-20 clues)                          0.97   0.94              0.91
//   minimal puzzles                                     0.06   0.03              0.01
//   hard ones                                           0.05   0.02              0.00
//   hardest.txt                                         0.24   0.15              0.08
//   17clue.txt                                          0.00   0.00              0.00
//
//   31 clues and more, at the first branch; at least   -655   -640 (used here)  -630
//   random holes (26-61 clues)                          0.90   0.83              0.78
//   several.txt                                         0.90   0.82              0.76
//   easy puzzles (33 clues) that need a branch          0.08   0.03              0.01
//
// A puzzle with many clues is scored later, because sweeps still change much in it after the fifth
// one. Also tried there: a limit of 76 permutations of all bands together (0.85, 0.85 and 0.58), and
// scores that also use the permutations, the open cells, the cells with two or three candidates or
// the missing digits: at most 0.04 more of the puzzles with several solutions.
//
// These variants were worse:
// - Puzzles with many clues scored after five sweeps: several.txt 4 % faster, but `easy` 10 % slower,
//   because 1.4 % of its puzzles then go in cell order, and few lanes in a pool cost as much as many.
// - Puzzles with few clues scored at the first branch: every service then computes a score for its
//   few new lanes, which is 7 to 10 % of the time for minimal puzzles.
// - Every puzzle of 25 clues and more by cells: random holes of 26 clues 2.05 times as fast, but
//   minimal puzzles 0.78 and hardest.txt 0.50.
// - Back to patterns at the first (third) dead end instead of a budget: several.txt 1.37 (1.60),
//   hardest.txt 0.75 (0.69), because a puzzle whose first descent is lucky stays in cell order.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kFewestUniqueClues = 17;  // G. McGuire, B. Tugemann, G. Civario, 2012
inline constexpr int kManyClues = 31;
inline constexpr int kLeastFreedomOfFew = 180;
inline constexpr int kLeastFreedomOfMany = -640;

DOKUMILL_INLINE LaneMask at_most(LaneVector x, int limit) {
  return lanes_equal(min(x, set1(limit)), x);
}

DOKUMILL_INLINE LaneVector negative(LaneVector x) {
  return add(x ^ set1(-1), set1(1));
}

// The lanes that cannot have exactly one solution.
DOKUMILL_INLINE LaneMask below_unique(LaneVector clues) {
  return at_most(clues, kFewestUniqueClues - 1);
}

// The lanes whose order is chosen at their first branch.
DOKUMILL_INLINE LaneMask with_many_clues(LaneVector clues) {
  return kAllLanes & ~at_most(clues, kManyClues - 1);
}

// The candidates of all cells, after the hidden singles of the boxes.
inline LaneVector count_candidates(const Block& node) {
  LaneVector candidates = set1(0);
  const LaneVector full = set1(kDigitMask);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    DOKUMILL_NO_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      LaneVector x[9];
      cells_of_box(node, band, stack, x);
      const LaneVector one_place = digits_with_one_place(node, band, stack, full);
      candidates = add(candidates, popcount(one_place));
      DOKUMILL_UNROLL
      for (int i = 0; i < 9; ++i) {  // the cell of a digit with one place holds nothing else
        candidates = add(candidates, popcount(x[i] & ones_where_zero(x[i] & one_place)));
      }
    }
  }
  return candidates;
}

inline constexpr int kFreedomOffset = 8192;  // keeps all numbers positive

// 8 * candidates - 9 * digits, plus the offset.
inline LaneVector freedom_of_nodes(const Block& node) {
  LaneVector digits = set1(0);
  DOKUMILL_NO_UNROLL
  for (int i = 0; i < kRows; ++i) digits = add(digits, popcount(rows_of(node)[i]));
  const LaneVector difference = add(count_candidates(node), negative(digits));
  return add(add(shift_left<3>(difference), negative(digits)), set1(kFreedomOffset));
}

// The lanes whose nodes leave enough freedom for several solutions: of new puzzles with few clues,
// after kSweepsBeforeOrder sweeps, and of puzzles with many clues, at their first branch.
inline LaneMask cell_order_of_few(const Block& node, LaneVector clues) {
  const LaneVector clues39 = add(add(shift_left<5>(clues), shift_left<3>(clues)), negative(clues));
  return kAllLanes &
         ~at_most(add(freedom_of_nodes(node), clues39), kFreedomOffset + kLeastFreedomOfFew - 1);
}
inline LaneMask cell_order_of_many(const Block& node, LaneVector clues) {
  const LaneVector clues6 = add(shift_left<2>(clues), shift_left<1>(clues));
  return kAllLanes &
         ~at_most(add(freedom_of_nodes(node), clues6), kFreedomOffset + kLeastFreedomOfMany - 1);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
