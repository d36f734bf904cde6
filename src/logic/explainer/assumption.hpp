// Assumption: what follows from a candidate that is assumed to be true or false.
//
// Conclusions are found breadth first, those from true candidates before those from false ones.
// Each conclusion has the conclusions that it follows from, its parents, so the length of a chain
// is the number of different ancestors of its end. If a chain is dynamic, a candidate that became
// false is off the board for the rest of the search, and the conclusions that rely on this have it
// as a parent, too.
//
// Thread safety: an object belongs to one thread. Memory: about 20 KB, which later runs use again.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/explainer/board.hpp"

namespace dokumill::logic::explainer {

// How the chains of one technique work.
struct ChainRules {
  bool is_multiple = false;  // from all candidates of a cell or all places in a house
  bool is_dynamic = false;
  bool is_nishio = false;  // with one digit only
  bool has_inner = false;  // if nothing else follows: locked candidates, pairs and X-Wings
};

// A candidate that is true or false: (cell * 9 + digit) * 2 + 1 or + 0.
using Statement = std::uint16_t;
inline constexpr int kStatements = 81 * 9 * 2;
inline Statement statement(int cell, int digit, bool is_true) {
  return static_cast<Statement>((cell * 9 + digit) * 2 + (is_true ? 1 : 0));
}
inline bool is_true(Statement statement) {
  return (statement & 1) != 0;
}
inline int cell_of(Statement statement) {
  return statement / 18;
}
inline int digit_of(Statement statement) {
  return statement / 2 % 9;
}

class Assumption {
 public:
  using Set = std::array<std::uint64_t, (kStatements + 63) / 64>;

  Assumption() { index_.fill(kUnknown); }

  void run(const Board& board, Statement start, const ChainRules& rules);

  // Two conclusions that contradict each other ended the search: its last ones.
  bool is_contradiction() const { return contradiction_[0] >= 0; }
  // The number of different ancestors of both, each with itself.
  int contradiction_nodes() const {
    return nodes_to(contradiction_[0]) + nodes_to(contradiction_[1]);
  }

  const Set& statements() const { return set_; }
  bool has(Statement statement) const { return index_[statement] >= 0; }
  // The true or the false statements, in the order in which they were found.
  const std::vector<Statement>& in_order(bool of_true) const { return found_[of_true ? 1 : 0]; }
  // REQUIRES: has(statement).
  int nodes(Statement statement) const { return nodes_to(index_[statement]); }

 private:
  static constexpr std::int16_t kUnknown = -1;
  struct Node {
    Statement statement;
    std::uint16_t parents;       // how many
    std::uint32_t first_parent;  // index in parents_
  };

  int nodes_to(int node) const;
  int add_node(Statement statement, std::size_t first_parent);
  void add(Statement statement, std::size_t first_parent);
  bool follow_true(int node);
  bool follow_false(int node);
  void conclude(int cell, int digit, int parent, unsigned hidden, int house);
  void follow_inner();
  void add_inner(std::size_t first_parent);

  const Board* board_ = nullptr;  // before the assumption
  ChainRules rules_;
  Board now_;
  std::vector<Node> nodes_;
  std::vector<std::uint16_t> parents_;  // indices of nodes
  std::array<std::int16_t, kStatements> index_;
  std::vector<Statement> found_[2];
  Set set_{};
  int contradiction_[2] = {kUnknown, kUnknown};

  // Conclusions of one false candidate, before they are added.
  struct Draft {
    Statement statement;
    std::uint32_t first_parent;
    std::uint16_t parents;
  };
  std::vector<Draft> drafts_;
  std::vector<Draft> inner_;
  struct Gone {
    std::uint8_t cell;
    std::uint16_t digits;
  };
  std::vector<Gone> gone_;

  mutable std::vector<std::uint16_t> stack_;
  mutable std::array<std::uint32_t, kStatements> seen_{};
  mutable std::uint32_t seen_now_ = 0;
};

}  // namespace dokumill::logic::explainer
