// UnavoidableFinder: a depth-first search for all boards that differ from the given board in at
// most a number of cells.
//
// A node is a set of cells that change (`cells`), and some moves: digit e goes to cell t. The move
// has consequences. The cell t changes, so its old digit must go elsewhere in its row, its column
// and its box. In the row, the column and the box of t, the cells that had the digit e change, too.
// A digit that leaves a line (a row or a column) must enter this line elsewhere. Such a digit and
// line is a need:
//
//   . . . | . . .        a need of the digit 1 in row 1: 1 leaves its cell there. It may go to
//   1 . . | 4 . .        each cell of the row, if the changes that follow are not too many. The
//   . 2 . | . 1 .        cell with the 4 costs another cell for 4, and other cells of the 1.
//
// The search takes the need with the fewest places and tries each place. If a node has no need,
// each digit that left a line entered it again, so the changed cells are an unavoidable set. A set
// that is not minimal can be found, too. Then the search also finds a smaller set inside of it: the
// search is complete, and the difference to the second solution that this smaller set allows is
// another result. So a comparison of all results at the end leaves the minimal ones.
//
// To find each board once, the first cell of the changed ones is the root: cells before it are
// kept.
//
// Bounds: a place costs one cell each for t itself, for the digit e in the other line through t,
// and for the digit e in the box of t, unless these cells change anyhow. Let the own cost of a need
// be the fewest of these costs for cells that have the digit e. Cells of different digits are
// different, so the sum of the largest own cost of each digit is a lower bound for the cells that
// will be added. Likewise, each row, column or box in which the change of the cells needs another
// cell counts one, and no cell is in two rows.
//
// Time, and what did not help: docs/kernels/puzzles.md.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "dokumill/boards.hpp"
#include "engine/explainer/board/cell_set.hpp"

namespace dokumill {
namespace {

using Bits = std::uint16_t;  // a set of nine: digits' lines, or the cells of a line
using explainer::count9;
using explainer::is_single;

constexpr Bits kNine = 511;
constexpr int kDirections = 2;  // 0: the lines are rows; 1: columns

int lowest(unsigned set) {
  return std::countr_zero(set);
}
constexpr Bits bit(int at) {
  return static_cast<Bits>(1U << at);
}

// The cells of a line that lie in a set of boxes. `group`: the band of a row, the stack of a
// column.
Bits places_in(unsigned boxes, int direction, int group) {
  constexpr std::array<Bits, 8> kSpread{0, 7, 56, 63, 448, 455, 504, 511};
  if (direction == 0) return kSpread[boxes >> 3 * group & 7U];
  const unsigned column = boxes >> group;
  return kSpread[(column & 1U) | (column >> 2 & 2U) | (column >> 4 & 4U)];
}

// Of the places, those whose cost is at most `max`. Each of three sets adds 1 to the cost.
unsigned places_up_to(unsigned places, unsigned a, unsigned b, unsigned c, int max) {
  if (max >= 3) return places;
  const unsigned odd = a ^ b ^ c, two = (a & b) | (c & (a ^ b));
  if (max == 2) return places & ~(odd & two);
  return max == 1 ? places & ~two : places & ~(odd | two);
}

using ByDigit = std::array<Bits, kDigits + 1>;
using ByLine = std::array<Bits, 9>;

struct Node {
  // [direction][digit]: the lines in which the digit leaves its cell, and those that it has entered
  // again; the same for boxes.
  std::array<ByDigit, kDirections> left{}, entered{};
  ByDigit left_boxes{}, entered_boxes{};
  // [direction][line]: the cells that change, and those that have their new digit.
  std::array<ByLine, kDirections> changed{}, filled{};
  CellMask cells;
  int size = 0;
};

// The number of boxes that exactly one digit leaves. Another digit must leave this box, too.
int single_boxes(const ByDigit& boxes) {
  unsigned once = 0, twice = 0;
  for (int digit = 1; digit <= kDigits; ++digit) {
    twice |= once & boxes[digit];
    once |= boxes[digit];
  }
  return count9(once & ~twice);
}

}  // namespace

class UnavoidableFinder::Search {
 public:
  explicit Search(int most_cells) : most_cells_(most_cells) {}

