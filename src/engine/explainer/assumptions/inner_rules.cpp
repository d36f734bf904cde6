// If nothing else follows, an Assumption tries inner rules on its current board: first patterns,
// then chains. It tries one rule after another, up to the first rule that has steps, and takes all
// steps of this rule. A step that was already possible before the assumption does not depend on the
// assumption. Such a step has no parents, and it is skipped.
#include <algorithm>

#include "engine/explainer/assumptions/assumption.hpp"
#include "engine/explainer/assumptions/inner_chains.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {

void Assumption::follow_inner(InnerChains* inner, int searched) {
  inner_.clear();
  if (searched == 0) find_patterns();
  for (int kind = InnerChains::kinds(searched);
       kind < InnerChains::kinds(rules_.level) && inner_.empty(); ++kind) {
    if (inner->is_spent()) return;
    find_chains(*inner, kind);
  }
  for (const Node& draft : inner_) {
    if (index_[draft.statement] < 0) add(draft);
  }
}

void Assumption::find_chains(InnerChains& inner, int kind) {
  const std::uint64_t before = inner.work();
  const InnerSteps& found = inner.find(*board_, now_, rules_.level, kind);
  inner_work_ += inner.work() - before;
  const std::size_t kept = inner_steps_.size();
  for (const InnerSteps::Step& step : found.steps) {
    gone_.clear();
    for (std::size_t i = step.first_removal; i < step.first_removal + step.removals; ++i) {
      lose(found.removals[i].cell, found.removals[i].digits);
    }
    const std::size_t first = parents_.size();
    begin_walk();
    for (std::size_t i = step.first_reason; i < step.first_reason + step.reasons; ++i) {
      each_needed(found.reasons[i], *board_, now_, [&](int cell, int digit) {
        const Statement lost = statement(cell, digit, false);
        if (visit(lost)) add_parent(index_[lost]);
      });
    }
    if (parents_.size() == first) continue;
    inner_chains_.push_back({step.identity, step.rank.nodes});
    const bool is_new = add_inner(first, static_cast<int>(inner_chains_.size()) - 1);
    if (!is_new || !keeps_inner_steps_) continue;
    inner_steps_.push_back({first, inner_boards_.size(), kind, step.order});
  }
  if (inner_steps_.size() > kept) inner_boards_.push_back(now_);
}

void Assumption::lose(int cell, unsigned digits) {
  if (const unsigned gone = now_.candidates(cell) & digits; gone != 0) {
    gone_.emplace_back(cell, gone);
  }
}

// Adds a step of a pattern on the current board.
template <class Found>
void Assumption::add_pattern(const Found& found) {
  gone_.clear();
  const std::size_t first = parents_.size();
  each_loss(now_, found, [&](int cell, unsigned digits) { lose(cell, digits); });
  each_need(found, [&](int cell, unsigned digits) {
    for_each_bit(board_->candidates(cell) & digits,
                 [&](int digit) { add_parent(index_[statement(cell, digit, false)]); });
  });
  if (!add_inner(first, kUnknown) || !keeps_inner_steps_) return;
  Pattern pattern;
  note(now_, found, pattern);
  pattern.technique = technique_of(found);
  keep_pattern(first, std::move(pattern));
}

// Searches only where a digit has lost places since the assumption. Elsewhere, every pattern was
// already possible before.
void Assumption::find_patterns() {
  HousesByDigit changed;
  std::uint32_t any_changed = 0;
  std::uint32_t once = 0;  // houses with a digit that has two places, as bits
  std::uint32_t twice = 0;
  std::uint32_t fresh = 0;  // houses with a digit that has two places, and has lost some
  for (int digit = 0; digit < kDigits; ++digit) {
    changed[digit] = houses_that_differ(now_.places(digit), board_->places(digit));
    any_changed |= changed[digit];
    const std::uint32_t houses = houses_with_some<2>(now_.places(digit));
    twice |= once & houses;
    once |= houses;
    fresh |= houses & changed[digit];
  }
  const auto take = [&](const auto& found) { return add_pattern(found), false; };
  each_locking(now_, changed, take);
  if (!inner_.empty()) return;
  any_house([&](int house) {
    return ((twice & fresh) >> house & 1U) != 0 && now_.open_in(house) > 4 &&
           each_hidden_set(now_, house, 2, take);
  });
  if (!inner_.empty()) return;
  const CellSet bivalue = now_.bivalue_cells();
  any_house([&](int house) {
    return (any_changed >> house & 1U) != 0 && has_two(house_cells(house) & bivalue) &&
           each_naked_set(now_, house, 2, take);
  });
  if (!inner_.empty()) return;
  each_fish(now_, 2, changed, take);
}

// Adds the removals in gone_ to inner_. Their parents are the entries of parents_ from first_parent
// on. Returns false if there are none.
bool Assumption::add_inner(std::size_t first_parent, int inner) {
  if (parents_.size() == first_parent || gone_.empty()) {
    parents_.resize(first_parent);
    return false;
  }
  // Sudoku Explainer keeps the removals of a step in a hash table whose keys are cells. Here, they
  // are sorted into the order of that table.
  const int table = gone_.size() > 24 ? 64 : gone_.size() > 12 ? 32 : 16;
  std::ranges::stable_sort(gone_, {}, [&](const Removal& gone) { return gone.cell % table; });
  for (const Removal& gone : gone_) {
    for_each_bit(gone.digits, [&](int digit) {
      inner_.push_back(node_of(statement(gone.cell, digit, false), first_parent, kNoReason, inner));
    });
  }
  return true;
}

}  // namespace dokumill::explainer
