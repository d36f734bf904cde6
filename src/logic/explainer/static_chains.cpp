#include "logic/explainer/static_chains.hpp"

namespace dokumill::logic::explainer {

bool StaticChains::find(const Board& board, Hint& hint) {
  load(board);
  hint_ = &hint;
  best_ = Rank{};
  for (const Mode& mode : kModes) search(mode);
  if (best_.nodes == INT_MAX) return false;
  hint.score = in_tenths(best_.difficulty);
  return true;
}

void StaticChains::load(const Board& board) {
  board_ = &board;
  ids_.clear();
  for (CellSet& places : places_) places = {};
  for (int cell = 0; cell < kCells; ++cell) {
    first_of_[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(ids_.size());
    for_each_bit(board.candidates(cell), [&](int digit) {
      places_[digit].add(cell);
      const int candidate = cell * 9 + digit;
      index_[static_cast<std::size_t>(candidate)] = static_cast<std::int16_t>(ids_.size());
      ids_.push_back(static_cast<std::int16_t>(candidate));
    });
  }
  first_of_[kCells] = static_cast<std::uint16_t>(ids_.size());
  words_ = (ids_.size() + 63) / 64;
  for (std::size_t house = 0; house < kHouses; ++house) {
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      Bits& bits = in_house_[house][digit];
      for (std::size_t word = 0; word < words_; ++word) bits[word] = 0;
      for_each_bit(board.places(static_cast<int>(house), static_cast<int>(digit)), [&](int place) {
        const int cell = kGeometry.cells[house][static_cast<std::size_t>(place)];
        set_bit(bits, index_of(cell * 9 + static_cast<int>(digit)));
      });
    }
  }
}

void StaticChains::search(const Mode& mode) {
  mode_ = mode;
  if (most_nodes(best_, mode.cycle, mode.kind) < 4) return;
  link();
  spread();
  best_source_ = -1;
  if (mode.uses_x) {
    for (const int source : ids_) {
      for (const bool from_true : {true, false}) {
        const int most = most_nodes(best_, mode.chain, mode.kind);
        if (const int nodes = nodes_of_chain(source, from_true, most); nodes != 0) {
          take_chain(source, nodes, from_true);
        }
      }
    }
  }
  // At the same rank, a cycle comes before the chain of the same candidate.
  for (const int source : ids_) {
    if (!mode.uses_x && board_->count(source / 9) > 2) continue;
    int most = most_nodes(best_, mode.cycle, mode.kind);
    if (source <= best_source_ && mode.cycle == mode.chain) most = best_.nodes;
    if (may_cycle(source, most)) find_cycle(source, most);
  }
}

// The links from false candidates.
void StaticChains::link() {
  for (auto& links : partners_) links.count = 0;
  strong_.fill(0);
  if (mode_.uses_y) {
    for (int cell = 0; cell < kCells; ++cell) {
      const unsigned candidates = board_->candidates(cell);
      if (count9(candidates) != 2) continue;
      add_link(cell * 9 + first_bit(candidates),
               cell * 9 + first_bit(candidates & (candidates - 1)));
    }
  }
  if (!mode_.uses_x) return;
  for (int house = 0; house < kHouses; ++house) {
    const auto& cells = kGeometry.cells[static_cast<std::size_t>(house)];
    for (int digit = 0; digit < kDigits; ++digit) {
      const unsigned places = board_->places(house, digit);
      if (count9(places) != 2) continue;
      add_link(cells[static_cast<std::size_t>(first_bit(places))] * 9 + digit,
               cells[static_cast<std::size_t>(first_bit(places & (places - 1)))] * 9 + digit);
    }
  }
}

void StaticChains::add_link(int from, int to) {
  for (const auto& [a, b] : {std::pair(from, to), std::pair(to, from)}) {
    Partners& links = partners_[static_cast<std::size_t>(a)];
    links.ids[static_cast<std::size_t>(links.count++)] = static_cast<std::int16_t>(b);
    strong_[static_cast<std::size_t>(a / 9)] |= static_cast<std::uint16_t>(1U << a % 9);
  }
}

// The links as bits.
void StaticChains::spread() {
  Bits strong{};
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const Partners& links = partners_[static_cast<std::size_t>(ids_[i])];
    if (links.count == 0) continue;
    set_bit(strong, i);
    Bits& after = after_[i];
    for (std::size_t word = 0; word < words_; ++word) after[word] = 0;
    for (int link = 0; link < links.count; ++link) {
      set_bit(after, index_of(links.ids[static_cast<std::size_t>(link)]));
    }
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const auto cell = static_cast<std::size_t>(ids_[i] / 9);
    const auto digit = static_cast<std::size_t>(ids_[i] % 9);
    const auto& houses = kGeometry.houses[cell];
    const Bits& box = in_house_[houses[0]][digit];
    const Bits& row = in_house_[houses[1]][digit];
    const Bits& column = in_house_[houses[2]][digit];
    Bits& excluded = excluded_[i];
    for (std::size_t word = 0; word < words_; ++word) {
      excluded[word] = box[word] | row[word] | column[word];
    }
    if (mode_.uses_y) {
      for (std::size_t k = first_of_[cell]; k < first_of_[cell + 1]; ++k) set_bit(excluded, k);
    }
    excluded[i / 64] &= ~(std::uint64_t{1} << i % 64);
    Bits& next = next_[i];
    for (std::size_t word = 0; word < words_; ++word) next[word] = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      for (std::uint64_t lost = excluded[word] & strong[word]; lost != 0; lost &= lost - 1) {
        const Bits& after = after_[word * 64 + static_cast<std::size_t>(std::countr_zero(lost))];
        for (std::size_t to = 0; to < words_; ++to) next[to] |= after[to];
      }
    }
  }
}

