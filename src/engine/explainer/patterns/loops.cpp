// Unique rectangles and loops of types 1 to 4.
//
// Suppose that all cells of a loop have the digits a and b, and that each house that the loop
// visits has two cells of the loop. If no cell had another candidate, the loop would have two
// solutions. Of the steps of all loops on the board, the easiest is taken. Of several equally easy
// steps, the one with the lowest type is taken. If several of them have the lowest type, the step
// that the search finds first is taken.
#include <algorithm>

#include "engine/explainer/chains/length.hpp"
#include "engine/explainer/patterns/finders.hpp"
#include "engine/explainer/patterns/loop_walk.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

// [n]: n * 0.1, rounded once, here. If end() computed base_ + n * 0.1, a processor with fused
// multiply-add could add the unrounded product.
constexpr double kTenths[] = {0 * 0.1, 1 * 0.1, 2 * 0.1, 3 * 0.1, 4 * 0.1,
                              5 * 0.1, 6 * 0.1, 7 * 0.1, 8 * 0.1, 9 * 0.1};

class LoopSearch : private LoopWalk<LoopSearch> {
 public:
  LoopSearch(const Board& board, Hint& best) : board_(board), best_(best) {}

  bool run() {
    board_.bivalue_cells().any_of([&](int cell) {
      pair_ = board_.candidates(cell);
      a_ = first_bit(pair_);
      b_ = second_bit(pair_);
      with_pair_ = (board_.cells_with(a_) & board_.cells_with(b_)) - done_[a_][b_];
      if (!has_seconds(cell)) return false;
      keep_possible();
      done_[a_][b_] = (board_.cells_with(a_) & board_.cells_with(b_)) - with_pair_;
      if (!with_pair_.has(cell)) return false;
      walk_from(cell);
      done_[a_][b_].add(cell);
      return max_ < 4;
    });
    return type_ != 0;
  }

 private:
  friend LoopWalk<LoopSearch>;

  unsigned extra_of(int cell) const { return board_.candidates(cell) & ~pair_; }

  // Whether the cell, and a second cell of each of its houses, may be in a loop.
  bool has_seconds(int cell) const {
    CellSet others = with_pair_;
    others.remove(cell);
    return with_pair_.has(cell) && std::ranges::all_of(kHousesOf[cell], [&](int house) {
             return !(others & house_cells(house)).empty();
           });
  }

  void take_loop() {
    int extra_cells[kCells];
    int extras = 0;
    for (int i = 0; i < length_; ++i) {
      const int cell = loop_[i];
      if (extra_of(cell) != 0) extra_cells[extras++] = cell;
    }
    if (extras == 0) return;
    base_ = base_of(length_);
    if (extras == 1) {
      begin();
      hint_.add(extra_cells[0], pair_);
      end(1, 0);
      return;
    }
    unsigned others = 0;
    for (int i = 0; i < extras; ++i) others |= board_.candidates(extra_cells[i]);
    others &= ~pair_;
    if (extras > 2 || count9(others) == 1) {
      take_type2(extra_cells, extras, others);
    } else {
      take_type3(extra_cells[0], extra_cells[1], others);
    }
    if (extras == 2) take_type4(extra_cells[0], extra_cells[1]);
  }

  // All extra cells (see loop_walk.hpp) have the same extra candidate, so one of these cells has
  // this digit.
  void take_type2(const int* cells, int count, unsigned others) {
    const unsigned digit = board_.candidates(cells[0]) & ~pair_ & others;
    begin();
    CellSet seen = peers_of(cells[0]);
    for (int i = 1; i < count; ++i) seen &= peers_of(cells[i]);
    seen.for_each([&](int cell) { hint_.add_candidates(board_, cell, digit & (0U - digit)); });
    end(2, 0);
  }

  // The two extra cells together count as one cell with the extra candidates. This cell is part of
  // a naked or hidden set.
  void take_type3(int c1, int c2, unsigned extra) {
    for (int size = 2; size <= 7; ++size) {
      each_shared_house(c1, c2, [&](int house) {
        if (2 * size <= board_.open_in(house) && size >= count9(extra))
          take_naked(c1, c2, extra, size, house);
        if (2 * size < board_.open_in(house)) take_hidden(c1, c2, extra, size, house);
      });
    }
  }

  void take_naked(int c1, int c2, unsigned extra, int size, int house) {
    const unsigned both = place_in(house, c1) | place_in(house, c2);
    const unsigned common = extra & board_.candidates(c1) & board_.candidates(c2);
    if (count9(extra) < 2 || !is_first(3, size - 1)) return;
    const Sets sets = board_.candidates_in(house);
    const auto take = [&](unsigned places, unsigned all) {
      unsigned digits = 0;
      for_each_bit(places, [&](int place) { digits |= sets[place]; });
      if ((common | digits) != all) return false;
      begin();
      each_at(house, kAllPlaces & ~(places | both), all,
              [&](int cell, unsigned gone) { hint_.add_candidates(board_, cell, gone); });
      note_set(house, places, all);
      end(3, size - 1);
      return false;
    };
    each_cover(sets, usable_of(sets, size) & ~both, size - 1, size, take, 0, extra);
  }

