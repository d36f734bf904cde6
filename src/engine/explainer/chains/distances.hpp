// Distances: the lengths of the shortest chains and cycles through a candidate. All candidates at
// the same distance are handled at once.
//
// A set has one bit for each candidate that has a partner (see Links). Other candidates cannot be
// inside a chain. A step leads from a true candidate through a false candidate to the next true
// candidate. Each step can be read backwards. The source of a chain is the candidate at which the
// chain begins and ends. A candidate is the source of a chain exactly if it leads to two true
// candidates that exclude each other: to one in n steps, and to the other in n or n - 1 steps. The
// search therefore follows only half of the chain.
//
// A walk is a sequence of links that may visit a candidate twice. Every cycle is a closed walk, so
// no cycle is shorter than the shortest closed walk.
//
// each_chain() searches from all sources together, one length after another, the shortest first.
// Let E(s) be the candidates with partners that s excludes. A chain that refutes s leads from s to
// a false l of E(s), and then to a true t of E(s), which excludes s. So only the ways from l to t
// matter, and many sources share them. Let F(k, l) be the true candidates that follow if l is
// false, in at most k steps after the first ones. One more step joins what the next candidates lead
// to. So F needs one row for each candidate with partners, however many candidates the board has.
//
//   A chain of at most 2k + 4 nodes refutes s exactly if F(k, l) and E(s) have a common candidate
//   for some l of E(s). A chain of at most 2k + 4 nodes proves s exactly if F(k + 1, s) has s.
//
// For most lengths, no candidate has such a chain. To see this, each l is compared only with the
// union of all E(s) that have l.
//
// Tried without a gain, on 1,500 minimal puzzles: unions of what follows from each digit of a
// house, from which the next candidates of a candidate are joined (load() took 23 % longer); adding
// only the sets that the last step has changed (0.1 % fewer instructions in all). Two sets for each
// source that meet in the middle of a chain need half as many steps, but took 1.2 % more
// instructions.
//
// Memory: 520 KB, too much for a stack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/explainer/chains/link_rows.hpp"
#include "engine/explainer/chains/links.hpp"

namespace dokumill::explainer {

class Distances {
 public:
  // REQUIRES: `links` exists as long as this object uses it. `uses_y`: true if the candidates of
  // one cell exclude each other.
  void load(const Board& board, const Links& links, bool uses_y);

  // All candidates, ascending.
  const std::vector<std::int16_t>& ids() const { return ids_; }
  // The number of nodes of the shortest chain from the source; 0 if every chain has more than
  // `max`.
  int nodes_of_chain(int source, bool from_true, int max);
  // Calls use(source, from_true, nodes) for each source with a chain of at most `max` nodes. The
  // shortest chains come first; chains of the same length come in the order of their sources.
  // `max` may change between two calls of use(). With kTrue, only chains from true candidates are
  // searched.
  enum class Sources { kTrue, kAll };
  template <class Use>
  void each_chain(Sources sources, const int& max, Use use) {
    with_words(words_, [&](auto words) { each_chain_in<words>(sources, max, use); });
  }
  // Whether a walk of `min` to `max` nodes leads from the source, which is true, to one of its
  // partners, which is then false. The first step of the walk must not lead through this partner.
  bool may_cycle(int source, int min, int max) const;
  // Considers the closed walks through a true and a false place of the source's digit, if both
  // places exclude the source. Returns the number of nodes of the shortest such walk; 0 if it has
  // more than `max`. A cycle that removes the source is such a walk.
  int nodes_of_cycle(int source, int max) const;

 private:
  using Rows = std::array<Word, kCandidates * kMaxWords>;  // rows of words_ words each

  std::uint16_t row_of(int id) const { return row_[id]; }
  template <std::size_t kWords>
  LinkRows<kWords> rows() const {
    return {excluded_.data(), after_.data(), next_.data()};
  }
  // The linked places of the digit in the houses of the cell.
  template <std::size_t kWords>
  Bits<kWords> seen_from(int cell, int digit) const {
    Bits<kWords> seen;
    for (const int house : kHousesOf[cell]) {
      seen |= Bits<kWords>::load(&in_house_[(house * kDigits + digit) * kWords]);
    }
    return seen;
  }
  template <std::size_t kWords>
  void link_rows();
  template <std::size_t kWords>
  void spread(const Board& board, bool uses_y);
  template <std::size_t kWords, class Use>
  void each_chain_in(Sources sources, const int& max, Use use);
  template <std::size_t kWords>
  void begin_ways();
  template <std::size_t kWords>
  bool extend_ways();
  // Whether a chain that uses only the ways in if_false_ refutes the candidate with this row.
  template <std::size_t kWords>
  bool is_refuted(std::size_t row) const {
    const auto excluded = LinkRows<kWords>::row(excluded_.data(), row);
    return (excluded.union_of(if_false_.data()) & excluded).has_any();
  }
  template <std::size_t kWords>
  int nodes_around(int source, int max) const;
  template <std::size_t kWords>
  int nodes_back(std::size_t end, std::size_t lost, int nodes, int max) const;

