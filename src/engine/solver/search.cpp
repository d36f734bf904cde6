#include "engine/solver/search.hpp"

#include <cassert>

#include "engine/solver/branch.hpp"
#include "engine/solver/propagate.hpp"

namespace dokumill::solver {

void Search::start(const Candidates& root, Order order, std::uint64_t budget) {
  node_ = root;
  depth_ = 0;
  is_at_solution_ = false;
  order_ = order;
  budget_ = budget;
}

bool Search::step_back() {
  if (depth_ == 0) return false;
  node_ = stack_[--depth_];
  return true;
}

Search::Outcome Search::next() {
  if (is_at_solution_ && !step_back()) return Outcome::kEnd;
  for (;;) {
    if (++steps_ % kStepsBetweenLooks == 0 && stop_ != nullptr && stop_->is_made()) {
      is_at_solution_ = false;
      return Outcome::kStopped;
    }
    const Verdict verdict = propagate(node_);
    is_at_solution_ = verdict == Verdict::kSolved;
    if (is_at_solution_) return Outcome::kSolution;
    if (verdict == Verdict::kDead) {
      if (!step_back()) return Outcome::kEnd;
      continue;
    }
    if (budget_ == 0) return Outcome::kBudgetSpent;
    if (budget_ != kNoBudget) --budget_;
    ++guesses_;
    const Branch branch =
        order_ == Order::kCellOrder ? first_in_cell_order(node_) : smallest_choice(node_);
    assert(depth_ < kCells);
    Candidates& without = stack_[depth_++];
    without = node_;
    remove(without, branch.cell, branch.digit);
    keep_only(node_, branch.cell, branch.digit);
  }
}

}  // namespace dokumill::solver
