#include "engine/explainer/patterns/possible_loops.hpp"

#include "engine/explainer/patterns/loop_walk.hpp"

namespace dokumill::explainer {
namespace {

class PossibleLoops : private LoopWalk<PossibleLoops> {
 public:
  PossibleLoops(const Board& before, const Board& after) : before_(before), after_(after) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (!before.is_open(cell)) continue;
      const unsigned kept = after.is_open(cell) ? after.candidates(cell) : 1U << after.digit(cell);
      kept_[cell] = kept;
      if (count9(kept) > 2) continue;
      pure_[first_bit(kept)][std::bit_width(kept) - 1U].add(cell);
    }
  }

  bool run() {
    CellSet places[kDigits];
    for (int digit = 0; digit < kDigits; ++digit) places[digit] = before_.cells_with(digit);
    for (a_ = 0; a_ < kDigits && !found_; ++a_) {
      for (b_ = a_ + 1; b_ < kDigits && !found_; ++b_) {
        pair_ = 1U << a_ | 1U << b_;
        with_pair_ = places[a_] & places[b_];
        search_pair((pure_[a_][a_] | pure_[b_][b_] | pure_[a_][b_]) & with_pair_);
      }
    }
    return found_;
  }

 private:
  friend LoopWalk<PossibleLoops>;

  unsigned kept(int cell) const { return kept_[cell]; }
  unsigned extra_of(int cell) const { return kept(cell) & ~pair_; }

  void search_pair(CellSet pure) {
    if (pure.empty()) return;
    keep_possible();
    pure.for_each([&](int cell) {
      if (found_ || !with_pair_.has(cell)) return;
      walk_from(cell);
      with_pair_.remove(cell);
      keep_possible();
    });
  }

  void take_loop() {
    found_ = found_ || removes();
    if (found_) max_ = 0;
  }

  // Whether the loop may remove a candidate of `after`.
  bool removes() const {
    unsigned others = 0;
    int extras = 0;
    std::array<int, kCells> extra_cells{};
    for (int i = 0; i < length_; ++i) {
      const int cell = loop_[i];
      if (extra_of(cell) == 0) continue;
      others |= extra_of(cell);
      extra_cells[extras++] = cell;
    }
    if (extras == 0) return true;
    const int first = extra_cells[0];
    if (extras == 1 && (after_.candidates(first) & pair_) != 0) return true;
    if (count9(others) == 1) {
      CellSet seen = after_.cells_with(first_bit(others));
      for (int i = 0; i < extras; ++i) seen &= peers_of(extra_cells[i]);
      if (!seen.empty()) return true;
    }
    if (extras > 2) return false;
    for (int i = 0; i < length_; ++i) {
      const int second = loop_[i];
      if (second == first || (extras == 2 && second != extra_cells[1])) continue;
      if (before_.candidates(second) == pair_) continue;
      bool removes = false;
      each_shared_house(first, second, [&](int house) {
        removes = removes || locks(house, first, second) || may_be_set(house, first, second);
      });
      if (removes) return true;
    }
    return false;
  }

  // Whether a step of type 4 may remove a candidate of `after`.
  bool locks(int house, int first, int second) const {
    unsigned elsewhere = 0;
    for (const std::uint8_t cell : kHouseCells[house]) {
      if (cell != first && cell != second) elsewhere |= kept(cell);
    }
    const unsigned locked = pair_ & ~elsewhere;
    const unsigned left = pair_ & (after_.candidates(first) | after_.candidates(second));
    return (locked >> a_ & left >> b_ & 1U) != 0 || (locked >> b_ & left >> a_ & 1U) != 0;
  }

  // Whether a step of type 3 may remove a candidate of `after`.
  bool may_be_set(int house, int first, int second) const {
    std::array<std::uint16_t, 128> unions;  // [cells, as bits]: all their digits
    unions[0] = 0;
    unsigned all = 1;
    for (const std::uint8_t cell : kHouseCells[house]) {
      if (cell == first || cell == second || !after_.is_open(cell)) continue;
      const unsigned set = after_.candidates(cell);
      for (unsigned i = 0; i < all; ++i)
        unions[all + i] = static_cast<std::uint16_t>(unions[i] | set);
      all *= 2;
    }
    const unsigned extra = extra_of(first) | extra_of(second);
    for (unsigned chosen = 0; chosen < all; ++chosen) {
      const unsigned digits = extra | unions[chosen];
      const unsigned others = unions[all - 1 - chosen];
      const int spare = count9(chosen) + 1 - count9(digits);
      if (spare > 0 ? others != 0 : spare == 0 && (others & digits) != 0) return true;
    }
    return false;
  }

  const Board& before_;
  const Board& after_;
  std::array<unsigned, kCells>
      kept_{};                      // [cell]: the digits that it keeps, if it is open on `before`
  CellSet pure_[kDigits][kDigits];  // [a][b]: the cells that keep only a and b; [a][a]: only a
  int a_ = 0;
  int b_ = 0;
  bool found_ = false;
};

}  // namespace

bool may_have_loop(const Board& before, const Board& after) {
  return PossibleLoops(before, after).run();
}

}  // namespace dokumill::explainer
