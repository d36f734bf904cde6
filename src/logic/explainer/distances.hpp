// Distances: the lengths of the shortest chains and cycles through a candidate, for all candidates
// of one distance at once.
//
// A set has a bit for each candidate with a partner (see Links): others cannot be inside a chain.
// Each link can be read backwards, so a chain of 2n links exists exactly if its source leads to two
// candidates that exclude each other, one after n links and one after n or n - 1: the search goes
// only half the way.
//
// Thread safety: an object belongs to one thread. Memory: 240 KB, too much for a stack.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "logic/explainer/bit_rows.hpp"
#include "logic/explainer/links.hpp"

namespace dokumill::logic::explainer {

class Distances {
 public:
  // `links` must exist as long as it is used here. uses_y: candidates of one cell exclude each
  // other.
  void load(const Board& board, const Links& links, bool uses_y);

  // All candidates, ascending.
  const std::vector<std::int16_t>& ids() const { return ids_; }
  // The number of nodes of the shortest chain with at most `most`; 0 if every chain is longer.
  int nodes_of_chain(int source, bool from_true, int most) const;
  // Whether a way of `least` to `most` nodes leads from the source back to one of its partners, and
  // does not begin with this partner.
  bool may_cycle(int source, int least, int most) const;
  // The fewest nodes of a closed way through a true and a false place of the digit that both
  // exclude the source; 0 if each has more than `most`. A cycle that removes the source is such a
  // way.
  int nodes_of_cycle(int source, int most) const;

 private:
  static constexpr std::size_t kMostWords = (Links::kCandidates + 63) / 64;
  using Rows = std::array<Word, Links::kCandidates * kMostWords>;  // rows of words_ words each

  // Calls use(number of words in use as a constant).
  template <class Use>
  auto with_words(Use use) const {
    if (words_ == 1) return use(std::integral_constant<std::size_t, 1>());
    if (words_ == 2) return use(std::integral_constant<std::size_t, 2>());
    if (words_ == 4) return use(std::integral_constant<std::size_t, 4>());
    return use(std::integral_constant<std::size_t, kMostWords>());
  }
  std::size_t row_of(int id) const { return row_[static_cast<std::size_t>(id)]; }
  template <std::size_t kWords>
  void spread(bool uses_y);
  template <std::size_t kWords>
  int nodes_from(int source, bool from_true, int most) const;
  template <std::size_t kWords>
  int nodes_around(int source, int most) const;
  template <std::size_t kWords>
  int nodes_back(std::size_t end, std::size_t lost, int nodes, int most) const;
  template <std::size_t kWords>
  bool comes_back(int source, int back, int least, int most) const;

  const Links* links_ = nullptr;
  std::vector<std::int16_t> ids_;
  std::vector<std::int16_t> linked_;  // those with partners, by bit
  // [candidate]: its bit for those with partners; the rows of the others follow.
  std::array<std::uint16_t, Links::kCandidates> row_{};
  std::array<std::uint16_t, kCells + 1> first_of_{};  // [cell]: its first bit
  std::size_t words_ = 0;
  // By house and digit: the candidates there, in rows of words_ words.
  std::array<Word, kHouses * kDigits * kMostWords> in_house_;
  Rows excluded_;  // the candidates that it excludes
  Rows after_;     // the true candidates after it, if it is false
  Rows next_;      // the true candidates after it, if it is true
};

}  // namespace dokumill::logic::explainer
