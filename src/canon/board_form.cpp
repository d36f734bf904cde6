// The canonical form of a complete board. At most 36 x 18 = 648 maps can give the smallest first
// two rows, and the search tries all of them.
//
// Let r1 and r2 be the rows of one band that become the first two rows of the form, and let S, T, U
// be the stacks in their order in the form. The first row defines the labels: 1, 2, 3 are the
// digits of r1 in S, 4, 5, 6 those in T, and 7, 8, 9 those in U. In S, r2 has three digits that r1
// has in its other two stacks. The pair (r1, r2) is pure if all three come from one stack, and
// mixed if two come from one stack and one from the other. If all three come from T, then r2 can
// begin with 456. If two come from T and one from U, then r2 can begin with 457 at best, and with
// 478 at best if T and U are exchanged. So S determines T and U, and a pure pair beats a mixed one.
//
//   pure   The order of the columns of S determines everything. r2 in S is 456, which determines
//          the columns of T. r2 in T is 789, which determines the columns of U. r2 in U is some
//          order of 123.
//   mixed  The two columns of S with the digits from T come first, in either order. They determine
//          two columns of T, and the third column of T is the remaining one. The digit from U
//          determines the first column of U. In T, r2 has the two other digits of U; their order
//          there determines the two other columns of U.
//
// S can be any of the three stacks. So a pure pair has 3 x 6 maps, and a mixed pair has 3 x 2 maps.
// The board and its transpose have 36 ordered pairs of rows in one band. The digits in the first
// column all differ, so they determine the order of the other seven rows. The idea that one band
// decides is old: the lists of the 416 bands (Felgenhauer and Jarvis, 2005) and the minlex programs
// of gridchecker (M. Dobrichev) use it.
#include "canon/board_form.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "canon/lines.hpp"
#include "core/permutation.hpp"

namespace dokumill::canon {
namespace {

using Line = std::array<std::uint8_t, 9>;

class BoardSearch {
 public:
  explicit BoardSearch(const Grid& board) : rows_{rows_of(board, false), rows_of(board, true)} {}

  Canonical run() {
    bool any_pure = false;
    for (const bool is_pure : {true, false}) {
      if (any_pure) break;
      for (int side = 0; side < 2; ++side) {
        for (int first = 0; first < 9; ++first) {
          for (int i = 1; i < 3; ++i) {
            const int second = first / 3 * 3 + (first + i) % 3;
            if (is_pair_pure(side, first, second) != is_pure) continue;
            any_pure = any_pure || is_pure;
            try_pair(side, first, second, is_pure);
          }
        }
      }
    }
    Canonical result;
    for (int c = 0; c < 9; ++c) result.form.cells[c] = static_cast<std::uint8_t>(c + 1);
    for (int r = 1; r < 9; ++r) {
      std::copy(best_[r].begin(), best_[r].end(), result.form.cells.begin() + r * 9);
    }
    result.map = map_;
    result.automorphisms = ties_;
    return result;
  }

 private:
  using Rows = std::array<Line, 9>;

  static Rows rows_of(const Grid& board, bool is_transposed) {
    Rows rows;
    for (int r = 0; r < 9; ++r) {
      for (int c = 0; c < 9; ++c) rows[r][c] = board.cells[is_transposed ? c * 9 + r : r * 9 + c];
    }
    return rows;
  }

  bool is_pair_pure(int side, int first, int second) const {
    const Line& a = rows_[side][first];
    const Line& b = rows_[side][second];
    const unsigned have = 1U << b[0] | 1U << b[1] | 1U << b[2];
    return have == (1U << a[3] | 1U << a[4] | 1U << a[5]) ||
           have == (1U << a[6] | 1U << a[7] | 1U << a[8]);
  }

