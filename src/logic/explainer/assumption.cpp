#include "logic/explainer/assumption.hpp"

#include <algorithm>

#include "logic/explainer/patterns.hpp"

namespace dokumill::logic::explainer {

void Assumption::run(const Board& board, Statement start, const ChainRules& rules) {
  for (const Node& node : nodes_) index_[node.statement] = kUnknown;
  nodes_.clear();
  parents_.clear();
  found_[0].clear();
  found_[1].clear();
  set_.fill(0);
  contradiction_[0] = contradiction_[1] = kUnknown;
  board_ = &board;
  rules_ = rules;
  now_ = board;

  add(start, 0);
  std::size_t next_true = 0;
  std::size_t next_false = 0;
  while (true) {
    if (next_true < found_[1].size()) {
      if (follow_true(index_[found_[1][next_true++]])) return;
    } else if (next_false < found_[0].size()) {
      if (follow_false(index_[found_[0][next_false++]])) return;
    } else {
      return;
    }
    const bool is_done = next_true == found_[1].size() && next_false == found_[0].size();
    if (is_done && rules_.has_inner) follow_inner();
  }
}

int Assumption::add_node(Statement statement, std::size_t first_parent) {
  nodes_.push_back({statement, static_cast<std::uint16_t>(parents_.size() - first_parent),
                    static_cast<std::uint32_t>(first_parent)});
  return static_cast<int>(nodes_.size()) - 1;
}

void Assumption::add(Statement statement, std::size_t first_parent) {
  index_[statement] = static_cast<std::int16_t>(add_node(statement, first_parent));
  set_[statement / 64] |= std::uint64_t{1} << statement % 64;
  found_[is_true(statement) ? 1 : 0].push_back(statement);
}

// The other candidates of the cell, and the digit's other places, are false.
bool Assumption::follow_true(int node) {
  const int cell = cell_of(nodes_[node].statement);
  const int digit = digit_of(nodes_[node].statement);
  const auto exclude = [&](int at, int value) {
    const Statement lost = statement(at, value, false);
    const std::int16_t opposite = index_[statement(at, value, true)];
    if (opposite < 0 && index_[lost] >= 0) return false;
    const std::size_t first_parent = parents_.size();
    parents_.push_back(static_cast<std::uint16_t>(node));
    if (opposite < 0) {
      add(lost, first_parent);
      return false;
    }
    contradiction_[0] = opposite;
    contradiction_[1] = add_node(lost, first_parent);
    return true;
  };
  if (!rules_.is_nishio) {
    unsigned others = now_.candidates(cell) & ~(1U << digit);
    for (; others != 0; others &= others - 1) {
      if (exclude(cell, first_bit(others))) return true;
    }
  }
  for (const int peer : kGeometry.by_kind[cell]) {
    if (now_.has(peer, digit) && exclude(peer, digit)) return true;
  }
  return false;
}

// Adds a draft: the candidate is true, because of `parent` and the hidden parents: candidates of the
// cell (house < 0) or places of the digit in the house that have gone since the assumption.
void Assumption::conclude(int cell, int digit, int parent, unsigned hidden, int house) {
  const Statement found = statement(cell, digit, true);
  for (const Draft& draft : drafts_) {
    if (draft.statement == found) return;
  }
  const std::size_t first_parent = parents_.size();
  parents_.push_back(static_cast<std::uint16_t>(parent));
  for_each_bit(hidden, [&](int bit) {
    const Statement lost = house < 0 ? statement(cell, bit, false)
                                     : statement(kGeometry.cells[house][bit], digit, false);
    parents_.push_back(static_cast<std::uint16_t>(index_[lost]));
  });
  drafts_.push_back({found, static_cast<std::uint32_t>(first_parent),
                     static_cast<std::uint16_t>(parents_.size() - first_parent)});
}

// The last other candidate of the cell, and the digit's last other places in its houses, are true.
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
    const int house = kGeometry.houses[cell][kind];
    const unsigned places = now_.places(house, digit);
    if (count9(places) != 2) continue;
    const int place = first_bit(places & ~(1U << kGeometry.places[cell][kind]));
    conclude(kGeometry.cells[house][place], digit, node, board_->places(house, digit) & ~places,
             house);
  }
  if (rules_.is_dynamic) now_.remove(cell, digit);
  for (const Draft& draft : drafts_) {
    const std::int16_t opposite = index_[draft.statement - 1];
    if (opposite < 0 && index_[draft.statement] >= 0) continue;
    nodes_.push_back({draft.statement, draft.parents, draft.first_parent});
    const int added = static_cast<int>(nodes_.size()) - 1;
    if (opposite >= 0) {
      contradiction_[0] = added;
      contradiction_[1] = opposite;
      return true;
    }
    index_[draft.statement] = static_cast<std::int16_t>(added);
    set_[draft.statement / 64] |= std::uint64_t{1} << draft.statement % 64;
    found_[1].push_back(draft.statement);
  }
  return false;
}

