// The order in which a new puzzle is searched: on trios or by cells (see children-inl.hpp).
//
// Branching on trios proves uniqueness with fewer guesses. But solve() must return the smallest
// of several solutions, and cell order finds it first. The next solution then ends the search, and
// no second pass is needed. So puzzles that seem to have several solutions start in cell order
// (cell_order_pool-inl.hpp).
//
//   clues        order
//   below 17     by cells: there is no solution, or there are several
//   17 to 30     by cells if the node has enough freedom after a few sweeps
//   31 and more  by cells if the node has enough freedom at its first branch
//
// A wrong choice costs only time: a puzzle in cell order has a budget of rounds, and starts again
// on trios when the budget is spent.
//
// The freedom of a node is
//
//   8 * candidates - 9 * (digits of all minirows and minicolumns) + W * clues
//
// where W is 39 for few clues (17 to 30) and 6 for many (31 and more). The weights are rounded
// results of logistic regressions over puzzles of 17clue.txt, hardest.txt, several.txt, puzzles
// with random holes, and generated easy, minimal and hard puzzles. A puzzle with many clues is
// scored later, because after the fifth sweep further sweeps still change much in it.
//
// docs/kernels/cell-order.md has the shares of the puzzles that each limit selects, and what was
// tried.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kFewestUniqueClues = 17;  // G. McGuire, B. Tugemann, G. Civario, 2012
inline constexpr int kManyClues = 31;
inline constexpr int kMinFreedomOfFew = 180;
inline constexpr int kMinFreedomOfMany = -640;

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
      digits = add(digits, popcount(entry(node.trio(band), band, i / 3, i % 3)));
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
         ~at_most(add(freedom_of_nodes(node), clues39), kFreedomOffset + kMinFreedomOfFew - 1);
}
inline LaneMask cell_order_of_many(const Block& node, LaneVector clues) {
  const LaneVector clues6 = add(shift_left<2>(clues), shift_left<1>(clues));
  return kAllLanes &
         ~at_most(add(freedom_of_nodes(node), clues6), kFreedomOffset + kMinFreedomOfMany - 1);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