// Goes from frontier_ to the next distance and on, until stop() or until nothing is left.
template <class Stop>
void StaticChains::walk(Stop stop) {
  while (true) {
    std::uint64_t ending = 0;
    for (std::size_t word = 0; word < words_; ++word) ending |= frontier_[word] & ends_[word];
    if (stop(ending != 0)) return;
    Bits reached;
    for (std::size_t word = 0; word < words_; ++word) reached[word] = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      for (std::uint64_t bits = frontier_[word]; bits != 0; bits &= bits - 1) {
        const Bits& next = next_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        for (std::size_t to = 0; to < words_; ++to) reached[to] |= next[to];
      }
    }
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      frontier_[word] = reached[word] & ~seen_[word];
      seen_[word] |= reached[word];
      any |= frontier_[word];
    }
    if (any == 0) return;
  }
}

// The length of the shortest chain with at most `most` nodes; 0 if every chain is longer.
int StaticChains::nodes_of_chain(int source, bool from_true, int most) {
  const Partners& links = partners_[static_cast<std::size_t>(source)];
  if (most < 4 || (!from_true && links.count == 0)) return 0;
  const auto at = static_cast<std::size_t>(index_[static_cast<std::size_t>(source)]);
  const auto bit = std::uint64_t{1} << at % 64;
  for (std::size_t word = 0; word < words_; ++word) seen_[word] = frontier_[word] = ends_[word] = 0;
  int nodes = 2;
  if (from_true) {
    // The end is a candidate that excludes the source.
    seen_[at / 64] = frontier_[at / 64] = bit;
    for (std::size_t word = 0; word < words_; ++word) ends_[word] = excluded_[at][word];
  } else {
    // The end is a candidate that excludes a partner of the source.
    nodes = 4;
    for (int link = 0; link < links.count; ++link) {
      const auto partner = static_cast<std::size_t>(
          index_[static_cast<std::size_t>(links.ids[static_cast<std::size_t>(link)])]);
      frontier_[partner / 64] |= std::uint64_t{1} << partner % 64;
      for (std::size_t word = 0; word < words_; ++word) ends_[word] |= excluded_[partner][word];
    }
    for (std::size_t word = 0; word < words_; ++word) seen_[word] = frontier_[word];
  }
  int found = 0;
  walk([&](bool is_end) {
    if (nodes > most) return true;
    if (is_end && nodes >= 4) {
      found = nodes;
      return true;
    }
    nodes += 2;
    return false;
  });
  return found;
}

void StaticChains::take_chain(int source, int nodes, bool from_true) {
  best_ = Rank::of(mode_.chain, nodes, mode_.kind);
  best_source_ = source;
  const Se121Technique technique =
      mode_.uses_y ? Se121Technique::kForcingChain : Se121Technique::kForcingXChain;
  hint_->clear();
  if (from_true) {
    hint_->add(source / 9, 1U << source % 9);
    hint_->remove(technique, 0);
  } else {
    hint_->add_candidates(*board_, source / 9, ~(1U << source % 9));
    hint_->place(technique, 0, source / 9, source % 9);
  }
}

// A way leads from the source back to one of its partners, and does not begin with this partner.
bool StaticChains::may_cycle(int source, int most) {
  const Partners& links = partners_[static_cast<std::size_t>(source)];
  if (most < 4) return false;
  const auto at = static_cast<std::size_t>(index_[static_cast<std::size_t>(source)]);
  const auto bit = std::uint64_t{1} << at % 64;
  for (int link = 0; link < links.count; ++link) {
    const int back = links.ids[static_cast<std::size_t>(link)];
    const Bits& ends = excluded_[static_cast<std::size_t>(index_[static_cast<std::size_t>(back)])];
    for (std::size_t word = 0; word < words_; ++word) {
      frontier_[word] = 0;
      ends_[word] = ends[word];
    }
    each_excluded(source, [&](int lost) {
      if (lost == back) return;
      const Partners& after = partners_[static_cast<std::size_t>(lost)];
      for (int i = 0; i < after.count; ++i) {
        const auto next = static_cast<std::size_t>(
            index_[static_cast<std::size_t>(after.ids[static_cast<std::size_t>(i)])]);
        frontier_[next / 64] |= std::uint64_t{1} << next % 64;
      }
    });
    frontier_[at / 64] &= ~bit;
    for (std::size_t word = 0; word < words_; ++word) seen_[word] = frontier_[word];
    seen_[at / 64] |= bit;
    int nodes = 4;
    bool found = false;
    walk([&](bool is_end) {
      found = is_end && nodes <= most;
      nodes += 2;
      return found || nodes > most;
    });
    if (found) return true;
  }
  return false;
}

