// StaticChains::explain(): the links of a chain or cycle, with their reasons.
#include <algorithm>

#include "engine/explainer/chains/static_chains.hpp"
#include "engine/explainer/steps/implication.hpp"

namespace dokumill::explainer {

void StaticChains::explain(Step& step) {
  mode_ = found_.mode;
  link();
  if (!found_.is_cycle) return explain_chain(found_.source, found_.from_true, step);
  find_cycle(found_.source, found_.nodes, found_.nodes);
  explain_cycle(step);
}

void StaticChains::explain_one_of_all(const Board& board, std::uint32_t order, Step& step) {
  InnerSteps all;
  explained_ = &step;
  explained_order_ = order;
  find_all(board, all);
  explained_ = nullptr;
  all.copy_to(step, order);
}

// From `source`, to the opposite of the assumption.
void StaticChains::explain_chain(int source, bool from_true, Step& step) {
  step.technique = technique(false);
  if (!from_true) step.placement = candidate_of(source);
  step.proof = Proof::kContradiction;
  Chain& chain = step.chains.emplace_back();
  trace(source, from_true);
  add_assumed(candidate_of(source), from_true, chain);
  for (std::size_t i = path_.size() - 1; i-- > 0;) {
    (i % 2 == 0) != from_true ? add_true(path_[i], chain) : add_false(path_[i], chain);
  }
}

// If the source of the cycle in path_ is true, all true candidates of path_ are true. If it is
// false, all false candidates of path_ are true.
void StaticChains::explain_cycle(Step& step) const {
  step.technique = technique(true);
  step.proof = Proof::kCycle;
  step.chains.resize(2);
  add_assumed(candidate_of(path_.front()), true, step.chains[0]);
  for (std::size_t i = path_.size() - 1; i > 1; --i) {
    i % 2 == 0 ? add_true(path_[i], step.chains[0]) : add_false(path_[i], step.chains[0]);
  }
  add_assumed(candidate_of(path_.front()), false, step.chains[1]);
  for (std::size_t i = 1; i < path_.size(); ++i) {
    i % 2 == 0 ? add_false(path_[i], step.chains[1]) : add_true(path_[i], step.chains[1]);
  }
}

// Adds that the candidate is false, because the last implication is true.
void StaticChains::add_false(int id, Chain& chain) const {
  add_excluded(candidate_of(id), static_cast<std::uint16_t>(chain.implications.size() - 1), chain);
}

// Adds that the candidate is true, because the last implication is false.
void StaticChains::add_true(int id, Chain& chain) const {
  const Candidate lost = chain.implications.back().candidate;
  const int lost_id = lost.cell.index() * 9 + lost.digit.value() - 1;
  add_last(candidate_of(id), reason_of(lost_id, id),
           {static_cast<std::uint16_t>(chain.implications.size() - 1)}, chain);
}

}  // namespace dokumill::explainer