  void try_pair(int side, int first, int second, bool is_pure) {
    const Line& a = rows_[side][first];
    const Line& b = rows_[side][second];
    std::array<std::uint8_t, 10> column_of{};  // the column of each digit in the first row
    for (int c = 0; c < 9; ++c) column_of[a[c]] = static_cast<std::uint8_t>(c);
    // over[c]: the column in which the first row has the digit that the second row has in column c.
    Line over;
    for (int c = 0; c < 9; ++c) over[c] = column_of[b[c]];
    for (int s = 0; s < 3; ++s) {
      if (is_pure) {
        for (const auto& order : kOrdersOfThree) {
          Line columns;
          for (int i = 0; i < 3; ++i) {
            columns[i] = static_cast<std::uint8_t>(s * 3 + order[i]);
            columns[3 + i] = over[columns[i]];
            columns[6 + i] = over[columns[3 + i]];
          }
          try_columns(side, first, second, columns);
        }
        continue;
      }
      // In the three columns of stack s, the second row has two digits from one stack of the first
      // row. The column with the third digit goes last.
      int last = 0;
      while (over[s * 3 + (last + 1) % 3] / 3 != over[s * 3 + (last + 2) % 3] / 3) ++last;
      for (const bool is_swapped : {false, true}) {
        Line columns;
        columns[0] = static_cast<std::uint8_t>(s * 3 + (last + (is_swapped ? 2 : 1)) % 3);
        columns[1] = static_cast<std::uint8_t>(s * 3 + (last + (is_swapped ? 1 : 2)) % 3);
        columns[2] = static_cast<std::uint8_t>(s * 3 + last);
        columns[3] = over[columns[0]];
        columns[4] = over[columns[1]];
        const int t = columns[3] / 3;
        columns[5] = static_cast<std::uint8_t>(9 * t + 3 - columns[3] - columns[4]);
        columns[6] = over[columns[2]];
        const int u = columns[6] / 3;
        int next = 7;
        for (int i = 3; i < 6; ++i) {
          if (over[columns[i]] / 3 == u) columns[next++] = over[columns[i]];
        }
        assert(next == 9);
        try_columns(side, first, second, columns);
      }
    }
  }

  // Writes the labels of a row, in the order of `columns`, into `line`.
  static void write(const Line& row, const Line& columns, const std::array<std::uint8_t, 10>& label,
                    Line& line) {
    for (int c = 0; c < 9; ++c) line[c] = label[row[columns[c]]];
  }

  void try_columns(int side, int first, int second, const Line& columns) {
    const Rows& rows = rows_[side];
    std::array<std::uint8_t, 10> label{};
    for (int c = 0; c < 9; ++c) label[rows[first][columns[c]]] = static_cast<std::uint8_t>(c + 1);
    Line order;
    order[0] = static_cast<std::uint8_t>(first);
    order[1] = static_cast<std::uint8_t>(second);
    order[2] = static_cast<std::uint8_t>(first / 3 * 9 + 3 - first - second);
    Rows image;
    bool is_better = ties_ == 0;
    for (int r = 1; r < 9; ++r) {
      if (r == 3) order_bands(rows, columns[0], label, order);
      write(rows[order[r]], columns, label, image[r]);
      if (is_better) continue;
      if (image[r] > best_[r]) return;
      is_better = image[r] < best_[r];
    }
    if (!is_better) {
      ++ties_;
      return;
    }
    best_ = image;
    ties_ = 1;
    map_ = {side == 1, order, columns, label};
  }

  // Puts the rows of the two bands that do not contain row order[0] into order[3] to order[8].
  // Sorts the rows of each of these bands by their labels in `column`, and then the two bands by
  // their smallest labels.
  static void order_bands(const Rows& rows, int column, const std::array<std::uint8_t, 10>& label,
                          Line& order) {
    std::array<std::uint16_t, 2> begins;  // the smallest label of each band, and its row
    std::array<std::array<std::uint8_t, 3>, 2> bands;
    int count = 0;
    for (int band = 0; band < 3; ++band) {
      if (band == order[0] / 3) continue;
      std::array<unsigned, 3> keys;
      for (int i = 0; i < 3; ++i) {
        const int row = band * 3 + i;
        keys[i] = unsigned{label[rows[row][column]]} << 4 | static_cast<unsigned>(row);
      }
      std::sort(keys.begin(), keys.end());
      begins[count] = static_cast<std::uint16_t>(keys[0]);
      for (int i = 0; i < 3; ++i) bands[count][i] = static_cast<std::uint8_t>(keys[i] & 15U);
      ++count;
    }
    const int upper = begins[1] < begins[0] ? 1 : 0;
    std::copy_n(bands[upper].begin(), 3, order.begin() + 3);
    std::copy_n(bands[1 - upper].begin(), 3, order.begin() + 6);
  }

  std::array<Rows, 2> rows_;
  Rows best_{};
  std::uint32_t ties_ = 0;  // the number of maps that give `best_`; 0: no map yet
  CanonicalMap map_;
};

}  // namespace

Canonical canonize_board(const Grid& board) {
  assert(is_complete(board));
  return BoardSearch(board).run();
}

}  // namespace dokumill::canon
