// The children of stalled nodes, for all lanes at once.
//
// Branching on trios: the search selects a band or stack with few trios (see band_to_split()).
// There, it selects the lowest digit with two trios. If no digit has two, it selects the lowest
// digit with three, and otherwise the lowest with more. It also selects a line (a row of the band
// or a column of the stack) and one minirow or minicolumn of this line that can hold the digit. In
// one child, the digit is in this minirow or minicolumn. In the other child, the digit is elsewhere
// in the line. Both children can be stored as nodes. The idea is tdoku's (T. Dillon, 2019).
//
// Branching in cell order (cell_order_pool-inl.hpp): the search selects the first open cell. The
// fact that a cell does not hold a digit cannot be stored as a node, because a node has no cells.
// So the node gets one child for each digit of the cell.
//
// The number of trios explodes in puzzles with few clues of few digits: a puzzle with clues of two
// digits may take minutes. Such puzzles are given up (see search-inl.hpp).
//
// docs/kernels/search.md has other keys and choices that were measured.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// For each digit, the number of its trios in a band or stack: 0..6, in binary.
// Bit d - 1 of `ones`, of `twos` and of `fours` are the three binary places of the number for the
// digit d.
struct TrioCounts {
  LaneVector ones, twos, fours;
};

DOKUMILL_INLINE TrioCounts count_trios(const LaneVector* p) {
  const LaneVector low = xor3(p[0], p[1], p[2]), low_carry = majority(p[0], p[1], p[2]);
  const LaneVector high = xor3(p[3], p[4], p[5]), high_carry = majority(p[3], p[4], p[5]);
  const LaneVector carry = low & high;
  return {low ^ high, xor3(low_carry, high_carry, carry), majority(low_carry, high_carry, carry)};
}

// For each lane, selects the band or stack (0..5) with the smallest key. The key is the number of
// trios of all digits together, plus one for each open digit (a digit with two or
// more trios). Completely fixed bands come last. docs/kernels/search.md compares other keys.
inline LaneVector band_to_split(const Block& node) {
  LaneVector best = set1(0x7FFF);
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < kBands; ++band) {
    const TrioCounts counts = count_trios(node.trio(band));
    LaneVector size = add(popcount(counts.ones), shift_left<1>(popcount(counts.twos)));
    size = add(size, shift_left<2>(popcount(counts.fours)));
    size = add(size, popcount(counts.twos | counts.fours));
    // The size of a completely fixed band is 9, and 9 - 10 wraps around to the largest key.
    const LaneVector key = shift_left<3>(add(size, set1(-10))) & set1(0x7FFF);
    best = min(best, key | set1(band));
  }
  return best & set1(7);
}

// Divides the nodes of the lanes: `node` becomes the first child, `sibling` the second one. Returns
// the lanes whose nodes cannot be divided, because every digit is fixed. REQUIRES: `fewest` is the
// result of band_to_split(node). `sibling` is a copy of `node` in the lanes `lanes`.
inline LaneMask split_trios(Block& node, Block& sibling, LaneVector fewest, LaneMask lanes) {
  // here[band]: the lanes that divide their node in this band or stack. p: in each lane, the six
  // trios of the band or stack that the lane divides, numbered as in band 0.
  LaneVector here[kBands];
  LaneVector p[kTrios];
  DOKUMILL_UNROLL
  for (int n = 0; n < kTrios; ++n) p[n] = set1(0);
  DOKUMILL_UNROLL
  for (int band = 0; band < kBands; ++band) {
    here[band] = row_of(lanes_equal(fewest, set1(band)) & lanes);
    DOKUMILL_UNROLL
    for (int n = 0; n < kTrios; ++n) {
      p[n] = or_and(p[n], node.trio(band)[same_trio(band, n)], here[band]);
    }
  }
  const TrioCounts counts = count_trios(p);
  const LaneVector many = counts.twos | counts.fours;
  const LaneVector two = only(counts.twos, counts.ones, counts.fours);
  const LaneVector three = only(counts.ones & counts.twos, counts.fours, set1(0));
  LaneVector digit = prefer(prefer(many, three), two);
  digit = only(digit, add(digit, set1(-1)), set1(0));  // keeps the lowest digit
  // The nodes are divided in line 0 of the band, or in line 1 if the digit is fixed in line 0. In
  // this line, the first child keeps the digit only in the first minirow that can hold it. The
  // second child keeps the digit only in the other minirows of the line.
  const LaneVector second_line =
      ones_where_zero(majority(entry(p, 0, 0, 0), entry(p, 0, 0, 1), entry(p, 0, 0, 2)) & digit);
  LaneVector x[3];  // the digit, if it is in entry j of the line
  DOKUMILL_UNROLL
  for (int j = 0; j < 3; ++j) {
    x[j] = replace(entry(p, 0, 0, j), second_line, entry(p, 0, 1, j) & second_line) & digit;
  }
  // leaves[j]: the digit, if it leaves entry j of the line in the first child. other_leaves[j]: the
  // digit, if it leaves entry j in the second child.
  const LaneVector leaves[3] = {set1(0), x[0] & x[1], x[2]};
  const LaneVector other_leaves[3] = {x[0], without(x[1], x[0]), set1(0)};
  // If the digit leaves an entry, it also leaves the two trios through this entry. The even trio
  // through entry (0, j) passes through entry (1, next), the odd one through entry (1, last).
  LaneVector drops[kTrios], other_drops[kTrios];
  DOKUMILL_UNROLL
  for (int j = 0; j < 3; ++j) {
    const int even = even_trio(0, 0, j), odd = odd_trio(0, 0, j);
    const int next = (j + 1) % 3, last = (j + 2) % 3;
    drops[even] = replace(leaves[j], second_line, leaves[next] & second_line);
    drops[odd] = replace(leaves[j], second_line, leaves[last] & second_line);
    other_drops[even] = replace(other_leaves[j], second_line, other_leaves[next] & second_line);
    other_drops[odd] = replace(other_leaves[j], second_line, other_leaves[last] & second_line);
  }
  DOKUMILL_UNROLL
  for (int band = 0; band < kBands; ++band) {
    DOKUMILL_UNROLL
    for (int n = 0; n < kTrios; ++n) {
      LaneVector& mine = node.trio(band)[same_trio(band, n)];
      LaneVector& other = sibling.trio(band)[same_trio(band, n)];
      mine = drop(mine, drops[n], here[band]);
      other = drop(other, other_drops[n], here[band]);
    }
  }
  return lanes & ~lanes_with_any(digit);
}

