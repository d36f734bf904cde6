// Sweep: one step of propagation for all lanes, without branches or tables.
//
//   1. In each box, whose cells are minirow & minicolumn: find the digits with at most one place
//      (unions and majorities of all digits at once), hidden singles and naked singles. Then
//      compute the minirows and minicolumns of the candidates that remain.
//   2. In each band and stack: a digit's three minirows must lie on one of the six permutations of
//      the 3x3 matrix. Remove the entries on no permutation. This carries all changes to rows and
//      columns, and contains locked candidates, both pointing and claiming.
//   3. Also in each band and stack: a minirow with exactly three digits left owns these digits.
//
// A sweep has three stages. Each takes step 1 for three boxes that share no band and no stack, and
// then step 2 for all bands and stacks:
//
//   stage 0      stage 1      stage 2        So the boxes of stages 1 and 2 know what the boxes
//   X . .        . X .        . . X          before them have found. Step 3 follows once, at the
//   . X .        . . X        X . .          end of stage 2.
//   . . X        X . .        . X .
//
// The stages add about a sixth to the operations of a sweep. In exchange, minimal puzzles take 32 %
// fewer sweeps than with step 1 for all boxes at once, and hard puzzles 26 % fewer.
//
// Measured (2026-11, Zen 5, GCC 12, AVX-512): a sweep without stages takes 0.13 us. That is about
// 1,400 operations in 520 cycles, where the ports allow 350 to 400 cycles.
//
// Since then, digits with one place come from minirows and minicolumns instead of cells. This saves 6
// operations a box with three operands and 13 with two: 3 to 4 % of the time for minimal and hard
// puzzles and those with several solutions, 5 to 7 % for easy ones, whose planes do the same (Sapphire
// Rapids, AVX-512 and AVX2).
//
// None of these changes helped by more than 2 %:
// - Minirows with fewer than three digits as owners, too: the same sweeps, because other steps find
//   these dead nodes.
// - Singles by saturated subtraction: 5 % slower.
// - Rows of a band settled right after its boxes, in registers: 15 % slower, because the boxes of
//   the next band then wait. (The next band learns nothing from these rows, unlike a stage.)
// - Two loops over the boxes with shorter dependency chains.
// - Unrolled stacks.
// - Clang.
// - Two blocks in turn: they take as long as one block twice, so there is no latency to hide.
//
// To see whether a node changed, a sweep adds up its rows before and after: a set of digits only
// shrinks, so its number only falls. A copy of the node to compare with was about 3 %
// slower with AVX-512 (minimal and hard puzzles; one run each on a busy machine).
//
// These changes had mixed results:
// - Minirows of two digits or fewer as dead: 1 % fewer sweeps for hardest.txt, but each sweep takes
//   2 % longer.
// - Empty cells checked only before a branch: easy33.txt 4 % faster, hardest.txt and several.txt
//   2 % slower.
// - Empty cells not checked at all: 1.28 guesses instead of 0.69 for 17clue.txt.
//
// Bit planes (planes-inl.hpp) sweep easy puzzles faster, with weaker steps and no pool of lanes.
//
// Permutation patterns and locked triples come from tdoku (T. Dillon, 2019), minirow unions from
// the JCZSolve family (zhouyundong_2012, champagne, JasonLion, 2012).

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// What a sweep found. Dead lanes have no solution. Solved lanes hold a solution, in which minirow &
// minicolumn is one digit in each cell. Stalled lanes did not change, and no further sweep can
// change them.
struct Verdicts {
  LaneMask dead, solved, stalled;
};

// A quick sweep has neither triples (step 3) nor verdicts. A contradiction that it meets stays in the
// node.
enum class Thoroughness { kFull, kWithoutTriples, kQuick };

// What a sweep accumulates over the boxes.
struct BoxSums {
  LaneVector bad;       // digits that have no place in a box, or only one that another digit takes
  LaneVector placed;    // digits that are singles in every box so far
  LaneVector smallest;  // the smallest candidate set of a cell; 0: the cell is empty
};

// x[9] := the candidates of the cells of a box.
DOKUMILL_INLINE void cells_of_box(const Block& node, int band, int stack, LaneVector* x) {
  const LaneVector* const minirow = node.minirow + 9 * band + stack;
  const LaneVector* const minicolumn = node.minicolumn + 9 * band + 3 * stack;
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) x[i] = minirow[i / 3 * 3] & minicolumn[i % 3];
}

