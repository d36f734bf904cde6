#include "logic/explainer/static_chains.hpp"

#include <algorithm>
#include <iterator>

namespace dokumill::logic::explainer {

bool StaticChains::find(const Board& board, Hint& hint) {
  hint_ = &hint;
  best_ = Rank{};
  load_places(board);
  const bool are_few = std::all_of(std::begin(places_), std::end(places_), [](CellSet places) {
    return places.count() <= DigitChains::kMostPlaces;
  });
  bool is_loaded = false;
  for (const Mode& mode : kModes) {
    if (mode.kind == kModes[0].kind && are_few) {
      search_digits();
      continue;
    }
    if (most_nodes(best_, mode.cycle, mode.kind) < 4) continue;
    if (!is_loaded) load(board);
    is_loaded = true;
    search(mode);
  }
  if (best_.nodes == INT_MAX) return false;
  hint.score = in_tenths(best_.difficulty);
  return true;
}

void StaticChains::load_places(const Board& board) {
  board_ = &board;
  for (int digit = 0; digit < kDigits; ++digit) places_[digit] = board.cells_with(digit);
}

void StaticChains::load(const Board& board) {
  load_places(board);
  ids_.clear();
  for (int cell = 0; cell < kCells; ++cell) {
    first_of_[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(ids_.size());
    for_each_bit(board.candidates(cell), [&](int digit) {
      const int candidate = cell * 9 + digit;
      index_[static_cast<std::size_t>(candidate)] = static_cast<std::int16_t>(ids_.size());
      ids_.push_back(static_cast<std::int16_t>(candidate));
    });
  }
  first_of_[kCells] = static_cast<std::uint16_t>(ids_.size());
  words_ = ids_.size() <= 128 ? 2 : ids_.size() <= 256 ? 4 : std::tuple_size_v<Bits>;
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

// The chains and cycles of each digit alone. Of equals, the first candidate decides.
void StaticChains::search_digits() {
  mode_ = kModes[0];
  bool is_linked = false;
  int first = 0;
  const DigitChains::Chain* chain = nullptr;
  for (int digit = 0; digit < kDigits; ++digit) {
    DigitChains& chains = digits_[static_cast<std::size_t>(digit)];
    if (chains.load(*board_, digit)) {
      if (!is_linked) link();
      is_linked = true;
      chains.find_chain();
      search_cycles(digit);
    }
    const DigitChains::Chain& found = chains.chain();
    const int source = found.cell * 9 + digit;
    if (found.nodes == 0) continue;
    if (chain != nullptr && found.nodes > chain->nodes) continue;
    if (chain != nullptr && found.nodes == chain->nodes && source > first) continue;
    chain = &found;
    first = source;
  }
  if (chain != nullptr) take_chain(first, chain->nodes, chain->from_true);
  const DigitChains::Cycle* cycle = nullptr;
  for (int digit = 0; digit < kDigits; ++digit) {
    const DigitChains::Cycle& found = digits_[static_cast<std::size_t>(digit)].cycle;
    const int source = found.cell * 9 + digit;
    if (found.nodes == 0) continue;
    if (cycle != nullptr && found.nodes > cycle->nodes) continue;
    if (cycle != nullptr && found.nodes == cycle->nodes && source > first) continue;
    cycle = &found;
    first = source;
  }
  if (cycle == nullptr || !Rank::of(mode_.cycle, cycle->nodes, mode_.kind).is_before(best_)) return;
  gone_.fill(0);
  cycle->removals.for_each([&](int cell) {
    gone_[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(1U << first % 9);
  });
  take_cycle_hint(cycle->nodes);
}

// The shortest cycle of the digit that comes before its shortest chain.
void StaticChains::search_cycles(int digit) {
  DigitChains& chains = digits_[static_cast<std::size_t>(digit)];
  chains.cycle = {};
  const int nodes_of_chain = chains.chain().nodes;
  const Rank limit =
      nodes_of_chain == 0 ? Rank{} : Rank::of(mode_.chain, nodes_of_chain, mode_.kind);
  int most = most_nodes(limit, mode_.cycle, mode_.kind);
  chains.each_source_of_cycles(most, [&](int cell) {
    const int nodes = find_cycle(cell * 9 + digit, most);
    if (nodes == 0) return;
    most = nodes - 1;
    chains.cycle = {nodes, cell, {}};
    for (int at = 0; at < kCells; ++at) {
      if (gone_[static_cast<std::size_t>(at)] != 0) chains.cycle.removals.add(at);
    }
  });
}

void StaticChains::search(const Mode& mode) {
  mode_ = mode;
  link();
  with_words([&](auto words) { spread<words>(); });
  best_source_ = -1;
  if (mode.uses_x) {
    int most = most_nodes(best_, mode.chain, mode.kind);
    for (const int source : ids_) {
      for (const bool from_true : {true, false}) {
        const int nodes = nodes_of_chain(source, from_true, most);
        if (nodes == 0) continue;
        take_chain(source, nodes, from_true);
        most = most_nodes(best_, mode.chain, mode.kind);
      }
    }
  }
  // At the same rank, a cycle comes before the chain of the same candidate.
  int most = most_nodes(best_, mode.cycle, mode.kind);
  for (const int source : ids_) {
    if (!mode.uses_x && board_->count(source / 9) > 2) continue;
    const bool is_early = source <= best_source_ && mode.cycle == mode.chain;
    const int limit = is_early ? best_.nodes : most;
    if (!may_cycle(source, limit)) continue;
    if (const int nodes = find_cycle(source, limit); nodes != 0) {
      take_cycle_hint(nodes);
      most = most_nodes(best_, mode.cycle, mode.kind);
    }
  }
}

// The links from false candidates.
void StaticChains::link() {
  for (auto& links : partners_) links.count = 0;
  strong_.fill(0);
  ++stamp_;
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
template <std::size_t kWords>
void StaticChains::spread() {
  Bits strong{};
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const Partners& links = partners_[static_cast<std::size_t>(ids_[i])];
    if (links.count == 0) continue;
    set_bit(strong, i);
    Bits& after = after_[i];
    for (std::size_t word = 0; word < kWords; ++word) after[word] = 0;
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
    for (std::size_t word = 0; word < kWords; ++word) {
      excluded[word] = box[word] | row[word] | column[word];
    }
    if (mode_.uses_y) {
      for (std::size_t k = first_of_[cell]; k < first_of_[cell + 1]; ++k) set_bit(excluded, k);
    }
    excluded[i / 64] &= ~(std::uint64_t{1} << i % 64);
    Bits& next = next_[i];
    std::uint64_t made[kWords] = {};
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t lost = excluded[word] & strong[word]; lost != 0; lost &= lost - 1) {
        const Bits& after = after_[word * 64 + static_cast<std::size_t>(std::countr_zero(lost))];
        for (std::size_t to = 0; to < kWords; ++to) made[to] |= after[to];
      }
    }
    for (std::size_t word = 0; word < kWords; ++word) next[word] = made[word];
  }
}

// Goes to the true candidates after those of `front` that are not in `seen`. Returns false without such candidates.
template <std::size_t kWords>
bool StaticChains::step(Bits& front, Bits& seen) const {
  std::uint64_t reached[kWords] = {};
  for (std::size_t word = 0; word < kWords; ++word) {
    for (std::uint64_t bits = front[word]; bits != 0; bits &= bits - 1) {
      const Bits& next = next_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
      for (std::size_t to = 0; to < kWords; ++to) reached[to] |= next[to];
    }
  }
  std::uint64_t any = 0;
  for (std::size_t word = 0; word < kWords; ++word) {
    front[word] = reached[word] & ~seen[word];
    seen[word] |= reached[word];
    any |= front[word];
  }
  return any != 0;
}

template <std::size_t kWords>
StaticChains::Bits StaticChains::excluded_by(const Bits& front) const {
  std::uint64_t made[kWords] = {};
  for (std::size_t word = 0; word < kWords; ++word) {
    for (std::uint64_t bits = front[word]; bits != 0; bits &= bits - 1) {
      const Bits& row = excluded_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
      for (std::size_t to = 0; to < kWords; ++to) made[to] |= row[to];
    }
  }
  Bits excluded;
  for (std::size_t word = 0; word < kWords; ++word) excluded[word] = made[word];
  return excluded;
}

namespace {

template <std::size_t kWords, class Bits>
bool meet(const Bits& a, const Bits& b) {
  std::uint64_t both = 0;
  for (std::size_t word = 0; word < kWords; ++word) both |= a[word] & b[word];
  return both != 0;
}

}  // namespace

// The length of the shortest chain with at most `most` nodes; 0 if every chain is longer.
int StaticChains::nodes_of_chain(int source, bool from_true, int most) const {
  if (most < 4 || (!from_true && partners_[static_cast<std::size_t>(source)].count == 0)) return 0;
  return with_words([&](auto words) { return nodes_from<words>(source, from_true, most); });
}

template <std::size_t kWords>
int StaticChains::nodes_from(int source, bool from_true, int most) const {
  Bits front;
  for (std::size_t word = 0; word < kWords; ++word) front[word] = 0;
  int nodes = 2;
  if (from_true) {
    set_bit(front, index_of(source));
  } else {
    const Partners& links = partners_[static_cast<std::size_t>(source)];
    for (int link = 0; link < links.count; ++link) {
      set_bit(front, index_of(links.ids[static_cast<std::size_t>(link)]));
    }
    nodes = 4;
  }
  Bits seen;
  for (std::size_t word = 0; word < kWords; ++word) seen[word] = front[word];
  Bits excluded = excluded_by<kWords>(front);
  if (!from_true && meet<kWords>(front, excluded)) return nodes;
  while (nodes + 2 <= most && step<kWords>(front, seen)) {
    nodes += 2;
    if (meet<kWords>(front, excluded)) return nodes;
    nodes += 2;
    if (nodes > most) return 0;
    excluded = excluded_by<kWords>(front);
    if (meet<kWords>(front, excluded)) return nodes;
  }
  return 0;
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
bool StaticChains::may_cycle(int source, int most) const {
  const Partners& links = partners_[static_cast<std::size_t>(source)];
  if (most < 4) return false;
  for (int link = 0; link < links.count; ++link) {
    const int back = links.ids[static_cast<std::size_t>(link)];
    if (with_words([&](auto words) { return comes_back<words>(source, back, most); })) return true;
  }
  return false;
}

template <std::size_t kWords>
bool StaticChains::comes_back(int source, int back, int most) const {
  const std::size_t at = index_of(source);
  const Bits& ends = excluded_[index_of(back)];
  Bits front;
  Bits seen;
  for (std::size_t word = 0; word < kWords; ++word) front[word] = 0;
  each_excluded(source, [&](int lost) {
    if (lost == back) return;
    const Partners& after = partners_[static_cast<std::size_t>(lost)];
    for (int i = 0; i < after.count; ++i) {
      set_bit(front, index_of(after.ids[static_cast<std::size_t>(i)]));
    }
  });
  front[at / 64] &= ~(std::uint64_t{1} << at % 64);
  for (std::size_t word = 0; word < kWords; ++word) seen[word] = front[word];
  set_bit(seen, at);
  for (int nodes = 4; nodes <= most; nodes += 2) {
    if (meet<kWords>(front, ends)) return true;
    if (nodes + 2 > most || !step<kWords>(front, seen)) return false;
  }
  return false;
}

// Returns the length of the shortest cycle that removes something, with the removals in gone_, or 0.
int StaticChains::find_cycle(int source, int most) {
  forget();
  const Partners& links = partners_[static_cast<std::size_t>(source)];
  const auto mark = [&](bool value) {
    for (int link = 0; link < links.count; ++link) {
      is_back_[static_cast<std::size_t>(links.ids[static_cast<std::size_t>(link)])] = value;
    }
  };
  mark(true);
  add(source, kNone, kNone);
  std::size_t begin = 0;
  int found = 0;
  for (int nodes = 2; nodes <= most && found == 0 && begin < queue_.size(); nodes += 2) {
    const std::size_t end = queue_.size();
    for (std::size_t i = begin; i < end && found == 0; ++i) {
      const Excluded& excluded = excluded_from(queue_[i].id);
      for (int k = 0; k < excluded.count; ++k) {
        const int lost = excluded.ids[static_cast<std::size_t>(k)];
        if (nodes >= 4 && is_back_[static_cast<std::size_t>(lost)] && !is_ancestor(i, lost) &&
            take_cycle(source, i, lost, nodes)) {
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
  Excluded& list = excluded_list_[static_cast<std::size_t>(id)];
  if (list.stamp == stamp_) return list;
  list.stamp = stamp_;
  list.count = 0;
  each_excluded(id, [&](int lost) {
    list.ids[static_cast<std::size_t>(list.count++)] = static_cast<std::int16_t>(lost);
  });
  return list;
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
  return true;
}

// The hint for the cycle with the removals in gone_.
void StaticChains::take_cycle_hint(int nodes) {
  best_ = Rank::of(mode_.cycle, nodes, mode_.kind);
  best_source_ = -1;
  hint_->clear();
  for (int cell = 0; cell < kCells; ++cell) {
    if (const unsigned gone = gone_[static_cast<std::size_t>(cell)]; gone != 0) {
      hint_->add(cell, gone);
    }
  }
  hint_->remove(!mode_.uses_y   ? Se121Technique::kXCycle
                : !mode_.uses_x ? Se121Technique::kYCycle
                                : Se121Technique::kXyCycle,
                0);
}

}  // namespace dokumill::logic::explainer
