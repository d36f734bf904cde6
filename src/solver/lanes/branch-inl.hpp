// Branching: how the search divides stalled nodes, for all lanes at once.
//
// On patterns: in the band or stack with the fewest permutations, the search takes the digit with
// the fewest (but at least two) permutations and splits it on one minirow. Either this minirow is
// the digit's place in its line, or it is not. Both sides are nodes again. The idea is tdoku's
// (T. Dillon, 2019).
//
// In cell order (ordered-inl.hpp): the first open cell holds one of its digits. "It does not hold
// this digit" would not be a node, because a node has no cells. So all digits of the cell are children
// of the same parent.
//
// The number of patterns explodes in puzzles with few clues of few digits: a line with two digits
// may take minutes. Such puzzles are given up (see search-inl.hpp). We tried branching on the
// smallest choice of a cell or house in nodes with many patterns (more than 170 minus 4 for each
// level). This kept such puzzles below 52,000 guesses, but was no better for any set and doubled
// the source code.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// The number of permutations of each digit in a band, 0..6 in binary. Each row is a bit plane of
// all nine digits.
struct PatternCounts {
  LaneVector ones, twos, fours;
};

DOKUMILL_INLINE PatternCounts count_patterns(const LaneVector* m, int step) {
  const LaneVector a = m[0], b = m[1], c = m[2];
  const LaneVector d = m[step], e = m[step + 1], f = m[step + 2];
  const LaneVector g = m[2 * step], h = m[2 * step + 1], i = m[2 * step + 2];
  const LaneVector p0 = and3(a, e, i), p1 = and3(a, f, h), p2 = and3(b, d, i);
  const LaneVector p3 = and3(b, f, g), p4 = and3(c, d, h), p5 = and3(c, e, g);
  const LaneVector low = xor3(p0, p1, p2), low_carry = majority(p0, p1, p2);
  const LaneVector high = xor3(p3, p4, p5), high_carry = majority(p3, p4, p5);
  const LaneVector carry = low & high;
  return {low ^ high, xor3(low_carry, high_carry, carry), majority(low_carry, high_carry, carry)};
}

// The band (0..5) with the fewest permutations of all digits together, where each open digit counts
// one more; completely fixed bands come last.
//
// Measured: guesses per puzzle of 17clue.txt (its first 8,192), several.txt and hardest.txt.
//
//   Key of a band                                       17clue    several   hardest
//   permutations alone                                  0.689     10.23     70.2
//   permutations, plus one per open digit (used here)   0.679     10.26     68.6
//   permutations, plus two per open digit               0.684     10.44     67.6
//   open digits alone                                   0.727     10.97     71.4
//   permutations, less one per digit with two of them   0.779      9.99     74.8
//
//   Tie of digits with two permutations (here: the lowest digit); key: permutations alone
//   one that also has two in another band               0.643 (*) 10.07     70.7
//   one in a bivalue cell of the band                   0.690     10.09     70.1
//   the one in most such cells                          0.689     10.05     71.0
//
//   Tie of digits with two permutations; key: permutations, plus one per open digit
//   the lowest digit (used here)                        0.691     10.33     68.6
//   one that has two in this band only                  0.707     10.32     69.5
//   one that has four or more in some band              0.772     10.47     68.3
//   one that has four or more in no band                0.665     10.38     71.0
//
// (*) its first 16,384 puzzles

inline LaneVector band_to_split(const Block& node) {
  const LaneVector* const rows = rows_of(node);
  LaneVector best = set1(0x7FFF);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < kBands; ++band) {
    const PatternCounts counts = count_patterns(rows + band_start(band), band_step(band));
    LaneVector size = add(popcount(counts.ones), shift_left<1>(popcount(counts.twos)));
    size = add(size, shift_left<2>(popcount(counts.fours)));
    size = add(size, popcount(counts.twos | counts.fours));
    // The size of a completely fixed band is 9, and 9 - 10 wraps around to the largest key.
    const LaneVector key = shift_left<3>(add(size, set1(-10))) & set1(0x7FFF);
    best = min(best, key | set1(band));
  }
  return best & set1(7);
}