  void set_stop(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  bool is_stopped() const { return is_stopped_; }

  std::span<const UnavoidableSet> find(const Grid& board) {
    is_stopped_ = false;
    found_.clear();
    sets_.clear();
    if (!is_complete(board)) return {};
    read(board);
    // The last roots come first, because their searches are the shortest ones.
    kept_ = {};
    for (int cell = 0; cell < kCells; ++cell) keep(cell, true);
    for (root_ = kCells - 1; root_ >= 0 && !is_stopped_; --root_) {
      keep(root_, false);
      Node node;
      change(root_, node);
      search(node);
    }
    if (is_stopped_) return {};
    take_minimal();
    return sets_;
  }

 private:
  // A need, with its places as bits, and what each place costs.
  struct Need {
    int digit = 0, direction = 0, line = 0;
    unsigned places = 0, other_line = 0, box = 0;
    int count = kDigits + 1;
  };

  void read(const Grid& board) {
    board_ = board;
    near_ = {};
    for (int at = 0; at < kCells; ++at) {
      const Cell cell(at);
      const int digit = board.cells[at];
      place_[0][digit][cell.row()] = static_cast<std::uint8_t>(cell.column());
      place_[1][digit][cell.column()] = static_cast<std::uint8_t>(cell.row());
      in_box_[digit][cell.box()] = static_cast<std::uint8_t>(at);
      near_[0][digit][cell.band()] |= bit(cell.column());
      near_[1][digit][cell.stack()] |= bit(cell.row());
    }
  }

  void keep(int at, bool is_kept) {
    const Cell cell(at);
    const auto set = [is_kept](Bits& bits, Bits one) { bits = is_kept ? bits | one : bits & ~one; };
    set(kept_[0][cell.row()], bit(cell.column()));
    set(kept_[1][cell.column()], bit(cell.row()));
  }

  // Adds a cell to those that change. Returns false if the cell is kept.
  bool change(int at, Node& node) const {
    if (node.cells[static_cast<std::size_t>(at)]) return true;
    if (at < root_) return false;
    const Cell cell(at);
    const int digit = board_.cells[at];
    node.cells[static_cast<std::size_t>(at)] = true;
    ++node.size;
    node.left[0][digit] |= bit(cell.row());
    node.left[1][digit] |= bit(cell.column());
    node.left_boxes[digit] |= bit(cell.box());
    node.changed[0][cell.row()] |= bit(cell.column());
    node.changed[1][cell.column()] |= bit(cell.row());
    return true;
  }

  void search(const Node& node) {
    constexpr unsigned kNodesBetweenLooks = 256;
    if (should_stop_ && nodes_++ % kNodesBetweenLooks == 0) is_stopped_ = should_stop_();
    const int slack = most_cells_ - node.size;
    if (is_stopped_ || slack < single_boxes(node.left_boxes)) return;
    Need best;
    int cost = 0, best_cost = 0;  // the sum of the largest own cost of each digit; that of `best`
    std::array<Bits, kDirections> short_lines{};  // lines that need another cell
    for (int digit = 1; digit <= kDigits; ++digit) {
      int own = 0;
      for (int direction = 0; direction < kDirections; ++direction) {
        for (unsigned lines = node.left[direction][digit] & ~node.entered[direction][digit];
             lines != 0; lines &= lines - 1) {
          Need need = places_for(node, digit, direction, lowest(lines));
          const unsigned changed = node.changed[direction][need.line];
          if ((need.places & ~(need.other_line | need.box)) == 0) {
            own = std::max(own, (need.places & ~(need.other_line & need.box)) != 0 ? 1 : 2);
          }
          if ((need.places & changed) == 0) short_lines[direction] |= bit(need.line);
          need.places =
              places_up_to(need.places, need.other_line, kNine & ~changed, need.box, slack);
          need.count = count9(need.places);
          if (need.count == 0) return;
          if (need.count < best.count) best = need;
        }
      }
      if (best.digit == digit) best_cost = own;
      cost += own;
      if (cost > slack) return;
    }
    if (count9(short_lines[0]) > slack || count9(short_lines[1]) > slack) return;
    if (best.digit == 0) {
      found_.push_back({node.cells, static_cast<std::uint8_t>(node.size)});
      return;
    }
    const int max = slack - (cost - best_cost);
    for (unsigned places = places_up_to(best.places, best.other_line, 0, best.box, max);
         places != 0; places &= places - 1) {
      go(node, best, lowest(places));
    }
  }

  // The places of a need, whatever they cost.
  Need places_for(const Node& node, int digit, int direction, int line) const {
    const int other = 1 - direction, group = line / 3;
    Need need{digit, direction, line};
    need.places = kNine & ~(node.filled[direction][line] | node.entered[other][digit] |
                            places_in(node.entered_boxes[digit], direction, group) |
                            kept_[direction][line] | bit(place_[direction][digit][line]));
    need.other_line = kNine & ~node.left[other][digit];
    // The digit may have one cell in the other line and in the box. It costs once.
    need.box = kNine & ~(places_in(node.left_boxes[digit], direction, group) |
                         near_[direction][digit][group]);
    return need;
  }

  // Moves the digit of the need to a place, and searches below.
  void go(const Node& node, const Need& need, int place) {
    const auto [digit, row, column] =
        std::array{need.digit, need.direction == 0 ? need.line : place,
                   need.direction == 0 ? place : need.line};
    const Cell cell = Cell::at(row, column);
    Node next = node;
    next.entered[0][digit] |= bit(row);
    next.entered[1][digit] |= bit(column);
    next.entered_boxes[digit] |= bit(cell.box());
    next.filled[0][row] |= bit(column);
    next.filled[1][column] |= bit(row);
    if (change(cell.index(), next) && change(row * 9 + place_[0][digit][row], next) &&
        change(place_[1][digit][column] * 9 + column, next) &&
        change(in_box_[digit][cell.box()], next)) {
      search(next);
    }
  }

  // Moves the minimal sets of found_ to sets_, without those that are there twice.
  void take_minimal() {
    const auto is_before = [](const UnavoidableSet& a, const UnavoidableSet& b) {
      if (a.size != b.size) return a.size < b.size;
      const CellMask differing = a.cells ^ b.cells;
      const std::size_t first = first_of(differing);
      return first != kCells && a.cells[first];
    };
    std::ranges::sort(found_, is_before);
    for (const UnavoidableSet& set : found_) {
      const auto is_inside = [&set](const UnavoidableSet& smaller) {
        return (smaller.cells & ~set.cells).none();
      };
      if (std::ranges::none_of(sets_, is_inside)) sets_.push_back(set);
    }
  }
  // kCells if the set is empty.
  static std::size_t first_of(const CellMask& cells) {
    std::size_t first = 0;
    while (first < kCells && !cells[first]) ++first;
    return first;
  }

  int most_cells_;
  std::function<bool()> should_stop_;
  bool is_stopped_ = false;
  unsigned nodes_ = 0;
  Grid board_;
  int root_ = 0;
  std::array<ByLine, kDirections> kept_{};  // [direction][line]: the cells before the root
  // [direction][digit][line]: the place of the digit in the line.
  std::array<std::array<std::array<std::uint8_t, 9>, kDigits + 1>, kDirections> place_{};
  std::array<std::array<std::uint8_t, 9>, kDigits + 1> in_box_{};  // [digit][box]: the cell
  // [direction][digit][group]: the other lines whose cell with the digit lies in the group.
  std::array<std::array<std::array<Bits, 3>, kDigits + 1>, kDirections> near_{};
  std::vector<UnavoidableSet> found_, sets_;
};

UnavoidableFinder::UnavoidableFinder(int most_cells)
    : search_(std::make_unique<Search>(most_cells)) {}
UnavoidableFinder::UnavoidableFinder(UnavoidableFinder&&) noexcept = default;
UnavoidableFinder& UnavoidableFinder::operator=(UnavoidableFinder&&) noexcept = default;
UnavoidableFinder::~UnavoidableFinder() = default;

void UnavoidableFinder::set_stop(std::function<bool()> should_stop) {
  search_->set_stop(std::move(should_stop));
}

std::span<const UnavoidableSet> UnavoidableFinder::find(const Grid& board) {
  return search_->find(board);
}

bool UnavoidableFinder::is_stopped() const {
  return search_->is_stopped();
}

}  // namespace dokumill
