#include "engine/puzzles/unavoidable/unavoidable_sets.hpp"

#include <cstring>

#include "dokumill/geometry.hpp"

namespace dokumill::puzzles {
namespace {

// A set has at most this number of pairs of cells. If a set has only one clue left, this clue must
// stay, and a question about it (attempt.hpp) is saved. While a puzzle is made, larger sets seldom
// have only one clue left, so they save few questions. docs/kernels/puzzles.md
// has the numbers.
constexpr int kMaxPairs = 4;

using Lanes = std::uint16_t __attribute__((vector_size(16)));
constexpr int kLanes = 8;

// The nine cells of a line, by place, or of a digit, by row. Each cell belongs to a node of Pairs.
using NodeCells = std::array<std::uint8_t, 9>;

constexpr int kLineCount = 18;  // the rows, then the columns
constexpr std::array<NodeCells, kLineCount> kLineCells = [] {
  std::array<NodeCells, kLineCount> cells{};
  for (int line = 0; line < kLineCount; ++line) {
    for (int place = 0; place < 9; ++place) {
      cells[line][place] =
          static_cast<std::uint8_t>(line < 9 ? line * 9 + place : place * 9 + line - 9);
    }
  }
  return cells;
}();

int lowest(unsigned set) {
  return __builtin_ctz(set);
}

}  // namespace

// Eight pairs, each of two lines or of two digits. Each pair is a graph of nine nodes in one lane:
// bit j of edges[i] is an edge from node i to node j. The nodes that a node reaches are called a
// part. Each graph is made of permutations, so each node of a part reaches the same part. A part
// with n nodes gives an unavoidable set of 2n cells: the cells of these nodes in `first` and in
// `second`.
struct UnavoidableSets::Pairs {
  Lanes edges[9]{};
  // All ones in the lane of a pair of digits, 0 in the lane of a pair of lines. For a pair of
  // digits, parts of two nodes are not added, because a pair of lines has a part with the same
  // cells.
  Lanes is_of_digits{};
  const NodeCells* first[kLanes]{};
  const NodeCells* second[kLanes]{};
};

namespace {

// Makes one graph for each pair of lines: two rows that share a band, or two columns that share a
// stack. The nodes of a graph are the nine places of a line. Let d be the digit of the second line
// at a place. An edge leads from this place to the place of d in the first line.
class LinePairs {
 public:
  explicit LinePairs(const Grid& board) {
    for (int line = 0; line < kLineCount; ++line) {
      for (int at = 0; at < 9; ++at) {
        const std::uint8_t digit = board.cells[kLineCells[line][at]];
        digit_[line][at] = digit;
        place_[line][digit] = static_cast<std::uint16_t>(1U << at);
      }
    }
  }

  // There are nine pairs of rows that share a band, and nine pairs of columns that share a stack.
  static constexpr int kCount = 18;

  template <class Pairs>
  void put(int number, int lane, Pairs& pairs) const {
    const int band = number / 3 * 3;
    const int first = band + number % 3, second = band + (number + 1) % 3;
    for (int at = 0; at < 9; ++at) pairs.edges[at][lane] = place_[first][digit_[second][at]];
    pairs.is_of_digits[lane] = 0;
    pairs.first[lane] = &kLineCells[first];
    pairs.second[lane] = &kLineCells[second];
  }

 private:
  std::uint8_t digit_[kLineCount][9];    // [line][place]
  std::uint16_t place_[kLineCount][10];  // [line][digit]: the place, as a bit
};

// Makes one graph for each pair of digits a and b. The nodes of a graph are the nine rows. An edge
// leads from a row to a row (perhaps the same one) if the cell with the digit a in the first row
// and the cell with the digit b in the second row share a column or a box.
class DigitPairs {
 public:
  explicit DigitPairs(const Grid& board) {
    for (int cell = 0; cell < kCells; ++cell) {
      const int digit = board.cells[cell], row = Cell(cell).row();
      const auto bit = static_cast<std::uint16_t>(1U << row);
      cells_[digit][row] = static_cast<std::uint8_t>(cell);
      row_of_column_[Cell(cell).column()][digit] = bit;
      row_of_box_[Cell(cell).box()][digit] = bit;
    }
  }

  // The pairs of the digit 1 with the digits 2..9.
  template <class Pairs>
  void put_first(Pairs& pairs) const {
    for (int row = 0; row < 9; ++row) pairs.edges[row] = edges_of(1, row);
    for (int lane = 0; lane < kLanes; ++lane) name(1, lane, pairs);
  }

  // In lane k, the second digit is k + 2. In round a = 0..3, the first digit is a + 2 in some lanes
  // and a + 6 in the other lanes:
  //
  //   lane           a       a + 1 .. a + 4    a + 5 .. a + 7 (all modulo 8)
  //   first digit    (free)  a + 2             a + 6
  //
  // So four rounds have all 28 pairs of the digits 2..9.
  static constexpr int kRounds = 4;
  template <class Pairs>
  void put_round(int round, Pairs& pairs) const {
    const int near = round + 2, far = round + 6;
    Lanes is_near{};
    for (int step = 1; step < kLanes; ++step) {
      const int lane = (round + step) % kLanes;
      is_near[lane] = step <= 4 ? 0xFFFF : 0;
      name(step <= 4 ? near : far, lane, pairs);
    }
    for (int row = 0; row < 9; ++row) {
      pairs.edges[row] = (edges_of(near, row) & is_near) | (edges_of(far, row) & ~is_near);
    }
  }

