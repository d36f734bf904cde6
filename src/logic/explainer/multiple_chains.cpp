#include "logic/explainer/multiple_chains.hpp"

namespace dokumill::logic::explainer {
namespace {

// The order among chains with the same number of nodes.
constexpr int kBothWays = 1;
constexpr int kFromCell = 5;
constexpr int kFromHouse = 6;
constexpr int kContradiction = 7;

}  // namespace

bool MultipleChains::find(const Board& board, const ChainRules& rules, double base,
                          Se121Technique technique, Hint& hint) {
  board_ = &board;
  rules_ = rules;
  base_ = base;
  best_ = Rank{};
  used_ = 0;
  slot_.fill(-1);
  for (int cell = 0; cell < kCells; ++cell) {
    const int count = board.count(cell);
    if (count > 2 || (count > 1 && rules.is_dynamic)) search_cell(cell, count);
  }
  if (best_.nodes == INT_MAX) return false;
  const int cell = cell_of(target_);
  const int digit = digit_of(target_);
  if (is_true(target_)) {
    hint.add_candidates(board, cell, ~(1U << digit));
    return hint.place(technique, in_tenths(best_.difficulty), cell, digit);
  }
  hint.add(cell, 1U << digit);
  return hint.remove(technique, in_tenths(best_.difficulty));
}

const Assumption& MultipleChains::true_one(int cell, int digit) {
  const int candidate = cell * 9 + digit;
  std::int16_t& slot = slot_[static_cast<std::size_t>(candidate)];
  if (slot < 0) {
    if (used_ == made_.size()) made_.push_back(std::make_unique<Assumption>());
    slot = static_cast<std::int16_t>(used_++);
    made_[static_cast<std::size_t>(slot)]->run(*board_, statement(cell, digit, true), rules_);
    ++work_;
  }
  return *made_[static_cast<std::size_t>(slot)];
}

void MultipleChains::search_cell(int cell, int count) {
  for_each_bit(board_->candidates(cell), [&](int digit) {
    const Assumption& if_true = true_one(cell, digit);
    if (rules_.is_dynamic) {
      if (if_true.is_contradiction()) take_contradiction(if_true, statement(cell, digit, false));
      false_one_.run(*board_, statement(cell, digit, false), rules_);
      ++work_;
      if (false_one_.is_contradiction()) {
        take_contradiction(false_one_, statement(cell, digit, true));
      }
      if (count >= 3 && !rules_.is_nishio) take_both(if_true, false_one_);
    }
    if (rules_.is_nishio) return;
    for (int kind = 0; kind < kHouseKinds; ++kind) search_house(cell, digit, kind);
  });
  if (rules_.is_nishio) return;
  cases_.clear();
  for_each_bit(board_->candidates(cell),
               [&](int digit) { cases_.push_back(&true_one(cell, digit)); });
  take_common(kFromCell);
}

void MultipleChains::search_house(int cell, int digit, int kind) {
  const int house =
      kGeometry.houses[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kind)];
  const unsigned places = board_->places(house, digit);
  if (count9(places) < 2 || kGeometry.cells[house][first_bit(places)] != cell) return;
  cases_.clear();
  for_each_bit(places, [&](int place) {
    cases_.push_back(&true_one(kGeometry.cells[house][place], digit));
  });
  take_common(kFromHouse);
}

void MultipleChains::take_contradiction(const Assumption& from, Statement result) {
  if (is_true(result) && board_->count(cell_of(result)) < 2) return;
  finish(result, from.contradiction_nodes(), kContradiction);
}

void MultipleChains::take_both(const Assumption& if_true, const Assumption& if_false) {
  cases_.clear();
  cases_.push_back(&if_true);
  cases_.push_back(&if_false);
  take_common(kBothWays);
}

// The conclusions that all cases have in common.
void MultipleChains::take_common(int kind) {
  Assumption::Set common = cases_[0]->statements();
  std::uint64_t any = 0;
  for (std::size_t word = 0; word < common.size(); ++word) {
    for (const Assumption* one : cases_) common[word] &= one->statements()[word];
    any |= common[word];
  }
  if (any == 0) return;
  for (const bool of_true : {true, false}) {
    for (const Statement target : cases_[0]->in_order(of_true)) {
      if ((common[target / 64] >> target % 64 & 1U) != 0) take(target, kind);
    }
  }
}

void MultipleChains::take(Statement target, int kind) {
  if (is_true(target) && board_->count(cell_of(target)) < 2) return;
  int nodes = 0;
  for (const Assumption* one : cases_) {
    nodes += one->nodes(target);
    if (nodes > best_.nodes) return;
  }
  finish(target, nodes, kind);
}

void MultipleChains::finish(Statement target, int nodes, int kind) {
  const Rank rank = Rank::of(base_, nodes, kind);
  if (!rank.is_before(best_)) return;
  best_ = rank;
  target_ = target;
}

}  // namespace dokumill::logic::explainer