// A branch in cell order, for each lane: a cell holds one of the digits in `options`.
struct Choices {
  LaneVector place;    // kBoxPlace * box + kRowPlace * row in the box + column in the box
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

// own[c] := the digits of minicolumn c of the band that no other minicolumn of its box has. A cell
// is solved if one of its digits has no other minirow and no other minicolumn in its box.
DOKUMILL_INLINE void own_columns(const LaneVector* columns, LaneVector* own) {
  DOKUMILL_UNROLL
  for (int c = 0; c < 9; ++c) {
    own[c] = only(columns[c], columns[c / 3 * 3 + (c + 1) % 3], columns[c / 3 * 3 + (c + 2) % 3]);
  }
}

// Returns the first open cell, in row-major order, of each lane of `lanes`. If the search visits
// the digits of this cell in ascending order, it finds the smallest solution first. Lanes that are
// not in `lanes` or have no open cell get no options.
//
// The function finds the first minirow with an open cell, and then the first open cell of this
// minirow. It uses logic on vectors, so it works on all lanes at once.
inline Choices first_open_cells(const Block& node, LaneMask lanes) {
  const LaneVector zero = set1(0);
  LaneVector looking = row_of(lanes);
  // The minirow that was found: its place, its digits, the solved digits of its first two cells,
  // and the three minicolumns that cross it.
  LaneVector place = zero, digits = zero, solved0 = zero, solved1 = zero;
  LaneVector column0 = zero, column1 = zero, column2 = zero;
  DOKUMILL_NO_UNROLL
  for (int band = 0; band < 3; ++band) {
    LaneVector rows[9], columns[9];  // the minirows [3 * row + stack] and minicolumns of the band
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) {
      rows[k] = entry(node.trio(band), band, k / 3, k % 3);
      columns[k] = entry(node.trio(3 + k / 3), 3 + k / 3, band, k % 3);
    }
    LaneVector own[9];
    own_columns(columns, own);
    LaneVector here[3] = {zero, zero, zero};  // [stack]: the lanes whose minirow is in this box
    DOKUMILL_NO_UNROLL
    for (int row = 0; row < 3; ++row) {
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

// In each lane that has options, replaces the node by its child for the lowest option.
inline void take_lowest(Block& node, const Choices& choices) {
  const LaneVector option = lowest_bit(choices.options);
  const LaneVector box = choices.place & set1(-kBoxPlace);
  const LaneVector row = choices.place & set1(3 * kRowPlace), column = choices.place & set1(3);
  // in_row[i], in_column[i]: the option, in the lanes whose cell is in row i (column i) of its box.
  // in_band[i], in_stack[i]: the option, in the lanes whose cell is in band i (stack i).
  LaneVector in_row[3], in_column[3], in_band[3], in_stack[3];
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    in_row[i] = where_equal(option, row, set1(i * kRowPlace));
    in_column[i] = where_equal(option, column, set1(i));
    in_band[i] = in_stack[i] = set1(0);
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 9; ++i) {
    const LaneVector here = where_equal(option, box, set1(i * kBoxPlace));
    in_band[i / 3] = in_band[i / 3] | here;
    in_stack[i % 3] = in_stack[i % 3] | here;
  }
  // The digit (the option) leaves all trios of its band except the two through the minirow of
  // the cell, and all trios of its stack except the two through the minicolumn. Here, trios
  // are numbered as in band 0.
  LaneVector row_drops[kTrios], column_drops[kTrios];
  DOKUMILL_UNROLL
  for (int n = 0; n < kTrios; ++n) row_drops[n] = column_drops[n] = option;
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    DOKUMILL_UNROLL
    for (int j = 0; j < 3; ++j) {
      const int even = even_trio(0, i, j), odd = odd_trio(0, i, j);
      row_drops[even] = drop(row_drops[even], in_row[i], in_stack[j]);
      row_drops[odd] = drop(row_drops[odd], in_row[i], in_stack[j]);
      column_drops[even] = drop(column_drops[even], in_band[i], in_column[j]);
      column_drops[odd] = drop(column_drops[odd], in_band[i], in_column[j]);
    }
  }
  DOKUMILL_UNROLL
  for (int i = 0; i < 3; ++i) {
    DOKUMILL_UNROLL
    for (int n = 0; n < kTrios; ++n) {
      LaneVector& of_band = node.trio(i)[same_trio(i, n)];
      LaneVector& of_stack = node.trio(3 + i)[same_trio(3 + i, n)];
      of_band = drop(of_band, row_drops[n], in_band[i]);
      of_stack = drop(of_stack, column_drops[n], in_stack[i]);
    }
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
