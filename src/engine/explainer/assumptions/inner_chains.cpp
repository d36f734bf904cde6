#include "engine/explainer/assumptions/inner_chains.hpp"

#include "engine/explainer/assumptions/multiple_chains.hpp"
#include "engine/explainer/chains/static_chains.hpp"

namespace dokumill::explainer {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} << 20;

// By InnerChains::Rule. Static chains have no such rules.
constexpr const ChainRules* kChainRules[] = {nullptr, &kMultipleRules, &kDynamicRules,
                                             &kNestedRules<2>};

}  // namespace

InnerChains::InnerChains(Work& work) : work_(work) {}
InnerChains::~InnerChains() = default;

InnerChains::Rule InnerChains::rule_of(int level, int kind) {
  if (level < 4) return kind == 0 ? kForcing : kMultiple;
  return kind == 0 ? kDynamic : kDynamicWithForcing;
}

Step InnerChains::explain(const Board& board, int level, int kind, std::uint32_t order) {
  Step step;
  InnerSteps all;
  const Rule rule = rule_of(level, kind);
  if (rule == kForcing) {
    if (!fixed_) fixed_ = std::make_unique<StaticChains>();
    fixed_->explain_one_of_all(board, order, step);
  } else {
    search(board, rule, all);
    multiple_->explain_one_of_all(all, order, step);
  }
  return step;
}

const InnerSteps& InnerChains::find(const Board& board, int level, int kind) {
  const Rule rule = rule_of(level, kind);
  Question question;
  ChainHash hash;
  hash.add(rule);
  question[kCells] = rule;
  for (int cell = 0; cell < kCells; ++cell) {
    question[cell] = static_cast<std::uint16_t>(board.candidates(cell));
    hash.add(board.candidates(cell));
  }
  if (bytes_ > kMaxBytes) {
    answers_.clear();
    bytes_ = 0;
  }
  const auto [at, is_new] = answers_.try_emplace(hash.value());
  Answer& answer = at->second;
  if (!is_new && answer.question == question) {
    work_.done += answer.work;
    return answer.steps;
  }
  const std::uint64_t before = work_.done;
  answer.question = question;
  answer.steps.clear();
  search(board, rule, answer.steps);
  answer.work = work_.done - before;
  // If the limit of the work or a stop ended the search, the answer may be incomplete. The next
  // puzzle must not use it.
  if (work_.is_spent()) answer.question[kCells] = 0xffff;
  bytes_ += sizeof(Answer) + answer.steps.bytes();
  return answer.steps;
}

void InnerChains::search(const Board& board, Rule rule, InnerSteps& steps) {
  if (rule == kForcing) {
    work_.done += 50;  // the search takes about as long as 50 assumptions
    if (!fixed_) fixed_ = std::make_unique<StaticChains>();
    fixed_->find_all(board, steps);
    return;
  }
  if (!multiple_) multiple_ = std::make_unique<MultipleChains>(work_);
  multiple_->find_all(board, *kChainRules[rule], steps);
}

}  // namespace dokumill::explainer