void StaticChains::find_cycle(int source, int most) {
  forget();
  add(source, kNone, kNone);
  std::size_t begin = 0;
  for (int nodes = 2; nodes <= most; nodes += 2) {
    const std::size_t end = queue_.size();
    if (begin == end) return;
    bool has_cycle = false;
    for (std::size_t i = begin; i < end && !has_cycle; ++i) {
      each_excluded(queue_[i].id, [&](int lost) {
        if (has_cycle) return;
        if (nodes >= 4 && is_partner(lost, source) && !is_ancestor(i, lost)) {
          has_cycle = take_cycle(source, i, lost, nodes);
        }
        if (!has_cycle) follow(static_cast<int>(i), lost);
      });
    }
    if (has_cycle) return;
    begin = end;
  }
}

void StaticChains::forget() {
  for (const Node& node : queue_) is_true_[static_cast<std::size_t>(node.id)] = false;
  for (const std::int16_t id : lost_) is_lost_[static_cast<std::size_t>(id)] = false;
  queue_.clear();
  lost_.clear();
}

void StaticChains::add(int id, int parent, int via) {
  if (is_true_[static_cast<std::size_t>(id)]) return;
  is_true_[static_cast<std::size_t>(id)] = true;
  queue_.push_back({static_cast<std::int16_t>(id), static_cast<std::int16_t>(parent),
                    static_cast<std::int16_t>(via)});
}

void StaticChains::follow(int index, int lost) {
  if (is_lost_[static_cast<std::size_t>(lost)]) return;
  is_lost_[static_cast<std::size_t>(lost)] = true;
  lost_.push_back(static_cast<std::int16_t>(lost));
  const Partners& links = partners_[static_cast<std::size_t>(lost)];
  for (int link = 0; link < links.count; ++link) {
    add(links.ids[static_cast<std::size_t>(link)], index, lost);
  }
}

bool StaticChains::is_partner(int a, int b) const {
  const Partners& links = partners_[static_cast<std::size_t>(a)];
  for (int link = 0; link < links.count; ++link) {
    if (links.ids[static_cast<std::size_t>(link)] == b) return true;
  }
  return false;
}

bool StaticChains::is_ancestor(std::size_t index, int lost) const {
  for (int i = static_cast<int>(index); i >= 0; i = queue_[static_cast<std::size_t>(i)].parent) {
    if (queue_[static_cast<std::size_t>(i)].via == lost) return true;
  }
  return false;
}

// The cycle source, ..., queue_[last], `lost`, source. Returns false if it removes nothing.
bool StaticChains::take_cycle(int source, std::size_t last, int lost, int nodes) {
  CellSet members;
  CellSet from_true[kDigits];
  CellSet from_false[kDigits];
  unsigned digits = 0;
  const auto take = [&](int id, CellSet(&seen)[kDigits]) {
    members.add(id / 9);
    seen[id % 9] |= peers_of(id / 9);
    digits |= 1U << id % 9;
  };
  take(source, from_true);
  take(lost, from_false);
  for (std::size_t i = last; queue_[i].parent >= 0;
       i = static_cast<std::size_t>(queue_[i].parent)) {
    take(queue_[i].id, from_true);
    take(queue_[i].via, from_false);
  }
  gone_.fill(0);
  bool removes = false;
  for_each_bit(digits, [&](int digit) {
    ((from_true[digit] & from_false[digit] & places_[digit]) - members).for_each([&](int cell) {
      gone_[static_cast<std::size_t>(cell)] |= static_cast<std::uint16_t>(1U << digit);
      removes = true;
    });
  });
  if (!removes) return false;
  if (steps_ != nullptr) {
    add_cycle(source, last, lost, nodes);
    return false;
  }
  best_ = Rank::of(mode_.cycle, nodes, mode_.kind);
  best_source_ = -1;
  hint_->clear();
  for (int cell = 0; cell < kCells; ++cell) {
    if (const unsigned gone = gone_[static_cast<std::size_t>(cell)]; gone != 0) {
      hint_->add(cell, gone);
    }
  }
  return hint_->remove(!mode_.uses_y   ? Se121Technique::kXCycle
                       : !mode_.uses_x ? Se121Technique::kYCycle
                                       : Se121Technique::kXyCycle,
                       0);
}

}  // namespace dokumill::logic::explainer
