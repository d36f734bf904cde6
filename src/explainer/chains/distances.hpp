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
// Let R(k, s) be the true candidates that the source s leads to in at most k steps. Let X(k, s) be
// the candidates that some candidate of R(k, s) excludes. In k + 1 steps, s leads to the candidates
// that its next candidates t lead to in k steps:
//
//   R(k + 1, s) = the union of R(k, s) and all R(k, t)
//   X(k + 1, s) = the union of X(k, s) and all X(k, t)
//
// So each set of s for k + 1 steps is computed from one set of each next candidate, however many
// candidates s leads to. A search from one source at a time would visit, one by one, the candidates
// that this source leads to. If there is no chain, it would visit all of them.
//
// Whether R(i, s) and X(j, s) have a common candidate depends only on the sum i + j. Proof: let a
// in R(i, s) and b in R(j, s) exclude each other, and let the last step to a lead from a' through
// the false candidate l. Then b leads to l in one step, and l excludes a'. So a' and l exclude
// each other, too, and they are reached in i - 1 and j + 1 steps. It follows that R(i, s) and
// X(j, s) have a common candidate exactly if a chain of at most 2 * (i + j) + 2 nodes exists.
//
// Tried without a gain, on 1,500 minimal puzzles: unions of what follows from each digit of a
// house, from which the next candidates of a candidate are joined (load() took 23 % longer); adding
// only the sets that the last step has changed (0.1 % fewer instructions in all).
//
// Memory: 520 KB, too much for a stack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "explainer/chains/link_rows.hpp"
#include "explainer/chains/links.hpp"

namespace dokumill::explainer {

class Distances {
 public:
  // REQUIRES: `links` exists as long as this object uses it. `uses_y`: true if the candidates of
  // one cell exclude each other.
  void load(const Board& board, const Links& links, bool uses_y);

  // All candidates, ascending.
  const std::vector<std::int16_t>& ids() const { return ids_; }
  // The number of nodes of the shortest chain from the source; 0 if every chain has more than
  // `most`.
  int nodes_of_chain(int source, bool from_true, int most) const;
  // Calls use(source, from_true, nodes) for each source with a chain of at most `most` nodes. The
  // shortest chains come first; chains of the same length come in the order of their sources.
  // `most` may change between two calls of use(). With kTrue, only chains from true candidates are
  // searched.
  enum class Sources { kTrue, kAll };
  template <class Use>
  void each_chain(Sources sources, const int& most, Use use) {
    with_words(words_, [&](auto words) { each_chain_in<words>(sources, most, use); });
  }
  // Whether a walk of `least` to `most` nodes leads from the source, which is true, to one of its
  // partners, which is then false. The first step of the walk must not lead through this partner.
  bool may_cycle(int source, int least, int most) const;
  // Considers the closed walks through a true and a false place of the source's digit, if both
  // places exclude the source. Returns the number of nodes of the shortest such walk; 0 if it has
  // more than `most`. A cycle that removes the source is such a walk.
  int nodes_of_cycle(int source, int most) const;

 private:
  using Rows = std::array<Word, Links::kCandidates * kMostWords>;  // rows of words_ words each

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
  // The sets R and X (see the top of this file) of each candidate.
  struct Reached {
    Rows trues;
    Rows excluded;
  };
  template <std::size_t kWords, class Use>
  void each_chain_in(Sources sources, const int& most, Use use);
  template <std::size_t kWords>
  bool first_step(const Reached& from, Reached& to) const;
  template <std::size_t kWords>
  bool step_all(const Reached& from, Reached& to) const;
  struct Fork {
    std::size_t first;  // rows of two partners of the same candidate
    std::size_t second;
  };
  template <std::size_t kWords>
  [[gnu::always_inline]] bool meet_at(Fork fork, const Rows& trues, const Rows& excluded) const {
    return (LinkRows<kWords>::row(trues.data(), fork.first) &
            LinkRows<kWords>::row(excluded.data(), fork.second))
        .has_any();
  }
  template <std::size_t kWords>
  bool meet_after(std::size_t row, const Rows& trues, const Rows& excluded) const {
    return std::any_of(forks_.begin() + first_fork_[row], forks_.begin() + first_fork_[row + 1],
                       [&](Fork fork) { return meet_at<kWords>(fork, trues, excluded); });
  }
  template <std::size_t kWords>
  int nodes_around(int source, int most) const;
  template <std::size_t kWords>
  int nodes_back(std::size_t end, std::size_t lost, int nodes, int most) const;

