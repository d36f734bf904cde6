// Assumption: finds what follows from a candidate that is assumed to be true or false.
//
// The search is breadth first. It follows a false candidate only when it has followed all true
// candidates found so far. Each conclusion has parents: the conclusions that it follows from. The
// length of a chain is the number of different ancestors of its last conclusion. In a dynamic
// chain, a candidate that became false is removed from the board for the rest of the search.
// Conclusions that rely on this removal have the false candidate as a parent, too.
//
// Memory: about 30 KB, which later runs reuse.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/explainer/board/board.hpp"
#include "engine/explainer/chains/inner_steps.hpp"

namespace dokumill::explainer {

class InnerChains;

// How the chains of one technique work.
struct ChainRules {
  Technique technique;
  double base;  // the score without the part for the length
  bool is_dynamic = true;
  bool is_nishio = false;  // follows the places of one digit only
  // What is tried if nothing else follows. 0: nothing. 1: locked candidates, pairs and X-Wings. 2
  // and more: the same as for 1, and then the chains of InnerChains.
  int level = 0;
};
inline constexpr ChainRules kNishioRules{Technique::kNishio, 7.5, true, true};
inline constexpr ChainRules kMultipleRules{Technique::kMultipleForcingChains, 8.0, false};
inline constexpr ChainRules kDynamicRules{Technique::kDynamicForcingChains, 8.5};
inline constexpr ChainRules kDynamicPlusRules{
    .technique = Technique::kDynamicForcingChainsPlus, .base = 9.0, .level = 1};
// `level`: 2 to 5.
template <int kLevel>
inline constexpr ChainRules kNestedRules{
    .technique = Technique::kNestedForcingChains, .base = 8.5 + 0.5 * kLevel, .level = kLevel};

// Whether a search with `before` is the first part of the search with `rules`: both try the same,
// and `rules` one more kind of steps if all others find nothing. Level 4 has other chains.
inline bool extends(const ChainRules& rules, const ChainRules& before) {
  return before.is_dynamic && !before.is_nishio && rules.level == before.level + 1 &&
         rules.level != 4;
}

// (cell * 9 + digit) * 2 + 1 states that the candidate is true, and (cell * 9 + digit) * 2 states
// that it is false.
using Statement = std::uint16_t;
inline constexpr int kStatements = 2 * int{kCandidates};
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

  // Finds what follows from the statement `start`. `inner` finds the inner chains of level 2 and
  // more. The search ends early if it reaches the limit of the work (see Work).
  void run(const Board& board, Statement start, const ChainRules& rules, InnerChains* inner);
  // Continues the last run() with rules that differ only in their level. Counts the work of the
  // inner chains again that the last run has used. REQUIRES: extends(rules, the last rules); the
  // last run did not end early, and its board has not changed.
  void go_on(const Board& board, const ChainRules& rules, InnerChains* inner);
  int level() const { return rules_.level; }

  // Writes the chain that leads to the statement, or to the contradiction, with its reasons and its
  // inner steps. REQUIRES: keep_inner_steps() was called before run().
  void explain(Statement statement, Chain& chain) const {
    explain_nodes({index_[statement]}, chain);
  }
  void explain_contradiction(Chain& chain) const {
    explain_nodes({contradiction_[0], contradiction_[1]}, chain);
  }
  void keep_inner_steps() { keeps_inner_steps_ = true; }

  // True if the search ended because two conclusions contradict each other.
  bool is_contradiction() const { return contradiction_[0] >= 0; }
  // Counts the different ancestors of each of the two conclusions that contradict each other, and
  // returns the sum of the two counts. A conclusion counts as its own ancestor. Adds the inner
  // chains of the ancestors to `sum`. REQUIRES: is_contradiction().
  int contradiction_nodes(InnerSum& sum) const {
    return count_to(contradiction_[0], sum) + count_to(contradiction_[1], sum);
  }

  const Set& statements() const { return set_; }
  bool has(Statement statement) const { return index_[statement] >= 0; }
  // The true or the false statements, in the order in which they were found.
  const std::vector<Statement>& in_order(bool of_true) const { return found_[of_true ? 1 : 0]; }
  // The number of different ancestors, including the statement itself. REQUIRES: has(statement).
  int nodes(Statement statement) const;
  // Adds the inner chains of the ancestors to `sum`. REQUIRES: has(statement).
  void add_inner_chains(Statement statement, InnerSum& sum) const;

  // Describes the chain that leads to the statement, for use as an inner chain. `hash` gets the
  // statements of the chain, in the order of a breadth-first walk from the statement back to the
  // assumption. `reasons` gets the reasons of its true candidates. `start`: the reason of the
  // assumption itself.
  void describe(Statement statement, Reason start, ChainHash& hash,
                std::vector<Reason>& reasons) const {
    describe_node(index_[statement], start, hash, reasons);
  }
  void describe_contradiction(ChainHash& hash, std::vector<Reason>& reasons) const {
    describe_node(contradiction_[0], kNoReason, hash, reasons);
    describe_node(contradiction_[1], kNoReason, hash, reasons);
  }

