// Assumption::explain(): the chain to a conclusion, with the reasons and inner steps of each link.
#include <algorithm>
#include <map>

#include "dokumill/geometry.hpp"
#include "explainer/assumptions/assumption.hpp"
#include "explainer/assumptions/inner_chains.hpp"
#include "explainer/steps/implication.hpp"

namespace dokumill::explainer {
namespace {

bool is_in(int cell, std::uint8_t house) {
  const auto& cells = kHouseCells[house];
  return std::ranges::find(cells, cell) != cells.end();
}

// Calls use(cell, digit) for each candidate in a house that is outside the other houses.
template <class Use>
void each_outside(std::uint8_t house, std::span<const std::uint8_t> others, int digit, Use use) {
  for (const int cell : kHouseCells[house]) {
    const auto has_cell = [cell](std::uint8_t other) { return is_in(cell, other); };
    if (std::ranges::none_of(others, has_cell)) use(cell, digit);
  }
}

// A pattern exists only if certain candidates are gone. Calls use(cell, digit) for each of them.
template <class Use>
void each_gone_of_pattern(const Step& step, Use use) {
  const auto in_set = [](const auto& set, int value, auto number) {
    return std::ranges::any_of(set, [&](const auto& one) { return number(one) == value; });
  };
  const auto cell_number = [](Cell cell) { return static_cast<int>(cell.index()); };
  const auto digit_number = [](Digit digit) { return digit.value() - 1; };
  const std::span<const std::uint8_t> houses(step.houses);
  switch (step.technique) {
    case Technique::kPointing:
    case Technique::kClaiming:
      each_outside(houses[0], houses.last(1), digit_number(step.digits[0]), use);
      return;
    case Technique::kXWing:
      for (const std::uint8_t base : houses.first(2)) {
        each_outside(base, houses.last(2), digit_number(step.digits[0]), use);
      }
      return;
    case Technique::kNakedPair:
      for (const Cell cell : step.cells) {
        for (int digit = 0; digit < kDigits; ++digit) {
          if (!in_set(step.digits, digit, digit_number)) use(cell_number(cell), digit);
        }
      }
      return;
    default:  // a hidden pair
      for (const int cell : kHouseCells[houses[0]]) {
        if (in_set(step.cells, cell, cell_number)) continue;
        for (const Digit digit : step.digits) use(cell, digit_number(digit));
      }
  }
}

// An inner step is a step on the board without the candidates that it needs to be gone. On that
// board, locked candidates and an X-Wing have all places of the base houses that are in the cover
// houses, also places that are gone for other reasons.
void complete_cells(const Board& board, Step& step) {
  using enum Technique;
  if (step.technique == kNakedPair || step.technique == kHiddenPair) return;
  const std::size_t half = step.houses.size() / 2;
  step.cells.clear();
  for (std::size_t i = 0; i < half; ++i) {
    for (const int cell : kHouseCells[step.houses[i]]) {
      const bool is_covered =
          std::any_of(step.houses.begin() + static_cast<std::ptrdiff_t>(half), step.houses.end(),
                      [cell](std::uint8_t cover) { return is_in(cell, cover); });
      if (is_covered && board.has(cell, step.digits[0].value() - 1)) step.cells.emplace_back(cell);
    }
  }
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
  if (step.proof == Proof::kHouse)
    each_outside(step.houses[0], {}, step.digits[0].value() - 1, use);
  for (const Chain& chain : step.chains) {
    for (const Implication& one : chain.implications) {
      const auto [cell, digit] = one.candidate;
      if (one.because == Because::kLastInCell) each_in_cell(cell.index(), use);
      if (one.because == Because::kLastInHouse) each_outside(one.house, {}, digit.value() - 1, use);
    }
    for (const Step& inner : chain.inner_steps) each_gone_of(inner, use);
  }
}

}  // namespace

void Assumption::keep_pattern(std::size_t first_parent, Technique technique) {
  InnerStep& kept = inner_steps_.emplace_back();
  kept.first_parent = first_parent;
  kept.board = inner_boards_.size();
  inner_boards_.push_back(now_);
  kept.pattern.technique = technique;
  kept.pattern.score = info_of(technique).lowest;
  copy_pattern(pattern_, kept.pattern);
  complete_cells(*board_, kept.pattern);
  for (const Removal& gone : gone_) add_eliminations(gone, kept.pattern);
  std::ranges::sort(kept.pattern.eliminations);
}

const Assumption::InnerStep* Assumption::inner_step_of(const Node& node) const {
  if (is_true(node.statement) || node.parents == 0) return nullptr;
  if (is_true(nodes_[parents_[node.first_parent]].statement)) return nullptr;
  const auto found =
      std::ranges::find(inner_steps_, std::size_t{node.first_parent}, &InnerStep::first_parent);
  return &*found;
}

Step Assumption::explain(const InnerStep& inner) const {
  if (inner.kind == kPattern) return inner.pattern;
  return inner_finder_->explain(inner_boards_[inner.board], rules_.level, inner.kind, inner.order);
}

// The nodes that an inner step needs: the candidates that are gone since the assumption and without
// which the step exists. Sudoku Explainer leaves out some of them if the inner step has inner steps
// itself.
std::vector<std::uint16_t> Assumption::needs_of(const Step& step, const Board& found_on) const {
  std::vector<std::uint16_t> needs;
  each_gone_of(step, [&](int cell, int digit) {
    if (!board_->has(cell, digit) || found_on.has(cell, digit)) return;
    needs.push_back(static_cast<std::uint16_t>(index_[statement(cell, digit, false)]));
  });
  std::ranges::sort(needs);
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  return needs;
}

// In nodes_, the parents of a node come before it. So one pass from the last node to the first finds
// all nodes that the ends need.
void Assumption::explain_nodes(const std::vector<std::size_t>& ends, Chain& chain) const {
  std::vector<bool> is_needed(nodes_.size());
  for (const std::size_t end : ends) is_needed[end] = true;
  std::vector<std::vector<std::uint16_t>> from(nodes_.size());
  std::map<const InnerStep*, std::vector<std::uint16_t>> needs;
  std::map<const InnerStep*, Step> steps;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!is_needed[i]) continue;
    const Node& node = nodes_[i];
    if (const InnerStep* const inner = inner_step_of(node)) {
      if (const auto [at, is_new] = steps.try_emplace(inner); is_new) {
        at->second = explain(*inner);
        needs[inner] = needs_of(at->second, inner_boards_[inner->board]);
      }
      from[i] = needs[inner];
    } else {
      const auto first = parents_.begin() + node.first_parent;
      from[i].assign(first, first + node.parents);
    }
    for (const std::uint16_t parent : from[i]) is_needed[parent] = true;
  }
  std::vector<std::uint16_t> number(nodes_.size());
  std::map<const InnerStep*, std::uint16_t> step_number;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_needed[i]) continue;
    number[i] = static_cast<std::uint16_t>(chain.implications.size());
    for (std::uint16_t& one : from[i]) one = number[one];
    std::ranges::sort(from[i]);
    const Node& node = nodes_[i];
    const Candidate candidate = candidate_of(node.statement / 2);
    if (node.parents == 0) {
      add_assumed(candidate, is_true(node.statement), chain);
    } else if (is_true(node.statement)) {
      add_last(candidate, node.reason, std::move(from[i]), chain);
    } else if (const InnerStep* const inner = inner_step_of(node)) {
      const auto [at, is_new] =
          step_number.try_emplace(inner, static_cast<std::uint16_t>(chain.inner_steps.size()));
      if (is_new) chain.inner_steps.push_back(std::move(steps[inner]));
      add_removed(candidate, at->second, std::move(from[i]), chain);
    } else {
      add_excluded(candidate, from[i].front(), chain);
    }
  }
}

}  // namespace dokumill::explainer
