// Sweep: one step of propagation for all lanes, without branches or tables.
//
// A sweep visits the nine boxes. In each box:
//
//   1. It finds the minirows and minicolumns, which are the entries of the box in the matrices of
//      its band and its stack (trios-inl.hpp). The candidates of a cell are minirow &
//      minicolumn.
//   2. It finds the digits with at most one place (by unions and majorities, for all digits at
//      once), hidden singles and naked singles. It computes the minirows and minicolumns of the
//      candidates that remain.
//   3. A minirow with exactly three digits left owns these digits (locked triples). They leave the
//      other minirows of the box. The same holds for minicolumns.
//   4. A digit that has left a minirow or minicolumn also leaves the trios through it. This
//      passes changes on to the other boxes of the band and the stack, and it includes locked
//      candidates, both pointing and claiming.
//
// A sweep has three turns of three boxes that share no band and no stack:
//
//   turn 0       turn 1       turn 2         So the boxes of turns 1 and 2 know what the boxes
//   X . .        . X .        . . X          before them have found.
//   . X .        . . X        X . .
//   . . X        X . .        . X .
//
// The boxes of a turn do not depend on each other. A turn first finds the singles of its three
// boxes, and then places them in the three boxes. So the processor can work on two boxes at a time.
// The boxes of a turn share a loop: with all nine boxes unrolled, the 13 kB of code probably do
// not fit in the cache for decoded instructions.
//
// To see whether a node changed, a sweep takes each of the 36 sets as a number, and compares the
// sum of these numbers before and after. A set only loses digits, so its number never grows. So if
// both sums are equal, nothing changed.
//
// docs/kernels/sweep.md has what was measured and tried.
//
// Bit planes (planes-inl.hpp) sweep easy puzzles faster. They have weaker steps and no pool of
// lanes.
//
// Trios of minirows and locked triples come from tdoku (T. Dillon, 2019), minirow unions from
// the JCZSolve family (zhouyundong_2012, champagne, JasonLion, 2012).

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// What a sweep found. Dead lanes have no solution. Solved lanes hold a solution: minirow &
// minicolumn is one digit for each cell. Stalled lanes did not change, and no further sweep can
// change them.
struct Verdicts {
  LaneMask dead, solved, stalled;
};

// A quick sweep does no triples (step 3) and computes no verdicts. If it meets a contradiction, the
// contradiction stays in the node, where a later sweep can find it.
enum class Thoroughness { kFull, kWithoutTriples, kQuick };

// What a sweep accumulates over the boxes.
struct BoxSums {
  LaneVector bad;       // digits without a place in a box, and two digits with the same only place
  LaneVector placed;    // digits that are singles in every box so far
  LaneVector smallest;  // the smallest candidate set of a cell; 0: some cell has no candidates
};

// The minirows and minicolumns of a box.
struct BoxLines {
  LaneVector row[3], column[3];
};

DOKUMILL_INLINE BoxLines lines_of_box(const Block& node, int band, int stack) {
  BoxLines lines;
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    lines.row[i] = entry(node.trio(band), band, i, stack);
    lines.column[i] = entry(node.trio(3 + stack), 3 + stack, band, i);
  }
  return lines;
}

// The digits that have at most one place in the box: they are in at most one of its minirows and in
// at most one of its minicolumns. A digit without a place may be missing from the result. Then all
// trios of the digit in the band vanish, so the node is dead all the same.
DOKUMILL_INLINE LaneVector digits_with_one_place(const BoxLines& lines, LaneVector full) {
  return only(full, majority(lines.row[0], lines.row[1], lines.row[2]),
              majority(lines.column[0], lines.column[1], lines.column[2]));
}

// What find_singles() passes to place_singles().
struct BoxSingles {
  LaneVector cell[9];  // the digits whose only place is this cell; else all candidates
  LaneVector own[9];   // the digit of the cell, if it is solved
  LaneVector placed;   // the digits of the solved cells
};

// Step 1 and the first part of step 2, for one box: the box that `turn` visits in a band.
// band_trios[6] and stack_trios[6] are the trios of the band and of the stack of this box.
//
// Worked example, three cells of a box in which 1 and 2 have no other places:
//   {1 2 7} {2 7} {7 8}   digit 1 has one place: the first cell becomes {1}, a hidden single
//   {1}     {2 7} {7 8}   in the next sweep digit 2 has one place: the second cell becomes {2}
template <Thoroughness kHow>
DOKUMILL_INLINE void find_singles(const LaneVector* band_trios, const LaneVector* stack_trios,
                                  int turn, BoxSingles& singles, BoxSums& sums) {
  BoxLines lines;
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    lines.row[i] = entry(band_trios, 0, i, turn);
    lines.column[i] = entry(stack_trios, 3 + turn, 0, i);
  }
  const LaneVector one_place = digits_with_one_place(lines, set1(kDigitMask));
  LaneVector own[9];
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) {
    const LaneVector cell = prefer(lines.row[i / 3] & lines.column[i % 3], one_place);
    own[i] = single(cell);
    singles.cell[i] = cell;
    singles.own[i] = own[i];
  }
  const LaneVector placed =
      or3(or3(own[0], own[1], own[2]), or3(own[3], own[4], own[5]), or3(own[6], own[7], own[8]));
  singles.placed = placed;
  if constexpr (kHow != Thoroughness::kQuick) {
    sums.bad = or_without(sums.bad, one_place, placed);
    sums.placed = sums.placed & placed;
  }
}

