// Chains from several assumptions: nishio, multiple, dynamic and nested forcing chains.
//
// Memory: an Assumption per candidate of the puzzle, about 20 MB at most, which later calls reuse.
// Each level of nesting takes as much again.
#pragma once

#include <climits>
#include <memory>
#include <vector>

#include "engine/explainer/assumptions/assumption.hpp"
#include "engine/explainer/assumptions/implications.hpp"
#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/chains/inner_steps.hpp"
#include "engine/explainer/chains/length.hpp"

namespace dokumill::explainer {

// Finds the first place of each digit in each house. A search tries the places of a digit in a
// house when it meets the first one.
class FirstPlaces {
 public:
  struct Of {
    const Board* board;
    int cell;
    std::array<unsigned, kHouseKinds> digits;  // [kind]: of which the cell is the first place

    // Calls use(house) for each house of the cell in which it is the first of the digit's places.
    // The digit has other places there.
    template <class Use>
    void each_house(int digit, Use use) const {
      for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
        if ((digits[kind] >> digit & 1U) == 0) continue;
        const int house = kHousesOf[cell][kind];
        if (!is_single(board->places(house, digit))) use(house);
      }
    }
    template <class Use>
    void each(Use use) const {
      for_each_bit(digits[0] | digits[1] | digits[2],
                   [&](int digit) { each_house(digit, [&](int house) { use(house, digit); }); });
    }
  };
  // REQUIRES: called for each cell, in order.
  Of next(const Board& board, int cell) {
    Of of{&board, cell, {}};
    for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
      unsigned& seen = seen_[kHousesOf[cell][kind]];
      of.digits[kind] = board.candidates(cell) & ~seen;
      seen |= board.candidates(cell);
    }
    return of;
  }

 private:
  std::array<unsigned, kHouses> seen_{};
};

class MultipleChains {
 public:
  explicit MultipleChains(Work& work);
  ~MultipleChains();
  MultipleChains(const MultipleChains&) = delete;
  MultipleChains& operator=(const MultipleChains&) = delete;

  // Finds the shortest chain. A search with inner chains that reaches the limit of the work finds
  // nothing, and neither does a stopped search.
  bool find(const Board& board, const ChainRules& rules, Hint& hint);
  // Sets the proof and the chains of the step. REQUIRES: the last call was find(), which found the
  // step, and its board has not changed.
  void explain(Step& step);
  // Finds the shortest chain for each set of removals.
  void find_all(const Board& board, const ChainRules& rules, InnerSteps& steps);
  // Whether find_all() with kMultipleRules certainly finds nothing on `now`. If so, counts the same
  // work. `implications`: loaded with `before`. REQUIRES: find_all() finds nothing on `before`,
  // which has all candidates and all links of `now`.
  bool finds_nothing(const Board& before, Implications& implications, const Board& now);
  // Sets `step` to the step with the given InnerSteps::order. REQUIRES: the last call was
  // find_all(), with the result `all`, and its board has not changed.
  void explain_one_of_all(const InnerSteps& all, std::uint32_t order, Step& step);

 private:
  // The kinds of chains. Of chains with the same number of nodes, the one with the lowest kind
  // comes first.
  static constexpr int kBothWays = 1;
  static constexpr int kFromCell = 5;
  static constexpr int kFromHouse = 6;
  static constexpr int kContradiction = 7;

  // The shortest chain so far. All chains of a search have the same base score, so they are ordered
  // by the number of nodes, and then by the kind.
  struct Found {
    int nodes = INT_MAX;
    int kind = 0;
    Statement target = 0;
    // Where the chain starts, by its kind. kContradiction: a Statement. kBothWays: cell * 9 +
    // digit. kFromCell: a cell. kFromHouse: house * 9 + digit.
    int source = 0;
    std::uint32_t order = 0;
  };

  bool ends_early() const { return work_.is_stopped || (rules_.level >= 2 && work_.is_spent()); }
  void begin(const Board& board, const ChainRules& rules);
  void search(const Board& board, const ChainRules& rules);
  void search_static(const Board& board, const ChainRules& rules);
  void search_nishio(const Board& board, const ChainRules& rules);
  void search_cell(int cell, const FirstPlaces::Of& first);
  void take_false(int cell, int digit, const Assumption& if_true);
  template <class Use>
  void each_case(int kind, int source, Use use) const;
  template <class Use>
  void each_static_group(Implications& implications, Use use);
  void take_contradiction(const Assumption& from, Statement start);
  void take_common(int kind);
  void take(Statement target, int kind);
  void finish(Statement target, int nodes, int kind);
  Found& best_of(Statement target);
  void choose(int kind, int source);
  const Assumption& true_one(int cell, int digit);
  const Assumption& false_one(int cell, int digit);
  void describe(const Found& found, InnerSteps& steps);

  // multiple_chains_explained.cpp
  void explain(const Found& found, Step& step);
  void explain_case(int cell, int digit, bool is_true, const Found& found, Step& step);

  Work& work_;
  const Board* board_ = nullptr;
  ChainRules rules_ = kDynamicRules;
  bool takes_all_ = false;
  int source_ = 0;
  std::uint32_t order_ = 0;
  std::vector<Found> best_;  // in find(), one chain; in find_all(), one for each set of removals
  std::array<std::int16_t, 2 * kCandidates> best_at_{};  // see best_of()
  std::unique_ptr<InnerChains> inner_;

  // The assumptions of the last search. If find() searches the same board with rules that extend
  // the last ones, they continue where they ended.
  std::vector<std::unique_ptr<Assumption>> made_;
  bool may_go_on_ = false;
  Board made_on_;
  std::size_t used_ = 0;
  std::array<std::int16_t, kCandidates> slot_{};
  Assumption false_one_;
  std::unique_ptr<Assumption> explained_;
  std::vector<const Assumption*> cases_;
  InnerSum sum_;
  Implications implications_;
  // The contradictions that follow from the places of a digit alone. if_true: the places for which
  // the assumption that the digit is there ends in a contradiction. if_false: the places for which
  // the assumption that the digit is not there ends in a contradiction.
  struct Refuted {
    bool is_known = false;
    CellSet places;
    CellSet if_true;
    CellSet if_false;
  };
  std::array<Refuted, kDigits> refuted_;
};

// Calls use(cell, digit) for each candidate of a group of which one is true: the candidates of a
// cell (kFromCell), or the places of a digit in a house (kFromHouse).
template <class Use>
void MultipleChains::each_case(int kind, int source, Use use) const {
  if (kind == kFromCell) {
    for_each_bit(board_->candidates(source), [&](int digit) { use(source, digit); });
  } else {
    const auto& cells = kHouseCells[source / 9];
    for_each_bit(board_->places(source / 9, source % 9),
                 [&](int place) { use(cells[place], source % 9); });
  }
}

}  // namespace dokumill::explainer