  const Links* links_ = nullptr;
  std::vector<std::int16_t> ids_;
  std::vector<std::int16_t> linked_;  // [bit]: the candidate with this bit
  std::vector<Fork> forks_;           // ordered by the bit of the candidate
  std::array<std::uint16_t, Links::kCandidates + 1> first_fork_{};  // [bit]: its first fork
  // [candidate]: its row. The row of a candidate with partners has the number of its bit. The
  // candidates without partners have the rows after these rows.
  std::array<std::uint16_t, Links::kCandidates> row_{};
  std::array<std::uint16_t, kCells + 1> first_of_{};  // [cell]: its first bit
  std::size_t words_ = 0;
  // By house and digit: a row of words_ words, the set of the digit's candidates in the house that
  // have partners.
  std::array<Word, kHouses * kDigits * kMostWords> in_house_;
  Rows excluded_;  // by candidate: the candidates that it excludes
  Rows after_;     // by candidate: the next true candidates if it is false
  Rows next_;      // by candidate: the next true candidates if it is true
  std::array<Reached, 2> reached_;
};

// The sets R and X (see the top of this file) also exist for a false source. If the source is
// false, its partners are true. So its R is the union of the sets R of its partners, and its X is
// the union of their sets X. A chain that uses the sets R and X of the same partner t has two more
// nodes than the chain from t. Other chains use R of a partner t and X of a partner u. Again, only
// the sum of the steps matters, so it does not matter which of the two partners is t: one test for
// each pair of partners (a fork) is enough.
template <std::size_t kWords, class Use>
void Distances::each_chain_in(Sources sources, const int& most, Use use) {
  const std::size_t rows = ids_.size() * kWords;
  Reached* now = &reached_[0];
  Reached* before = &reached_[1];
  std::copy_n(excluded_.begin(), rows, now->excluded.begin());
  std::fill_n(now->trues.begin(), rows, 0);
  for (std::size_t bit = 0; bit < linked_.size(); ++bit) set_bit(&now->trues[bit * kWords], bit);
  std::array<std::uint8_t, Links::kCandidates>
      is_left;  // bit 0: no chain found yet from the false source; bit 1: from the true source
  bool has_found = false;
  Bits<kWords> shorter;  // the true sources with a shorter chain
  // `now` has R and X after k steps, and `before` has R and X after k - 1 steps.
  bool has_grown = true;
  for (int nodes = 4; nodes <= most; nodes += 2) {
    const bool is_step = nodes % 4 == 0;
    if (is_step) {
      if (!has_grown) return;
      std::swap(now, before);
      has_grown = nodes == 4 ? first_step<kWords>(*before, *now) : step_all<kWords>(*before, *now);
    }
    const Rows& true_excluded = is_step ? before->excluded : now->excluded;
    const Rows& trues = is_step ? before->trues : now->trues;
    // For most lengths there is no chain at all, and this test is fast.
    if (!has_found) {
      Word any = 0;
      for (std::size_t word = 0; word < rows; ++word) {
        any |= now->trues[word] & true_excluded[word];
      }
      has_found = any != 0;
      if (!has_found && sources == Sources::kAll) {
        has_found = std::any_of(forks_.begin(), forks_.end(), [&](Fork fork) {
          return meet_at<kWords>(fork, trues, before->excluded);
        });
      }
      if (!has_found) continue;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        is_left[i] = sources == Sources::kAll && row_of(ids_[i]) < linked_.size() ? 3 : 2;
      }
    }
    Bits<kWords> found;
    for (std::size_t i = 0; i < ids_.size() && nodes <= most; ++i) {
      const std::size_t row = row_of(ids_[i]);
      if ((is_left[i] & 2) != 0 && meet_at<kWords>({row, row}, now->trues, true_excluded)) {
        is_left[i] &= 1;
        if (row < linked_.size()) found.add(row);
        use(static_cast<int>(ids_[i]), true, nodes);
      }
      if ((is_left[i] & 1) == 0) continue;
      if ((LinkRows<kWords>::row(after_.data(), row) & shorter).has_any() ||
          meet_after<kWords>(row, trues, before->excluded)) {
        is_left[i] &= 2;
        use(static_cast<int>(ids_[i]), false, nodes);
      }
    }
    shorter |= found;
  }
}

// The same as step_all(), for the first step: in `from`, each source leads only to itself.
template <std::size_t kWords>
bool Distances::first_step(const Reached& from, Reached& to) const {
  for (std::size_t word = 0; word < ids_.size() * kWords; ++word) {
    to.trues[word] = from.trues[word] | next_[word];
  }
  for (std::size_t row = 0; row < ids_.size(); ++row) {
    const auto next = LinkRows<kWords>::row(next_.data(), row);
    const auto own = LinkRows<kWords>::row(from.excluded.data(), row);
    (own | next.union_of(excluded_.data())).store(&to.excluded[row * kWords]);
  }
  return true;
}

// Takes one more step from all sources. Returns true if `to` has more true candidates than `from`.
template <std::size_t kWords>
bool Distances::step_all(const Reached& from, Reached& to) const {
  Bits<kWords> changed;
  for (std::size_t row = 0; row < ids_.size(); ++row) {
    const auto before = LinkRows<kWords>::row(from.trues.data(), row);
    auto trues = before;
    auto excluded = LinkRows<kWords>::row(from.excluded.data(), row);
    LinkRows<kWords>::row(next_.data(), row).each([&](std::size_t next) {
      trues |= LinkRows<kWords>::row(from.trues.data(), next);
      excluded |= LinkRows<kWords>::row(from.excluded.data(), next);
    });
    changed |= trues - before;
    trues.store(&to.trues[row * kWords]);
    excluded.store(&to.excluded[row * kWords]);
  }
  return changed.has_any();
}

}  // namespace dokumill::explainer
