// Inner chains: the chains that a nested forcing chain may use when nothing else follows.
//
// Different assumptions, levels and steps of a puzzle often lead to the same board, so the answers
// are kept. They depend on the board alone, and each use of an answer counts as work. So the
// answers that are still kept from before change no rating.
//
// Thread safety: an object belongs to one thread. Memory: about 16 MB for the answers, and its parts.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "logic/explainer/inner_steps.hpp"

namespace dokumill::logic::explainer {

class MultipleChains;
class StaticChains;

class InnerChains {
 public:
  explicit InnerChains(Work& work);
  ~InnerChains();
  InnerChains(const InnerChains&) = delete;
  InnerChains& operator=(const InnerChains&) = delete;

  // How many kinds of chains a level has; they are tried one after another.
  static int kinds(int level) { return level == 3 || level == 5 ? 2 : level >= 2 ? 1 : 0; }
  // All steps of one kind. The answer is valid until the next call. Levels:
  //   2 forcing chains and cycles            3 the same, then multiple forcing chains
  //   4 dynamic forcing chains               5 the same, then dynamic ones of level 2
  const InnerSteps& find(const Board& board, int level, int kind);

  bool is_spent() const { return work_.is_spent(); }

 private:
  // Which chains, then the candidates of the cells.
  using Question = std::array<std::uint16_t, 82>;
  enum Rule : std::uint16_t { kForcing, kMultiple, kDynamic, kDynamicWithForcing };
  struct Answer {
    Question question{};
    std::uint64_t work = 0;
    InnerSteps steps;
  };

  void search(const Board& board, Rule rule, InnerSteps& steps);

  Work& work_;
  std::unique_ptr<StaticChains> fixed_;
  std::unique_ptr<MultipleChains> multiple_;
  std::unordered_map<std::uint64_t, Answer> answers_;  // by a hash of the question
  std::size_t bytes_ = 0;
};

}  // namespace dokumill::logic::explainer
