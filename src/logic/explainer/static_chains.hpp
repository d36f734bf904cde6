// Bidirectional cycles and forcing chains: chains in which each link holds on the board as it is.
//
// A link from a candidate that is true leads to candidates that are then false: those of its cell
// (y) and of its houses (x). A link from a false candidate leads to one that is then true: the
// other candidate of a cell with two (y), or the other place in a house with two (x). Chains with
// only x come first, then cycles with only y, then chains with both.
//
//   cycle   S true, ..., S true: each link holds in both directions, so each candidate that both a
//           true and a false member of the cycle exclude goes
//   chain   S true, ..., S false: S goes; S false, ..., S true: S is placed
//
// For a chain, S and the number of nodes decide everything, so distances.hpp answers. The removals
// of a cycle depend on its path, so the search for cycles visits the candidates one by one, in the
// order of Sudoku Explainer: cell, box, row, column. It only runs if a way leads back to S in time.
// Chains with only x are searched for each digit alone (digit_chains.hpp).
//
// A cycle with n nodes that removes R has a true member T and a false member F that both exclude R.
// So R leads to F, then along the cycle to T, and back to R: a chain of at most n + 2 nodes from R.
// If the shortest chain from a true candidate has m nodes, shorter cycles than m - 2 remove
// nothing, and there is no cycle without a chain. If there is a chain, the shortest closed way
// through two such candidates F and T is measured first, and only cycles of at least this length
// are searched.
//
// Thread safety: an object belongs to one thread. Memory: about 540 KB, too much for a stack.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/explainer/digit_chains.hpp"
#include "logic/explainer/distances.hpp"
#include "logic/explainer/hint.hpp"
#include "logic/explainer/inner_steps.hpp"
#include "logic/explainer/length.hpp"
#include "logic/explainer/links.hpp"

namespace dokumill::logic::explainer {

// The lowest score of a forcing chain, in tenths.
inline constexpr int kLowestChain = 66;

class StaticChains {
 public:
  static constexpr int kAnyLength = 1000;  // in nodes; no chain is longer

  // The first step of all.
  bool find(const Board& board, Hint& hint);
  // The same, for a board on which the shortest forcing chain has `fewest_nodes`, if this is known.
  // Sets watch.may_have_cycle if a cycle with at most the score of `watch` may exist, with or
  // without being found.
  struct Watch {
    int score = 0;  // in tenths
    int fewest_nodes = kAnyLength;
    bool may_have_cycle = false;
  };
  bool find(const Board& board, Hint& hint, Watch& watch);
  // All forcing chains with at most this score in tenths, many at once: what they remove, and the
  // other candidates of a cell that gets a digit. Chains of one digit come first, and alone. If all
  // chains have higher scores, the chains with the lowest score. Returns their highest possible
  // score: the given one or a higher one; 0 without a chain. Chains of one digit with more than
  // DigitChains::kMostPlaces are not searched as such.
  int find_easiest(int score, const Board& board, Hint& hint);
  // About the last find_easiest(). fewest_nodes(): if no chain has the given score, the number of
  // nodes of the shortest forcing chain that was found and is not of one digit. has_few_places():
  // whether all digits were searched.
  int fewest_nodes() const { return fewest_nodes_; }
  bool has_few_places() const { return has_few_places_; }
  // All steps with different removals, sorted. Cells may have one candidate or none.
  void find_all(const Board& board, InnerSteps& steps);

 private:
  static constexpr std::size_t kCandidates = Links::kCandidates;
  static constexpr int kNone = -1;

  struct Mode {
    bool uses_x;
    bool uses_y;
    double cycle;  // the base score of cycles
    double chain;
    int kind;
  };
  struct Node {
    std::int16_t id;      // a true candidate: cell * 9 + digit
    std::int16_t parent;  // index of the true candidate before it
    std::int16_t via;     // the false candidate between them
  };
  static constexpr Mode kModes[] = {
      {.uses_x = true, .uses_y = false, .cycle = 6.5, .chain = 6.6, .kind = 2},
      {.uses_x = false, .uses_y = true, .cycle = 6.5, .chain = 0, .kind = 3},
      {.uses_x = true, .uses_y = true, .cycle = 7.0, .chain = 7.0, .kind = 4}};

  void load_places(const Board& board);
  void search_digits();
  void search_cycles(int digit);
  int fewest_of_digits(const Board& board);
  void remove_by_digits(int most);
  int fewest_around(int most);
  int fewest_around_removable(int most) const;
  void note_closed_way(int source, int& most, int& fewest) const;
  void note_cycles(int fewest);
  int most_watched() const { return most_nodes_up_to(watch_->score, mode_.cycle); }
  void search(const Mode& mode);
  void link();
  template <class Use>
  void each_excluded(int id, Use use) const;

  void take_chain(int source, int nodes, bool from_true);
  int find_cycle(int source, int least, int most);
  void take_cycle_hint(int nodes);
  struct Excluded {
    std::uint32_t stamp = 0;
    int count = 0;
    std::array<std::int16_t, 28> ids{};
  };
  const Excluded& excluded_from(int id);
  void forget();
  void add(int id, int parent, int via);
  void follow(int index, int lost);
  bool is_ancestor(std::size_t index, int lost) const;
  bool take_cycle(int source, std::size_t last, int lost, int nodes);

  void remove_by_chain(int source, bool from_true);

  // static_chains_all.cpp
  InnerSteps::Step* begin_step(const Rank& rank);
  void add_chain(int source, int nodes, bool from_true);
  void add_cycle(int source, std::size_t last, int lost, int nodes);
  std::size_t trace(int source, bool from_true, int& lost);
  Reason reason_of(int lost, int id) const;
  Reason reason_backwards(int id, int lost) const;

  const Board* board_ = nullptr;
  Hint* hint_ = nullptr;
  Mode mode_{};
  Rank best_;
  int best_source_ = 0;

  Watch* watch_ = nullptr;
  int fewest_nodes_ = kAnyLength;
  bool has_few_places_ = true;
  std::array<bool, kDigits> has_few_in_{};  // the same by digit

  CellSet places_[kDigits];
  Links links_;
  Distances distances_;
  std::array<DigitChains, kDigits> digits_;
  std::array<Excluded, kCandidates> excluded_list_;  // [candidate]: each_excluded, on demand
  std::uint32_t stamp_ = 0;                          // changes with the links

  struct Removable {
    int source;
    int nodes;
  };
  std::vector<Removable> removable_;  // those with a chain that matters for cycles

  std::vector<Node> queue_;
  std::vector<std::int16_t> lost_;
  std::array<bool, kCandidates> is_true_{};
  std::array<bool, kCandidates> is_lost_{};
  std::array<bool, kCandidates> is_back_{};  // the partners of the source
  std::array<std::uint16_t, 81> gone_{};

  InnerSteps* steps_ = nullptr;  // set in find_all
  std::uint32_t order_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> by_removals_;
  std::vector<Removal> gone_in_order_;
  std::vector<std::int16_t> path_;
};

// Calls use(false candidate) for each one that follows from a true candidate and leads further.
template <class Use>
void StaticChains::each_excluded(int id, Use use) const {
  const int cell = id / 9;
  const int digit = id % 9;
  if (mode_.uses_y) {
    for_each_bit(links_.strong(cell) & ~(1U << digit), [&](int other) { use(cell * 9 + other); });
  }
  for (const int peer : kGeometry.by_kind[static_cast<std::size_t>(cell)]) {
    if ((links_.strong(peer) >> digit & 1U) != 0) use(peer * 9 + digit);
  }
}

}  // namespace dokumill::logic::explainer