// The digits that have at most one place in the box: they are in one of its minirows and one of its
// minicolumns at most. A digit without a place may be missing from the result. Then it has no
// permutation in step 2, so the node is dead all the same.
DOKUMILL_INLINE LaneVector digits_with_one_place(const Block& node, int band, int stack,
                                                 LaneVector full) {
  const LaneVector* const r = node.minirow + 9 * band + stack;
  const LaneVector* const c = node.minicolumn + 9 * band + 3 * stack;
  return only(full, majority(r[0], r[3], r[6]), majority(c[0], c[1], c[2]));
}

// Step 1 for one box. x[9] holds the candidates of its cells. `one_place` comes from
// digits_with_one_place(). The results go to the box's minirows
// of `next`, which are 3 rows apart (minirow[0], [3] and [6]), and to its minicolumns, which are
// adjacent.
//
// Worked example, three cells of a box in which 1 and 2 have no other places:
//   {1 2 7} {2 7} {7 8}   digit 1 has one place: the first cell becomes {1}, a hidden single
//   {1}     {2 7} {7 8}   in the next sweep digit 2 has one place: the second cell becomes {2}
template <Thoroughness kHow>
DOKUMILL_INLINE void settle_box(LaneVector* x, LaneVector one_place, LaneVector* minirow,
                                LaneVector* minicolumn, BoxSums& sums) {
  LaneVector own[9];
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) {
    x[i] = prefer(x[i], one_place);
    own[i] = single(x[i]);
  }
  const LaneVector placed =
      or3(or3(own[0], own[1], own[2]), or3(own[3], own[4], own[5]), or3(own[6], own[7], own[8]));
  if constexpr (kHow != Thoroughness::kQuick) {
    sums.bad = or_without(sums.bad, one_place, placed);
    sums.placed = sums.placed & placed;
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) {
    x[i] = replace(x[i], placed, own[i]);
    if constexpr (kHow != Thoroughness::kQuick) sums.smallest = min(sums.smallest, x[i]);
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    minirow[3 * i] = or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    minicolumn[i] = or3(x[i], x[i + 3], x[i + 6]);
  }
}

// Step 2. Keeps the entries m[3 * i + j] that lie on a permutation. Returns the digits that have a
// permutation.
DOKUMILL_INLINE LaneVector keep_permutations(LaneVector* m) {
  const LaneVector p0 = and3(m[0], m[4], m[8]), p1 = and3(m[0], m[5], m[7]);
  const LaneVector p2 = and3(m[1], m[3], m[8]), p3 = and3(m[1], m[5], m[6]);
  const LaneVector p4 = and3(m[2], m[3], m[7]), p5 = and3(m[2], m[4], m[6]);
  m[0] = p0 | p1;
  m[1] = p2 | p3;
  m[2] = p4 | p5;
  m[3] = p2 | p4;
  m[4] = p0 | p5;
  m[5] = p1 | p3;
  m[6] = p3 | p5;
  m[7] = p1 | p4;
  m[8] = p0 | p2;
  return or3(m[0], m[1], m[2]);
}

// Step 3. An entry with exactly three digits owns them, because its three cells need all three.
// These digits leave the other entries of its line and of its box, which are its row and column in
// the matrix.
DOKUMILL_INLINE void keep_triples(LaneVector* m) {
  LaneVector owned[9];
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) owned[n] = triple(m[n]);
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) {
    const int i = n / 3 * 3, j = n % 3;
    const LaneVector others =
        or3(owned[i + (j + 1) % 3], owned[i + (j + 2) % 3], owned[(n + 3) % 9]);
    m[n] = only(m[n], others, owned[(n + 6) % 9]);
  }
}

// A row has nine bits, so even the sum of all 54 rows fits in a lane.
DOKUMILL_INLINE LaneVector sum_of_nine(const LaneVector* x) {
  return add(add(add(add(x[0], x[1]), add(x[2], x[3])), add(add(x[4], x[5]), add(x[6], x[7]))),
             x[8]);
}

// Steps 2 and 3 for one band. Adds its rows to `sum`. Returns the digits that have a permutation.
template <Thoroughness kHow>
DOKUMILL_INLINE LaneVector settle_band(LaneVector* node, int step, LaneVector& sum) {
  LaneVector m[9];
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) m[n] = node[n / 3 * step + n % 3];
  const LaneVector possible = keep_permutations(m);
  if constexpr (kHow == Thoroughness::kFull) keep_triples(m);
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) node[n / 3 * step + n % 3] = m[n];
  sum = add(sum, sum_of_nine(m));
  return possible;
}