 private:
  // In the result, lane b - 2 has the edges that lead from the node `row` in the graph of the
  // digits `digit` and b.
  Lanes edges_of(int digit, int row) const {
    const Cell cell(cells_[digit][row]);
    Lanes by_column, by_box;
    std::memcpy(&by_column, &row_of_column_[cell.column()][2], sizeof by_column);
    std::memcpy(&by_box, &row_of_box_[cell.box()][2], sizeof by_box);
    return by_column | by_box;
  }
  template <class Pairs>
  void name(int digit, int lane, Pairs& pairs) const {
    pairs.is_of_digits[lane] = 0xFFFF;
    pairs.first[lane] = &cells_[digit];
    pairs.second[lane] = &cells_[lane + 2];
  }

  NodeCells cells_[10];  // [digit][row]
  // [column or box][digit]: the row of the digit in this column or box, as a bit.
  std::uint16_t row_of_column_[9][10];
  std::uint16_t row_of_box_[9][10];
};

}  // namespace

void UnavoidableSets::clear() {
  size_ = 0;
  less_one_ = {};
  sets_ = {};
}

void UnavoidableSets::find(const Grid& board, Kinds kinds) {
  clear();
  const LinePairs lines(board);
  Pairs pairs;
  int next = 0;
  while (LinePairs::kCount - next >= kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) lines.put(next++, lane, pairs);
    if (!add_parts(pairs)) return;
  }
  if (kinds == Kinds::kOfLines) {
    pairs = {};
    for (int lane = 0; next < LinePairs::kCount; ++lane) lines.put(next++, lane, pairs);
    add_parts(pairs);
    return;
  }
  const DigitPairs digits(board);
  for (int round = 0; round < DigitPairs::kRounds; ++round) {
    digits.put_round(round, pairs);
    if (next < LinePairs::kCount) {
      lines.put(next++, round, pairs);
    } else {
      pairs.is_of_digits[round] = 0xFFFF;
      for (Lanes& edges : pairs.edges) edges[round] = 0;
    }
    if (!add_parts(pairs)) return;
  }
  digits.put_first(pairs);
  add_parts(pairs);
}

// Finds the nodes that each node reaches (S. Warshall, 1962). All lanes do the same steps, so there
// are few branches to predict. One loop over the found sets of four lanes has fewer mispredicted
// branches than a loop for each node.
bool UnavoidableSets::add_parts(Pairs& pairs) {
  Lanes edges[9];
  std::memcpy(edges, pairs.edges, sizeof edges);
#pragma GCC unroll 9
  for (int middle = 0; middle < 9; ++middle) {
    // With sanitizers, GCC 12 refuses a shift as the scalar of a vector operation.
    const auto middle_bit = static_cast<std::uint16_t>(1U << middle);
    const Lanes bit = Lanes{} + middle_bit;
    const Lanes more = edges[middle];
#pragma GCC unroll 9
    for (int from = 0; from < 9; ++from) {
      edges[from] |= more & reinterpret_cast<Lanes>((edges[from] & bit) == bit);
    }
  }
  static_assert(kMaxPairs == 4);
  // Bit n of a lane is set if the part of node n is to be added as an unavoidable set, and n is the
  // lowest node of this part.
  Lanes found{};
#pragma GCC unroll 9
  for (int node = 0; node < 9; ++node) {
    const Lanes part = edges[node];
    const Lanes less_one = part & (part - 1), less_two = less_one & (less_one - 1);
    const Lanes less_three = less_two & (less_two - 1), less_four = less_three & (less_three - 1);
    const Lanes is_enough = less_two | (less_one & ~pairs.is_of_digits);
    const auto below = static_cast<std::uint16_t>((1U << node) - 1);  // takes each part only once
    const Lanes wanted = reinterpret_cast<Lanes>((less_four | (part & below)) == 0) &
                         reinterpret_cast<Lanes>(is_enough != 0);
    const auto node_bit = static_cast<std::uint16_t>(1U << node);
    found |= wanted & node_bit;
  }
  std::uint16_t parts[9][kLanes];
  std::memcpy(parts, edges, sizeof parts);
  std::uint64_t halves[2];  // four lanes each
  std::memcpy(halves, &found, sizeof halves);
  for (int half = 0; half < 2; ++half) {
    for (std::uint64_t rest = halves[half]; rest != 0; rest &= rest - 1) {
      if (size_ == kMaxSets) return false;
      const int place = __builtin_ctzll(rest);
      const int lane = 4 * half + place / 16;
      const NodeCells& first = *pairs.first[lane];
      const NodeCells& second = *pairs.second[lane];
      const Bits set = Bits{1} << size_++;
      unsigned less = ~0U;  // the number of cells, less one
      for (unsigned nodes = parts[place % 16][lane]; nodes != 0; nodes &= nodes - 1) {
        sets_[first[lowest(nodes)]] |= set;
        sets_[second[lowest(nodes)]] |= set;
        less += 2;
      }
      for (unsigned bit = 0; bit < 3; ++bit) less_one_[bit] |= (less >> bit & 1U) != 0 ? set : 0;
    }
  }
  return true;
}

bool UnavoidableSets::has(int set, int cell) const {
  return (sets_[static_cast<std::size_t>(cell)] >> set & 1U) != 0;
}

}  // namespace dokumill::puzzles