// The parents are at first_parent and after it; the removals are in gone_.
void Assumption::add_inner(std::size_t first_parent) {
  const std::size_t parents = parents_.size() - first_parent;
  if (parents == 0 || gone_.empty()) {
    parents_.resize(first_parent);
    return;
  }
  // Sudoku Explainer keeps the removals of a step in a hash table by cell.
  const int table = gone_.size() > 24 ? 64 : gone_.size() > 12 ? 32 : 16;
  std::stable_sort(gone_.begin(), gone_.end(),
                   [&](Gone a, Gone b) { return a.cell % table < b.cell % table; });
  for (const Gone& gone : gone_) {
    for_each_bit(gone.digits, [&](int digit) {
      inner_.push_back({statement(gone.cell, digit, false),
                        static_cast<std::uint32_t>(first_parent),
                        static_cast<std::uint16_t>(parents)});
    });
  }
}

// One inner rule: all its steps on the board as it is now. Those that the board before the
// assumption had already have no parents and do not count.
void Assumption::follow_inner() {
  inner_.clear();
  const auto begin = [&] {
    gone_.clear();
    return parents_.size();
  };
  const auto remove = [&](int cell, unsigned digits) {
    if (const unsigned gone = now_.candidates(cell) & digits; gone != 0) {
      gone_.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint16_t>(gone)});
    }
  };
  const auto need = [&](int cell, int digit) {
    parents_.push_back(static_cast<std::uint16_t>(index_[statement(cell, digit, false)]));
  };
  const auto lost_places = [&](int house, int digit) {
    return board_->places(house, digit) & ~now_.places(house, digit);
  };

  each_locking(now_, [&](const Locking& found) {
    const std::size_t first = begin();
    for (const int cell : kGeometry.cells[found.cover]) {
      const auto& houses = kGeometry.houses[cell];
      if (std::find(houses.begin(), houses.end(), found.base) == houses.end()) {
        remove(cell, 1U << found.digit);
      }
    }
    for_each_bit(lost_places(found.base, found.digit), [&](int place) {
      const int cell = kGeometry.cells[found.base][place];
      const auto& houses = kGeometry.houses[cell];
      if (std::find(houses.begin(), houses.end(), found.cover) == houses.end()) {
        need(cell, found.digit);
      }
    });
    add_inner(first);
    return false;
  });
  if (inner_.empty()) {
    each_hidden_set(now_, 2, [&](int house, unsigned places, unsigned digits) {
      const std::size_t first = begin();
      for_each_bit(places,
                   [&](int place) { remove(kGeometry.cells[house][place], kAllDigits & ~digits); });
      for_each_bit(0x1ff & ~places, [&](int place) {
        const int cell = kGeometry.cells[house][place];
        for_each_bit(board_->candidates(cell) & digits, [&](int digit) { need(cell, digit); });
      });
      add_inner(first);
      return false;
    });
  }
  if (inner_.empty()) {
    each_naked_set(now_, 2, [&](int house, unsigned places, unsigned digits) {
      const std::size_t first = begin();
      for_each_bit(0x1ff & ~places,
                   [&](int place) { remove(kGeometry.cells[house][place], digits); });
      for_each_bit(places, [&](int place) {
        const int cell = kGeometry.cells[house][place];
        for_each_bit(board_->candidates(cell) & ~digits, [&](int digit) { need(cell, digit); });
      });
      add_inner(first);
      return false;
    });
  }
  if (inner_.empty()) {
    each_fish(now_, 2, [&](const Fish& found) {
      const std::size_t first = begin();
      for_each_bit(found.covers, [&](int cover) {
        const int house = found.cover_houses + cover;
        for_each_bit(now_.places(house, found.digit) & ~found.bases,
                     [&](int place) { remove(kGeometry.cells[house][place], 1U << found.digit); });
      });
      for_each_bit(found.bases, [&](int base) {
        const int house = found.base_houses + base;
        for_each_bit(lost_places(house, found.digit) & ~found.covers,
                     [&](int place) { need(kGeometry.cells[house][place], found.digit); });
      });
      add_inner(first);
      return false;
    });
  }
  for (const Draft& draft : inner_) {
    if (index_[draft.statement] >= 0) continue;
    nodes_.push_back({draft.statement, draft.parents, draft.first_parent});
    index_[draft.statement] = static_cast<std::int16_t>(nodes_.size() - 1);
    set_[draft.statement / 64] |= std::uint64_t{1} << draft.statement % 64;
    found_[0].push_back(draft.statement);
  }
}

int Assumption::nodes_to(int node) const {
  if (++seen_now_ == 0) {
    seen_.fill(0);
    seen_now_ = 1;
  }
  stack_.clear();
  stack_.push_back(static_cast<std::uint16_t>(node));
  int count = 0;
  seen_[nodes_[node].statement] = seen_now_;
  while (!stack_.empty()) {
    const Node& at = nodes_[stack_.back()];
    stack_.pop_back();
    ++count;
    for (std::size_t i = at.first_parent; i < at.first_parent + at.parents; ++i) {
      const std::uint16_t parent = parents_[i];
      std::uint32_t& seen = seen_[nodes_[parent].statement];
      if (seen == seen_now_) continue;
      seen = seen_now_;
      stack_.push_back(parent);
    }
  }
  return count;
}

}  // namespace dokumill::logic::explainer
