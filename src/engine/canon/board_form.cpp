// The canonical form of a complete board. At most 36 x 18 = 648 maps can give the smallest first
// two rows. The search first lists the maps that do, about 10 for a random board, and then compares
// their other rows.
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
#include "engine/canon/board_form.hpp"

#include <algorithm>
#include <cassert>

#include "base/permutation.hpp"

namespace dokumill::canon {
namespace {

using Line = std::array<std::uint8_t, 9>;
using Text = std::uint64_t;  // the labels of a row, four bits each

constexpr Text kFirstRow = 0x123456789;
constexpr Text kFirstMixed = 0x457000000;  // the second row of pure pairs is smaller
constexpr Text kNoText = ~Text{0};
constexpr int kMaxMaps = 648;
constexpr int kStack[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
// The orders of three things in which a given one goes last.
constexpr std::uint8_t kLastOfThree[3][2][3] = {
    {{1, 2, 0}, {2, 1, 0}}, {{2, 0, 1}, {0, 2, 1}}, {{0, 1, 2}, {1, 0, 2}}};

// The labels of a row in the order of `columns`.
Text text_of(const Line& row, const Line& columns, const std::array<std::uint8_t, 10>& label) {
  Text text = 0;
  for (const std::uint8_t column : columns) text = text << 4 | label[row[column]];
  return text;
}

// A map to the smallest second row. The order of the last six rows is open.
struct Candidate {
  std::uint8_t side;  // 1: of the transpose
  std::uint8_t first;
  std::uint8_t second;
  Line columns;
};

class BoardSearch {
 public:
  explicit BoardSearch(const Grid& board) : rows_{rows_of(board, false), rows_of(board, true)} {
    for (int side = 0; side < 2; ++side) {
      for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) {
          column_of_[side][r][rows_[side][r][c]] = static_cast<std::uint8_t>(c);
        }
      }
    }
  }

  Canonical run() {
    for (int side = 0; side < 2; ++side) {
      for (int first = 0; first < 9; ++first) {
        for (int i = 1; i < 3; ++i) try_pair(side, first, first / 3 * 3 + (first + i) % 3);
      }
    }
    for (int i = 0; i < count_; ++i) compare(candidates_[i]);
    Canonical result;
    for (int r = 0; r < 9; ++r) {
      for (int c = 0; c < 9; ++c) {
        result.form.cells[r * 9 + c] = static_cast<std::uint8_t>(best_[r] >> (32 - 4 * c) & 15U);
      }
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

  // Adds the maps that make the rows `first` and `second` the first two rows, unless the search
  // has found a pure pair and this pair is mixed.
  void try_pair(int side, int first, int second) {
    // over[c]: the column in which the first row has the digit that the second row has in column c.
    Line over;
    for (int c = 0; c < 9; ++c) over[c] = column_of_[side][first][rows_[side][second][c]];
    if (kStack[over[0]] != kStack[over[1]] || kStack[over[0]] != kStack[over[2]]) {
      if (best_[1] >= kFirstMixed) try_mixed_pair(side, first, second, over);
      return;
    }
    for (int s = 0; s < 9; s += 3) {
      for (const auto& order : kOrdersOfThree) {
        Line columns;
        for (int i = 0; i < 3; ++i) {
          columns[i] = static_cast<std::uint8_t>(s + order[i]);
          columns[3 + i] = over[columns[i]];
          columns[6 + i] = over[columns[3 + i]];
        }
        add(side, first, second, columns, over);
      }
    }
  }

  void try_mixed_pair(int side, int first, int second, const Line& over) {
    // The fourth label of the second row excludes most maps. If the first column is c, then the
    // fourth is over[c], and the label is 1 if over[over[c]] is c again, 2 or 3 if it is another
    // column of the same stack, and 8 otherwise.
    bool has_return = false;
    for (int c = 0; c < 9; ++c) has_return |= over[over[c]] == c;
    if (!has_return && fourth_label() == 1) return;
    for (int s = 0; s < 9; s += 3) {
      // In the three columns of stack s, the second row has two digits from one stack of the first
      // row. The column with the third digit goes last.
      const int from = kStack[over[s]];
      const int last = (from == kStack[over[s + 2]]) + 2 * (from == kStack[over[s + 1]]);
      for (const auto& order : kLastOfThree[last]) {
        const int column = s + order[0];
        const int back = over[over[column]];
        const unsigned min_label = back == column ? 1 : kStack[back] == kStack[column] ? 2 : 8;
        if (min_label > fourth_label()) continue;
        Line columns;
        for (int i = 0; i < 3; ++i) columns[i] = static_cast<std::uint8_t>(s + order[i]);
        columns[3] = over[columns[0]];
        columns[4] = over[columns[1]];
        const int t = kStack[columns[3]];
        columns[5] = static_cast<std::uint8_t>(9 * t + 3 - columns[3] - columns[4]);
        columns[6] = over[columns[2]];
        const int u = kStack[columns[6]];
        int next = 7;
        for (int i = 3; i < 6; ++i) {
          if (kStack[over[columns[i]]] == u) columns[next++] = over[columns[i]];
        }
        assert(next == 9);
        add(side, first, second, columns, over);
      }
    }
  }

  unsigned fourth_label() const { return static_cast<unsigned>(best_[1] >> 20 & 15U); }

  // Keeps a map if no other one gives a smaller second row so far.
  void add(int side, int first, int second, const Line& columns, const Line& over) {
    Line place;  // the place of each column, from 1: the label of its digit in the first row
    for (int c = 0; c < 9; ++c) place[columns[c]] = static_cast<std::uint8_t>(c + 1);
    Text text = 0;
    for (int c = 0; c < 9; ++c) text = text << 4 | place[over[columns[c]]];
    if (text > best_[1]) return;
    if (text < best_[1]) {
      best_[1] = text;
      count_ = 0;
    }
    assert(count_ < kMaxMaps);
    candidates_[count_++] = {static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(first),
                             static_cast<std::uint8_t>(second), columns};
  }

  // Compares the other rows of a map's image with the smallest ones so far.
  void compare(const Candidate& map) {
    const Rows& rows = rows_[map.side];
    const Line& columns = map.columns;
    std::array<std::uint8_t, 10> label{};
    for (int c = 0; c < 9; ++c)
      label[rows[map.first][columns[c]]] = static_cast<std::uint8_t>(c + 1);
    Line order;
    order[0] = map.first;
    order[1] = map.second;
    order[2] = static_cast<std::uint8_t>(map.first / 3 * 9 + 3 - map.first - map.second);
    bool is_better = ties_ == 0;
    for (int r = 2; r < 9; ++r) {
      if (r == 3) order_bands(rows, columns[0], label, order);
      const Text text = text_of(rows[order[r]], columns, label);
      if (!is_better && text > best_[r]) return;
      is_better = is_better || text < best_[r];
      if (is_better) best_[r] = text;
    }
    if (!is_better) {
      ++ties_;
      return;
    }
    ties_ = 1;
    map_ = {map.side == 1, order, columns, label};
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
  std::array<std::array<std::array<std::uint8_t, 10>, 9>, 2> column_of_;  // of each digit in a row
  std::array<Candidate, kMaxMaps> candidates_;  // all maps to the smallest second row so far
  int count_ = 0;
  std::array<Text, 9> best_{kFirstRow, kNoText};  // the smallest image so far
  std::uint32_t ties_ = 0;  // the number of maps that give `best_`; 0: no map yet
  CanonicalMap map_;
};

}  // namespace

Canonical canonize_board(const Grid& board) {
  assert(is_complete(board));
  return BoardSearch(board).run();
}

}  // namespace dokumill::canon
