#include "unit/logic_judge.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace dokumill::test {
namespace {

using Cells = std::vector<int>;

bool is_in(int cell, const Cells& cells) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

Cells cells_of(int house) {
  Cells cells;
  for (int cell = 0; cell < kCells; ++cell) {
    const int group = house < 9 ? cell / 9 : house < 18 ? 9 + cell % 9 : 18 + Cell(cell).box();
    if (group == house) cells.push_back(cell);
  }
  return cells;
}

// The cells of each house, once for all.
const Cells& house_of(int house) {
  static const std::vector<Cells> kAll = [] {
    std::vector<Cells> all;
    for (int i = 0; i < kHouses; ++i) all.push_back(cells_of(i));
    return all;
  }();
  return kAll[static_cast<std::size_t>(house)];
}

bool sees(int a, int b) {
  if (a == b) return false;
  return a / 9 == b / 9 || a % 9 == b % 9 || Cell(a).box() == Cell(b).box();
}

unsigned bit(int digit) {
  return 1U << digit;
}
// The other digit of a cell with two.
int other_digit(unsigned marks, int digit) {
  return std::countr_zero(marks & ~bit(digit));
}
Candidate candidate(int cell, int digit) {
  return {Cell(cell), Digit(digit)};
}

// Calls use(chosen) for each choice of `size` of 0..8, until it returns true.
bool any_choice(int size, const std::function<bool(const Cells&)>& use) {
  for (unsigned bits = 0; bits < 512; ++bits) {
    if (std::popcount(bits) != size) continue;
    Cells chosen;
    for (int i = 0; i < 9; ++i) {
      if ((bits >> i & 1U) != 0) chosen.push_back(i);
    }
    if (use(chosen)) return true;
  }
  return false;
}

bool any_digit(const std::function<bool(int)>& use) {
  for (int digit = 1; digit <= 9; ++digit) {
    if (use(digit)) return true;
  }
  return false;
}

// Two rows, two columns, two boxes.
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

// True if the links join all cells of `first` and `second` and each goes from one to the other.
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

LogicJudge::LogicJudge(const Grid& puzzle) {
  marks_.fill(0x3FE);
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[Cell(cell)] != 0) fill(cell, puzzle[Cell(cell)]);
  }
}

void LogicJudge::fill(int cell, int digit) {
  for (int other = 0; other < kCells; ++other) {
    if (sees(cell, other)) marks_[static_cast<std::size_t>(other)] &= ~bit(digit);
  }
  marks_[static_cast<std::size_t>(cell)] = 0;
}

void LogicJudge::apply(const Step& step) {
  if (step.placement) fill(step.placement->cell.index(), step.placement->digit.value());
  for (const Candidate& gone : step.eliminations) {
    marks_[gone.cell.index()] &= ~bit(gone.digit.value());
  }
}

Cells LogicJudge::places(int house, int digit) const {
  Cells found;
  for (const int cell : house_of(house)) {
    if (has(cell, digit)) found.push_back(cell);
  }
  return found;
}

LogicJudge::Gone LogicJudge::seen_by_all(const Cells& seers, int digit) const {
  Gone gone;
  for (int cell = 0; cell < kCells; ++cell) {
    if (has(cell, digit) &&
        std::all_of(seers.begin(), seers.end(), [&](int seer) { return sees(cell, seer); })) {
      gone.insert(candidate(cell, digit));
    }
  }
  return gone;
}

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
  int value = digit;  // that the cell before does not leave to this one
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (std::popcount(marks(chain[i])) != 2 || !has(chain[i], value)) return {};
    if (i > 0 && !sees(chain[i - 1], chain[i])) return {};
    value = other_digit(marks(chain[i]), value);
  }
  if (value != digit) return {};
  return seen_by_all({chain.front(), chain.back()}, digit);
}