// Splits the nodes of the lanes: `node` becomes the first child, `sibling` the second one. `fewest`
// comes from band_to_split(). Returns the lanes that had nothing to split. REQUIRES: in these lanes
// `sibling` is a copy of `node`.
inline LaneMask split_patterns(Block& node, Block& sibling, LaneVector fewest, LaneMask lanes) {
  // here[band]: the lanes that split this band. m: the band of each lane.
  LaneVector here[kBands];
  LaneVector m[9];
  DOKUMILL_UNROLL
  for (int n = 0; n < 9; ++n) m[n] = set1(0);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < kBands; ++band) {
    const LaneMask who = lanes_equal(fewest, set1(band)) & lanes;
    here[band] = row_of(who);
    if (who == 0) continue;
    const LaneVector* const from = rows_of(node) + band_start(band);
    const int step = band_step(band);
    DOKUMILL_UNROLL
    for (int n = 0; n < 9; ++n) m[n] = select(who, from[n / 3 * step + n % 3], m[n]);
  }
  const PatternCounts counts = count_patterns(m, 3);
  const LaneVector many = counts.twos | counts.fours;
  const LaneVector two = only(counts.twos, counts.ones, counts.fours);
  const LaneVector three = only(counts.ones & counts.twos, counts.fours, set1(0));
  LaneVector digit = prefer(prefer(many, three), two);
  digit = only(digit, add(digit, set1(-1)), set1(0));  // keeps the lowest one
  // The split is in line 0, or in line 1 if line 0 is fixed. The first child keeps the digit's
  // first minirow of this line, the second child all other minirows.
  const LaneVector second_line = ones_where_zero(majority(m[0], m[1], m[2]) & digit);
  const LaneVector x0 = replace(m[0], second_line, m[3] & second_line) & digit;
  const LaneVector x1 = replace(m[1], second_line, m[4] & second_line) & digit;
  const LaneVector x2 = replace(m[2], second_line, m[5] & second_line) & digit;
  const LaneVector drop1 = x0 & x1, other_drop1 = only(x1, x0, set1(0));
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < kBands; ++band) {
    const LaneVector first = only(here[band], second_line, set1(0)),
                     second = here[band] & second_line;
    LaneVector* const line0 = rows_of(node) + band_start(band);
    LaneVector* const line1 = line0 + band_step(band);
    line0[1] = drop(line0[1], drop1, first);
    line0[2] = drop(line0[2], x2, first);
    line1[1] = drop(line1[1], drop1, second);
    line1[2] = drop(line1[2], x2, second);
    LaneVector* const other0 = rows_of(sibling) + band_start(band);
    LaneVector* const other1 = other0 + band_step(band);
    other0[0] = drop(other0[0], x0, first);
    other0[1] = drop(other0[1], other_drop1, first);
    other1[0] = drop(other1[0], x0, second);
    other1[1] = drop(other1[1], other_drop1, second);
  }
  return lanes & ~lanes_with_any(digit);
}

// A branch in cell order, for each lane: a cell holds one of the digits in `options`.
struct Choices {
  LaneVector place;    // of the cell: kBoxPlace * its box + kRowPlace * row in the box + column
  LaneVector options;  // the digits to try; 0: there is no open cell
};
inline constexpr int kBoxPlace = 16;
inline constexpr int kRowPlace = 4;
DOKUMILL_INLINE int place_of(int cell) {
  const int row = cell / 9, column = cell % 9;
  return (row / 3 * 3 + column / 3) * kBoxPlace + row % 3 * kRowPlace + column % 3;
}

DOKUMILL_INLINE LaneVector lowest_bit(LaneVector x) {
  return only(x, add(x, set1(-1)), set1(0));
}
DOKUMILL_INLINE LaneVector without_lowest_bit(LaneVector x) {
  return x & add(x, set1(-1));
}

// For each minicolumn of the band, the digits that have no other minicolumn in its box. A cell is
// solved if one of its digits has no other minirow and no other minicolumn in its box.
DOKUMILL_INLINE void own_columns(const LaneVector* columns, LaneVector* own) {
  DOKUMILL_UNROLL
  for (int c = 0; c < 9; ++c) {
    own[c] = only(columns[c], columns[c / 3 * 3 + (c + 1) % 3], columns[c / 3 * 3 + (c + 2) % 3]);
  }
}

