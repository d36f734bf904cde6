// Chains from several assumptions: nishio, multiple and dynamic forcing chains.
//
// Thread safety: an object belongs to one thread. Memory: an Assumption per candidate of the
// puzzle, about 10 MB at most, which later calls use again.
#pragma once

#include <memory>
#include <vector>

#include "logic/explainer/assumption.hpp"
#include "logic/explainer/hint.hpp"
#include "logic/explainer/length.hpp"

namespace dokumill::logic::explainer {

class MultipleChains {
 public:
  // Finds the shortest chain; `base` is the score without the part for the length.
  bool find(const Board& board, const ChainRules& rules, double base, Se121Technique technique,
            Hint& hint);

  // The number of assumptions that were followed since the object was made.
  std::uint64_t work() const { return work_; }

 private:
  void search_cell(int cell, int count);
  void search_house(int cell, int digit, int kind);
  void take_contradiction(const Assumption& from, Statement result);
  void take_both(const Assumption& if_true, const Assumption& if_false);
  void take_common(int kind);
  void take(Statement target, int kind);
  void finish(Statement target, int nodes, int kind);
  const Assumption& true_one(int cell, int digit);

  const Board* board_ = nullptr;
  ChainRules rules_;
  double base_ = 0;
  Rank best_;
  Statement target_ = 0;
  std::uint64_t work_ = 0;

  std::vector<std::unique_ptr<Assumption>> made_;
  std::size_t used_ = 0;
  std::array<std::int16_t, 729> slot_{};
  Assumption false_one_;
  std::vector<const Assumption*> cases_;
};

}  // namespace dokumill::logic::explainer
