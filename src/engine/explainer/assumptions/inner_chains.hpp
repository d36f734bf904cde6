// Inner chains: the chains that a nested forcing chain may use when nothing else follows.
//
// Different assumptions, levels and steps of a puzzle often lead to the same board, so the chains
// that were found on a board (an answer) are kept. An answer depends only on the board and on the
// kind of chains. Each use of an answer counts as much work as its search did. So no rating depends
// on which answers of earlier searches are still kept.
//
// Memory: about 16 MB for the answers, and the memory of a StaticChains, of a MultipleChains and of
// an Implications.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "engine/explainer/assumptions/implications.hpp"
#include "engine/explainer/chains/inner_steps.hpp"

namespace dokumill::explainer {

class MultipleChains;
class StaticChains;

class InnerChains {
 public:
  explicit InnerChains(Work& work);
  ~InnerChains();
  InnerChains(const InnerChains&) = delete;
  InnerChains& operator=(const InnerChains&) = delete;

  // The number of kinds of chains at a level. The kinds are tried one after another.
  static int kinds(int level) { return level == 3 || level == 5 ? 2 : level >= 2 ? 1 : 0; }
  // Finds all steps of one kind of chains on `now`, if they may depend on what an assumption has
  // removed from the board `before`. The result is valid until the next call. Levels:
  //   2 forcing chains and cycles            3 as level 2, then multiple forcing chains
  //   4 dynamic forcing chains               5 as level 4, then dynamic chains that use level 2
  const InnerSteps& find(const Board& before, const Board& now, int level, int kind);

  // Explains the step with the given InnerSteps::order of the result of find().
  Step explain(const Board& board, int level, int kind, std::uint32_t order);

  std::uint64_t work() const { return work_.done; }
  void count_again(std::uint64_t work) { work_.done += work; }
  bool is_spent() {
    work_.poll();
    return work_.is_spent();
  }

 private:
  // All that an answer depends on: the candidates of the 81 cells, then the rule.
  using Question = std::array<std::uint16_t, 82>;
  enum Rule : std::uint16_t { kForcing, kMultiple, kDynamic, kDynamicWithForcing };
  struct Answer {
    Question question{};
    std::uint64_t work = 0;
    InnerSteps steps;
  };

  static Rule rule_of(int level, int kind);
  void search(const Board& board, Rule rule, InnerSteps& steps);
  bool finds_nothing(const Board& before, const Board& now, Rule rule);
  StaticChains& forcing();
  MultipleChains& multiple();

  Work& work_;
  std::unique_ptr<StaticChains> fixed_;
  // The last board before an assumption for which finds_nothing() was asked.
  struct Before {
    Board board;
    std::array<std::optional<bool>, 2> has_steps;  // by Rule: kForcing and kMultiple
    Implications implications;                     // if has_steps[kMultiple] is known
  };
  std::unique_ptr<Before> before_;
  std::unique_ptr<MultipleChains> multiple_;
  std::unordered_map<std::uint64_t, Answer> answers_;  // by a hash of the question
  std::size_t bytes_ = 0;
};

}  // namespace dokumill::explainer
