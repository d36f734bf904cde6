// Inner steps: the steps of inner chains. The search for a nested forcing chain (the outer chain)
// also searches chains on its current board; these are the inner chains.
//
// A step of an inner chain removes candidates for the outer chain. The outer chain needs three
// facts about the step: its removals, the candidates that had to be removed before the step was
// possible, and how much the inner chain adds to the length of the outer chain. each_needed() finds
// the candidates that had to be removed, from the reasons that the step stores (Reason). If two
// conclusions of the outer chain use the same inner chain, the length of the inner chain is added
// only once. So each inner chain has an identity: a hash of its statements in their order.
//
// Memory: some 10 KB, which later searches reuse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/chains/length.hpp"

namespace dokumill::explainer {

// Why a candidate is true: it is the last one of its cell, or its cell is the digit's last place in
// a house.
using Reason = std::int16_t;
inline constexpr Reason kNoReason = -1;
inline constexpr Reason kFirstHouseReason = kCells;
inline Reason last_in_cell(int cell) {
  return static_cast<Reason>(cell);
}
inline Reason last_in_house(int house, int digit) {
  return static_cast<Reason>(kFirstHouseReason + house * 9 + digit);
}

// A reason holds only if certain candidates are gone. Calls use(cell, digit) for each of these
// candidates that `before` has and `now` does not have.
template <class Use>
void each_needed(Reason reason, const Board& before, const Board& now, Use use) {
  if (reason < kFirstHouseReason) {
    for_each_bit(before.candidates(reason) & ~now.candidates(reason),
                 [&](int digit) { use(reason, digit); });
    return;
  }
  const int house = (reason - kFirstHouseReason) / 9;
  const int digit = (reason - kFirstHouseReason) % 9;
  for_each_bit(before.places(house, digit) & ~now.places(house, digit),
               [&](int place) { use(kHouseCells[house][place], digit); });
}

// A number for the statement that a candidate (cell * 9 + digit) is true, or that it is false.
inline unsigned statement(int candidate, bool is_true) {
  return static_cast<unsigned>(candidate * 2 + (is_true ? 1 : 0));
}

// The hash of a chain. If two different chains had the same hash, a rating could be too low. With
// 64 bits and some thousand chains in a step, this does not happen in practice.
class ChainHash {
 public:
  void add(unsigned value) {
    hash_ = (hash_ ^ (value + 1)) * 0x9e3779b97f4a7c15U;
    hash_ ^= hash_ >> 29;
  }
  void next_target() { add(0xffff); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x2545f4914f6cdd1dU;
};

// An inner chain that adds its nodes to the length of an outer chain.
struct InnerChain {
  std::uint64_t identity;
  int nodes;
};

// The sum of the nodes of different inner chains.
class InnerSum {
 public:
  void clear() {
    chains_.clear();
    nodes_ = 0;
  }
  void add(const InnerChain& chain) {
    for (const InnerChain& one : chains_) {
      if (one.identity == chain.identity) return;
    }
    chains_.push_back(chain);
    nodes_ += chain.nodes;
  }
  int nodes() const { return nodes_; }

 private:
  std::vector<InnerChain> chains_;
  int nodes_ = 0;
};

// The steps of one search. No two steps have the same removals. sort() orders the steps by rank,
// and steps of equal rank by the order in which the search found them.
class InnerSteps {
 public:
  struct Step {
    Rank rank;
    std::uint32_t order;  // decides among equal ranks
    std::uint64_t identity;
    std::uint32_t first_removal, removals;
    std::uint32_t first_reason, reasons;
  };

  void clear() {
    steps.clear();
    removals.clear();
    reasons.clear();
  }
  Step& begin(const Rank& rank, std::uint32_t order) {
    return steps.emplace_back(Step{rank, order, 0, static_cast<std::uint32_t>(removals.size()), 0,
                                   static_cast<std::uint32_t>(reasons.size()), 0});
  }
  void end(Step& step, const ChainHash& hash) const {
    step.identity = hash.value();
    step.removals = static_cast<std::uint32_t>(removals.size()) - step.first_removal;
    step.reasons = static_cast<std::uint32_t>(reasons.size()) - step.first_reason;
  }
  void sort() {
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
      if (a.rank.is_before(b.rank)) return true;
      return !b.rank.is_before(a.rank) && a.order < b.order;
    });
  }

  // Sets the score and the eliminations of a step to those of the step with this order.
  void copy_to(dokumill::Step& step, std::uint32_t order) const {
    const auto found = std::ranges::find(steps, order, &Step::order);
    step.score = in_tenths(found->rank.difficulty);
    set_eliminations(std::span(removals).subspan(found->first_removal, found->removals), step);
  }

  std::size_t bytes() const {
    return steps.capacity() * sizeof(Step) + removals.capacity() * sizeof(Removal) +
           reasons.capacity() * sizeof(Reason);
  }

  std::vector<Step> steps;
  std::vector<Removal> removals;
  std::vector<Reason> reasons;
};

// The work of a rating: the number of assumptions that were followed. The search for nested chains
// ends when this number reaches `max`. Every search ends when `should_stop` returned true.
struct Work {
  std::uint64_t done = 0;
  std::uint64_t max = ~std::uint64_t{0};
  std::function<bool()> should_stop = {};  // empty: no search is stopped
  bool is_stopped = false;
  unsigned polls = 0;

  bool is_spent() const { return is_stopped || done >= max; }
  // Searches call this between parts that take up to a millisecond. Asks should_stop() at every
  // 16th call.
  void poll() {
    constexpr unsigned kPollEvery = 16;
    if (should_stop && !is_stopped && ++polls % kPollEvery == 0) is_stopped = should_stop();
  }
};

}  // namespace dokumill::explainer
