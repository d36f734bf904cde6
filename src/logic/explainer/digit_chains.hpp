// DigitChains: cycles and forcing chains of one digit (X-cycles and X-chains).
//
// They depend on the places of the digit alone. A step changes few digits, so the answer for a digit
// is kept until its places change. A digit has at most 64 places in nearly all puzzles, so a set of
// places is one word.
//
// Thread safety: an object belongs to one thread.
#pragma once

#include <array>
#include <cstdint>

#include "logic/explainer/board.hpp"

namespace dokumill::logic::explainer {

class DigitChains {
 public:
  // Takes the places of the digit. Returns false if they are the same ones as before.
  // REQUIRES: at most kMostPlaces of them.
  bool load(const Board& board, int digit);
  static constexpr int kMostPlaces = 64;

  // The shortest chain of all, the first one of equals; nodes: 0 without a chain.
  struct Chain {
    int nodes = 0;
    int cell = 0;
    bool from_true = false;  // the chain shows that the cell does not have the digit
  };
  void find_chain();
  const Chain& chain() const { return chain_; }

  // Calls use(cell) for each cell through which a cycle with at most `most` nodes may lead.
  template <class Use>
  void each_source_of_cycles(int most, Use use) const {
    for (int i = 0; i < count_; ++i) {
      if (after_[static_cast<std::size_t>(i)] != 0 && may_cycle(i, most)) {
        use(static_cast<int>(cells_[static_cast<std::size_t>(i)]));
      }
    }
  }

  // The answer for cycles, which the caller fills in.
  struct Cycle {
    int nodes = 0;
    int cell = 0;
    CellSet removals;
  };
  Cycle cycle;

 private:
  using Set = std::uint64_t;  // by index of a place

  Set next_of(Set front) const;
  Set excluded_by(Set front) const;
  int nodes_from(int i, bool from_true, int most) const;
  bool may_cycle(int source, int most) const;

  CellSet places_;
  bool is_loaded_ = false;
  int count_ = 0;
  Set strong_ = 0;
  std::array<std::uint8_t, kMostPlaces> cells_{};
  std::array<Set, kMostPlaces> excluded_{};
  std::array<Set, kMostPlaces> after_{};  // [i]: the true places after it, if it is false
  std::array<Set, kMostPlaces> next_{};   // [i]: the true places after it, if it is true
  Chain chain_;
};

}  // namespace dokumill::logic::explainer
