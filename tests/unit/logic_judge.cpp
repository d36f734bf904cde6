// LogicJudge: the pencil marks, and the check of a step.
#include "unit/logic_judge.hpp"

#include <algorithm>
#include <bit>

#include "unit/logic_judge_words.hpp"

namespace dokumill::testing {

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

}  // namespace dokumill::testing
