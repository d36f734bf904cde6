// StaticChains::find_all(): finds all cycles and forcing chains of a board, for use as steps inside
// another chain.
#include <algorithm>

#include "engine/explainer/chains/static_chains.hpp"
#include "engine/explainer/steps/implication.hpp"

namespace dokumill::explainer {

void StaticChains::find_all(const Board& board, InnerSteps& steps) {
  load_places(board);
  steps_ = &steps;
  if (!by_removals_.empty()) by_removals_.clear();  // takes long even if it is empty
  order_ = 0;
  mode_ = kModes[2];  // has the links of the other modes, too
  link();
  const ChainEnds ends = ends_of_chains(board, links_);
  for (const Mode& mode : kModes) {
    if (ends.empty()) break;
    if (!mode.uses_x && !may_have_y_cycle(board)) continue;
    mode_ = mode;
    link();
    distances_.load(board, links_, mode.uses_y);
    const int fewest = fewest_around(ends);
    for (const int source : distances_.ids()) {
      const int count = board.count(source / 9);
      if (count < 2 || (count > 2 && !mode.uses_x)) continue;
      if (fewest < kAnyLength && distances_.may_cycle(source, fewest, kAnyLength)) {
        find_cycle(source, fewest, kAnyLength);
      }
      if (!mode.uses_x) continue;
      for (const bool from_true : {true, false}) {
        if (!(from_true ? ends.is_refuted(source) : ends.is_proven(source))) continue;
        const int nodes = distances_.nodes_of_chain(source, from_true, kAnyLength);
        if (nodes != 0) add_chain(source, nodes, from_true);
      }
    }
  }
  steps.sort();
  steps_ = nullptr;
}

// The fewest nodes that a cycle with removals may have; kAnyLength if there is no such cycle.
int StaticChains::fewest_around(const ChainEnds& ends) const {
  int fewest = kAnyLength;
  int max = kAnyLength;
  for (const int source : distances_.ids()) {
    if (ends.is_refuted(source)) note_closed_way(source, max, fewest);
  }
  return fewest;
}

// Begins a step with the removals in gone_in_order_. If a step with the same removals exists, only
// the step with the lower rank is kept. Returns nullptr if the existing step is kept.
InnerSteps::Step* StaticChains::begin_step(const Rank& rank) {
  ++order_;
  std::uint64_t key = 0;
  for (const Removal& gone : gone_in_order_) {
    ChainHash one;  // the hashes are added, so the order of the cells does not matter
    one.add(gone.cell);
    one.add(gone.digits);
    key += one.value();
  }
  const auto [at, is_new] =
      by_removals_.try_emplace(key, static_cast<std::uint32_t>(steps_->steps.size()));
  if (is_new) {
    steps_->begin(rank, order_);
  } else if (!rank.is_before(steps_->steps[at->second].rank)) {
    return nullptr;
  }
  InnerSteps::Step& step = steps_->steps[at->second];
  step.rank = rank;
  step.order = order_;
  step.first_removal = static_cast<std::uint32_t>(steps_->removals.size());
  step.first_reason = static_cast<std::uint32_t>(steps_->reasons.size());
  for (const Removal& gone : gone_in_order_) steps_->removals.push_back(gone);
  return &step;
}

void StaticChains::add_chain(int source, int nodes, bool from_true) {
  const int cell = source / 9;
  const unsigned digit = 1U << source % 9;
  gone_in_order_.assign(1, {cell, from_true ? digit : board_->candidates(cell) & ~digit});
  InnerSteps::Step* step = begin_step(Rank::of(mode_.chain, nodes, mode_.kind));
  if (step == nullptr) return;
  if (is_explained()) explain_chain(source, from_true, *explained_);
  trace(source, from_true);
  ChainHash hash;
  add_path(!from_true, hash);
  steps_->end(*step, hash);
}

// Adds the candidates of path_ to the hash, and the reasons of its true candidates to *steps_.
void StaticChains::add_path(bool is_first_true, ChainHash& hash) {
  hash.next_target();
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const bool is_true = (i % 2 == 0) == is_first_true;
    hash.add(statement(path_[i], is_true));
    if (is_true && i + 1 < path_.size()) {
      steps_->reasons.push_back(reason_of(path_[i + 1], path_[i]));
    }
  }
}

