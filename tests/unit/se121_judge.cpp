#include "unit/se121_judge.hpp"

#include "unit/se121_judge_geometry.hpp"

namespace dokumill::testing {

Se121Judge::Se121Judge(const Grid& puzzle, const Grid& solution)
    : board_(puzzle), solution_(solution) {
  for (int cell = 0; cell < 81; ++cell) {
    if (puzzle.cells[cell] != 0) continue;
    candidates_[cell] = 0x3fe;
    for (int other = 0; other < 81; ++other) {
      if (sees(cell, other) && puzzle.cells[other] != 0) {
        candidates_[cell] &= ~(1U << puzzle.cells[other]);
      }
    }
  }
}

std::string Se121Judge::judge(const Se121Step& step) {
  const std::string name(info_of(step.technique).name);
  gone_.fill(0);
  if (!step.placement && step.eliminations.empty()) return name + ": changes nothing";
  for (const Candidate gone : step.eliminations) {
    const int cell = gone.cell.index();
    const int digit = gone.digit.value();
    if ((candidates_[cell] >> digit & 1U) == 0) return name + ": removes what is not there";
    if (solution_.cells[cell] == digit) return name + ": removes a digit of the solution";
    gone_[cell] |= 1U << digit;
  }
  if (step.placement) {
    const int cell = step.placement->cell.index();
    const int digit = step.placement->digit.value();
    if ((candidates_[cell] >> digit & 1U) == 0) return name + ": places what is not there";
    if (solution_.cells[cell] != digit) return name + ": places a wrong digit";
  }
  if (!has_pattern(step)) return name + ": the pattern is not there";
  for (int cell = 0; cell < 81; ++cell) candidates_[cell] &= ~gone_[cell];
  if (step.placement) {
    const int cell = step.placement->cell.index();
    const int digit = step.placement->digit.value();
    board_.cells[cell] = static_cast<std::uint8_t>(digit);
    candidates_[cell] = 0;
    for (int other = 0; other < 81; ++other) {
      if (sees(cell, other)) candidates_[other] &= ~(1U << digit);
    }
  }
  return "";
}

bool Se121Judge::has_pattern(const Se121Step& step) const {
  const int cell = step.placement ? step.placement->cell.index() : -1;
  const int digit = step.placement ? step.placement->digit.value() : 0;
  const auto is_last_in = [&](int first, int last, bool is_full_house) {
    for (int house = first; house < last; ++house) {
      int open = 0;
      for (const int other : open_cells()) open += is_in(other, house) ? 1 : 0;
      if (is_in(cell, house) && places(house, digit).size() == 1 && (!is_full_house || open == 1)) {
        return true;
      }
    }
    return false;
  };
  switch (step.technique) {
    case Se121Technique::kFullHouse:
      return is_last_in(0, 27, true);
    case Se121Technique::kHiddenSingleInBox:
      return is_last_in(18, 27, false);
    case Se121Technique::kHiddenSingleInLine:
      return is_last_in(0, 18, false);
    case Se121Technique::kDirectPointing:
      return is_direct_locked(true, cell, digit);
    case Se121Technique::kDirectClaiming:
      return is_direct_locked(false, cell, digit);
    case Se121Technique::kDirectHiddenPair:
      return is_direct_hidden_set(2, cell, digit);
    case Se121Technique::kNakedSingle:
      return candidates_[cell] == 1U << digit;
    case Se121Technique::kDirectHiddenTriplet:
      return is_direct_hidden_set(3, cell, digit);
    case Se121Technique::kPointing:
      return is_locked(true);
    case Se121Technique::kClaiming:
      return is_locked(false);
    case Se121Technique::kNakedPair:
      return is_naked_set(2);
    case Se121Technique::kXWing:
      return is_fish(2);
    case Se121Technique::kHiddenPair:
      return is_hidden_set(2);
    case Se121Technique::kNakedTriplet:
      return is_naked_set(3);
    case Se121Technique::kSwordfish:
      return is_fish(3);
    case Se121Technique::kHiddenTriplet:
      return is_hidden_set(3);
    case Se121Technique::kXyWing:
      return is_wing(2);
    case Se121Technique::kXyzWing:
      return is_wing(3);
    case Se121Technique::kUniqueRectangle:
      return is_unique_loop(true);
    case Se121Technique::kUniqueLoop:
      return is_unique_loop(false);
    case Se121Technique::kNakedQuad:
      return is_naked_set(4);
    case Se121Technique::kJellyfish:
      return is_fish(4);
    case Se121Technique::kHiddenQuad:
      return is_hidden_set(4);
    case Se121Technique::kBugType1:
    case Se121Technique::kBugType2:
    case Se121Technique::kBugType3:
    case Se121Technique::kBugType4:
      return is_grave(step.technique);
    case Se121Technique::kAlignedPairExclusion:
      return is_exclusion(2);
    case Se121Technique::kAlignedTripletExclusion:
      return is_exclusion(3);
    default:
      return true;  // a chain
  }
}

bool Se121Judge::removes(const Cells& cells, unsigned digits) const {
  Removals expected{};
  for (const int cell : cells) expected[cell] = candidates_[cell] & digits;
  return expected == gone_;
}

Se121Judge::Cells Se121Judge::open_cells() const {
  return cells_with(0);
}

// Returns the open cells that have all these candidates.
Se121Judge::Cells Se121Judge::cells_with(unsigned digits) const {
  Cells cells;
  for (int cell = 0; cell < 81; ++cell) {
    if (candidates_[cell] != 0 && (candidates_[cell] & digits) == digits) cells.push_back(cell);
  }
  return cells;
}

Se121Judge::Cells Se121Judge::places(int house, int digit) const {
  Cells cells;
  for (const int cell : cells_with(1U << digit)) {
    if (is_in(cell, house)) cells.push_back(cell);
  }
  return cells;
}

Se121Judge::Cells Se121Judge::seen_by_all(const Cells& cells) const {
  Cells seen;
  for (const int cell : open_cells()) {
    if (std::all_of(cells.begin(), cells.end(), [&](int one) { return sees(one, cell); })) {
      seen.push_back(cell);
    }
  }
  return seen;
}

unsigned Se121Judge::digits_of(const Cells& cells) const {
  unsigned digits = 0;
  for (const int cell : cells) digits |= candidates_[cell];
  return digits;
}

// True if `cell` is the only place of the digit in the house after the digit is removed from the
// cells `without`. At least one place of the digit in the house must be in `without`.
bool Se121Judge::is_only_place(int house, int cell, int digit, const Cells& without) const {
  bool has_lost = false;
  bool is_only = is_in(cell, house) && !contains(without, cell);
  for (const int place : places(house, digit)) {
    if (contains(without, place)) {
      has_lost = true;
    } else {
      is_only = is_only && place == cell;
    }
  }
  return has_lost && is_only;
}

// If all places of a digit in one house are also in a second house, the digit is removed from the
// other cells of the second house.
bool Se121Judge::is_locked(bool from_box) const {
  for (int digit = 1; digit <= 9; ++digit) {
    for (int base = from_box ? 18 : 0; base < (from_box ? 27 : 18); ++base) {
      const Cells in_base = places(base, digit);
      if (in_base.size() < 2) continue;
      for (int cover = from_box ? 0 : 18; cover < (from_box ? 18 : 27); ++cover) {
        const auto is_covered = [&](int cell) { return is_in(cell, cover); };
        if (!std::all_of(in_base.begin(), in_base.end(), is_covered)) continue;
        Cells rest;
        for (const int cell : places(cover, digit)) {
          if (!contains(in_base, cell)) rest.push_back(cell);
        }
        if (removes(rest, 1U << digit)) return true;
      }
    }
  }
  return false;
}

bool Se121Judge::is_direct_locked(bool from_box, int cell, int digit) const {
  for (int base = from_box ? 18 : 0; base < (from_box ? 27 : 18); ++base) {
    const Cells in_base = places(base, digit);
    if (in_base.size() < 2 || is_in(cell, base)) continue;
    for (int cover = from_box ? 0 : 18; cover < (from_box ? 18 : 27); ++cover) {
      const auto is_covered = [&](int one) { return is_in(one, cover); };
      if (!std::all_of(in_base.begin(), in_base.end(), is_covered)) continue;
      Cells rest;
      for (const int one : places(cover, digit)) {
        if (!contains(in_base, one)) rest.push_back(one);
      }
      // The single is in a house of the same kind as the base (a box or a line).
      for (int house = from_box ? 18 : 0; house < (from_box ? 27 : 18); ++house) {
        if (is_only_place(house, cell, digit, rest)) return true;
      }
    }
  }
  return false;
}

bool Se121Judge::is_direct_hidden_set(int size, int cell, int digit) const {
  for (int house = 0; house < 27; ++house) {
    Cells digits;
    for (int one = 1; one <= 9; ++one) {
      if (one != digit && !places(house, one).empty()) digits.push_back(one);
    }
    const bool found = any_choice(digits, static_cast<std::size_t>(size), [&](const Cells& chosen) {
      Cells taken;
      for (const int cell_of_house : open_cells()) {
        unsigned wanted = 0;
        for (const int one : chosen) wanted |= 1U << one;
        if (is_in(cell_of_house, house) && (candidates_[cell_of_house] & wanted) != 0) {
          taken.push_back(cell_of_house);
        }
      }
      return static_cast<int>(taken.size()) == size && is_only_place(house, cell, digit, taken);
    });
    if (found) return true;
  }
  return false;
}

bool Se121Judge::is_naked_set(int size) const {
  for (int house = 0; house < 27; ++house) {
    Cells cells;
    for (const int cell : open_cells()) {
      if (is_in(cell, house)) cells.push_back(cell);
    }
    const bool found = any_choice(cells, static_cast<std::size_t>(size), [&](const Cells& chosen) {
      if (size_of(digits_of(chosen)) != size) return false;
      Cells rest;
      for (const int cell : cells) {
        if (!contains(chosen, cell)) rest.push_back(cell);
      }
      return removes(rest, digits_of(chosen));
    });
    if (found) return true;
  }
  return false;
}

bool Se121Judge::is_hidden_set(int size) const {
  for (int house = 0; house < 27; ++house) {
    Cells digits;
    for (int digit = 1; digit <= 9; ++digit) {
      if (!places(house, digit).empty()) digits.push_back(digit);
    }
    const bool found = any_choice(digits, static_cast<std::size_t>(size), [&](const Cells& chosen) {
      unsigned wanted = 0;
      for (const int digit : chosen) wanted |= 1U << digit;
      Cells cells;
      for (const int cell : open_cells()) {
        if (is_in(cell, house) && (candidates_[cell] & wanted) != 0) cells.push_back(cell);
      }
      return static_cast<int>(cells.size()) == size && removes(cells, ~wanted);
    });
    if (found) return true;
  }
  return false;
}

bool Se121Judge::is_fish(int size) const {
  const Cells lines{0, 1, 2, 3, 4, 5, 6, 7, 8};
  for (int digit = 1; digit <= 9; ++digit) {
    for (const bool by_rows : {true, false}) {
      const bool found = any_choice(lines, static_cast<std::size_t>(size), [&](const Cells& bases) {
        Cells covers;
        for (const int cell : cells_with(1U << digit)) {
          const int base = by_rows ? row(cell) : column(cell);
          const int cover = by_rows ? column(cell) : row(cell);
          if (contains(bases, base) && !contains(covers, cover)) covers.push_back(cover);
        }
        if (static_cast<int>(covers.size()) != size) return false;
        Cells rest;
        for (const int cell : cells_with(1U << digit)) {
          const int base = by_rows ? row(cell) : column(cell);
          const int cover = by_rows ? column(cell) : row(cell);
          if (!contains(bases, base) && contains(covers, cover)) rest.push_back(cell);
        }
        return removes(rest, 1U << digit);
      });
      if (found) return true;
    }
  }
  return false;
}

// Whatever digit the pivot has, at least one of `three` (the two wings, and the pivot if it can
// have z) has the digit z.
bool Se121Judge::is_wing(int pivot_candidates) const {
  for (const int pivot : open_cells()) {
    if (size_of(candidates_[pivot]) != pivot_candidates) continue;
    Cells wings;
    for (const int cell : seen_by_all({pivot})) {
      if (size_of(candidates_[cell]) == 2) wings.push_back(cell);
    }
    const bool found = any_choice(wings, 2, [&](const Cells& two) {
      const unsigned z = candidates_[two[0]] & candidates_[two[1]];
      const unsigned all = digits_of({pivot, two[0], two[1]});
      if (size_of(z) != 1 || size_of(all) != 3) return false;
      const bool pivot_has_z = (candidates_[pivot] & z) != 0;
      if (pivot_has_z != (pivot_candidates == 3)) return false;
      Cells three = two;
      if (pivot_has_z) three.push_back(pivot);
      Cells seen = seen_by_all(three);
      seen.erase(std::remove(seen.begin(), seen.end(), pivot), seen.end());
      return removes(seen, z);
    });
    if (found) return true;
  }
  return false;
}

bool Se121Judge::is_exclusion(std::size_t size) const {
  Cells changed;
  for (int cell = 0; cell < 81; ++cell) {
    if (gone_[cell] != 0) changed.push_back(cell);
  }
  if (changed.empty() || changed.size() > size) return false;
  Cells others;
  for (const int cell : open_cells()) {
    if (!contains(changed, cell)) others.push_back(cell);
  }
  return any_choice(others, size - changed.size(), [&](const Cells& more) {
    Cells base = changed;
    base.insert(base.end(), more.begin(), more.end());
    for (const int cell : changed) {
      for (int digit = 1; digit <= 9; ++digit) {
        if ((gone_[cell] >> digit & 1U) != 0 && !is_excluded(base, cell, digit)) return false;
      }
    }
    return true;
  });
}

// True if no possible combination of digits in the cells of the base has `digit` in `cell`.
bool Se121Judge::is_excluded(const Cells& base, int cell, int digit) const {
  const Cells excluders = seen_by_all(base);
  std::vector<unsigned> chosen(base.size());
  const auto is_possible = [&](const auto& self, std::size_t next) -> bool {
    if (next == base.size()) {
      unsigned all = 0;
      for (const unsigned one : chosen) all |= one;
      return std::all_of(excluders.begin(), excluders.end(),
                         [&](int other) { return (candidates_[other] & ~all) != 0; });
    }
    const unsigned from = base[next] == cell ? 1U << digit : candidates_[base[next]];
    for (unsigned left = from; left != 0; left &= left - 1) {
      chosen[next] = left & (0U - left);
      bool fits = true;
      for (std::size_t i = 0; i < next; ++i) {
        fits = fits && !(sees(base[i], base[next]) && chosen[i] == chosen[next]);
      }
      if (fits && self(self, next + 1)) return true;
    }
    return false;
  };
  return !is_possible(is_possible, 0);
}

}  // namespace dokumill::testing
