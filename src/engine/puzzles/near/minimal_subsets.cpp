#include "engine/puzzles/near/minimal_subsets.hpp"

#include <bit>

namespace dokumill::puzzles {
namespace {

int count(CellBits set) {
  return std::popcount(set.low) + std::popcount(set.high);
}

bool is_empty(CellBits set) {
  return (set.low | set.high) == 0;
}

// REQUIRES: the set is not empty.
bool has_one(CellBits set) {
  return set.low == 0 ? (set.high & (set.high - 1)) == 0
                      : set.high == 0 && (set.low & (set.low - 1)) == 0;
}

CellBits both(CellBits a, CellBits b) {
  return {a.low & b.low, a.high & b.high};
}

// REQUIRES: the set is not empty.
int first(CellBits set) {
  return set.low != 0 ? std::countr_zero(set.low) : 64 + std::countr_zero(set.high);
}

}  // namespace

bool MinimalSubsets::each(const std::function<bool(const Grid&)>& visit,
                          const std::function<bool()>& should_stop) {
  visit_ = &visit;
  should_stop_ = &should_stop;
  edges_.clear();
  critical_.fill(0);
  CellBits clues;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle_.cells[static_cast<std::size_t>(cell)] != 0) clues.add(cell);
  }
  return extend({}, clues);
}

bool MinimalSubsets::extend(CellBits chosen, CellBits open) {
  if (*should_stop_ && (*should_stop_)()) return false;
  // The edge without a chosen clue that leaves the fewest choices.
  int fewest = kCells + 1;
  for (const CellBits edge : edges_) {
    if (!is_empty(both(edge, chosen))) continue;
    const int choices = count(both(edge, open));
    if (choices >= fewest) continue;
    fewest = choices;
    edge_ = edge;
  }
  if (fewest > kCells) {
    const Answer found = find_edge(chosen);
    if (found == Answer::kStopped) return false;
    if (found == Answer::kNo) return (*visit_)(puzzle_of(chosen));
  }
  CellBits choices = both(edge_, open);
  open = {open.low & ~choices.low, open.high & ~choices.high};
  while (!is_empty(choices)) {
    const int clue = first(choices);
    choices.remove(clue);
    CellBits more = chosen;
    more.add(clue);
    Answer are_critical = Answer::kYes;
    for (CellBits rest = chosen; !is_empty(rest) && are_critical == Answer::kYes;) {
      const int other = first(rest);
      rest.remove(other);
      are_critical = is_critical(more, other);
    }
    if (are_critical == Answer::kStopped) return false;
    if (are_critical == Answer::kYes && !extend(more, open)) return false;
    open.add(clue);
  }
  return true;
}

Grid MinimalSubsets::puzzle_of(CellBits chosen) const {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (chosen.has(cell)) grid.cells[at] = puzzle_.cells[at];
  }
  return grid;
}

void MinimalSubsets::add_edge(const Grid& other) {
  edge_ = {};
  for (int cell = 0; cell < kCells; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (puzzle_.cells[at] != 0 && other.cells[at] != solution_.cells[at]) edge_.add(cell);
  }
  edges_.push_back(edge_);
}

MinimalSubsets::Answer MinimalSubsets::find_edge(CellBits chosen) {
  bool is_found = false;
  const bool is_done = solver_.enumerate(puzzle_of(chosen), [&](std::size_t, const Grid& other) {
    is_found = other != solution_;
    if (is_found) add_edge(other);
    return !is_found;
  });
  if (is_found) return Answer::kYes;
  return is_done ? Answer::kNo : Answer::kStopped;
}

MinimalSubsets::Answer MinimalSubsets::is_critical(CellBits chosen, int clue) {
  const auto at = static_cast<std::size_t>(clue);
  const auto shows = [&](CellBits edge) { return edge.has(clue) && has_one(both(edge, chosen)); };
  if (critical_[at] < edges_.size() && shows(edges_[critical_[at]])) return Answer::kYes;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (!shows(edges_[i])) continue;
    critical_[at] = i;
    return Answer::kYes;
  }
  // Is there a solution with another digit in this cell?
  chosen.remove(clue);
  Grid question = puzzle_of(chosen);
  for (std::uint8_t digit = 1; digit <= kDigits; ++digit) {
    if (digit == solution_.cells[at]) continue;
    question.cells[at] = digit;
    bool is_found = false;
    const bool is_done = solver_.enumerate(question, [&](std::size_t, const Grid& other) {
      is_found = true;
      add_edge(other);
      return false;
    });
    if (is_found) return Answer::kYes;
    if (!is_done) return Answer::kStopped;
  }
  return Answer::kNo;
}

}  // namespace dokumill::puzzles
