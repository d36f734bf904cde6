#include "engine/explainer/chains/static_chains.hpp"

#include <algorithm>
#include <climits>
#include <iterator>

namespace dokumill::explainer {
namespace {

// The cells with two candidates, without those that cannot be in a cycle with only y links: the
// cycle comes to each cell from a peer with one of its candidates, and leaves to a peer with the
// other.
CellSet cells_of_y_cycles(const Board& board) {
  CellSet cells = board.bivalue_cells();
  CellSet with[kDigits];
  for (int digit = 0; digit < kDigits; ++digit) with[digit] = cells & board.cells_with(digit);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    cells.for_each([&](int cell) {
      const unsigned pair = board.candidates(cell);
      CellSet& with_a = with[first_bit(pair)];
      CellSet& with_b = with[second_bit(pair)];
      const CellSet peers = peers_of(cell);
      if (!(with_a & peers).empty() && !(with_b & peers).empty()) return;
      has_changed = true;
      with_a.remove(cell);
      with_b.remove(cell);
      cells.remove(cell);
    });
  }
  return cells;
}

}  // namespace

// Such a cycle has a false and a true candidate of one digit that a place of the digit sees, and it
// leads from each of them to the other. Bit i of a set stands for candidate i: cells with two
// candidates have the bits 2n, 2n + 1.
bool may_have_y_cycle(const Board& board) {
  const CellSet bivalue = cells_of_y_cycles(board);
  if (bivalue.count() > 32) return true;
  std::array<int, 64> cells;
  std::array<int, 64> digits;
  std::array<std::uint64_t, kDigits> with{};
  std::size_t count = 0;
  bivalue.for_each([&](int cell) {
    for_each_bit(board.candidates(cell), [&](int digit) {
      cells[count] = cell;
      digits[count] = digit;
      with[digit] |= std::uint64_t{1} << count++;
    });
  });
  std::array<std::uint64_t, 64> excluded;
  std::array<std::uint64_t, 64> next;  // what follows in one step if it is true
  for (std::size_t i = 0; i < count; ++i) {
    excluded[i] = 0;
    next[i] = 0;
    Bits<1>{with[digits[i]]}.each([&](std::size_t j) {
      if (!are_peers(cells[i], cells[j])) return;
      excluded[i] |= std::uint64_t{1} << j;
      next[i] |= std::uint64_t{1} << (j ^ 1);
    });
  }
  std::array<std::uint64_t, 64> trues;  // in any number of steps, and itself
  follow_all(count, next.data(), trues.data());
  bool found = false;
  for (std::size_t lost = 0; lost < count && !found; ++lost) {
    const std::uint64_t ends = trues[lost ^ 1] & with[digits[lost]];
    Bits<1>{ends & ~(std::uint64_t{1} << lost)}.each([&](std::size_t end) {
      if ((trues[end] & excluded[lost]) == 0) return;
      const CellSet seen = peers_of(cells[lost]) & peers_of(cells[end]);
      found = found || !(seen & board.cells_with(digits[lost])).empty();
    });
  }
  return found;
}

bool StaticChains::find(const Board& board, Hint& hint) {
  Watch watch;
  return find(board, hint, watch);
}

bool StaticChains::find(const Board& board, Hint& hint, Watch& watch) {
  hint_ = &hint;
  watch_ = &watch;
  best_ = Rank{};
  load_places(board);
  search_digits();
  for (const Mode& mode : {kModes[1], kModes[2]}) {
    if (max_nodes(best_, mode.cycle, mode.kind) < 4) continue;
    if (!mode.uses_x && !may_have_y_cycle(board)) continue;
    search(mode);
  }
  if (best_.nodes == INT_MAX) return false;
  hint.score = in_tenths(best_.difficulty);
  return true;
}

int StaticChains::find_easiest(int score, const Board& board, Hint& hint) {
  hint_ = &hint;
  load_places(board);
  const int fewest = fewest_of_digits(board);
  int best =
      fewest == kAnyLength ? INT_MAX : in_tenths(kModes[0].chain + length_difficulty(fewest));
  if (best <= score) {
    remove_by_digits(max_nodes_up_to(score, kModes[0].chain));
    return score;
  }
  mode_ = kModes[2];
  fewest_nodes_ = kAnyLength;
  bool has_longer = false;  // whether chains with a lower score than those of one digit exist
  int max = best == INT_MAX ? kAnyLength : max_nodes_up_to(best, mode_.chain);
  if (max >= 4) {
    link();
    distances_.load(board, links_, mode_.uses_y);
    const auto take = [&](int source, bool from_true, int nodes) {
      fewest_nodes_ = std::min(fewest_nodes_, nodes);
      const int reached = std::max(score, in_tenths(mode_.chain + length_difficulty(nodes)));
      if (reached < best) {
        hint.clear();
        has_longer = true;
        best = reached;
      }
      max = nodes;
      remove_by_chain(source, from_true);
    };
    distances_.each_chain(Distances::Sources::kAll, max, take);
  }
  if (best == INT_MAX) return 0;
  if (!has_longer) remove_by_digits(max_nodes_up_to(best, kModes[0].chain));
  return best;
}