  void take_hidden(int c1, int c2, unsigned extra, int size, int house) {
    if (!is_first(3, size - 2)) return;
    Sets sets;
    unsigned usable = 0;
    for (int digit = 0; digit < kDigits; ++digit) {
      sets[digit] = board_.places(house, digit) & ~place_in(house, c2);
      if (size == 2 || sets[digit] != 0) usable |= 1U << digit;
    }
    const auto take = [&](unsigned chosen, unsigned all) {
      const unsigned places = all & ~place_in(house, c1);
      begin();
      each_at(house, places, kAllDigits & ~(pair_ | chosen),
              [&](int cell, unsigned gone) { hint_.add_candidates(board_, cell, gone); });
      note_set(house, places, chosen);
      end(3, count9(places) - 1);
      return false;
    };
    each_cover(sets, usable & ~(pair_ | extra), size - 2, size, take, 0, sets[a_] | sets[b_]);
  }

  // Take a house that contains both cells. One of the pair's digits, say a, has no place outside
  // these cells in the house, so one of the cells is a. If the other cell were b, the loop would
  // have two solutions. So neither cell can be b.
  void take_type4(int c1, int c2) {
    bool locks_a = false;
    bool locks_b = false;
    int locked_in = -1;
    each_shared_house(c1, c2, [&](int house) {
      const unsigned both = place_in(house, c1) | place_in(house, c2);
      locks_a = locks_a || (board_.places(house, a_) & ~both) == 0;
      locks_b = locks_b || (board_.places(house, b_) & ~both) == 0;
      if (locked_in < 0 && (locks_a || locks_b)) locked_in = house;
    });
    if (!locks_a && !locks_b) return;
    begin();
    const unsigned gone = 1U << (locks_a ? b_ : a_);
    hint_.add(c1, gone);
    hint_.add(c2, gone);
    hint_.pattern.add_house(locked_in);
    end(4, 0);
  }

  // Adds the rest of the naked or hidden set of a step of type 3 to the pattern: the cells besides
  // the extra cells, and the digits besides the pair.
  void note_set(int house, unsigned places, unsigned digits) {
    hint_.pattern.add_house(house);
    for_each_bit(places, [&](int place) { hint_.pattern.add_other(kHouseCells[house][place]); });
    set_digits_ = digits;
  }

  void note_loop(int type) {
    Pattern& pattern = best_.pattern;
    pattern.type = type;
    const bool is_a_removed = type == 4 && best_.removals.front().digits == 1U << a_;
    pattern.add_digit(is_a_removed ? b_ : a_);
    pattern.add_digit(is_a_removed ? a_ : b_);
    if (type == 3) pattern.add_digits(set_digits_);
    for (int i = 0; i < length_; ++i) {
      const int cell = loop_[i];
      pattern.add_cell(cell);
      if (extra_of(cell) != 0) pattern.add_extra(cell, extra_of(cell));
    }
  }

  void begin() { hint_.clear(); }
  // Whether a step of the current loop comes before the best step. Compares the scores as
  // floating-point numbers, because Sudoku Explainer does so (see length.hpp).
  bool is_first(int type, int added) const {
    const double difficulty = base_ + kTenths[added];
    return type_ == 0 || difficulty < difficulty_ || (difficulty == difficulty_ && type < type_);
  }
  void end(int type, int added) {
    if (hint_.removals.empty() || !is_first(type, added)) return;
    difficulty_ = base_ + kTenths[added];
    type_ = type;
    hint_.remove(length_ == 4 ? Technique::kUniqueRectangle : Technique::kUniqueLoop,
                 in_tenths(difficulty_));
    best_ = hint_;
    note_loop(type);
    // Longer loops are not easier. Lowers max_ as long as steps of loops with max_ cells cannot
    // come before the best step. This is certain if such steps are harder. It is also certain if
    // they are equally hard and the best step already has type 1, the lowest type.
    while (max_ >= 4 &&
           (base_of(max_) > difficulty_ || (base_of(max_) == difficulty_ && type_ == 1))) {
      max_ = std::min(max_, 12) - 2;
    }
  }

  static double base_of(int length) {
    return 4.5 + (length >= 10 ? 0.3 : 0.0) + (length >= 8 ? 0.2 : length >= 6 ? 0.1 : 0.0);
  }

  const Board& board_;
  Hint& best_;
  Hint hint_;
  double base_ = 0;        // the base score of the current loop, by its length
  double difficulty_ = 0;  // the score of the best step, not in tenths
  int type_ = 0;           // the type of the best step; 0: no step yet
  int a_ = 0;
  int b_ = 0;
  unsigned set_digits_ = 0;         // see note_set()
  CellSet done_[kDigits][kDigits];  // [a][b]: cells whose loops with this pair are all known
};

}  // namespace

bool find_unique_loop(const Board& board, Hint& hint) {
  return LoopSearch(board, hint).run();
}

}  // namespace dokumill::explainer
