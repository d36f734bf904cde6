#include "puzzles/unavoidable_sets.hpp"

#include <cstring>

#include "dokumill/geometry.hpp"

namespace dokumill::puzzles {
namespace {

// Larger sets nearly always have a clue. With at most 6, 8, 10 and 18 cells, a minimal puzzle
// takes 13.7, 12.8, 12.4 and 12.3 questions whose answer is no.
constexpr int kMostPairs = 4;

// Eight graphs of nine nodes, one in each lane: bit j of edges[i] is an edge from i to j. Each
// graph is made of permutations, so a part (the nodes that a node reaches) is also reached from
// each of its nodes.
using Lanes = std::uint16_t __attribute__((vector_size(16)));
constexpr int kLanes = 8;
using Graphs = Lanes[9];

// Calls take(lane, part) for each part with `fewest` (2 or 3) to kMostPairs nodes, until it
// returns false. Returns whether it never did. All lanes do the same steps (S. Warshall, 1962), so
// there are few branches to predict.
template <class Take>
bool each_small_part(Graphs& edges, int fewest, Take take) {
#pragma GCC unroll 9
  for (int middle = 0; middle < 9; ++middle) {
    const Lanes bit = Lanes{} + static_cast<std::uint16_t>(1U << middle);
    const Lanes more = edges[middle];
#pragma GCC unroll 9
    for (int from = 0; from < 9; ++from) {
      edges[from] |= more & reinterpret_cast<Lanes>((edges[from] & bit) == bit);
    }
  }
  static_assert(kMostPairs == 4);
#pragma GCC unroll 9
  for (int node = 0; node < 9; ++node) {
    const Lanes part = edges[node];
    const Lanes less_one = part & (part - 1), less_two = less_one & (less_one - 1);
    const Lanes less_three = less_two & (less_two - 1), less_four = less_three & (less_three - 1);
    const Lanes too_few = reinterpret_cast<Lanes>((fewest == 2 ? less_one : less_two) == 0);
    const auto below = static_cast<std::uint16_t>((1U << node) - 1);  // each part once
    const Lanes wanted = reinterpret_cast<Lanes>((less_four | (part & below)) == 0) & ~too_few;
    std::uint64_t halves[2];  // four lanes each
    std::memcpy(halves, &wanted, sizeof halves);
    for (int half = 0; half < 2; ++half) {
      for (std::uint64_t rest = halves[half]; rest != 0;) {
        const int place = __builtin_ctzll(rest);
        rest &= ~(std::uint64_t{0xFFFF} << place);
        const int lane = 4 * half + place / 16;
        if (!take(lane, unsigned{part[lane]})) return false;
      }
    }
  }
  return true;
}

int count_bits(unsigned set) {
  int count = 0;
  for (; set != 0; set &= set - 1) ++count;
  return count;
}
int lowest(unsigned set) {
  return __builtin_ctz(set);
}

}  // namespace

void UnavoidableSets::clear() {
  size_ = 0;
  less_one_ = {};
  sets_ = {};
}

void UnavoidableSets::find(const Grid& board, Kinds kinds) {
  clear();
  find_of_lines(board);
  if (kinds == Kinds::kAll) find_of_digits(board);
}

bool UnavoidableSets::begin_set(int pairs) {
  if (size_ == kMostSets) return false;
  const auto word = static_cast<std::size_t>(size_ / 64);
  const auto less_one = static_cast<unsigned>(2 * pairs - 1);
  for (unsigned bit = 0; bit < 3; ++bit) {
    less_one_[bit][word] |= std::uint64_t{less_one >> bit & 1U} << size_ % 64;
  }
  ++size_;
  return true;
}

void UnavoidableSets::add_to_last(int cell) {
  const int last = size_ - 1;
  sets_[static_cast<std::size_t>(cell)][last / 64] |= std::uint64_t{1} << last % 64;
}

void UnavoidableSets::find_of_lines(const Grid& board) {
  const auto cell_of = [](bool is_column, int line, int place) {
    return is_column ? place * 9 + line : line * 9 + place;
  };
  std::uint8_t digit[2][9][9];    // of each row (column) and place
  std::uint16_t place[2][9][10];  // of each row (column) and digit, as a bit
  for (const int is_column : {0, 1}) {
    for (int line = 0; line < 9; ++line) {
      for (int at = 0; at < 9; ++at) {
        const std::uint8_t value = board.cells[cell_of(is_column != 0, line, at)];
        digit[is_column][line][at] = value;
        place[is_column][line][value] = static_cast<std::uint16_t>(1U << at);
      }
    }
  }
  // Two lines of a band or stack. There are nine such pairs of rows, and nine of columns.
  struct Pair {
    int is_column, first, second;
  };
  constexpr int kPairs = 18;
  const auto pair = [](int number) {
    const int band = number % 9 / 3 * 3;
    return Pair{number / 9, band + number % 3, band + (number + 1) % 3};
  };
  for (int begin = 0; begin < kPairs; begin += kLanes) {
    Graphs edges{};
    for (int lane = 0; lane < kLanes && begin + lane < kPairs; ++lane) {
      const Pair lines = pair(begin + lane);
      for (int at = 0; at < 9; ++at) {
        edges[at][lane] =
            place[lines.is_column][lines.first][digit[lines.is_column][lines.second][at]];
      }
    }
    const bool has_room = each_small_part(edges, 2, [&](int lane, unsigned part) {
      const Pair lines = pair(begin + lane);
      if (!begin_set(count_bits(part))) return false;
      for (; part != 0; part &= part - 1) {
        add_to_last(cell_of(lines.is_column != 0, lines.first, lowest(part)));
        add_to_last(cell_of(lines.is_column != 0, lines.second, lowest(part)));
      }
      return true;
    });
    if (!has_room) return;
  }
}

// Two rows are in the same part of the digits a and b if the a of one and the b of the other share
// a column or a box. Parts of two rows are cycles of two lines, so they are known.
void UnavoidableSets::find_of_digits(const Grid& board) {
  std::uint8_t cell_of[10][9];  // of each digit and row
  // Lane b - 2 holds the row that has the digit b in the column (or box), as a bit.
  Lanes row_of_column[9];
  Lanes row_of_box[9];
  for (int cell = 0; cell < kCells; ++cell) {
    const int digit = board.cells[cell], row = Cell(cell).row();
    cell_of[digit][row] = static_cast<std::uint8_t>(cell);
    if (digit == 1) continue;
    const auto bit = static_cast<std::uint16_t>(1U << row);
    row_of_column[Cell(cell).column()][digit - 2] = bit;
    row_of_box[Cell(cell).box()][digit - 2] = bit;
  }
  for (int a = 1; a <= 8; ++a) {
    Graphs edges;
    for (int row = 0; row < 9; ++row) {
      const Cell cell(cell_of[a][row]);
      edges[row] = row_of_column[cell.column()] | row_of_box[cell.box()];
    }
    const bool has_room = each_small_part(edges, 3, [&](int lane, unsigned part) {
      const int b = lane + 2;
      if (b <= a) return true;
      if (!begin_set(count_bits(part))) return false;
      for (; part != 0; part &= part - 1) {
        add_to_last(cell_of[a][lowest(part)]);
        add_to_last(cell_of[b][lowest(part)]);
      }
      return true;
    });
    if (!has_room) return;
  }
}

bool UnavoidableSets::has(int set, int cell) const {
  return (sets_[static_cast<std::size_t>(cell)][set / 64] >> set % 64 & 1U) != 0;
}

}  // namespace dokumill::puzzles