// The first open cell of each lane in row-major order. If the search visits its digits in ascending
// order, it finds the smallest solution first. Other lanes have no options.
//
// Finds the first minirow with an open cell, then the cell in it. All lanes do the same, in logic. A
// mask of lanes for each cell was slower, above all without instructions for masks.
inline Choices first_open_cells(const Block& node, LaneMask lanes) {
  const LaneVector zero = set1(0);
  LaneVector looking = row_of(lanes);
  // Of the minirow: its place, its digits, its minicolumns, and the solved digits of two cells.
  LaneVector place = zero, digits = zero, solved0 = zero, solved1 = zero;
  LaneVector column0 = zero, column1 = zero, column2 = zero;
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    const LaneVector* const columns = node.minicolumn + 9 * band;
    LaneVector own[9];
    own_columns(columns, own);
    LaneVector here[3] = {zero, zero, zero};  // the lanes whose minirow is in this box
    DOKUMILL_NO_UNROLL
    for (int row = 0; row < 3; ++row) {
      const LaneVector* const rows = node.minirow + 9 * band;
      const int row1 = row == 2 ? 0 : row + 1, row2 = row == 0 ? 2 : row - 1;
      DOKUMILL_UNROLL
      for (int stack = 0; stack < 3; ++stack) {
        const LaneVector minirow = rows[3 * row + stack];
        const LaneVector own_row = only(minirow, rows[3 * row1 + stack], rows[3 * row2 + stack]);
        const LaneVector x0 = own_row & own[3 * stack], x1 = own_row & own[3 * stack + 1],
                         x2 = own_row & own[3 * stack + 2];
        const LaneVector found = ones_where_zero(min(min(x0, x1), x2)) & looking;
        looking = without(looking, found);
        here[stack] = here[stack] | found;
        place = or_and(place, found, set1((3 * band + stack) * kBoxPlace + row * kRowPlace));
        digits = or_and(digits, found, minirow);
        solved0 = or_and(solved0, found, x0);
        solved1 = or_and(solved1, found, x1);
      }
    }
    DOKUMILL_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      column0 = or_and(column0, here[stack], columns[3 * stack]);
      column1 = or_and(column1, here[stack], columns[3 * stack + 1]);
      column2 = or_and(column2, here[stack], columns[3 * stack + 2]);
    }
    if (lanes_with_any(looking) == 0) break;
  }
  const LaneVector is0 = ones_where_zero(solved0);
  const LaneVector is1 = without(ones_where_zero(solved1), is0);
  const LaneVector column = or3(column0 & is0, column1 & is1, only(column2, is0, is1));
  return {add(place, or_and(only(set1(2), is0, is1), is1, set1(1))), digits & column};
}

// Replaces the node of each lane with options by its child for the lowest option.
inline void take_lowest(Block& node, const Choices& choices) {
  const LaneVector option = lowest_bit(choices.options);
  // The digit leaves the other minirows and minicolumns of its box.
  const LaneVector box = choices.place & set1(-kBoxPlace);
  const LaneVector row = choices.place & set1(3 * kRowPlace), column = choices.place & set1(3);
  LaneVector from_row[3], from_column[3];
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    from_row[i] = without(option, where_equal(option, row, set1(i * kRowPlace)));
    from_column[i] = without(option, where_equal(option, column, set1(i)));
  }
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    DOKUMILL_UNROLL
    for (int stack = 0; stack < 3; ++stack) {
      const LaneVector here = where_equal(set1(-1), box, set1((3 * band + stack) * kBoxPlace));
      LaneVector* const minirow = node.minirow + 9 * band + stack;
      LaneVector* const minicolumn = node.minicolumn + 9 * band + 3 * stack;
      DOKUMILL_UNROLL
      for (int i = 0; i < 3; ++i) {
        minirow[3 * i] = drop(minirow[3 * i], from_row[i], here);
        minicolumn[i] = drop(minicolumn[i], from_column[i], here);
      }
    }
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
