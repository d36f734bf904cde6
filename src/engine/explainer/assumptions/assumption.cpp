#include "engine/explainer/assumptions/assumption.hpp"

#include <algorithm>
#include <bit>

#include "engine/explainer/assumptions/inner_chains.hpp"

namespace dokumill::explainer {

void Assumption::run(const Board& board, Statement start, const ChainRules& rules,
                     InnerChains* inner) {
  for (const Node& node : nodes_) index_[node.statement] = kUnknown;
  nodes_.clear();
  parents_.clear();
  found_[0].clear();
  found_[1].clear();
  inner_chains_.clear();
  inner_steps_.clear();
  inner_boards_.clear();
  inner_finder_ = inner;
  inner_work_ = 0;
  next_[0] = next_[1] = 0;
  counted_ = 0;
  set_.fill(0);
  contradiction_[0] = contradiction_[1] = kUnknown;
  board_ = &board;
  rules_ = rules;
  now_ = board;

  add(node_of(start, 0));
  follow(inner, 0);
}

void Assumption::go_on(const Board& board, const ChainRules& rules, InnerChains* inner) {
  const int searched = rules_.level;
  board_ = &board;
  rules_ = rules;
  inner_finder_ = inner;
  if (inner != nullptr) inner->count_again(inner_work_);
  if (is_contradiction()) return;
  counted_ = 0;
  follow(inner, searched);
}

// `searched`: the level of the inner rules that are known to find nothing more; 0 if this is not
// known.
void Assumption::follow(InnerChains* inner, int searched) {
  while (true) {
    if (next_[1] < found_[1].size()) {
      if (follow_true(index_[found_[1][next_[1]++]])) return;
    } else if (next_[0] < found_[0].size()) {
      if (follow_false(index_[found_[0][next_[0]++]])) return;
    } else {
      const std::size_t known = nodes_.size();
      if (rules_.level > 0) follow_inner(inner, searched);
      searched = 0;
      if (nodes_.size() == known) return;
    }
  }
}

// Adds a node whose opposite is already known.
void Assumption::end_with(const Node& node) {
  const int own = is_true(node.statement) ? 0 : 1;
  contradiction_[own] = static_cast<int>(nodes_.size());
  contradiction_[1 - own] = index_[node.statement ^ 1];
  nodes_.push_back(node);
}

// If a candidate is true, the other candidates of its cell are false, and so are the digit's other
// places in its houses. Returns true if one of these candidates is already known to be true: a
// contradiction.
bool Assumption::follow_true(int node) {
  const int cell = cell_of(nodes_[node].statement);
  const int digit = digit_of(nodes_[node].statement);
  const std::size_t first_parent = parents_.size();  // all conclusions share this parent
  add_parent(node);
  const auto exclude = [&](int at, int value) {
    const Statement lost = statement(at, value, false);
    return index_[lost] < 0 && contradicts(node_of(lost, first_parent));
  };
  if (!rules_.is_nishio) {
    unsigned others = now_.candidates(cell) & ~(1U << digit);
    for (; others != 0; others &= others - 1) {
      if (exclude(cell, first_bit(others))) return true;
    }
  }
  // Visits the peers in the order of kPeersByKind.
  for (int kind = 0; kind < kHouseKinds; ++kind) {
    const int house = kHousesOf[cell][kind];
    const int place = kPlacesOf[cell][kind];
    const int across = kind == 1 ? cell % 9 / 3 : cell / 27;  // which third of the line the box has
    const unsigned known = 1U << place | (kind == 0 ? 0U : 7U << 3 * across);
    for (unsigned left = now_.places(house, digit) & ~known; left != 0; left &= left - 1) {
      if (exclude(kHouseCells[house][first_bit(left)], digit)) return true;
    }
  }
  return false;
}

// Adds a draft of the conclusion that the candidate is true. Its parents are `parent` and the
// hidden parents: the candidates that have been removed since the assumption, either from the cell
// (house < 0), or from the digit's places in the house. `hidden` has a bit for each hidden parent:
// its digit in the cell, or its place in the house.
void Assumption::conclude(int cell, int digit, int parent, unsigned hidden, int house) {
  const Statement found = statement(cell, digit, true);
  // follow_false() changes index_ only when it has made all drafts, so the drafts are searched,
  // too.
  if (index_[found] >= 0) return;
  for (const Node& draft : drafts_) {
    if (draft.statement == found) return;
  }
  const std::size_t first_parent = parents_.size();
  add_parent(parent);
  for_each_bit(hidden, [&](int bit) {
    add_parent(index_[house < 0 ? statement(cell, bit, false)
                                : statement(kHouseCells[house][bit], digit, false)]);
  });
  drafts_.push_back(
      node_of(found, first_parent, house < 0 ? last_in_cell(cell) : last_in_house(house, digit)));
}

// If a candidate is false, and its cell has only one other candidate left, the other candidate is
// true. If the digit has only one other place left in a house of the cell, the digit is in this
// place. Returns true if such a conclusion is already known to be false: a contradiction.
bool Assumption::follow_false(int node) {
  const int cell = cell_of(nodes_[node].statement);
  const int digit = digit_of(nodes_[node].statement);
  drafts_.clear();
  const unsigned candidates = now_.candidates(cell);
  if (!rules_.is_nishio && count9(candidates) == 2) {
    conclude(cell, first_bit(candidates & ~(1U << digit)), node,
             board_->candidates(cell) & ~candidates, -1);
  }
  for (int kind = 0; kind < kHouseKinds; ++kind) {
    const int house = kHousesOf[cell][kind];
    const unsigned places = now_.places(house, digit);
    if (count9(places) != 2) continue;
    const int place = first_bit(places & ~(1U << kPlacesOf[cell][kind]));
    conclude(kHouseCells[house][place], digit, node, board_->places(house, digit) & ~places, house);
  }
  if (rules_.is_dynamic) now_.remove(cell, digit);
  return std::ranges::any_of(drafts_, [&](const Node& draft) { return contradicts(draft); });
}

void Assumption::begin_walk() const {
  if (++seen_now_ == 0) {
    seen_.fill(0);
    seen_now_ = 1;
  }
  walk_.clear();
}

// Returns true if this is the first visit to the statement in the current walk.
bool Assumption::visit(Statement statement) const {
  std::uint32_t& seen = seen_[statement];
  if (seen == seen_now_) return false;
  seen = seen_now_;
  return true;
}

// Visits the ancestors of a node breadth first, from the node itself on. Calls use(index, node).
template <class Use>
void Assumption::walk_back(int node, Use use) const {
  begin_walk();
  walk_.push_back(static_cast<std::uint16_t>(node));
  visit(nodes_[node].statement);
  for (std::size_t next = 0; next < walk_.size(); ++next) {
    const Node& at = nodes_[walk_[next]];
    use(walk_[next], at);
    for (const std::uint16_t parent : parents_of(at)) {
      if (visit(nodes_[parent].statement)) walk_.push_back(parent);
    }
  }
}

// The same as nodes(), but the node need not be in index_. (One side of a contradiction is not in
// index_.) Adds the inner chains of the ancestors to `sum`.
int Assumption::count_to(int node, InnerSum& sum) const {
  walk_back(node, [&](int, const Node& at) {
    if (at.inner >= 0) sum.add(inner_chains_[at.inner]);
  });
  return static_cast<int>(walk_.size());
}

void Assumption::describe_node(int node, Reason start, ChainHash& hash,
                               std::vector<Reason>& reasons) const {
  hash.next_target();
  walk_back(node, [&](int index, const Node& at) {
    hash.add(at.statement);
    const Reason reason = index == 0 ? start : at.reason;
    if (is_true(at.statement) && reason != kNoReason) reasons.push_back(reason);
  });
}

// In nodes_, parents come before their children, so one pass computes the sets of ancestors.
const std::uint64_t* Assumption::ancestors_of(std::size_t node) const {
  if (counted_ == 0) {
    words_ = (nodes_.size() + 63) / 64;
    ancestors_.resize(nodes_.size() * words_);
  }
  for (; counted_ <= node; ++counted_) {
    std::uint64_t* set = &ancestors_[counted_ * words_];
    for (std::size_t word = 0; word < words_; ++word) set[word] = 0;
    set[counted_ / 64] |= std::uint64_t{1} << counted_ % 64;
    for (const std::uint16_t parent : parents_of(nodes_[counted_])) {
      const std::uint64_t* other = &ancestors_[parent * words_];
      for (std::size_t word = 0; word < words_; ++word) set[word] |= other[word];
    }
  }
  return &ancestors_[node * words_];
}

int Assumption::nodes(Statement statement) const {
  const std::uint64_t* set = ancestors_of(index_[statement]);
  int count = 0;
  for (std::size_t word = 0; word < words_; ++word) count += std::popcount(set[word]);
  return count;
}

void Assumption::add_inner_chains(Statement statement, InnerSum& sum) const {
  if (inner_chains_.empty()) return;
  const std::uint64_t* set = ancestors_of(index_[statement]);
  for (std::size_t word = 0; word < words_; ++word) {
    for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
      const Node& at = nodes_[word * 64 + std::countr_zero(bits)];
      if (at.inner >= 0) sum.add(inner_chains_[at.inner]);
    }
  }
}

}  // namespace dokumill::explainer