  const Links* links_ = nullptr;
  std::vector<std::int16_t> ids_;
  std::vector<std::int16_t> linked_;  // [bit]: the candidate with this bit
  // [candidate]: its row. The row of a candidate with partners has the number of its bit. The
  // candidates without partners have the rows after these rows.
  std::array<std::uint16_t, kCandidates> row_{};
  std::array<std::uint16_t, kCells + 1> first_of_{};  // [cell]: its first bit
  std::size_t words_ = 0;
  // By house and digit: a row of words_ words, the set of the digit's candidates in the house that
  // have partners.
  std::array<Word, kHouses * kDigits * kMaxWords> in_house_;
  Rows excluded_;  // by candidate: the candidates that it excludes
  Rows after_;     // by candidate: the next true candidates if it is false
  // By candidate: the next true candidates if it is true. Without partners, only after
  // nodes_of_chain().
  Rows next_;
  // By candidate with partners:
  Rows shared_;    // the union of all E that have it
  Rows trues_;     // what follows if it is true, in at most k steps, and itself
  Rows before_;    // the same in k - 1 steps
  Rows if_false_;  // F(k, l), see the top of this file
};

template <std::size_t kWords, class Use>
void Distances::each_chain_in(Sources sources, const int& max, Use use) {
  constexpr std::uint8_t kProof = 1;       // the source has no chain from false so far
  constexpr std::uint8_t kRefutation = 2;  // the source has no chain from true so far
  constexpr std::uint8_t kRefuted = 4;     // the source has a chain from true of the current length
  std::array<std::uint8_t, kCandidates> state;  // by index in ids_
  std::fill_n(state.begin(), ids_.size(), static_cast<std::uint8_t>(kProof | kRefutation));
  begin_ways<kWords>();
  bool has_grown = true;
  for (int nodes = 4; nodes <= max && has_grown; nodes += 2) {
    Bits<kWords> refuting;  // the candidates l of all chains that refute a source
    for (std::size_t row = 0; row < linked_.size(); ++row) {
      const auto ways = LinkRows<kWords>::row(if_false_.data(), row);
      if ((ways & LinkRows<kWords>::row(shared_.data(), row)).has_any()) refuting.add(row);
    }
    for (std::size_t i = 0; i < ids_.size() && refuting.has_any(); ++i) {
      if ((state[i] & kRefutation) == 0) continue;
      const auto excluded = LinkRows<kWords>::row(excluded_.data(), row_of(ids_[i]));
      const auto ways = (excluded & refuting).union_of(if_false_.data());
      if ((ways & excluded).has_any()) state[i] ^= kRefutation | kRefuted;
    }
    has_grown = extend_ways<kWords>();
    Bits<kWords> proven;
    for (std::size_t row = 0; row < linked_.size() && sources == Sources::kAll; ++row) {
      if ((if_false_[row * kWords + row / 64] >> row % 64 & 1U) != 0) proven.add(row);
    }
    if (!refuting.has_any() && !proven.has_any()) continue;
    for (std::size_t i = 0; i < ids_.size() && nodes <= max; ++i) {
      if ((state[i] & kRefuted) != 0) {
        state[i] ^= kRefuted;
        use(static_cast<int>(ids_[i]), true, nodes);
      }
      const std::size_t row = row_of(ids_[i]);
      if ((state[i] & kProof) != 0 && row < linked_.size() && proven.has(row)) {
        state[i] ^= kProof;
        use(static_cast<int>(ids_[i]), false, nodes);
      }
    }
  }
}

template <std::size_t kWords>
void Distances::begin_ways() {
  const std::size_t words = linked_.size() * kWords;
  std::fill_n(shared_.begin(), words, 0);
  for (std::size_t row = 0; row < ids_.size(); ++row) {
    const auto excluded = LinkRows<kWords>::row(excluded_.data(), row);
    excluded.each([&](std::size_t lost) {
      Word* shared = &shared_[lost * kWords];
      (Bits<kWords>::load(shared) | excluded).store(shared);
    });
  }
  std::fill_n(trues_.begin(), words, 0);
  for (std::size_t bit = 0; bit < linked_.size(); ++bit) set_bit(&trues_[bit * kWords], bit);
  std::copy_n(after_.begin(), words, if_false_.begin());
}

// Takes one more step. Returns true if something more follows from a true candidate. (It was slower
// to visit only rows whose next rows the last step has changed.)
template <std::size_t kWords>
bool Distances::extend_ways() {
  std::copy_n(trues_.begin(), linked_.size() * kWords, before_.begin());
  Bits<kWords> changed;
  for (std::size_t row = 0; row < linked_.size(); ++row) {
    const auto before = LinkRows<kWords>::row(before_.data(), row);
    const auto next = LinkRows<kWords>::row(next_.data(), row).union_of(before_.data());
    changed |= next - before;
    (before | next).store(&trues_[row * kWords]);
  }
  for (std::size_t row = 0; row < linked_.size(); ++row) {
    const auto after = LinkRows<kWords>::row(after_.data(), row);
    after.union_of(trues_.data()).store(&if_false_[row * kWords]);
  }
  return changed.has_any();
}

}  // namespace dokumill::explainer
