// LogicJudge: tries every pattern to find out whether a technique makes progress anywhere on the
// board.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>

#include "unit/logic_judge.hpp"
#include "unit/logic_judge_words.hpp"

namespace dokumill::testing {
namespace {

bool leads_on(const std::optional<std::set<Candidate>>& gone) {
  return gone && !gone->empty();
}

// Calls use(chosen) for each set of `size` numbers of 0..8 until a call returns true.
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

}  // namespace

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
      if (any_digit([&](int digit) { return leads_on(locked(house, crossing, digit)); })) {
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
      if (leads_on(gone)) return true;
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
        if (leads_on(gone)) return true;
      }
    }
    return false;
  });
}

bool LogicJudge::finds_wing(Technique technique) const {
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

}  // namespace dokumill::testing
