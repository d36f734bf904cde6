// The order in which a new puzzle is searched: on patterns or by cells (see branch-inl.hpp).
//
// Patterns prove uniqueness with fewer guesses. But of several solutions the smallest is wanted,
// and cell order finds it first: the next solution then ends the search, and no second pass is
// needed. So puzzles that seem to have several solutions start in cell order.
//
//   clues        order
//   below 17     by cells: there is no solution, or there are several
//   17 to 20     on patterns
//   21 to 30     by cells if the node leaves its cells enough freedom (see below)
//   31 and more  on patterns
//
// An error costs time only: a puzzle in cell order has a budget of nodes, and starts again on
// patterns when the budget is spent.
//
// The freedom of a node is 21 * clues + 8 * candidates - 9 * (digits of all minirows and
// minicolumns). The weights are a rounded logistic regression over puzzles of 17clue.txt,
// hardest.txt, several.txt, random holes, and generated minimal and hard puzzles. Shares of the
// puzzles with more than 76 patterns that are searched in cell order, if all clues are scored:
//
//   freedom at least             -221   -241 (used here)   -261
//   random holes (26-61 clues)   0.65   0.78               0.87
//   random holes (26 clues)      0.50   0.63               0.76
//   several.txt                  0.62   0.74               0.84
//   minimal puzzles              0.00   0.01               0.02
//   hard ones of 28-32 clues     0.07   0.16               0.29
//   hardest.txt                  0.02   0.05               0.14
//
// Clues and patterns alone, without candidates, find 0.35, 0.06 and 0.20 of the sets with several
// solutions where these weights find 0.78, 0.63 and 0.74.
//
// Measured (2026-11, Sapphire Rapids, GCC 12, AVX-512, `dokumill bench` of both builds in turn): the
// workload `several` is 1.51 times as fast, `easy` 1.00, `minimal` 0.98, `hard` 1.00. With budgets of
// 28 and 40 nodes instead of 20, hardest.txt is 1 and 3 % slower and no set is faster.
//
// These variants were worse:
// - Every puzzle of 31 clues and more by cells: `several` 1.64 times as fast, several.txt 1.64, random
//   holes of 26 to 61 clues 1.32, but `easy` 0.90, because a twentieth of its puzzles with one
//   solution needs a branch. With a score for these puzzles: 1.65 and 0.88.
// - Freedom at the first branch instead of in the intake: a score for the few new lanes of every
//   service, 7 to 10 % of the time for minimal puzzles.
// - Every puzzle of 25 clues and more by cells: random holes of 26 clues 2.05 times as fast, but
//   minimal puzzles 0.78 and hardest.txt 0.50.
// - Back to patterns at the first (third) dead end instead of a budget: several.txt 1.37 (1.60),
//   hardest.txt 0.75 (0.69), because a puzzle whose first descent is lucky stays in cell order.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kFewestUniqueClues = 17;  // G. McGuire, B. Tugemann, G. Civario, 2012
inline constexpr int kFewestScoredClues = 21;
inline constexpr int kMostScoredClues = 30;

DOKUMILL_INLINE LaneMask at_most(LaneVector x, int limit) {
  return lanes_equal(min(x, set1(limit)), x);
}

DOKUMILL_INLINE LaneMask below_unique(LaneVector clues) {
  return at_most(clues, kFewestUniqueClues - 1);
}

// The lanes that start in cell order because of their clues alone, and those that need a score.
DOKUMILL_INLINE LaneMask cell_order_by_clues(LaneVector clues) {
  return below_unique(clues);
}
DOKUMILL_INLINE LaneMask scored_by_clues(LaneVector clues) {
  return at_most(clues, kMostScoredClues) & ~at_most(clues, kFewestScoredClues - 1);
}

// The lanes whose nodes leave enough freedom for several solutions.
inline LaneMask cell_order_by_freedom(const Block& node, LaneVector clues) {
  constexpr int kLeastFreedom = -241;
  constexpr int kOffset = 8192;  // keeps all numbers positive
  LaneVector digits = set1(0);
  DOKUMILL_NO_UNROLL
  for (int i = 0; i < kRows; ++i) digits = add(digits, popcount(rows_of(node)[i]));
  LaneVector candidates = set1(0);
  const LaneVector full = set1(kDigitMask);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    DOKUMILL_NO_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      LaneVector x[9];
      cells_of_box(node, band, stack, x);
      const LaneVector one_place = digits_with_one_place(x, full);
      candidates = add(candidates, popcount(one_place));
      DOKUMILL_UNROLL
      for (int i = 0; i < 9; ++i) {  // the cell of a digit with one place holds nothing else
        candidates = add(candidates, popcount(x[i] & ones_where_zero(x[i] & one_place)));
      }
    }
  }
  const LaneVector clues4 = shift_left<2>(clues);
  const LaneVector clues21 = add(add(clues, clues4), shift_left<2>(clues4));
  const LaneVector digits9 = add(digits, shift_left<3>(digits));
  const LaneVector minus_digits9 = add(digits9 ^ set1(-1), set1(1));
  const LaneVector freedom =
      add(add(clues21, shift_left<3>(candidates)), add(minus_digits9, set1(kOffset)));
  return kAllLanes & ~at_most(freedom, kOffset + kLeastFreedom - 1);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