// Steps 2 and 3 for all bands and stacks. Returns the digits that have a permutation in all of
// them. `sum` becomes the sum of all rows.
template <Thoroughness kHow>
DOKUMILL_INLINE LaneVector settle_all_bands(Block& node, LaneVector& sum) {
  LaneVector possible = set1(kDigitMask);
  sum = set1(0);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    possible = and3(possible, settle_band<kHow>(node.minirow + 9 * band, 3, sum),
                    settle_band<kHow>(node.minicolumn + 3 * band, 9, sum));
  }
  return possible;
}

template <Thoroughness kHow = Thoroughness::kFull>
DOKUMILL_ALIGNED inline Verdicts sweep(Block& node) {
  constexpr bool kHasVerdicts = kHow != Thoroughness::kQuick;
  constexpr Thoroughness kEarly =
      kHow == Thoroughness::kFull ? Thoroughness::kWithoutTriples : kHow;
  const LaneVector full = set1(kDigitMask);
  BoxSums sums{set1(0), full, full};
  LaneVector before = set1(0), sum;
  if constexpr (kHasVerdicts) {
    DOKUMILL_NO_UNROLL
    for (int row = 0; row < kRows; row += 9) before = add(before, sum_of_nine(rows_of(node) + row));
  }
  DOKUMILL_NO_UNROLL
  for (int stage = 0; stage < 3; ++stage) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) {
      const int stack = (band + stage) % 3;
      LaneVector x[9];
      cells_of_box(node, band, stack, x);
      const LaneVector one_place = digits_with_one_place(node, band, stack, full);
      settle_box<kHow>(x, one_place, node.minirow + 9 * band + stack,
                       node.minicolumn + 9 * band + 3 * stack, sums);
    }
    // A digit that has no permutation left has no entries either, so the last stage still finds
    // the contradiction.
    if (stage != 2) settle_all_bands<kEarly>(node, sum);
  }
  const LaneVector possible = settle_all_bands<kHow>(node, sum);
  if constexpr (kHow == Thoroughness::kQuick) return {};
  Verdicts verdicts;
  verdicts.dead =
      lanes_with_any(sums.bad | (possible ^ full)) | lanes_equal(sums.smallest, set1(0));
  verdicts.solved = lanes_equal(sums.placed, full) & ~verdicts.dead;
  verdicts.stalled = lanes_equal(sum, before);
  return verdicts;
}

// Steps 2 and 3 alone. A node of start_nodes() needs no step 1 before them: the minirow and the
// minicolumn of a given are exact. So this saves more than half of the first sweep.
inline void settle_bands(Block& node) {
  LaneVector sum;
  settle_all_bands<Thoroughness::kFull>(node, sum);
}

// Makes the nodes of puzzles. givens[81] are the bits of the givens, 0 for an empty cell; `clues`
// becomes their number. Returns the lanes in which two equal givens share a box.
//
// Sweeps need no such test: if two naked singles of one digit meet in a box, some digit has no
// place left in the box for good. Equal givens that share a row or column die in the first sweep.
// The first sweep also finds the givens themselves again, because each is a digit with one place in
// its box.
inline LaneMask start_nodes(const LaneVector* givens, Block& node, LaneVector& clues) {
  const LaneVector full = set1(kDigitMask);
  LaneVector twice = set1(0);
  clues = set1(0);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    DOKUMILL_NO_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      LaneVector x[9];
      DOKUMILL_UNROLL
      for (int i = 0; i < 9; ++i) x[i] = givens[(3 * band + i / 3) * 9 + 3 * stack + i % 3];
      const LaneVector row0 = or3(x[0], x[1], x[2]);
      const LaneVector row1 = or3(x[3], x[4], x[5]);
      const LaneVector row2 = or3(x[6], x[7], x[8]);
      twice = or3(twice, majority(row0, row1, row2), majority(x[0], x[1], x[2]));
      twice = or3(twice, majority(x[3], x[4], x[5]), majority(x[6], x[7], x[8]));
      const LaneVector open = only(only(full, row0, row1), row2, set1(0));
      clues = add(clues, popcount(full ^ open));
      LaneVector* const minirow = node.minirow + 9 * band + stack;
      minirow[0] = row0 | open;
      minirow[3] = row1 | open;
      minirow[6] = row2 | open;
      LaneVector* const minicolumn = node.minicolumn + 9 * band + 3 * stack;
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) minicolumn[i] = or3(x[i], x[i + 3], x[i + 6]) | open;
    }
  }
  return lanes_with_any(twice);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