// Step 3 for the minirows or the minicolumns of a box.
DOKUMILL_INLINE void keep_triples(LaneVector* lines) {
  LaneVector owned[3];
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) owned[i] = triple(lines[i]);
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) lines[i] = only(lines[i], owned[(i + 1) % 3], owned[(i + 2) % 3]);
}

// The rest of step 2, and steps 3 and 4, for the box from which find_singles() made `singles`.
template <Thoroughness kHow>
DOKUMILL_INLINE void place_singles(const BoxSingles& singles, LaneVector* band_trios,
                                   LaneVector* stack_trios, int turn, BoxSums& sums) {
  LaneVector x[9];
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) {
    x[i] = replace(singles.cell[i], singles.placed, singles.own[i]);
    if constexpr (kHow != Thoroughness::kQuick) sums.smallest = min(sums.smallest, x[i]);
  }
  BoxLines lines;
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    lines.row[i] = or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    lines.column[i] = or3(x[i], x[i + 3], x[i + 6]);
  }
  if constexpr (kHow == Thoroughness::kFull) {
    keep_triples(lines.row);
    keep_triples(lines.column);
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    keep_in_entry(band_trios, 0, i, turn, lines.row[i]);
    keep_in_entry(stack_trios, 3 + turn, 0, i, lines.column[i]);
  }
}

// The set of a trio has nine bits, so even the sum of all 36 sets of a node fits in a lane.
DOKUMILL_INLINE LaneVector sum_of_trios(const LaneVector* x) {
  return add(add(add(x[0], x[1]), add(x[2], x[3])), add(x[4], x[5]));
}

template <Thoroughness kHow = Thoroughness::kFull>
DOKUMILL_ALIGNED inline Verdicts sweep(Block& node) {
  const LaneVector full = set1(kDigitMask);
  BoxSums sums{set1(0), full, full};
  LaneVector before = set1(0);
  if constexpr (kHow != Thoroughness::kQuick) {
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < kBands; ++band) {
      before = add(before, sum_of_trios(node.trio(band)));
    }
  }
  DOKUMILL_UNROLL
  for (int turn = 0; turn < 3; ++turn) {
    BoxSingles singles[3];
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) {
      find_singles<kHow>(node.trio(band), node.trio(3 + (band + turn) % 3), turn, singles[band],
                         sums);
    }
    DOKUMILL_NO_UNROLL
    for (int band = 0; band < 3; ++band) {
      place_singles<kHow>(singles[band], node.trio(band), node.trio(3 + (band + turn) % 3), turn,
                          sums);
    }
  }
  if constexpr (kHow == Thoroughness::kQuick) return {};
  LaneVector possible = full, sum = set1(0);  // possible: digits with a trio in every band
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < kBands; ++band) {
    const LaneVector* const p = node.trio(band);
    possible = possible & (or3(p[0], p[1], p[2]) | or3(p[3], p[4], p[5]));
    sum = add(sum, sum_of_trios(p));
  }
  Verdicts verdicts;
  verdicts.dead =
      lanes_with_any(sums.bad | (possible ^ full)) | lanes_equal(sums.smallest, set1(0));
  verdicts.solved = lanes_equal(sums.placed, full) & ~verdicts.dead;
  verdicts.stalled = lanes_equal(sum, before);
  return verdicts;
}

// Makes the nodes of puzzles. givens[81] are the bits of the givens, 0 for an empty cell. `clues`
// becomes the number of givens in each lane. Returns the lanes in which two equal givens share a
// box.
//
// Sweeps need no test for equal digits in a box: if two cells have the same digit, the other eight
// digits have seven cells, so the box never has nine placed digits, and the node is never solved.
// If two equal givens share a row or column, the first sweep finds that the node is dead. The first
// sweep also finds the givens themselves again, because each given is a digit with one place in its
// box.
inline LaneMask start_nodes(const LaneVector* givens, Block& node, LaneVector& clues) {
  const LaneVector full = set1(kDigitMask);
  LaneVector minirow[27], minicolumn[27];  // [3 * row + stack], [9 * band + column]
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
      LaneVector* const rows = minirow + 9 * band + stack;
      rows[0] = row0 | open;
      rows[3] = row1 | open;
      rows[6] = row2 | open;
      LaneVector* const columns = minicolumn + 9 * band + 3 * stack;
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) columns[i] = or3(x[i], x[i + 3], x[i + 6]) | open;
    }
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    start_trios(minirow + 9 * i, 3, i, node.trio(i));
    start_trios(minicolumn + 3 * i, 9, 3 + i, node.trio(3 + i));
  }
  return lanes_with_any(twice);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
