// Implications: what follows from each candidate on a board if it is true, with the number of nodes
// of the shortest chain, for links that hold on the board as it is. Static multiple forcing chains
// compare these sets for all groups of assumptions before one chain is followed.
//
// Conclusions are found for all candidates of one distance at once, with a bit for each candidate.
//
// Thread safety: an object belongs to one thread. Memory: about 300 KB, which later boards use again.
#pragma once

#include <climits>
#include <cstdint>
#include <vector>

#include "logic/explainer/bit_rows.hpp"
#include "logic/explainer/board.hpp"

namespace dokumill::logic::explainer {

class Implications {
 public:
  // REQUIRES: no candidate leads to its own opposite.
  void load(const Board& board);

  // Starts a group of candidates of which one is true. Each candidate is assumed in turn.
  void begin_group() { group_.clear(); }
  void add_to_group(int cell, int digit) {
    group_.push_back(index_[static_cast<std::size_t>(cell * 9 + digit)]);
  }
  // For the conclusions that all candidates of the group share: the smallest sum of the nodes of
  // the chains to one conclusion; INT_MAX if no conclusion has less than `limit`.
  int fewest_nodes(int limit) const;

 private:
  static constexpr std::size_t kMostWords = 12;

  template <std::size_t kWords>
  void link(const Board& board);
  template <std::size_t kWords>
  void follow(std::size_t source);
  template <std::size_t kWords>
  int fewest(int limit) const;
  int nodes_to(std::size_t source, bool is_true, std::size_t at) const;

  std::vector<std::int16_t> ids_;  // of all candidates, ascending
  std::array<std::uint16_t, 729> index_{};
  std::size_t words_ = 0;
  // Rows of words_ words, by index of a candidate.
  std::vector<Word> excluded_;  // the candidates that it excludes
  std::vector<Word> next_;      // the true candidates after it
  std::vector<Word> all_;       // all false, then all true conclusions
  // Level n of a source: the false conclusions of chains with 2n + 2 nodes, then the true ones of
  // chains with 2n + 1 nodes.
  std::vector<Word> levels_;
  std::vector<std::uint32_t> first_level_;  // by source
  std::vector<std::uint16_t> group_;
};

}  // namespace dokumill::logic::explainer