// The number of nodes of the shortest chain of one digit; kAnyLength if there is no such chain.
int StaticChains::fewest_of_digits(const Board& board) {
  int fewest = kAnyLength;
  for (int digit = 0; digit < kDigits; ++digit) {
    DigitChains& chains = digits_[digit];
    if (chains.load(board, digit)) chains.find_chain();
    if (chains.chain().nodes != 0) fewest = std::min(fewest, chains.chain().nodes);
  }
  return fewest;
}

// REQUIRES: fewest_of_digits() was called for this board.
void StaticChains::remove_by_digits(int max) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const DigitChains& chains = digits_[digit];
    if (chains.chain().nodes == 0 || chains.chain().nodes > max) continue;
    chains.each_chain(
        max, [&](int cell, bool from_true) { remove_by_chain(cell * 9 + digit, from_true); });
  }
}

// The fewest nodes that a cycle with removals may have; kAnyLength if every such cycle has more
// than `max`. A candidate that a cycle removes has a chain with at most two nodes more than the
// cycle (see the header).
int StaticChains::fewest_around(int max) {
  int fewest = kAnyLength;
  int max_of_chain = max + 2;
  const auto take = [&](int source, bool, int) {
    note_closed_way(source, max, fewest);
    max_of_chain = max + 2;
  };
  if (max >= 4) distances_.each_chain(Distances::Sources::kTrue, max_of_chain, take);
  return fewest;
}

// The same as fewest_around(), but only for the candidates in removable_, where the candidates with
// the shortest chains come first.
int StaticChains::fewest_around_removable(int max) const {
  int fewest = kAnyLength;
  for (const Removable& one : removable_) {
    if (max < 4 || one.nodes > max + 2) break;
    note_closed_way(one.source, max, fewest);
  }
  return fewest;
}

void StaticChains::note_closed_way(int source, int& max, int& fewest) const {
  const int nodes = distances_.nodes_of_cycle(source, max);
  if (nodes == 0) return;
  fewest = nodes;
  max = nodes - 2;
}

void StaticChains::note_cycles(int fewest) {
  if (fewest <= max_watched()) watch_->may_have_cycle = true;
}

void StaticChains::remove_by_chain(int source, bool from_true) {
  const unsigned digit = 1U << source % 9;
  hint_->add_candidates(*board_, source / 9, from_true ? digit : ~digit);
}

void StaticChains::load_places(const Board& board) {
  board_ = &board;
  linked_kind_ = 0;
  for (int digit = 0; digit < kDigits; ++digit) places_[digit] = board.cells_with(digit);
}

// The digit with the shortest chain or cycle of one digit; of several, the one that starts from the
// first candidate. -1 if there is none. part_of(chains) returns the chain or the cycle.
template <class Part>
int StaticChains::shortest_of_digits(Part part_of) const {
  int best = -1;
  for (int digit = 0; digit < kDigits; ++digit) {
    const auto& found = part_of(digits_[digit]);
    if (found.nodes == 0) continue;
    if (best >= 0) {
      const auto& before = part_of(digits_[best]);
      if (std::pair(before.nodes, before.cell) <= std::pair(found.nodes, found.cell)) continue;
    }
    best = digit;
  }
  return best;
}

