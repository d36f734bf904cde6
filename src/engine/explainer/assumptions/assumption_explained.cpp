// Assumption::explain(): the chain to a conclusion, with the reasons and inner steps of each link.
#include <algorithm>
#include <set>

#include "dokumill/geometry.hpp"
#include "engine/explainer/assumptions/assumption.hpp"
#include "engine/explainer/assumptions/inner_chains.hpp"
#include "engine/explainer/steps/implication.hpp"

namespace dokumill::explainer {
namespace {

using Houses = std::span<const std::uint8_t>;

CellSet cells_of(Houses houses) {
  CellSet cells;
  for (const std::uint8_t house : houses) cells |= house_cells(house);
  return cells;
}

bool is_pair(const Step& step) {
  return step.technique == Technique::kNakedPair || step.technique == Technique::kHiddenPair;
}

// A pattern exists only if certain candidates are gone. Calls use(cell, digit) for each of them.
template <class Use>
void each_gone_of_pattern(const Step& step, Use use) {
  const Houses houses(step.houses);
  unsigned digits = 0;
  for (const Digit digit : step.digits) digits |= 1U << (digit.value() - 1);
  if (is_pair(step)) {
    const bool is_naked = step.technique == Technique::kNakedPair;
    CellSet cells;
    for (const Cell cell : step.cells) cells.add(cell.index());
    (is_naked ? cells : house_cells(houses[0]) - cells).for_each([&](int cell) {
      for_each_bit(is_naked ? kAllDigits & ~digits : digits, [&](int digit) { use(cell, digit); });
    });
    return;
  }
  const std::size_t bases = houses.size() / 2;
  (cells_of(houses.first(bases)) - cells_of(houses.last(bases))).for_each([&](int cell) {
    use(cell, first_bit(digits));
  });
}

// An inner step is a step on the board without the candidates that it needs to be gone. On that
// board, locked candidates and an X-Wing have all places of the base houses that are in the cover
// houses, also places that are gone for other reasons.
void complete_cells(const Board& board, Step& step) {
  if (is_pair(step)) return;
  const Houses houses(step.houses);
  const CellSet places =
      cells_of(houses.last(houses.size() / 2)) & board.cells_with(step.digits[0].value() - 1);
  step.cells.clear();
  for (const std::uint8_t base : houses.first(houses.size() / 2)) {
    (house_cells(base) & places).for_each([&](int cell) { step.cells.emplace_back(cell); });
  }
}

template <class Use>
void each_in_house(int house, int digit, Use use) {
  for (const int cell : kHouseCells[house]) use(cell, digit);
}
template <class Use>
void each_in_cell(int cell, Use use) {
  for (int digit = 0; digit < kDigits; ++digit) use(cell, digit);
}

// Calls use(cell, digit) for all candidates such that the step certainly exists on a board if it
// exists on the same board with some of these candidates.
template <class Use>
void each_gone_of(const Step& step, Use use) {
  if (step.proof == Proof::kPattern) return each_gone_of_pattern(step, use);
  if (step.proof == Proof::kCell) each_in_cell(step.cells[0].index(), use);
  if (step.proof == Proof::kHouse) each_in_house(step.houses[0], step.digits[0].value() - 1, use);
  for (const Chain& chain : step.chains) {
    for (const Implication& one : chain.implications) {
      const auto [cell, digit] = one.candidate;
      if (one.because == Because::kLastInCell) each_in_cell(cell.index(), use);
      if (one.because == Because::kLastInHouse) each_in_house(one.house, digit.value() - 1, use);
    }
    for (const Step& inner : chain.inner_steps) each_gone_of(inner, use);
  }
}

}  // namespace

void Assumption::keep_pattern(std::size_t first_parent, Pattern pattern) {
  pattern.score = info_of(pattern.technique).lowest;
  complete_cells(*board_, pattern);
  set_eliminations(gone_, pattern);
  inner_steps_.push_back({first_parent, inner_boards_.size(), kPattern, 0, std::move(pattern)});
  inner_boards_.push_back(now_);
}

const Assumption::InnerStep* Assumption::inner_step_of(const Node& node) const {
  if (is_true(node.statement) || node.parents == 0) return nullptr;
  if (is_true(nodes_[parents_[node.first_parent]].statement)) return nullptr;
  const auto found =
      std::ranges::find(inner_steps_, std::size_t{node.first_parent}, &InnerStep::first_parent);
  return &*found;
}

// Explains an inner step, and finds the nodes that it needs: the candidates that are gone since the
// assumption and without which the step exists. Sudoku Explainer leaves out some of them if the
// inner step has inner steps itself.
Assumption::ExplainedStep Assumption::explain(const InnerStep& inner) const {
  const Board& found_on = inner_boards_[inner.board];
  ExplainedStep explained;
  explained.step = inner.kind == kPattern
                       ? inner.pattern
                       : inner_finder_->explain(found_on, rules_.level, inner.kind, inner.order);
  std::set<std::uint16_t> needs;
  each_gone_of(explained.step, [&](int cell, int digit) {
    if (!board_->has(cell, digit) || found_on.has(cell, digit)) return;
    needs.insert(static_cast<std::uint16_t>(index_[statement(cell, digit, false)]));
  });
  explained.needs.assign(needs.begin(), needs.end());
  return explained;
}

// For each node that the ends need, the nodes that it follows from. In nodes_, the parents of a
// node come before it. So one pass from the last node to the first finds all nodes that the ends
// need.
Assumption::From Assumption::needed_nodes(const std::vector<int>& ends,
                                          ExplainedSteps& steps) const {
  From from(nodes_.size());
  for (const int end : ends) from[end].emplace();
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!from[i]) continue;
    if (const InnerStep* const inner = inner_step_of(nodes_[i])) {
      const auto [at, is_new] = steps.try_emplace(inner);
      if (is_new) at->second = explain(*inner);
      from[i] = at->second.needs;
    } else {
      const auto parents = parents_of(nodes_[i]);
      from[i].emplace(parents.begin(), parents.end());
    }
    for (const std::uint16_t parent : *from[i]) {
      if (!from[parent]) from[parent].emplace();
    }
  }
  return from;
}

// Appends the implication of a node, and its inner step if the chain does not have it yet. `from`:
// the implications that it follows from.
void Assumption::explain_node(const Node& node, std::vector<std::uint16_t> from,
                              ExplainedSteps& steps, Chain& chain) const {
  const Candidate candidate = candidate_of(node.statement / 2);
  if (node.parents == 0) return add_assumed(candidate, is_true(node.statement), chain);
  if (is_true(node.statement)) return add_last(candidate, node.reason, std::move(from), chain);
  const InnerStep* const inner = inner_step_of(node);
  if (inner == nullptr) return add_excluded(candidate, from.front(), chain);
  ExplainedStep& explained = steps[inner];
  if (explained.number < 0) {
    explained.number = static_cast<int>(chain.inner_steps.size());
    chain.inner_steps.push_back(std::move(explained.step));
  }
  add_removed(candidate, static_cast<std::uint16_t>(explained.number), std::move(from), chain);
}

void Assumption::explain_nodes(const std::vector<int>& ends, Chain& chain) const {
  ExplainedSteps steps;
  From from = needed_nodes(ends, steps);
  std::vector<std::uint16_t> number(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!from[i]) continue;
    number[i] = static_cast<std::uint16_t>(chain.implications.size());
    for (std::uint16_t& one : *from[i]) one = number[one];
    std::ranges::sort(*from[i]);
    explain_node(nodes_[i], std::move(*from[i]), steps, chain);
  }
}

}  // namespace dokumill::explainer
