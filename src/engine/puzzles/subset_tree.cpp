#include "engine/puzzles/subset_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/explainer/board/board.hpp"
#include "engine/puzzles/weight_targets.hpp"

namespace dokumill::puzzles {
namespace {

// The tree begins with kFirstStates sets of kFirstSetClues clues. A way starts at each of these
// sets that has one solution. While a way has more than kMaxTargetClues clues, it does not branch:
// it removes one random clue after another, or ends.
constexpr int kFirstSetClues = 41;
constexpr int kFirstStates = 4;

// The weight of a first state: C(81, 41) / 4. Weights are computed with multiplications and
// divisions only, in a fixed order, so all machines compute the same weights.
double first_weight() {
  double weight = 1;
  for (int i = 0; i < kFirstSetClues; ++i) weight = weight * (kCells - i) / (i + 1);
  return weight / kFirstStates;
}

// A set of `clues` clues can be reached from each set that has the same clues and one more. Returns
// the number of such larger sets: 81 - clues.
int sets_above(int clues) {
  return kCells - clues;
}

// The target weights for one number of clues, by number of removable clues. `of`: the target.
// `min`: the lowest of this target and the targets for more removable clues.
struct Targets {
  std::array<double, kTargetColumns> of;
  std::array<double, kTargetColumns> min;
};

const Targets& targets_of(int clues) {
  static const auto kTargets = [] {
    std::array<Targets, kWeightTarget.size()> all;
    for (std::size_t row = 0; row < all.size(); ++row) {
      double min = HUGE_VAL;
      for (std::size_t column = kTargetColumns; column-- > 0;) {
        const double target = std::ldexp(1.0, kWeightTarget[row][column]);
        min = std::min(min, target);
        all[row].of[column] = target;
        all[row].min[column] = min;
      }
    }
    return all;
  }();
  const int row = kMaxTargetClues - std::clamp(clues, kFewestTargetClues, kMaxTargetClues);
  return kTargets[static_cast<std::size_t>(row)];
}

std::size_t target_column(int removable) {
  return static_cast<std::size_t>(std::min(removable, kTargetColumns) - 1);
}

// A random number in [0, bound). REQUIRES: bound >= 1.
std::uint64_t below_64(RandomStream& random, std::uint64_t bound) {
  std::uint64_t mask = bound - 1;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  for (;;) {
    const std::uint64_t high = random.next();
    const std::uint64_t number = (high << 32 | random.next()) & mask;
    if (number < bound) return number;
  }
}

Grid grid_of(const Grid& board, CellBits clues) {
  Grid grid;
  clues.each([&](int cell) { grid.cells[cell] = board.cells[cell]; });
  return grid;
}

}  // namespace

void SubsetTree::begin(std::uint64_t seed, const PuzzleConstraints&) {
  random_ = stream(seed);
  board_ = random_board(random_);
  sets_.find(board_, UnavoidableSets::Kinds::kAll);
  first_left_ = kFirstStates;
  waiting_.clear();
  phase_ = Phase::kNext;
  total_weight_ = 0;
  known_.clear();
}

void SubsetTree::restart_at(const Grid& board, CellBits clues, int count, double weight) {
  board_ = board;
  sets_.find(board_, UnavoidableSets::Kinds::kAll);
  first_left_ = 0;
  waiting_.push_back({clues, {}, count, weight, counts_of(clues)});
}

UnavoidableSets::Counts SubsetTree::counts_of(CellBits clues) const {
  UnavoidableSets::Counts counts = sets_.counts();
  for (int cell = 0; cell < kCells; ++cell) {
    if (!clues.has(cell)) sets_.remove(cell, counts);
  }
  return counts;
}

bool SubsetTree::candidate(Grid& out) {
  for (;;) {
    switch (phase_) {
      case Phase::kNext:
        if (!waiting_.empty()) {
          state_ = waiting_.back();
          waiting_.pop_back();
          enter();
        } else if (!draw_first()) {
          return false;
        }
        break;
      case Phase::kFirst:
        out = puzzle_;
        return true;
      case Phase::kOneWay:
        if (!ask_next_clue()) break;
        out = puzzle_;
        out.cells[clues_[tested_]] = 0;
        return true;
      case Phase::kAllWays:
        if (!ask_any_clue()) break;
        out = puzzle_;
        out.cells[untested_.first()] = 0;
        return true;
    }
  }
}

// The current state has one solution. So without one clue, it has exactly one solution with the
// digit of this clue.
solver::KnownDigit SubsetTree::known_digit() const {
  if (phase_ == Phase::kFirst) return {};
  const int clue = phase_ == Phase::kOneWay ? clues_[tested_] : untested_.first();
  return {static_cast<std::uint8_t>(clue), board_.cells[clue]};
}

void SubsetTree::settle(bool has_one_solution) {
  if (phase_ == Phase::kOneWay) {
    settle_clue(has_one_solution);
  } else if (phase_ == Phase::kAllWays) {
    settle_any_clue(has_one_solution);
  } else if (has_one_solution) {
    enter();
  } else {
    phase_ = Phase::kNext;
  }
}

bool SubsetTree::draw_first() {
  if (first_left_ == 0) return false;
  --first_left_;
  static const double kWeight = first_weight();
  state_ = {CellBits::all(), {}, kFirstSetClues, kWeight, sets_.counts()};
  puzzle_ = board_;
  bool has_all = true;  // whether each set still has a clue
  for (int cell = 0; cell < kCells; ++cell) clues_[cell] = static_cast<std::uint8_t>(cell);
  for (std::uint32_t left = kCells; left > kFirstSetClues; --left) {
    std::swap(clues_[left - 1], clues_[random_.below(left)]);
    const int cell = clues_[left - 1];
    state_.clues.remove(cell);
    puzzle_.cells[cell] = 0;
    has_all &= sets_.remove(cell, state_.counts);
  }
  phase_ = has_all ? Phase::kFirst : Phase::kNext;
  return true;
}

void SubsetTree::enter() {
  const CellBits clues = state_.clues;
  puzzle_ = grid_of(board_, clues);
  used_ = {};
  clues.each([&](int cell) {
    const auto digit = static_cast<std::uint16_t>(1U << board_.cells[cell]);
    for (const std::uint8_t house : explainer::kHousesOf[cell]) used_[house] |= digit;
  });
  if (state_.count > kMaxTargetClues) {
    phase_ = Phase::kOneWay;
    clue_count_ = 0;
    tested_ = 0;
    clues.each([&](int cell) { clues_[clue_count_++] = static_cast<std::uint8_t>(cell); });
    return;
  }
  phase_ = Phase::kAllWays;
  constexpr double kOneIn2To53 = 1.0 / 9007199254740992.0;
  survival_ = static_cast<double>(next_64(random_) >> 11) * kOneIn2To53;
  CellBits needed = state_.needed, removable = known_.removable(clues);
  needed.add(known_.needed(clues));
  clues.without(needed).without(removable).each([&](int clue) {
    if (sets_.is_last_clue(clue, state_.counts)) {
      needed.add(clue);
    } else if (is_forced(clue)) {
      removable.add(clue);
    }
  });
  state_.needed = needed;
  removable_ = removable;
  removable_count_ = removable.count();
  untested_ = clues.without(needed).without(removable);
}

bool SubsetTree::ask_next_clue() {
  if (tested_ == clue_count_) {
    phase_ = Phase::kNext;
    add_minimal();
    return false;
  }
  const auto left = static_cast<std::uint32_t>(clue_count_ - tested_);
  std::swap(clues_[tested_], clues_[tested_ + static_cast<int>(random_.below(left))]);
  const int clue = clues_[tested_];
  if (state_.needed.has(clue) || sets_.is_last_clue(clue, state_.counts)) {
    settle_clue(false);
    return false;
  }
  if (is_forced(clue)) {
    settle_clue(true);
    return false;
  }
  return true;
}

// The first clue decides whether the way continues. The other clues only show whether the puzzle is
// minimal.
void SubsetTree::settle_clue(bool is_removable) {
  const int clue = clues_[tested_];
  const bool is_first = tested_++ == 0;
  if (!is_removable) {
    state_.needed.add(clue);
    return;
  }
  if (is_first) add_child(clue, state_.weight * state_.count);
  phase_ = Phase::kNext;
}

bool SubsetTree::ask_any_clue() {
  if (removable_count_ > 0) {
    const double max =
        state_.weight / targets_of(state_.count).min[target_column(removable_count_)];
    if (max <= survival_) {  // the state ends, whatever the other clues are
      phase_ = Phase::kNext;
      return false;
    }
  }
  if (untested_.is_empty()) {
    leave();
    return false;
  }
  return true;
}

void SubsetTree::settle_any_clue(bool is_removable) {
  const int clue = untested_.first();
  untested_.remove(clue);
  CellBits rest = state_.clues;
  rest.remove(clue);
  if (is_removable) {
    removable_.add(clue);
    ++removable_count_;
    known_.add_proper(rest);
  } else {
    state_.needed.add(clue);
    known_.add_several(rest);
  }
}

void SubsetTree::leave() {
  phase_ = Phase::kNext;
  if (removable_count_ == 0) {
    add_minimal();
  } else {
    branch();
  }
}

void SubsetTree::branch() {
  const double target = targets_of(state_.count).of[target_column(removable_count_)];
  const double ratio = state_.weight / target;
  if (ratio <= survival_) return;
  int copies = 1;
  double weight = target;  // of a copy; a state below its target survives with probability `ratio`
  if (ratio >= 1) {
    copies = static_cast<int>(std::min<double>(ratio, removable_count_));
    weight = state_.weight / copies;
  }
  std::array<std::uint8_t, kCells> clues{};
  int count = 0;
  removable_.each([&](int clue) { clues[count++] = static_cast<std::uint8_t>(clue); });
  for (int i = 0; i < copies; ++i) {
    const auto left = static_cast<std::uint32_t>(removable_count_ - i);
    std::swap(clues[i], clues[i + static_cast<int>(random_.below(left))]);
    add_child(clues[i], weight * removable_count_);
  }
}

void SubsetTree::add_child(int clue, double weight) {
  State child = state_;
  child.clues.remove(clue);
  sets_.remove(clue, child.counts);
  --child.count;
  child.weight = weight / sets_above(child.count);
  waiting_.push_back(child);
}

void SubsetTree::add_minimal() {
  const auto weight = static_cast<std::uint64_t>(std::llround(state_.weight / kWeightUnit));
  if (weight == 0) return;
  total_weight_ += weight;
  if (below_64(random_, total_weight_) < weight) result_ = state_.clues;
}

bool SubsetTree::take_result(MadePuzzle& made) const {
  if (total_weight_ == 0) return false;
  made.puzzle = grid_of(board_, result_);
  made.solution = board_;
  made.weight = total_weight_;
  return true;
}

// True if the other clues in the cell's row, column and box have all other digits. REQUIRES: the
// cell has a clue.
bool SubsetTree::is_forced(int cell) const {
  const auto& [box, row, column] = explainer::kHousesOf[cell];
  return (used_[box] | used_[row] | used_[column]) == 0x3FE;
}

}  // namespace dokumill::puzzles
