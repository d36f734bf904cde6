// Bidirectional cycles and forcing chains: chains in which each link holds on the current board.
//
// A link from a true candidate leads to candidates that are then false: the other candidates of its
// cell (y), and the digit's other places in its houses (x). A link from a false candidate leads to
// a candidate that is then true: the other candidate of a cell with two candidates (y), or the
// digit's other place in a house with two places (x). Chains and cycles with only x links come
// first, then cycles with only y links, then chains and cycles with both.
//
//   cycle   S true, ..., S true: each link holds in both directions, so a candidate is removed if a
//           true member and a false member of the cycle both exclude it
//   chain   S true, ..., S false: S is removed; S false, ..., S true: S is placed
//
// For a chain, only S and the number of nodes matter, so distances.hpp finds it. The removals of a
// cycle depend on all its members. So the search for cycles visits the candidates one by one, in
// the order of Sudoku Explainer: cell, box, row, column. This search runs only if a walk that is
// short enough leads back to S (see distances.hpp). Chains and cycles with only x links are
// searched for each digit alone (digit_chains.hpp).
//
// A cycle with n nodes that removes R has a true member T and a false member F that both exclude R.
// So R leads to F, then along the cycle to T, and back to R: a chain of at most n + 2 nodes from R.
// If the shortest chain from a true candidate has m nodes, cycles with fewer than m - 2 nodes
// remove nothing. Without a chain, no cycle removes anything. If there is a chain, the shortest
// closed walk through two such candidates F and T is measured first, and only cycles of at least
// this length are searched.
//
// Memory: about 590 KB, too much for a stack.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/chains/any_chain.hpp"
#include "engine/explainer/chains/digit_chains.hpp"
#include "engine/explainer/chains/distances.hpp"
#include "engine/explainer/chains/inner_steps.hpp"
#include "engine/explainer/chains/length.hpp"
#include "engine/explainer/chains/links.hpp"

namespace dokumill::explainer {

// The lowest score of a forcing chain, in tenths.
inline constexpr int kLowestChain = 66;

// Whether a cycle with only y links may remove a candidate.
bool may_have_y_cycle(const Board& board);

class StaticChains {
 public:
  static constexpr int kAnyLength = 1000;  // in nodes; no chain is longer

  // Finds the chain or cycle that comes first (see Rank).
  bool find(const Board& board, Hint& hint);
  // The same as find() above, for a board about which more is known. watch.fewest_nodes: the number
  // of nodes of the shortest forcing chain, if this is known. Sets watch.may_have_cycle if there
  // may be a cycle with a score of at most watch.score, whether or not the search finds it.
  struct Watch {
    int score = 0;  // in tenths
    int fewest_nodes = kAnyLength;
    bool may_have_cycle = false;
  };
  bool find(const Board& board, Hint& hint, Watch& watch);
  // Takes the shortest forcing chains, all at once. `score`: the rating so far, in tenths. If
  // chains of one digit have at most this score, takes all of these chains instead. `hint` gets the
  // candidates that these chains remove. If a chain places a digit in a cell, `hint` gets the other
  // candidates of the cell. Returns the given score or a higher one: no chain that is taken has a
  // score above the result. Returns 0 if there is no chain.
  int find_easiest(int score, const Board& board, Hint& hint);
  // For the last call of find_easiest(): if no chain has at most the given score, the number of
  // nodes of the shortest forcing chain that was found, apart from chains of one digit.
  int fewest_nodes() const { return fewest_nodes_; }
  // Sets the proof and the chains of the step. REQUIRES: the last call was find(), which found the
  // step, and its board has not changed.
  void explain(Step& step);
  // Finds the steps of all chains and cycles, one step for each set of removals, and sorts them
  // (see InnerSteps). Open cells of the board may have only one candidate, or none.
  void find_all(const Board& board, InnerSteps& steps);
  // Sets `step` to the step that find_all() finds on this board with the given InnerSteps::order.
  void explain_one_of_all(const Board& board, std::uint32_t order, Step& step);

 private:
  static constexpr int kNone = -1;

  struct Mode {
    bool uses_x;
    bool uses_y;
    double cycle;  // the base score of cycles
    double chain;
    int kind;
  };
  struct Node {
    int id;      // a true candidate: cell * 9 + digit
    int parent;  // index in queue_ of the true candidate before it
    int via;     // the false candidate between them
  };
  static constexpr Mode kModes[] = {
      {.uses_x = true, .uses_y = false, .cycle = 6.5, .chain = 6.6, .kind = 2},
      {.uses_x = false, .uses_y = true, .cycle = 6.5, .chain = 0, .kind = 3},
      {.uses_x = true, .uses_y = true, .cycle = 7.0, .chain = 7.0, .kind = 4}};