 private:
  static constexpr std::int16_t kUnknown = -1;
  struct Node {
    Statement statement;
    std::uint16_t parents;       // the number of parents
    std::uint32_t first_parent;  // index in parents_
    Reason reason;
    std::int16_t inner;  // index in inner_chains_
  };

  // What run() keeps of an inner step.
  struct InnerStep {
    std::size_t first_parent = 0;  // of the conclusions from this step, and of no others
    std::size_t board = 0;         // index in inner_boards_: the board on which it was found
    int kind = kPattern;           // for a chain: the kind of InnerChains::find()
    std::uint32_t order = 0;       // for a chain: its InnerSteps::order
    Step pattern = {};             // for a pattern
  };
  static constexpr int kPattern = -1;

  // assumption_explained.cpp
  struct ExplainedStep {
    Step step;
    std::vector<std::uint16_t> needs;  // the nodes that it needs
    int number = -1;                   // its index in Chain::inner_steps
  };
  using ExplainedSteps = std::map<const InnerStep*, ExplainedStep>;
  using From = std::vector<std::optional<std::vector<std::uint16_t>>>;
  void keep_pattern(std::size_t first_parent, Pattern pattern);
  void explain_nodes(const std::vector<int>& ends, Chain& chain) const;
  From needed_nodes(const std::vector<int>& ends, ExplainedSteps& steps) const;
  void explain_node(const Node& node, std::vector<std::uint16_t> from, ExplainedSteps& steps,
                    Chain& chain) const;
  ExplainedStep explain(const InnerStep& inner) const;
  const InnerStep* inner_step_of(const Node& node) const;

  std::span<const std::uint16_t> parents_of(const Node& node) const {
    return {parents_.data() + node.first_parent, node.parents};
  }
  template <class Use>
  void walk_back(int node, Use use) const;
  int count_to(int node, InnerSum& sum) const;
  void describe_node(int node, Reason start, ChainHash& hash, std::vector<Reason>& reasons) const;
  const std::uint64_t* ancestors_of(std::size_t node) const;
  void begin_walk() const;
  bool visit(Statement statement) const;
  // The node of a statement whose parents are the entries of parents_ from `first_parent` on.
  Node node_of(Statement statement, std::size_t first_parent, Reason reason = kNoReason,
               int inner = kUnknown) const {
    return {statement, static_cast<std::uint16_t>(parents_.size() - first_parent),
            static_cast<std::uint32_t>(first_parent), reason, static_cast<std::int16_t>(inner)};
  }
  void add(const Node& node) {
    index_[node.statement] = static_cast<std::int16_t>(nodes_.size());
    nodes_.push_back(node);
    set_[node.statement / 64] |= std::uint64_t{1} << node.statement % 64;
    found_[is_true(node.statement) ? 1 : 0].push_back(node.statement);
  }
  // Adds the node. Returns true if the opposite is already known: a contradiction.
  bool contradicts(const Node& node) {
    if (index_[node.statement ^ 1] >= 0) {
      end_with(node);
      return true;
    }
    add(node);
    return false;
  }
  void end_with(const Node& node);
  void add_parent(int node) { parents_.push_back(static_cast<std::uint16_t>(node)); }
  void follow(InnerChains* inner, int searched);
  bool follow_true(int node);
  bool follow_false(int node);
  void conclude(int cell, int digit, int parent, unsigned hidden, int house);
  // inner_rules.cpp
  void follow_inner(InnerChains* inner, int searched);
  void find_patterns();
  template <class Found>
  void add_pattern(const Found& found);
  void find_chains(InnerChains& inner, int kind);
  bool add_inner(std::size_t first_parent, int inner);
  void lose(int cell, unsigned digits);

  const Board* board_ = nullptr;  // the board before the assumption
  ChainRules rules_ = kDynamicRules;
  Board now_;
  std::vector<Node> nodes_;
  std::vector<std::uint16_t> parents_;  // indices in nodes_
  std::array<std::int16_t, kStatements> index_;
  std::vector<Statement> found_[2];
  std::size_t next_[2] = {};  // how many of found_ were followed
  Set set_{};
  int contradiction_[2] = {kUnknown, kUnknown};

  std::vector<Node> drafts_;  // the conclusions from one false candidate, not yet added
  std::vector<Node> inner_;   // the conclusions from one inner rule, not yet added
  std::vector<InnerChain> inner_chains_;
  std::uint64_t inner_work_ = 0;  // of all searches for inner chains
  std::vector<Removal> gone_;     // the removals of one inner rule
  bool keeps_inner_steps_ = false;
  InnerChains* inner_finder_ = nullptr;
  std::vector<InnerStep> inner_steps_;
  std::vector<Board> inner_boards_;

  // For each of the first counted_ nodes of nodes_: a set of nodes, as bits in words_ words: the
  // ancestors of the node. ancestors_of() computes these sets on demand.
  mutable std::vector<std::uint64_t> ancestors_;
  mutable std::size_t counted_ = 0;
  mutable std::size_t words_ = 0;

  mutable std::vector<std::uint16_t> walk_;
  mutable std::array<std::uint32_t, kStatements> seen_{};
  mutable std::uint32_t seen_now_ = 0;
};

}  // namespace dokumill::explainer
