// LogicJudge: what each technique removes with a pattern, by its definition.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <functional>

#include "unit/logic_judge.hpp"
#include "unit/logic_judge_words.hpp"

namespace dokumill::testing {
namespace {

// True if the corners are in two rows, two columns and two boxes.
bool is_rectangle(const Cells& corners) {
  std::set<int> rows, columns, boxes;
  for (const int cell : corners) {
    rows.insert(cell / 9);
    columns.insert(cell % 9);
    boxes.insert(Cell(cell).box());
  }
  return std::set<int>(corners.begin(), corners.end()).size() == 4 && rows.size() == 2 &&
         columns.size() == 2 && boxes.size() == 2;
}

bool are_in_line(int a, int b) {
  return a / 9 == b / 9 || a % 9 == b % 9;
}

// True if the links connect all cells of `first` and `second`, and each link connects a cell of one
// set with a cell of the other set.
bool alternates(const Cells& first, const Cells& second,
                const std::function<bool(int, int)>& is_linked) {
  Cells all = first;
  all.insert(all.end(), second.begin(), second.end());
  if (std::set<int>(all.begin(), all.end()).size() != all.size() || first.empty()) return false;
  std::set<int> reached{all.front()};
  for (bool grows = true; grows;) {
    grows = false;
    for (const int a : all) {
      for (const int b : all) {
        if (!is_linked(a, b)) continue;
        if (is_in(a, first) == is_in(b, first)) return false;
        if (reached.count(a) != 0) grows |= reached.insert(b).second;
      }
    }
  }
  return reached.size() == all.size();
}

bool sees_any(int cell, const Cells& cells) {
  return std::any_of(cells.begin(), cells.end(), [&](int other) { return sees(cell, other); });
}

}  // namespace

LogicJudge::Removal LogicJudge::locked(int house, int crossing, int digit) const {
  const Cells found = places(house, digit);
  if (found.empty()) return {};
  for (const int cell : found) {
    if (!is_in(cell, house_of(crossing))) return {};
  }
  Gone gone;
  for (const int cell : places(crossing, digit)) {
    if (!is_in(cell, house_of(house))) gone.insert(candidate(cell, digit));
  }
  return gone;
}

LogicJudge::Removal LogicJudge::naked(int house, const Cells& cells, unsigned digits) const {
  if (static_cast<std::size_t>(std::popcount(digits)) != cells.size()) return {};
  for (const int cell : cells) {
    if (marks(cell) == 0 || (marks(cell) & ~digits) != 0) return {};
    if (!is_in(cell, house_of(house))) return {};
  }
  Gone gone;
  for (const int cell : house_of(house)) {
    for (int digit = 1; digit <= 9; ++digit) {
      if (is_in(cell, cells) || !has(cell, digit) || (digits & bit(digit)) == 0) continue;
      gone.insert(candidate(cell, digit));
    }
  }
  return gone;
}

LogicJudge::Removal LogicJudge::hidden(int house, const Cells& cells, unsigned digits) const {
  if (static_cast<std::size_t>(std::popcount(digits)) != cells.size()) return {};
  for (int digit = 1; digit <= 9; ++digit) {
    if ((digits & bit(digit)) == 0) continue;
    const Cells found = places(house, digit);
    if (found.empty()) return {};
    for (const int cell : found) {
      if (!is_in(cell, cells)) return {};
    }
  }
  Gone gone;
  for (const int cell : cells) {
    if (!is_in(cell, house_of(house))) return {};
    for (int digit = 1; digit <= 9; ++digit) {
      if (has(cell, digit) && (digits & bit(digit)) == 0) gone.insert(candidate(cell, digit));
    }
  }
  return gone;
}

LogicJudge::Removal LogicJudge::fish(const Cells& base, const Cells& cover, int digit) const {
  Cells in_base, in_cover;
  if (base.empty() || base.size() != cover.size()) return {};
  for (const int house : base) {
    if (house / 9 != base.front() / 9) return {};
    const Cells found = places(house, digit);
    if (found.empty()) return {};
    in_base.insert(in_base.end(), found.begin(), found.end());
  }
  for (const int house : cover) {
    if (house / 9 != 1 - base.front() / 9) return {};
    const Cells found = places(house, digit);
    in_cover.insert(in_cover.end(), found.begin(), found.end());
  }
  for (const int cell : in_base) {
    if (!is_in(cell, in_cover)) return {};
  }
  Gone gone;
  for (const int cell : in_cover) {
    if (!is_in(cell, in_base)) gone.insert(candidate(cell, digit));
  }
  return gone;
}

LogicJudge::Removal LogicJudge::xy_wing(int pivot, int a, int b, int shared) const {
  if (!sees(pivot, a) || !sees(pivot, b) || has(pivot, shared)) return {};
  const unsigned of_a = marks(a), of_b = marks(b);
  if (std::popcount(marks(pivot)) != 2 || std::popcount(of_a) != 2 || std::popcount(of_b) != 2) {
    return {};
  }
  if ((of_a & of_b) != bit(shared) || (of_a ^ of_b) != marks(pivot)) return {};
  return seen_by_all({a, b}, shared);
}

LogicJudge::Removal LogicJudge::xyz_wing(int pivot, int a, int b, int shared) const {
  if (!sees(pivot, a) || !sees(pivot, b)) return {};
  const unsigned of_a = marks(a), of_b = marks(b);
  if (std::popcount(marks(pivot)) != 3 || std::popcount(of_a) != 2 || std::popcount(of_b) != 2) {
    return {};
  }
  if ((of_a & of_b) != bit(shared) || (of_a | of_b) != marks(pivot)) return {};
  return seen_by_all({pivot, a, b}, shared);
}

LogicJudge::Removal LogicJudge::w_wing(int house, int a, int one, int other, int b, int link,
                                       int gone) const {
  const unsigned pair = bit(link) | bit(gone);
  if (link == gone || a == b || marks(a) != pair || marks(b) != pair) return {};
  if (places(house, link) != Cells{std::min(one, other), std::max(one, other)}) return {};
  if (is_in(a, {one, other}) || is_in(b, {one, other})) return {};
  if (!sees(a, one) || !sees(b, other)) return {};
  return seen_by_all({a, b}, gone);
}

LogicJudge::Removal LogicJudge::rectangle_1(const Cells& corners, unsigned pair) const {
  if (std::popcount(pair) != 2) return {};
  for (int i = 0; i < 3; ++i) {
    if (marks(corners[static_cast<std::size_t>(i)]) != pair) return {};
  }
  const int last = corners[3];
  if ((marks(last) & pair) != pair || marks(last) == pair || !is_rectangle(corners)) return {};
  Gone gone;
  for (int digit = 1; digit <= 9; ++digit) {
    if ((pair & bit(digit)) != 0) gone.insert(candidate(last, digit));
  }
  return gone;
}

LogicJudge::Removal LogicJudge::rectangle_2(const Cells& corners, unsigned pair, int extra) const {
  if (std::popcount(pair) != 2 || (pair & bit(extra)) != 0) return {};
  if (marks(corners[0]) != pair || marks(corners[1]) != pair) return {};
  if (marks(corners[2]) != (pair | bit(extra)) || marks(corners[3]) != (pair | bit(extra))) {
    return {};
  }
  if (!is_rectangle(corners) || !are_in_line(corners[2], corners[3])) return {};
  return seen_by_all({corners[2], corners[3]}, extra);
}

LogicJudge::Removal LogicJudge::rectangle_4(const Cells& corners, int house, int kept,
                                            int gone) const {
  const unsigned pair = bit(kept) | bit(gone);
  if (kept == gone) return {};
  if (marks(corners[0]) != pair || marks(corners[1]) != pair) return {};
  if ((marks(corners[2]) & marks(corners[3]) & pair) != pair) return {};
  Cells roof{corners[2], corners[3]};
  std::sort(roof.begin(), roof.end());
  if (places(house, kept) != roof) return {};
  if (!is_rectangle(corners) || !are_in_line(corners[2], corners[3])) return {};
  return Gone{candidate(roof[0], gone), candidate(roof[1], gone)};
}

LogicJudge::Removal LogicJudge::colouring(const Cells& first, const Cells& second,
                                          int digit) const {
  const auto is_pair = [&](int a, int b) {
    for (int house = 0; house < kHouses; ++house) {
      const Cells found = places(house, digit);
      if (a != b && found.size() == 2 && is_in(a, found) && is_in(b, found)) return true;
    }
    return false;
  };
  if (!alternates(first, second, is_pair)) return {};
  Gone gone;
  for (const Cells& colour : {first, second}) {
    const bool is_wrong =
        std::any_of(colour.begin(), colour.end(), [&](int cell) { return sees_any(cell, colour); });
    for (const int cell : colour) {
      if (is_wrong) gone.insert(candidate(cell, digit));
    }
  }
  if (!gone.empty()) return gone;
  for (int cell = 0; cell < kCells; ++cell) {
    if (!has(cell, digit) || is_in(cell, first) || is_in(cell, second)) continue;
    if (sees_any(cell, first) && sees_any(cell, second)) gone.insert(candidate(cell, digit));
  }
  return gone;
}

LogicJudge::Removal LogicJudge::remote_pairs(const Cells& first, const Cells& second,
                                             unsigned pair) const {
  if (first.size() + second.size() < 4 || std::popcount(pair) != 2) return {};
  if (!alternates(first, second, sees)) return {};
  for (const Cells& side : {first, second}) {
    for (const int cell : side) {
      if (marks(cell) != pair) return {};
    }
  }
  Gone gone;
  for (int cell = 0; cell < kCells; ++cell) {
    if (is_in(cell, first) || is_in(cell, second)) continue;
    if (!sees_any(cell, first) || !sees_any(cell, second)) continue;
    for (int digit = 1; digit <= 9; ++digit) {
      if (has(cell, digit) && (pair & bit(digit)) != 0) gone.insert(candidate(cell, digit));
    }
  }
  return gone;
}

LogicJudge::Removal LogicJudge::xy_chain(const Cells& chain, int digit) const {
  if (std::set<int>(chain.begin(), chain.end()).size() != chain.size()) return {};
  int value = digit;  // chain[i] cannot have it, because chain[i - 1] has it
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (std::popcount(marks(chain[i])) != 2 || !has(chain[i], value)) return {};
    if (i > 0 && !sees(chain[i - 1], chain[i])) return {};
    value = other_digit(marks(chain[i]), value);
  }
  if (value != digit) return {};
  return seen_by_all({chain.front(), chain.back()}, digit);
}

