// StaticChains::find_all(): finds all cycles and forcing chains of a board, for use as steps inside
// another chain.
#include "explainer/chains/static_chains.hpp"
#include "explainer/steps/implication.hpp"

namespace dokumill::explainer {
void StaticChains::find_all(const Board& board, InnerSteps& steps) {
  load_places(board);
  steps_ = &steps;
  by_removals_.clear();
  order_ = 0;
  for (const Mode& mode : kModes) {
    mode_ = mode;
    link();
    distances_.load(board, links_, mode.uses_y);
    for (const int source : distances_.ids()) {
      const int count = board.count(source / 9);
      if (count < 2 || (count > 2 && !mode.uses_x)) continue;
      if (distances_.may_cycle(source, 0, kAnyLength)) find_cycle(source, 0, kAnyLength);
      if (!mode.uses_x) continue;
      for (const bool from_true : {true, false}) {
        const int nodes = distances_.nodes_of_chain(source, from_true, kAnyLength);
        if (nodes != 0) add_chain(source, nodes, from_true);
      }
    }
  }
  steps.sort();
  steps_ = nullptr;
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
  const unsigned gone = from_true ? digit : board_->candidates(cell) & ~digit;
  gone_in_order_.assign(1, {cell, gone});
  InnerSteps::Step* step = begin_step(Rank::of(mode_.chain, nodes, mode_.kind));
  if (step == nullptr) return;
  if (is_explained()) explain_chain(source, from_true, *explained_);
  int lost = kNone;
  auto at = static_cast<int>(trace(source, from_true, lost));
  ChainHash hash;
  hash.next_target();
  hash.add(static_cast<unsigned>(source * 2 + (from_true ? 0 : 1)));
  if (!from_true) {
    steps_->reasons.push_back(reason_of(lost, source));
    hash.add(static_cast<unsigned>(lost * 2));
  }
  while (at >= 0) {
    const Node& node = queue_[at];
    hash.add(static_cast<unsigned>(node.id * 2 + 1));
    if (node.via >= 0) {
      steps_->reasons.push_back(reason_of(node.via, node.id));
      hash.add(static_cast<unsigned>(node.via * 2));
    }
    at = node.parent;
  }
  steps_->end(*step, hash);
}

// Visits the candidates breadth first, from the source until a chain leads back to it. Returns the
// index in queue_ of the last true candidate of this chain. From a true source, this candidate
// excludes the source. From a false source, this candidate excludes `lost`, and `lost` is a partner
// of the source.
std::size_t StaticChains::trace(int source, bool from_true, int& lost) {
  forget();
  if (from_true) {
    add(source, kNone, kNone);
  } else {
    follow(kNone, source);
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const int id = queue_[i].id;
    if (from_true && id != source &&
        (id / 9 == source / 9 ? mode_.uses_y
                              : id % 9 == source % 9 && are_peers(id / 9, source / 9))) {
      return i;
    }
    each_excluded(id, [&](int next) {
      if (lost != kNone || is_lost_[next]) return;
      if (!from_true && links_.are_partners(next, source)) {
        lost = next;
      } else {
        follow(static_cast<int>(i), next);
      }
    });
    if (lost != kNone) return i;
  }
  return 0;
}

// The reason why `id` is true if `lost` is false.
Reason StaticChains::reason_of(int lost, int id) const {
  const int cell = id / 9;
  const int digit = id % 9;
  if (lost / 9 == cell) return last_in_cell(cell);
  for (int kind = 0; kind < kHouseKinds; ++kind) {
    const int house = kHousesOf[cell][kind];
    const bool is_shared = kHousesOf[lost / 9][kind] == house;
    if (is_shared && count9(board_->places(house, digit)) == 2) return last_in_house(house, digit);
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

// Stores the cycle that goes from `source` to queue_[last], `lost` and back to `source`.
void StaticChains::note_path(int source, std::size_t last, int lost) {
  path_.clear();
  path_.push_back(static_cast<std::int16_t>(source));
  path_.push_back(static_cast<std::int16_t>(lost));
  for (std::size_t i = last; queue_[i].parent >= 0;
       i = static_cast<std::size_t>(queue_[i].parent)) {
    path_.push_back(queue_[i].id);
    path_.push_back(queue_[i].via);
  }
}

// Adds the cycle in path_, which removes the candidates in gone_.
void StaticChains::add_cycle(int source, int nodes) {
  const std::size_t size = path_.size();
  // Stores the removals in the order in which Sudoku Explainer finds their cells.
  gone_in_order_.clear();
  for (std::size_t i = 0; i < size; i += 2) {
    for (const std::uint8_t peer : kPeersByKind[path_[i] / 9]) {
      std::uint16_t& gone = gone_[peer];
      if ((gone >> path_[i] % 9 & 1U) == 0) continue;
      gone_in_order_.push_back({peer, gone});
      gone = 0;
    }
  }
  InnerSteps::Step* step = begin_step(Rank::of(mode_.cycle, nodes, mode_.kind));
  if (step == nullptr) return;
  if (is_explained()) explain_cycle(*explained_);
  ChainHash hash;
  hash.next_target();
  for (std::size_t i = 0; i < size; ++i) {
    const bool is_true = i % 2 == 0;
    hash.add(static_cast<unsigned>(path_[i] * 2 + (is_true ? 1 : 0)));
    if (is_true) steps_->reasons.push_back(reason_of(path_[i + 1], path_[i]));
  }
  hash.next_target();
  hash.add(static_cast<unsigned>(source * 2));
  for (std::size_t i = size - 1; i > 0; --i) {
    const bool is_true = i % 2 == 1;
    hash.add(static_cast<unsigned>(path_[i] * 2 + (is_true ? 1 : 0)));
    if (is_true) steps_->reasons.push_back(reason_backwards(path_[(i + 1) % size], path_[i]));
  }
  steps_->end(*step, hash);
}

}  // namespace dokumill::explainer
