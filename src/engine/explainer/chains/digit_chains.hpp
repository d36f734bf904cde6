// DigitChains: cycles and forcing chains of one digit (X-cycles and X-chains).
//
// These chains depend only on the places of the digit. A step changes few digits, so the chains of
// a digit are kept until its places change. A puzzle with one solution has at least 17 clues
// (McGuire, Tugemann and Civario 2014), so a digit has at most 64 places, and a set of places is
// one word.
#pragma once

#include <array>
#include <cstdint>

#include "engine/explainer/board/board.hpp"
#include "engine/explainer/chains/link_rows.hpp"

namespace dokumill::explainer {

class DigitChains {
 public:
  // Reads the places of the digit. Returns false if they have not changed since the last call.
  // If the digit has more than kMaxPlaces places, it gets no chains.
  bool load(const Board& board, int digit);
  static constexpr int kMaxPlaces = 64;

  // The shortest chain; if several chains are the shortest, the first of them. `nodes` is 0 if
  // there is no chain.
  struct Chain {
    int nodes = 0;
    int cell = 0;
    bool from_true = false;  // true: the chain shows that the cell does not have the digit
  };
  void find_chain();
  const Chain& chain() const { return chain_; }

  // Calls use(cell, from_true) for each chain with at most `max` nodes.
  template <class Use>
  void each_chain(int max, Use use) const {
    if ((strong_ & (strong_ - 1)) == 0) return;
    for (int i = 0; i < count_; ++i) {
      for (const bool from_true : {true, false}) {
        if (nodes_from(i, from_true, max) != 0) {
          use(static_cast<int>(cells_[i]), from_true);
        }
      }
    }
  }

  // Calls use(cell) for each cell through which a cycle with `min` to `max` nodes may lead.
  // `max` may change between two calls of use().
  template <class Use>
  void each_source_of_cycles(int min, const int& max, Use use) const {
    for (int i = 0; i < count_; ++i) {
      if (after_[i] != 0 && may_cycle(i, min, max)) {
        use(static_cast<int>(cells_[i]));
      }
    }
  }

  // The digit's cycle that comes first (see Rank). The caller finds this cycle and stores it here.
  struct Cycle {
    int nodes = 0;
    int cell = 0;
    CellSet removals;
  };
  Cycle cycle;

 private:
  using Set = Word;  // bit i: the place with the index i

  LinkRows<1> rows() const { return {excluded_.data(), after_.data(), next_.data()}; }
  int nodes_from(int i, bool from_true, int max) const;
  bool may_cycle(int source, int min, int max) const;

  CellSet places_;
  bool is_loaded_ = false;
  int count_ = 0;
  Set strong_ = 0;
  std::array<std::uint8_t, kMaxPlaces> cells_{};
  std::array<Set, kMaxPlaces> excluded_{};
  std::array<Set, kMaxPlaces> after_{};  // [i]: the next true places if place i is false
  std::array<Set, kMaxPlaces> next_{};   // [i]: the next true places if place i is true
  Chain chain_;
};

}  // namespace dokumill::explainer