  void load_places(const Board& board);
  template <class Part>
  int shortest_of_digits(Part part_of) const;
  void search_digits();
  void search_cycles(int digit);
  int fewest_of_digits(const Board& board);
  void remove_by_digits(int max);
  int fewest_around(int max);
  int fewest_around_removable(int max) const;
  int fewest_around(const ChainEnds& ends) const;
  void note_closed_way(int source, int& max, int& fewest) const;
  void note_cycles(int fewest);
  int max_watched() const { return max_nodes_up_to(watch_->score, mode_.cycle); }
  void search(const Mode& mode);
  void link();
  template <class Use>
  void each_excluded(int id, Use use) const;

  void take_chain(int source, int nodes, bool from_true);
  Technique technique(bool is_cycle) const;
  int find_cycle(int source, int min, int max);
  void take_cycle_hint(int source, int nodes);
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
  bool take_cycle(int source, int last, int lost, int nodes);

  void remove_by_chain(int source, bool from_true);

  // static_chains_all.cpp
  InnerSteps::Step* begin_step(const Rank& rank);
  bool is_explained() const { return explained_ != nullptr && order_ == explained_order_; }
  void add_chain(int source, int nodes, bool from_true);
  void add_cycle(int nodes);
  void add_path(bool is_first_true, ChainHash& hash);
  void trace(int source, bool from_true);
  void add_way_back(int at);
  Reason reason_of(int lost, int id) const;
  Reason reason_backwards(int id, int lost) const;

  // static_chains_explained.cpp
  void explain_chain(int source, bool from_true, Step& step);
  void explain_cycle(Step& step) const;
  void add_false(int id, Chain& chain) const;
  void add_true(int id, Chain& chain) const;

  const Board* board_ = nullptr;
  Hint* hint_ = nullptr;
  Mode mode_{};
  Rank best_;
  int best_source_ = 0;
  // What explain() needs to find the best chain or cycle again.
  struct Found {
    Mode mode;
    int source;
    int nodes;
    bool is_cycle;
    bool from_true;
  };
  Found found_{};

  Watch* watch_ = nullptr;
  int fewest_nodes_ = kAnyLength;

  CellSet places_[kDigits];
  Links links_;
  int linked_kind_ = 0;  // the Mode::kind of the links; 0: the links are not those of the board
  Distances distances_;
  std::array<DigitChains, kDigits> digits_;
  std::array<Excluded, kCandidates> excluded_list_;  // [candidate]: see excluded_from()
  std::uint32_t stamp_ = 0;                          // changes with the links

  struct Removable {
    int source;
    int nodes;
  };
  std::vector<Removable> removable_;  // true sources of chains, the shortest chains first

  std::vector<Node> queue_;
  std::vector<int> lost_;
  std::array<bool, kCandidates> is_true_{};
  std::array<bool, kCandidates> is_lost_{};
  std::array<bool, kCandidates> is_back_{};  // the partners of the source
  std::array<CellSet, kDigits> gone_{};  // [digit]: the cells from which the last cycle removes it

  InnerSteps* steps_ = nullptr;  // nullptr outside find_all()
  std::uint32_t order_ = 0;
  Step* explained_ = nullptr;  // the result of explain_one_of_all()
  std::uint32_t explained_order_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> by_removals_;
  std::vector<Removal> gone_in_order_;
  // The last chain or cycle, read backwards from the conclusion or the source: true candidates and
  // false candidates in turn. A cycle does not have its source twice.
  std::vector<int> path_;
};

// Calls use(candidate) for each candidate that is false if `id` is true and that has a partner, so
// that the chain can continue.
template <class Use>
void StaticChains::each_excluded(int id, Use use) const {
  const int cell = id / 9;
  const int digit = id % 9;
  if (mode_.uses_y) {
    for_each_bit(links_.strong(cell) & ~(1U << digit), [&](int other) { use(cell * 9 + other); });
  }
  for (const int peer : kPeersByKind[cell]) {
    if ((links_.strong(peer) >> digit & 1U) != 0) use(peer * 9 + digit);
  }
}

}  // namespace dokumill::explainer
