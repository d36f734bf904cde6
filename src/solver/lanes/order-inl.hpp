// The order in which a new puzzle is searched: on patterns or by cells (see branch-inl.hpp).
//
// Branching on patterns proves uniqueness with fewer guesses. But solve() must return the smallest
// of several solutions, and cell order finds it first. The next solution then ends the search, and
// no second pass is needed. So puzzles that seem to have several solutions start in cell order
// (ordered-inl.hpp).
//
//   clues        order
//   below 17     by cells: there is no solution, or there are several
//   17 to 30     by cells if the node has enough freedom after a few sweeps
//   31 and more  by cells if the node has enough freedom at its first branch
//
// A wrong choice costs only time: a puzzle in cell order has a budget of rounds, and starts again
// on patterns when the budget is spent.
//
// The freedom of a node is
//
//   8 * candidates - 9 * (digits of all minirows and minicolumns) + W * clues
//
// where W is 39 for few clues (17 to 30) and 6 for many (31 and more). The weights are rounded
// results of logistic regressions over puzzles of 17clue.txt, hardest.txt, several.txt, puzzles
// with random holes, and generated easy, minimal and hard puzzles. The tables have the shares of
// the puzzles that are searched in cell order:
//
//   17 to 30 clues, after 5 sweeps; freedom at least    160    180 (used here)   200
//   random holes (26 clues)                             0.94   0.88              0.80
//   several.txt                                         0.92   0.86              0.78
//   random holes (17-20 clues)                          0.97   0.94              0.91
//   minimal puzzles                                     0.06   0.03              0.01
//   hard puzzles                                        0.05   0.02              0.00
//   hardest.txt                                         0.24   0.15              0.08
//   17clue.txt                                          0.00   0.00              0.00
//
//   31 clues and more, at the first branch; at least   -655   -640 (used here)  -630
//   random holes (26-61 clues)                          0.90   0.83              0.78
//   several.txt                                         0.90   0.82              0.76
//   easy puzzles (33 clues) that need a branch          0.08   0.03              0.01
//
// A puzzle with many clues is scored later, because after the fifth sweep further sweeps still
// change much in it. At the first branch, we also tried a limit of 76 for the number of
// permutations of all bands together, instead of the freedom: the shares of the second table are
// then 0.85, 0.85 and 0.58. We also tried scores that additionally use the permutations, the open
// cells, the cells with two or three candidates or the missing digits. They raise the shares of
// puzzles with several solutions by at most 0.04.
//
// These variants were worse:
// - Scoring puzzles with many clues after five sweeps: several.txt 4 % faster, but the workload
//   `easy` 10 % slower. The reason: 1.4 % of the puzzles of `easy` are then searched in cell order,
//   and a round of a pool costs as much for few lanes as for many.
// - Scoring puzzles with few clues at the first branch: then every service computes scores for the
//   few lanes with a new puzzle, which takes 7 to 10 % of the time for minimal puzzles.
// - Searching every puzzle of 25 clues and more by cells: random holes of 26 clues 2.05 times as
//   fast, but minimal puzzles 0.78 times and hardest.txt 0.50 times as fast.
// - Going back to patterns at the first (third) dead end, without a budget: several.txt 1.37 (1.60)
//   times as fast, but hardest.txt 0.75 (0.69) times as fast, because a puzzle whose first descent
//   is lucky stays in cell order.

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

// The lanes whose puzzles have fewer than 17 clues, and so cannot have exactly one solution.
DOKUMILL_INLINE LaneMask below_unique(LaneVector clues) {
  return at_most(clues, kFewestUniqueClues - 1);
}

// The lanes whose puzzles have 31 clues or more. Their order is chosen at their first branch.
DOKUMILL_INLINE LaneMask with_many_clues(LaneVector clues) {
  return kAllLanes & ~at_most(clues, kManyClues - 1);
}

// The number of candidates in all cells, after placing the hidden singles of the boxes.
inline LaneVector count_candidates(const Block& node) {
  LaneVector candidates = set1(0);
  const LaneVector full = set1(kDigitMask);
  DOKUMILL_UNROLL
  for (int band = 0; band < 3; ++band) {
    DOKUMILL_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      LaneVector x[9];
      const BoxLines lines = lines_of_box(node, band, stack);
      DOKUMILL_UNROLL
      for (int i = 0; i < 9; ++i) x[i] = lines.row[i / 3] & lines.column[i % 3];
      const LaneVector one_place = digits_with_one_place(lines, full);
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

// 8 * candidates - 9 * digits + kFreedomOffset: the freedom without its third term, plus an offset.
inline LaneVector freedom_of_nodes(const Block& node) {
  LaneVector digits = set1(0);
  DOKUMILL_UNROLL
  for (int band = 0; band < kBands; ++band) {
    DOKUMILL_UNROLL
    for (int i = 0; i < 9; ++i) {
      digits = add(digits, popcount(entry(node.pattern(band), band, i / 3, i % 3)));
    }
  }
  const LaneVector difference = add(count_candidates(node), negative(digits));
  return add(add(shift_left<3>(difference), negative(digits)), set1(kFreedomOffset));
}

// Both functions return the lanes whose nodes have enough freedom, so that the puzzles probably
// have several solutions. Call cell_order_of_few() for puzzles with 17 to 30 clues, once they have
// had kSweepsBeforeOrder sweeps. Call cell_order_of_many() for puzzles with 31 clues or more, at
// their first branch.
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
