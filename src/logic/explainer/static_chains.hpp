// Bidirectional cycles and forcing chains: chains in which each link holds on the board as it is.
//
// A link from a candidate that is true leads to candidates that are then false: those of its cell
// (y) and of its houses (x). A link from a false candidate leads to one that is then true: the other
// candidate of a cell with two (y), or the other place in a house with two (x). Chains with only x
// come first, then cycles with only y, then chains with both.
//
//   cycle   S true, ..., S true: each link holds in both directions, so each candidate that both a
//           true and a false member of the cycle exclude goes
//   chain   S true, ..., S false: S goes; S false, ..., S true: S is placed
//
// For a chain, S and the number of nodes decide everything. So the first search has a bit for each
// candidate and takes all candidates of one distance at once. The removals of a cycle depend on its
// path, so the second search visits the candidates one by one, in the order of Sudoku Explainer:
// cell, box, row, column. It only runs if the first one came back to S in time.
//
// Thread safety: an object belongs to one thread. Memory: 160 KB, too much for a stack.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/explainer/hint.hpp"
#include "logic/explainer/length.hpp"

namespace dokumill::logic::explainer {

class StaticChains {
 public:
  bool find(const Board& board, Hint& hint);

 private:
  static constexpr int kCandidates = 81 * 9;
  static constexpr int kNone = -1;

  struct Mode {
    bool uses_x;
    bool uses_y;
    double cycle;  // the base score of cycles
    double chain;
    int kind;
  };
  struct Partners {
    int count = 0;
    std::array<std::int16_t, 4> ids{};
  };
  struct Node {
    std::int16_t id;      // a true candidate: cell * 9 + digit
    std::int16_t parent;  // index of the true candidate before it
    std::int16_t via;     // the false candidate between them
  };
  using Bits = std::array<std::uint64_t, (kCandidates + 63) / 64>;  // by index of a candidate

  void search(const Mode& mode);
  void link();
  void add_link(int from, int to);
  void spread();
  template <class Use>
  void each_excluded(int id, Use use) const;

  void take_chain(int source, int nodes, bool from_true);
  int nodes_of_chain(int source, bool from_true, int most);
  bool may_cycle(int source, int most);
  template <class Stop>
  void walk(Stop stop);

  void find_cycle(int source, int most);
  void add(int id, int parent, int via);
  void follow(int index, int lost);
  bool is_partner(int a, int b) const;
  bool is_ancestor(std::size_t index, int lost) const;
  bool take_cycle(int source, std::size_t last, int lost, int nodes);

  const Board* board_ = nullptr;
  Hint* hint_ = nullptr;
  Mode mode_{};
  Rank best_;
  int best_source_ = 0;

  CellSet places_[kDigits];
  std::vector<std::int16_t> ids_;  // of all candidates, ascending
  std::array<std::int16_t, kCandidates> index_{};
  std::size_t words_ = 0;  // how many of a Bits are in use

  std::array<Partners, kCandidates> partners_;
  std::array<std::uint16_t, 81> strong_{};  // [cell]: the digits with partners
  std::array<Bits, kCandidates> excluded_;  // [index]: the candidates that it excludes
  std::array<Bits, kCandidates> next_;      // [index]: the true candidates after it
  Bits frontier_{};
  Bits seen_{};
  Bits ends_{};

  std::vector<Node> queue_;
  std::vector<std::int16_t> lost_;
  std::array<bool, kCandidates> is_true_{};
  std::array<bool, kCandidates> is_lost_{};
  std::array<std::uint16_t, 81> gone_{};
};

}  // namespace dokumill::logic::explainer
