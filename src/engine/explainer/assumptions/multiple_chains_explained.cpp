// MultipleChains::explain(): the chains of each case, with their reasons.
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/explainer/assumptions/inner_chains.hpp"
#include "engine/explainer/assumptions/multiple_chains.hpp"
#include "engine/explainer/steps/implication.hpp"

namespace dokumill::explainer {
namespace {

// While it exists, no work counts, and no search is stopped or ends early.
class FreeWork {
 public:
  explicit FreeWork(Work& work) : work_(work), kept_(std::move(work)) {
    work_.max = std::numeric_limits<std::uint64_t>::max();
    work_.should_stop = {};
  }
  ~FreeWork() { work_ = std::move(kept_); }
  FreeWork(const FreeWork&) = delete;
  FreeWork& operator=(const FreeWork&) = delete;

 private:
  Work& work_;
  Work kept_;
};

}  // namespace

void MultipleChains::explain(Step& step) {
  const FreeWork free(work_);
  explain(best_[0], step);
}

void MultipleChains::explain_one_of_all(const InnerSteps& all, std::uint32_t order, Step& step) {
  step.technique = rules_.technique;
  all.copy_to(step, order);
  explain(*std::ranges::find(best_, order, &Found::order), step);
}

void MultipleChains::explain(const Found& found, Step& step) {
  if (is_true(found.target)) step.placement = candidate_of(found.target / 2);
  if (!explained_) {
    explained_ = std::make_unique<Assumption>();
    explained_->keep_inner_steps();
  }
  if (found.kind == kContradiction) {
    step.proof = Proof::kContradiction;
    explained_->run(*board_, static_cast<Statement>(found.source), rules_, inner_.get());
    explained_->explain_contradiction(step.chains.emplace_back());
  } else if (found.kind == kBothWays) {
    step.proof = Proof::kBothWays;
    for (const bool is_true : {true, false}) {
      explain_case(found.source / 9, found.source % 9, is_true, found, step);
    }
  } else {
    if (found.kind == kFromCell) {
      step.proof = Proof::kCell;
      step.cells = {Cell(found.source)};
    } else {
      step.proof = Proof::kHouse;
      step.houses = {static_cast<std::uint8_t>(found.source / 9)};
      step.digits = {Digit(found.source % 9 + 1)};
    }
    each_case(found.kind, found.source,
              [&](int cell, int digit) { explain_case(cell, digit, true, found, step); });
  }
}

void MultipleChains::explain_case(int cell, int digit, bool is_true, const Found& found,
                                  Step& step) {
  explained_->run(*board_, statement(cell, digit, is_true), rules_, inner_.get());
  explained_->explain(found.target, step.chains.emplace_back());
}

}  // namespace dokumill::explainer