// Fills singles and removes locked candidates until nothing changes. Returns true if a cell has no
// candidate or a digit of a house has no place left.
bool LogicJudge::leads_to_contradiction() const {
  LogicJudge trial = *this;
  // The digits that each house still has to place. Filled cells have no marks.
  std::array<unsigned, kHouses> missing{};
  for (int house = 0; house < kHouses; ++house) {
    for (const int cell : house_of(house)) missing[static_cast<std::size_t>(house)] |= marks(cell);
  }
  std::array<bool, kCells> is_open{};
  for (int cell = 0; cell < kCells; ++cell) is_open[static_cast<std::size_t>(cell)] = marks(cell);
  const auto fill_cell = [&](int cell, int digit) {
    trial.fill(cell, digit);
    is_open[static_cast<std::size_t>(cell)] = false;
    for (int house = 0; house < kHouses; ++house) {
      if (is_in(cell, house_of(house))) missing[static_cast<std::size_t>(house)] &= ~bit(digit);
    }
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (int cell = 0; cell < kCells; ++cell) {
      if (!is_open[static_cast<std::size_t>(cell)]) continue;
      if (trial.marks(cell) == 0) return true;
      if (std::popcount(trial.marks(cell)) > 1) continue;
      fill_cell(cell, std::countr_zero(trial.marks(cell)));
      has_changed = true;
    }
    for (int house = 0; house < kHouses; ++house) {
      for (int digit = 1; digit <= 9; ++digit) {
        if ((missing[static_cast<std::size_t>(house)] & bit(digit)) == 0) continue;
        const Cells found = trial.places(house, digit);
        if (found.empty()) return true;
        if (found.size() == 1) {
          fill_cell(found.front(), digit);
          has_changed = true;
          continue;
        }
        for (int crossing = 0; crossing < kHouses; ++crossing) {
          if (crossing / 9 == house / 9 || (house < 18 && crossing < 18)) continue;
          const Removal gone = trial.locked(house, crossing, digit);
          if (!gone || gone->empty()) continue;
          for (const Candidate& one : *gone) trial.marks_[one.cell.index()] &= ~bit(digit);
          has_changed = true;
        }
      }
    }
  }
  return false;
}

LogicJudge::Removal LogicJudge::forcing(int cell, int digit) const {
  if (!has(cell, digit)) return {};
  LogicJudge trial = *this;
  trial.marks_[static_cast<std::size_t>(cell)] = bit(digit);
  if (!trial.leads_to_contradiction()) return {};
  return Gone{candidate(cell, digit)};
}

bool LogicJudge::is_bug_plus_one(int cell, int digit) const {
  if (!has(cell, digit) || std::popcount(marks(cell)) != 3) return false;
  LogicJudge without = *this;
  without.marks_[static_cast<std::size_t>(cell)] &= ~bit(digit);
  for (int other = 0; other < kCells; ++other) {
    const int count = std::popcount(without.marks(other));
    if (count != 0 && count != 2) return false;
  }
  for (int house = 0; house < kHouses; ++house) {
    for (int value = 1; value <= 9; ++value) {
      const std::size_t count = without.places(house, value).size();
      if (count != 0 && count != 2) return false;
    }
  }
  return true;
}

}  // namespace dokumill::testing