// Visits the candidates breadth first, from the source until a chain leads back to it. Stores the
// chain in path_, from its conclusion about the source back to the assumption.
void StaticChains::trace(int source, bool from_true) {
  forget();
  path_.clear();
  if (from_true) {
    add(source, kNone, kNone);
  } else {
    follow(kNone, source);
  }
  for (std::size_t i = 0; i < queue_.size() && path_.empty(); ++i) {
    const int id = queue_[i].id;
    const bool excludes_source =
        id / 9 == source / 9 || (id % 9 == source % 9 && are_peers(id / 9, source / 9));
    if (from_true && id != source && excludes_source) path_ = {source};
    const Excluded& excluded = excluded_from(id);
    for (int k = 0; k < excluded.count && path_.empty(); ++k) {
      const int lost = excluded.ids[k];
      if (!from_true && links_.are_partners(lost, source)) {
        path_ = {source, lost};
      } else {
        follow(static_cast<int>(i), lost);
      }
    }
    if (!path_.empty()) add_way_back(static_cast<int>(i));
  }
}

// Adds to path_ the way from queue_[at] back to the start: true, false, true, ...
void StaticChains::add_way_back(int at) {
  for (; at >= 0; at = queue_[at].parent) {
    path_.push_back(queue_[at].id);
    if (queue_[at].via >= 0) path_.push_back(queue_[at].via);
  }
}

// The reason why `id` is true if `lost` is false.
Reason StaticChains::reason_of(int lost, int id) const {
  const int cell = id / 9;
  const int digit = id % 9;
  if (lost / 9 == cell) return last_in_cell(cell);
  for (const int house : kHousesOf[cell]) {
    if (house_cells(house).has(lost / 9) && count9(board_->places(house, digit)) == 2) {
      return last_in_house(house, digit);
    }
  }
  return kNoReason;
}

// Read forwards, a cycle has a link from the true candidate `id` to the false candidate `lost`.
// Read backwards, `lost` is true. Sudoku Explainer uses the same link as the reason why `lost` is
// true. This function returns this reason.
Reason StaticChains::reason_backwards(int id, int lost) const {
  const int cell = lost / 9;
  if (id / 9 == cell) return last_in_cell(cell);
  return last_in_house(shared_house(Cell(id / 9), Cell(cell)), lost % 9);
}

// Adds the cycle in path_, which removes the candidates in gone_.
void StaticChains::add_cycle(int nodes) {
  const std::size_t size = path_.size();
  // Stores the removals in the order in which Sudoku Explainer finds their cells.
  gone_in_order_.clear();
  CellSet done;
  for (std::size_t i = 0; i < size; i += 2) {
    for (const int peer : kPeersByKind[path_[i] / 9]) {
      if (!gone_[path_[i] % 9].has(peer) || done.has(peer)) continue;
      done.add(peer);
      unsigned digits = 0;
      for (int digit = 0; digit < kDigits; ++digit) {
        if (gone_[digit].has(peer)) digits |= 1U << digit;
      }
      gone_in_order_.emplace_back(peer, digits);
    }
  }
  InnerSteps::Step* step = begin_step(Rank::of(mode_.cycle, nodes, mode_.kind));
  if (step == nullptr) return;
  if (is_explained()) explain_cycle(*explained_);
  ChainHash hash;
  add_path(true, hash);
  hash.next_target();
  hash.add(statement(path_[0], false));
  for (std::size_t i = size - 1; i > 0; --i) {
    const bool is_true = i % 2 == 1;
    hash.add(statement(path_[i], is_true));
    if (is_true) steps_->reasons.push_back(reason_backwards(path_[(i + 1) % size], path_[i]));
  }
  steps_->end(*step, hash);
}

}  // namespace dokumill::explainer
