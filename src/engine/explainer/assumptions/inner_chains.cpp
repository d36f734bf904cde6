#include "engine/explainer/assumptions/inner_chains.hpp"

#include "engine/explainer/assumptions/multiple_chains.hpp"
#include "engine/explainer/chains/static_chains.hpp"

namespace dokumill::explainer {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
// A search for forcing chains takes about as long as this number of assumptions.
constexpr std::uint64_t kForcingWork = 50;

// By InnerChains::Rule. Static chains have no such rules.
constexpr const ChainRules* kChainRules[] = {nullptr, &kMultipleRules, &kDynamicRules,
                                             &kNestedRules<2>};

}  // namespace

InnerChains::InnerChains(Work& work) : work_(work) {}
InnerChains::~InnerChains() = default;

StaticChains& InnerChains::forcing() {
  if (!fixed_) fixed_ = std::make_unique<StaticChains>();
  return *fixed_;
}
MultipleChains& InnerChains::multiple() {
  if (!multiple_) multiple_ = std::make_unique<MultipleChains>(work_);
  return *multiple_;
}

InnerChains::Rule InnerChains::rule_of(int level, int kind) {
  if (level < 4) return kind == 0 ? kForcing : kMultiple;
  return kind == 0 ? kDynamic : kDynamicWithForcing;
}

Step InnerChains::explain(const Board& board, int level, int kind, std::uint32_t order) {
  Step step;
  InnerSteps all;
  const Rule rule = rule_of(level, kind);
  if (rule == kForcing) {
    forcing().explain_one_of_all(board, order, step);
  } else {
    search(board, rule, all);
    multiple_->explain_one_of_all(all, order, step);
  }
  return step;
}

const InnerSteps& InnerChains::find(const Board& before, const Board& now, int level, int kind) {
  const Rule rule = rule_of(level, kind);
  Question question;
  ChainHash hash;
  hash.add(rule);
  question[kCells] = rule;
  for (int cell = 0; cell < kCells; ++cell) {
    question[cell] = static_cast<std::uint16_t>(now.candidates(cell));
    hash.add(now.candidates(cell));
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
  const std::uint64_t done = work_.done;
  answer.question = question;
  answer.steps.clear();
  if (!finds_nothing(before, now, rule)) search(now, rule, answer.steps);
  answer.work = work_.done - done;
  // If the limit of the work or a stop ended the search, the answer may be incomplete. The next
  // puzzle must not use it.
  if (work_.is_spent()) answer.question[kCells] = 0xffff;
  bytes_ += sizeof(Answer) + answer.steps.bytes();
  return answer.steps;
}

// Whether search() certainly finds nothing on `now`. Counts the same work. If the board has no link
// that `before` does not have, all that follows on it also follows on `before`.
bool InnerChains::finds_nothing(const Board& before, const Board& now, Rule rule) {
  if ((rule != kForcing && rule != kMultiple) || has_new_link(before, now)) return false;
  if (!before_) before_ = std::make_unique<Before>();
  if (!before_->board.has_same_candidates(before)) {
    before_->board = before;
    before_->has_steps = {};
  }
  std::optional<bool>& has_steps = before_->has_steps[rule];
  if (!has_steps) {
    const std::uint64_t done = work_.done;
    InnerSteps steps;
    search(before, rule, steps);
    work_.done = done;
    if (work_.is_spent()) return false;
    has_steps = !steps.steps.empty();
    if (rule == kMultiple) before_->implications.load(before);
  }
  if (*has_steps) return false;
  if (rule == kMultiple) return multiple().finds_nothing(before, before_->implications, now);
  work_.done += kForcingWork;
  return true;
}

void InnerChains::search(const Board& board, Rule rule, InnerSteps& steps) {
  if (rule == kForcing) {
    work_.done += kForcingWork;
    forcing().find_all(board, steps);
    return;
  }
  multiple().find_all(board, *kChainRules[rule], steps);
}

}  // namespace dokumill::explainer
