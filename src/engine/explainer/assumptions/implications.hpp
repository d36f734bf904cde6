// Implications: finds what follows from each candidate on a board if it is true. Only links that
// hold on the current board are used. The searches for static multiple forcing chains first compare
// these conclusions for all groups of assumptions. Then they follow only the chains of groups that
// have a common conclusion.
//
// load() finds all conclusions of a candidate, as a set with one bit for each candidate. When it
// reaches a candidate whose conclusions are known, it adds all of them. Only fewest_nodes() needs
// the lengths of chains. It visits the conclusions at the same distance from a candidate at once,
// and only for candidates of groups with a common conclusion. (Without these chains, with the nodes
// from here and one assumption for the order of the conclusions, a rating took 0.7 % fewer
// instructions.)
//
// Memory: about 300 KB, which later boards reuse.
#pragma once

#include <climits>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explainer/board/bit_rows.hpp"
#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

class Implications {
 public:
  void load(const Board& board);
  // Leaves out conclusions about candidates that `now` does not have. REQUIRES: `now` has only
  // candidates of the loaded board.
  void keep(const Board& now);

  // Starts a group of candidates of which one is true. For each candidate of the group, one chain
  // assumes that it is true.
  void begin_group() { size_ = 0; }
  void add_to_group(int cell, int digit) { group_[size_++] = index_[cell * 9 + digit]; }
  // Whether all candidates of the group share a conclusion.
  bool has_common() const;
  // Takes the conclusions that all candidates of the group share. For each conclusion, adds up the
  // nodes of the chains to it. Returns the smallest sum, or INT_MAX if no sum is below `limit`.
  // REQUIRES: no candidate, if true, leads to the conclusion that it is false.
  int fewest_nodes(int limit);

 private:
  template <std::size_t kWords>
  void link(const Board& board);
  std::span<const std::uint16_t> group() const { return {group_.data(), size_}; }
  template <std::size_t kWords>
  void close(std::size_t source);
  template <std::size_t kWords>
  void find_levels(std::size_t source);
  template <std::size_t kWords>
  Bits<2 * kWords> common() const;
  template <std::size_t kWords>
  int fewest(int limit);
  int nodes_to(std::size_t source, bool is_true, std::size_t at) const;

  std::size_t count_ = 0;  // of candidates, which are numbered in ascending order
  std::array<std::uint16_t, kCandidates> index_{};
  std::size_t words_ = 0;
  std::array<Word, kMaxWords> kept_{};  // the candidates whose conclusions count
  // A row of words_ words for each candidate. all_ has two rows for each source.
  std::vector<Word> excluded_;  // the candidates that it excludes if it is true
  std::vector<Word> after_;     // the next true candidates if it is false
  std::vector<Word> next_;      // the next true candidates if it is true
  std::vector<Word> all_;       // by source: all its false conclusions, then all true ones
  // Level n of a source has the false conclusions of chains with 2n + 2 nodes, then the true
  // conclusions of chains with 2n + 1 nodes.
  std::vector<Word> levels_;
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> first_level_;  // by source: its level 0
  std::array<std::uint16_t, 9> group_{};
  std::size_t size_ = 0;  // of the group
};

}  // namespace dokumill::explainer