// Searches the chains and cycles of each digit alone.
void StaticChains::search_digits() {
  mode_ = kModes[0];
  for (int digit = 0; digit < kDigits; ++digit) {
    if (!digits_[digit].load(*board_, digit)) continue;
    digits_[digit].find_chain();
    search_cycles(digit);
  }
  const int with_chain = shortest_of_digits([](auto& chains) -> auto& { return chains.chain(); });
  if (with_chain < 0) return;
  const auto [nodes, cell, from_true] = digits_[with_chain].chain();
  if (watch_->score != 0 && nodes <= max_watched() + 2) {
    link();
    distances_.load(*board_, links_, mode_.uses_y);
    note_cycles(fewest_around(max_watched()));
  }
  take_chain(cell * 9 + with_chain, nodes, from_true);
  const int with_cycle = shortest_of_digits([](auto& chains) -> auto& { return chains.cycle; });
  if (with_cycle < 0) return;
  const DigitChains::Cycle& cycle = digits_[with_cycle].cycle;
  if (!Rank::of(mode_.cycle, cycle.nodes, mode_.kind).is_before(best_)) return;
  for (CellSet& cells : gone_) cells = {};
  gone_[with_cycle] = cycle.removals;
  take_cycle_hint(cycle.cell * 9 + with_cycle, cycle.nodes);
}

// Of the digit's cycles that rank before the digit's shortest chain (see Rank), finds the shortest.
// The header explains why such a cycle has at least `min` nodes.
void StaticChains::search_cycles(int digit) {
  DigitChains& chains = digits_[digit];
  chains.cycle = {};
  const int nodes_of_chain = chains.chain().nodes;
  if (nodes_of_chain == 0) return;
  const int min = nodes_of_chain - 2;
  const Rank limit = Rank::of(mode_.chain, nodes_of_chain, mode_.kind);
  int max = max_nodes(limit, mode_.cycle, mode_.kind);
  chains.each_source_of_cycles(min, max, [&](int cell) {
    link();
    const int nodes = find_cycle(cell * 9 + digit, min, max);
    if (nodes == 0) return;
    max = nodes - 1;
    chains.cycle = {nodes, cell, gone_[digit]};
  });
}

void StaticChains::search(const Mode& mode) {
  mode_ = mode;
  link();
  distances_.load(*board_, links_, mode_.uses_y);
  best_source_ = -1;
  const int watched = watch_->score == 0 ? 0 : max_watched();
  removable_.clear();
  if (mode.uses_x) {
    int max = max_nodes(best_, mode.chain, mode.kind);
    if (mode.uses_y) max = std::min(max, watch_->fewest_nodes);
    const auto limit_of_cycles = [&] {
      const bool is_first = best_source_ >= 0 && mode.cycle == mode.chain;
      const int longest = is_first ? best_.nodes : max_nodes(best_, mode.cycle, mode.kind);
      return std::max(longest, watched) + 2;
    };
    int limit = std::max(max, limit_of_cycles());
    const auto take = [&](int source, bool from_true, int nodes) {
      if (from_true) removable_.push_back({source, nodes});
      if (nodes > max) return;
      take_chain(source, nodes, from_true);
      max = 0;
      limit = limit_of_cycles();
    };
    distances_.each_chain(Distances::Sources::kAll, limit, take);
  }
  // If a cycle and a chain have the same rank and the same source, the cycle is preferred.
  int max = max_nodes(best_, mode.cycle, mode.kind);
  if (!mode.uses_x && watch_->fewest_nodes < kAnyLength) {
    const Mode& last = kModes[2];
    const Rank known = Rank::of(last.chain, watch_->fewest_nodes, last.kind);
    max = std::min(max, max_nodes(known, mode.cycle, mode.kind));
  }
  const int longest = best_source_ >= 0 && mode.cycle == mode.chain ? best_.nodes : max;
  const int around = std::max(longest, watched);
  const int min = mode.uses_x ? fewest_around_removable(around) : fewest_around(around);
  note_cycles(min);
  if (min > longest) return;
  for (const int source : distances_.ids()) {
    if (!mode.uses_x && board_->count(source / 9) > 2) continue;
    const bool is_early = source <= best_source_ && mode.cycle == mode.chain;
    const int limit = is_early ? best_.nodes : max;
    if (!distances_.may_cycle(source, min, limit)) continue;
    if (const int nodes = find_cycle(source, min, limit); nodes != 0) {
      take_cycle_hint(source, nodes);
      max = max_nodes(best_, mode.cycle, mode.kind);
    }
  }
}

// Loads the links of the board and the mode, if they are not loaded.
void StaticChains::link() {
  if (linked_kind_ == mode_.kind) return;
  linked_kind_ = mode_.kind;
  links_.load(*board_, mode_.uses_x, mode_.uses_y);
  ++stamp_;
}

void StaticChains::take_chain(int source, int nodes, bool from_true) {
  best_ = Rank::of(mode_.chain, nodes, mode_.kind);
  best_source_ = source;
  found_ = {mode_, source, nodes, false, from_true};
  hint_->clear();
  if (from_true) {
    hint_->add(source / 9, 1U << source % 9);
    hint_->remove(technique(false), 0);
  } else {
    hint_->add_candidates(*board_, source / 9, ~(1U << source % 9));
    hint_->place(technique(false), 0, source / 9, source % 9);
  }
}