// Fills singles and takes locked candidates away until nothing changes or a cell or a digit of a
// house has no place left.
bool LogicJudge::leads_to_contradiction() const {
  LogicJudge trial = *this;
  // The digits that a house has still to place; filled cells have no marks.
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

std::string LogicJudge::fault_of_placement(const Step& step) const {
  const int cell = step.placement->cell.index();
  const int digit = step.placement->digit.value();
  if (!has(cell, digit)) return "what it places is no candidate";
  if (!step.eliminations.empty()) return "it places and removes";
  if (step.cells != std::vector<Cell>{Cell(cell)}) return "the cell of the pattern is another";
  if (step.digits != std::vector<Digit>{Digit(digit)}) return "the digit of the pattern is another";
  const int house = step.houses.empty() ? -1 : step.houses.front();
  switch (step.technique) {
    case Technique::kHiddenSingleInBox:
      return house >= 18 && places(house, digit) == Cells{cell} ? "" : "no hidden single in a box";
    case Technique::kHiddenSingleInLine:
      return house >= 0 && house < 18 && places(house, digit) == Cells{cell}
                 ? ""
                 : "no hidden single in a line";
    case Technique::kNakedSingle:
      return marks(cell) == bit(digit) ? "" : "no naked single";
    case Technique::kBugPlusOne:
      return is_bug_plus_one(cell, digit) ? "" : "no BUG+1";
    case Technique::kGuess:
      return "";
    default:
      return "this technique places nothing";
  }
}

LogicJudge::Removal LogicJudge::removal(const Step& step) const {
  Cells cells, houses(step.houses.begin(), step.houses.end()), digits;
  unsigned digit_bits = 0;
  for (const Cell cell : step.cells) cells.push_back(cell.index());
  for (const Digit digit : step.digits) {
    digits.push_back(digit.value());
    digit_bits |= bit(digit.value());
  }
  const auto has_parts = [&](std::size_t house_count, std::size_t cell_count,
                             std::size_t digit_count) {
    return houses.size() == house_count && cells.size() == cell_count &&
           digits.size() == digit_count;
  };
  const auto subset = [&](bool is_naked, std::size_t size) -> Removal {
    if (!has_parts(1, size, size)) return {};
    return is_naked ? naked(houses[0], cells, digit_bits) : hidden(houses[0], cells, digit_bits);
  };
  const auto fish_of = [&](std::size_t size) -> Removal {
    if (houses.size() != 2 * size || digits.size() != 1) return {};
    const auto middle = houses.begin() + static_cast<std::ptrdiff_t>(size);
    const Cells base(houses.begin(), middle);
    Cells in_base;
    for (const int house : base) {
      for (const int cell : places(house, digits[0])) in_base.push_back(cell);
    }
    std::sort(in_base.begin(), in_base.end());
    return in_base == cells ? fish(base, Cells(middle, houses.end()), digits[0]) : Removal();
  };
  const auto locked_in = [&](bool from_box) -> Removal {
    if (houses.size() != 2 || digits.size() != 1) return {};
    if (from_box != (houses[0] >= 18) || from_box == (houses[1] >= 18)) return {};
    return places(houses[0], digits[0]) == cells ? locked(houses[0], houses[1], digits[0])
                                                 : Removal();
  };
  const auto middle = cells.begin() + step.first_colour;
  switch (step.technique) {
    case Technique::kPointing:
      return locked_in(true);
    case Technique::kClaiming:
      return locked_in(false);
    case Technique::kNakedPair:
      return subset(true, 2);
    case Technique::kNakedTriple:
      return subset(true, 3);
    case Technique::kNakedQuad:
      return subset(true, 4);
    case Technique::kHiddenPair:
      return subset(false, 2);
    case Technique::kHiddenTriple:
      return subset(false, 3);
    case Technique::kHiddenQuad:
      return subset(false, 4);
    case Technique::kXWing:
      return fish_of(2);
    case Technique::kSwordfish:
      return fish_of(3);
    case Technique::kJellyfish:
      return fish_of(4);
    case Technique::kXyWing:
      if (!has_parts(0, 3, 3)) return {};
      return xy_wing(cells[0], cells[1], cells[2], digits[2]);
    case Technique::kXyzWing:
      if (!has_parts(0, 3, 3)) return {};
      return xyz_wing(cells[0], cells[1], cells[2], digits[2]);
    case Technique::kWWing:
      if (!has_parts(1, 4, 2)) return {};
      return w_wing(houses[0], cells[0], cells[1], cells[2], cells[3], digits[0], digits[1]);
    case Technique::kUniqueRectangle1:
      return has_parts(0, 4, 2) ? rectangle_1(cells, digit_bits) : Removal();
    case Technique::kUniqueRectangle2:
      if (!has_parts(0, 4, 3)) return {};
      return rectangle_2(cells, bit(digits[0]) | bit(digits[1]), digits[2]);
    case Technique::kUniqueRectangle4:
      return has_parts(1, 4, 2) ? rectangle_4(cells, houses[0], digits[0], digits[1]) : Removal();
    case Technique::kSimpleColouring:
      if (!has_parts(0, cells.size(), 1)) return {};
      return colouring({cells.begin(), middle}, {middle, cells.end()}, digits[0]);
    case Technique::kRemotePairs:
      if (!has_parts(0, cells.size(), 2)) return {};
      return remote_pairs({cells.begin(), middle}, {middle, cells.end()}, digit_bits);
    case Technique::kXyChain:
      return has_parts(0, cells.size(), 1) ? xy_chain(cells, digits[0]) : Removal();
    case Technique::kForcing:
      return has_parts(0, 1, 1) ? forcing(cells[0], digits[0]) : Removal();
    default:
      return {};
  }
}

std::string LogicJudge::fault(const Step& step) const {
  if (step.placement) return fault_of_placement(step);
  const Removal right = removal(step);
  if (!right) return "the pattern is not there";
  if (right->empty()) return "nothing goes";
  if (Gone(step.eliminations.begin(), step.eliminations.end()) != *right) {
    return "other candidates go";
  }
  if (step.eliminations.size() != right->size()) return "a candidate goes twice";
  const bool is_in_order = std::is_sorted(
      step.eliminations.begin(), step.eliminations.end(), [](Candidate a, Candidate b) {
        return std::pair(a.digit, a.cell) < std::pair(b.digit, b.cell);
      });
  return is_in_order ? "" : "the candidates that go are not in order";
}

bool LogicJudge::finds_single(Technique technique) const {
  if (technique == Technique::kNakedSingle) {
    return std::any_of(marks_.begin(), marks_.end(),
                       [](unsigned marks) { return std::popcount(marks) == 1; });
  }
  const bool in_box = technique == Technique::kHiddenSingleInBox;
  for (int house = in_box ? 18 : 0; house < (in_box ? 27 : 18); ++house) {
    if (any_digit([&](int digit) { return places(house, digit).size() == 1; })) return true;
  }
  return false;
}

bool LogicJudge::finds_locked(bool from_box) const {
  for (int house = 0; house < kHouses; ++house) {
    for (int crossing = 0; crossing < kHouses; ++crossing) {
      if ((house >= 18) != from_box || (crossing >= 18) == from_box) continue;
      if (any_digit([&](int digit) {
            const Removal gone = locked(house, crossing, digit);
            return gone && !gone->empty();
          })) {
        return true;
      }
    }
  }
  return false;
}

bool LogicJudge::finds_subset(bool is_naked, int size) const {
  return any_choice(size, [&](const Cells& chosen) {
    unsigned digits = 0;
    for (const int i : chosen) digits |= bit(i + 1);
    for (int house = 0; house < kHouses; ++house) {
      Removal gone;
      Cells cells;
      if (is_naked) {
        unsigned found = 0;
        for (const int i : chosen) {
          cells.push_back(house_of(house)[static_cast<std::size_t>(i)]);
          found |= marks(cells.back());
        }
        gone = naked(house, cells, found);
      } else {
        for (const int cell : house_of(house)) {
          if ((marks(cell) & digits) != 0) cells.push_back(cell);
        }
        gone = hidden(house, cells, digits);
      }
      if (gone && !gone->empty()) return true;
    }
    return false;
  });
}

bool LogicJudge::finds_fish(int size) const {
  return any_choice(size, [&](const Cells& chosen) {
    for (const int first : {0, 9}) {
      for (int digit = 1; digit <= 9; ++digit) {
        Cells base;
        std::set<int> crossed;
        for (const int line : chosen) {
          base.push_back(first + line);
          for (const int cell : places(first + line, digit)) {
            crossed.insert(first == 0 ? 9 + cell % 9 : cell / 9);
          }
        }
        const Removal gone = fish(base, Cells(crossed.begin(), crossed.end()), digit);
        if (gone && !gone->empty()) return true;
      }
    }
    return false;
  });
}

bool LogicJudge::finds_wing(Technique technique) const {
  const auto leads_on = [](const Removal& gone) { return gone && !gone->empty(); };
  Cells two;
  for (int cell = 0; cell < kCells; ++cell) {
    if (std::popcount(marks(cell)) == 2) two.push_back(cell);
  }
  for (const int a : two) {
    for (const int b : two) {
      if (technique == Technique::kWWing) {
        if (a == b || marks(a) != marks(b)) continue;
        for (int house = 0; house < kHouses; ++house) {
          if (any_digit([&](int link) {
                const Cells found = places(house, link);
                if (!has(a, link) || found.size() != 2) return false;
                const int gone = other_digit(marks(a), link);
                return leads_on(w_wing(house, a, found[0], found[1], b, link, gone)) ||
                       leads_on(w_wing(house, a, found[1], found[0], b, link, gone));
              })) {
            return true;
          }
        }
        continue;
      }
      if (std::popcount(marks(a) & marks(b)) != 1) continue;
      const int shared = std::countr_zero(marks(a) & marks(b));
      for (int pivot = 0; pivot < kCells; ++pivot) {
        if (leads_on(technique == Technique::kXyWing ? xy_wing(pivot, a, b, shared)
                                                     : xyz_wing(pivot, a, b, shared))) {
          return true;
        }
      }
    }
  }
  return false;
}

bool LogicJudge::finds_rectangle(Technique technique) const {
  const auto leads_on = [](const Removal& gone) { return gone && !gone->empty(); };
  const auto leads = [&](const Cells& corners) {
    const unsigned pair = marks(corners[0]);
    if (std::popcount(pair) != 2) return false;
    if (technique == Technique::kUniqueRectangle1) return leads_on(rectangle_1(corners, pair));
    return any_digit([&](int digit) {
      if (technique == Technique::kUniqueRectangle2) {
        return leads_on(rectangle_2(corners, pair, digit));
      }
      if ((pair & bit(digit)) == 0) return false;
      for (int house = 0; house < kHouses; ++house) {
        if (leads_on(rectangle_4(corners, house, digit, other_digit(pair, digit)))) return true;
      }
      return false;
    });
  };
  for (int a = 0; a < kCells; ++a) {
    for (int b = a + 1; b < kCells; ++b) {
      if (a / 9 == b / 9 || a % 9 == b % 9 || marks(a) == 0 || marks(b) == 0) continue;
      Cells corners{a, b, a / 9 * 9 + b % 9, b / 9 * 9 + a % 9};
      if (std::popcount(marks(a) & marks(b) & marks(corners[2]) & marks(corners[3])) < 2) continue;
      std::sort(corners.begin(), corners.end());
      do {
        if (leads(corners)) return true;
      } while (std::next_permutation(corners.begin(), corners.end()));
    }
  }
  return false;
}

bool LogicJudge::finds(Technique technique) const {
  switch (technique) {
    case Technique::kHiddenSingleInBox:
    case Technique::kHiddenSingleInLine:
    case Technique::kNakedSingle:
      return finds_single(technique);
    case Technique::kPointing:
      return finds_locked(true);
    case Technique::kClaiming:
      return finds_locked(false);
    case Technique::kNakedPair:
      return finds_subset(true, 2);
    case Technique::kNakedTriple:
      return finds_subset(true, 3);
    case Technique::kNakedQuad:
      return finds_subset(true, 4);
    case Technique::kHiddenPair:
      return finds_subset(false, 2);
    case Technique::kHiddenTriple:
      return finds_subset(false, 3);
    case Technique::kHiddenQuad:
      return finds_subset(false, 4);
    case Technique::kXWing:
      return finds_fish(2);
    case Technique::kSwordfish:
      return finds_fish(3);
    case Technique::kJellyfish:
      return finds_fish(4);
    case Technique::kXyWing:
    case Technique::kXyzWing:
    case Technique::kWWing:
      return finds_wing(technique);
    case Technique::kUniqueRectangle1:
    case Technique::kUniqueRectangle2:
    case Technique::kUniqueRectangle4:
      return finds_rectangle(technique);
    case Technique::kBugPlusOne:
    case Technique::kForcing:
      break;
    default:
      return false;
  }
  for (int cell = 0; cell < kCells; ++cell) {
    if (any_digit([&](int digit) {
          return technique == Technique::kForcing ? forcing(cell, digit).has_value()
                                                  : is_bug_plus_one(cell, digit);
        })) {
      return true;
    }
  }
  return false;
}

std::optional<Technique> LogicJudge::earliest(Technique end) const {
  for (int i = 0; i < static_cast<int>(end); ++i) {
    if (finds(static_cast<Technique>(i))) return static_cast<Technique>(i);
  }
  return {};
}

}  // namespace dokumill::test