Technique StaticChains::technique(bool is_cycle) const {
  using enum Technique;
  if (!is_cycle) return mode_.uses_y ? kForcingChain : kForcingXChain;
  if (!mode_.uses_y) return kXCycle;
  return mode_.uses_x ? kXyCycle : kYCycle;
}

// Returns the length of the shortest cycle through `source` that removes a candidate and has
// `min` to `max` nodes; 0 if no such cycle exists. Stores its removals in gone_.
int StaticChains::find_cycle(int source, int min, int max) {
  forget();
  min = std::max(min, 4);
  const auto mark = [&](bool value) {
    for (const int back : links_.of(source)) is_back_[back] = value;
  };
  mark(true);
  add(source, kNone, kNone);
  std::size_t begin = 0;
  int found = 0;
  for (int nodes = 2; nodes <= max && found == 0 && begin < queue_.size(); nodes += 2) {
    const std::size_t end = queue_.size();
    for (std::size_t i = begin; i < end && found == 0; ++i) {
      const Excluded& excluded = excluded_from(queue_[i].id);
      for (int k = 0; k < excluded.count; ++k) {
        const int lost = excluded.ids[k];
        if (nodes >= min && is_back_[lost] && !is_ancestor(i, lost) &&
            take_cycle(source, static_cast<int>(i), lost, nodes)) {
          found = nodes;
          break;
        }
        follow(static_cast<int>(i), lost);
      }
    }
    begin = end;
  }
  mark(false);
  return found;
}

const StaticChains::Excluded& StaticChains::excluded_from(int id) {
  Excluded& list = excluded_list_[id];
  if (list.stamp == stamp_) return list;
  list.stamp = stamp_;
  list.count = 0;
  each_excluded(id, [&](int lost) { list.ids[list.count++] = static_cast<std::int16_t>(lost); });
  return list;
}

void StaticChains::forget() {
  for (const Node& node : queue_) is_true_[node.id] = false;
  for (const int id : lost_) is_lost_[id] = false;
  queue_.clear();
  lost_.clear();
}

void StaticChains::add(int id, int parent, int via) {
  if (is_true_[id]) return;
  is_true_[id] = true;
  queue_.push_back({id, parent, via});
}

void StaticChains::follow(int index, int lost) {
  if (is_lost_[lost]) return;
  is_lost_[lost] = true;
  lost_.push_back(lost);
  for (const int id : links_.of(lost)) add(id, index, lost);
}

bool StaticChains::is_ancestor(std::size_t index, int lost) const {
  for (int i = static_cast<int>(index); i >= 0; i = queue_[i].parent) {
    if (queue_[i].via == lost) return true;
  }
  return false;
}

// The cycle leads from `source` to queue_[last], to `lost` and back to `source`. Stores it in
// path_, and its removals in gone_. Returns false if the cycle removes nothing. During find_all(),
// a cycle that removes something is added to *steps_, and the function returns false as well.
bool StaticChains::take_cycle(int source, int last, int lost, int nodes) {
  path_ = {source, lost};
  add_way_back(last);
  path_.pop_back();  // the source again
  CellSet members;
  CellSet excluded[2][kDigits];  // by the false and by the true members
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const int cell = path_[i] / 9;
    members.add(cell);
    excluded[i % 2][path_[i] % 9] |= peers_of(cell);
  }
  CellSet any;
  for (int digit = 0; digit < kDigits; ++digit) {
    gone_[digit] = (excluded[0][digit] & excluded[1][digit] & places_[digit]) - members;
    any |= gone_[digit];
  }
  if (any.empty()) return false;
  if (steps_ == nullptr) return true;
  add_cycle(nodes);
  return false;
}

// Sets the hint to a cycle with this number of nodes, which removes the candidates in gone_.
void StaticChains::take_cycle_hint(int source, int nodes) {
  best_ = Rank::of(mode_.cycle, nodes, mode_.kind);
  best_source_ = -1;
  found_ = {mode_, source, nodes, true, true};
  hint_->clear();
  for (int digit = 0; digit < kDigits; ++digit) {
    gone_[digit].for_each([&](int cell) { hint_->add(cell, 1U << digit); });
  }
  hint_->remove(technique(true), 0);
}

}  // namespace dokumill::explainer
