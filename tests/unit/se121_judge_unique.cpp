// Se121Judge: unique rectangles, unique loops and BUG.
#include "unit/se121_judge.hpp"
#include "unit/se121_judge_geometry.hpp"

namespace dokumill::testing {

bool Se121Judge::is_unique_loop(bool is_rectangle) const {
  for (int a = 1; a <= 9; ++a) {
    for (int b = a + 1; b <= 9; ++b) {
      const unsigned pair = 1U << a | 1U << b;
      for (const int cell : cells_with(pair)) {
        Cells loop{cell};
        if (candidates_[cell] == pair && extend_loop(loop, pair, is_rectangle)) return true;
      }
    }
  }
  return false;
}

// Adds cells to the loop until each house that has cells of the loop has exactly two of them, so
// that the two digits of the pair can change places. One digit of the pair is for the cells at even
// places of the loop, the other digit for the cells at odd places.
bool Se121Judge::extend_loop(Cells& loop, unsigned pair, bool is_rectangle) const {
  if (loop.size() > (is_rectangle ? 4U : 16U)) return false;
  const int last = loop.back();
  int extras = 0;
  unsigned extra = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    extras += candidates_[loop[i]] == pair ? 0 : 1;
    extra |= candidates_[loop[i]] & ~pair;
    for (int house = 0; house < 27; ++house) {
      if (is_in(loop[i], house) && i + 1 < loop.size() && (loop.size() - 1 - i) % 2 == 0 &&
          is_in(last, house)) {
        return false;  // two cells of a house would have the same digit
      }
    }
  }
  if (extras > 2 && size_of(extra) > 1) return false;
  if (loop.size() >= 4 && loop.size() % 2 == 0 && sees(last, loop[0])) {
    bool is_closed = (loop.size() == 4) == is_rectangle;
    for (int house = 0; house < 27; ++house) {
      const auto cells =
          std::count_if(loop.begin(), loop.end(), [&](int cell) { return is_in(cell, house); });
      is_closed = is_closed && (cells == 0 || cells == 2);
    }
    if (is_closed && is_loop_step(loop, pair)) return true;
  }
  for (const int next : cells_with(pair)) {
    if (!sees(next, last) || contains(loop, next)) continue;
    loop.push_back(next);
    if (extend_loop(loop, pair, is_rectangle)) return true;
    loop.pop_back();
  }
  return false;
}

// Some cells of the loop have more candidates than the two digits of the pair. At least one of
// these cells has a digit that is not in the pair. True if the step follows from this.
bool Se121Judge::is_loop_step(const Cells& loop, unsigned pair) const {
  Cells extras;
  for (const int cell : loop) {
    if (candidates_[cell] != pair) extras.push_back(cell);
  }
  const unsigned extra = digits_of(extras) & ~pair;
  if (extras.empty()) return false;
  if (extras.size() == 1 && removes(extras, pair)) return true;
  if (extras.size() >= 2 && size_of(extra) == 1 && removes(seen_by_all(extras), extra)) return true;
  if (extras.size() != 2 || !sees(extras[0], extras[1])) return false;
  for (int house = 0; house < 27; ++house) {
    if (!is_in(extras[0], house) || !is_in(extras[1], house)) continue;
    for (int digit = 1; digit <= 9; ++digit) {
      const unsigned bit = 1U << digit;
      if ((pair & bit) == 0 || places(house, digit).size() != 2) continue;
      if (removes(extras, pair & ~bit)) return true;
    }
  }
  return is_loop_type3(extras[0], extras[1], pair, extra);
}

// In a type 3, the two cells count as one cell that has the extra candidates.
bool Se121Judge::is_loop_type3(int first, int second, unsigned pair, unsigned extra) const {
  for (int house = 0; house < 27; ++house) {
    if (!is_in(first, house) || !is_in(second, house)) continue;
    Cells others;
    for (const int cell : open_cells()) {
      if (is_in(cell, house) && cell != first && cell != second) others.push_back(cell);
    }
    for (std::size_t size = 1; size <= 6; ++size) {
      const bool found = any_choice(others, size, [&](const Cells& chosen) {
        Cells rest;
        for (const int cell : others) {
          if (!contains(chosen, cell)) rest.push_back(cell);
        }
        const unsigned naked = extra | digits_of(chosen);
        if (size_of(naked) == static_cast<int>(size) + 1 && removes(rest, naked)) return true;
        // The digits of `hidden` have places only in the chosen cells and the two cells. At most
        // one of these digits is in the two cells.
        const unsigned hidden = 0x3fe & ~(digits_of(rest) | extra);
        unsigned in_house = 0;
        for (int digit = 1; digit <= 9; ++digit) {
          if (!places(house, digit).empty()) in_house |= 1U << digit;
        }
        // Some of these digits may be left out, but the set needs as many digits as cells.
        std::vector<int> digits;
        for (int digit = 1; digit <= 9; ++digit) {
          if ((hidden & in_house & ~pair) >> digit & 1U) digits.push_back(digit);
        }
        if ((pair & ~hidden) != 0 || size == 0) return false;
        return any_choice(digits, size - 1, [&](const Cells& more) {
          unsigned taken = pair;
          for (const int digit : more) taken |= 1U << digit;
          return removes(chosen, ~taken);
        });
      });
      if (found) return true;
    }
  }
  return false;
}

// Searches for extra candidates such that, without them, each open cell has two candidates, and
// each digit has two places or none in each house. True if, for some such
// extra candidates, the step follows from the fact that one of them is true.
bool Se121Judge::is_grave(Se121Technique technique) const {
  Cells cells;
  for (const int cell : open_cells()) {
    if (size_of(candidates_[cell]) > 2) cells.push_back(cell);
  }
  // Only the cells with more than two candidates have extra candidates. Most wrong steps fail in
  // these checks, before the search.
  if (cells.empty()) return false;
  if (technique == Se121Technique::kBugType1) {
    if (cells.size() != 1) return false;
  } else if (technique == Se121Technique::kBugType2) {
    const auto has_three = [&](int cell) { return size_of(candidates_[cell]) == 3; };
    if (!std::all_of(cells.begin(), cells.end(), has_three)) return false;
  } else {
    bool is_one_house = false;
    for (int house = 0; house < 27; ++house) {
      const auto is_here = [&](int cell) { return is_in(cell, house); };
      is_one_house = is_one_house || std::all_of(cells.begin(), cells.end(), is_here);
    }
    if (!is_one_house) return false;
  }
  Removals extra{};
  return try_graves(0, cells, extra, technique);
}

bool Se121Judge::try_graves(std::size_t next, Cells& cells, Removals& extra,
                            Se121Technique technique) const {
  // In each house, a digit must end with two places or none. So this choice fails if a digit has
  // more than two fixed places, or one fixed place and no place in a cell whose choice is open.
  for (int house = 0; house < 27; ++house) {
    for (int digit = 1; digit <= 9; ++digit) {
      int fixed = 0;
      int open = 0;
      for (const int cell : places(house, digit)) {
        const auto at = std::find(cells.begin(), cells.end(), cell) - cells.begin();
        const bool is_open = at < static_cast<std::ptrdiff_t>(cells.size()) &&
                             at >= static_cast<std::ptrdiff_t>(next);
        if (is_open) {
          ++open;
        } else if ((extra[cell] >> digit & 1U) == 0) {
          ++fixed;
        }
      }
      if (fixed > 2 || (fixed == 1 && open == 0)) return false;
    }
  }
  if (next == cells.size()) return is_grave_step(extra, technique);
  const int cell = cells[next];
  for (int a = 1; a <= 9; ++a) {
    for (int b = a + 1; b <= 9; ++b) {
      const unsigned pair = 1U << a | 1U << b;
      if ((candidates_[cell] & pair) != pair) continue;
      extra[cell] = candidates_[cell] & ~pair;
      if (try_graves(next + 1, cells, extra, technique)) return true;
    }
  }
  extra[cell] = 0;
  return false;
}

// True if the step follows from the fact that one of the extra candidates is true.
bool Se121Judge::is_grave_step(const Removals& extra, Se121Technique technique) const {
  Cells cells;
  unsigned digits = 0;
  for (int cell = 0; cell < 81; ++cell) {
    if (extra[cell] != 0) cells.push_back(cell);
    digits |= extra[cell];
  }
  if (technique == Se121Technique::kBugType1) return cells.size() == 1 && removes(cells, ~digits);
  if (technique == Se121Technique::kBugType2) {
    return size_of(digits) == 1 && removes(seen_by_all(cells), digits);
  }
  for (int house = 0; house < 27; ++house) {
    const auto is_here = [&](int cell) { return is_in(cell, house); };
    if (!std::all_of(cells.begin(), cells.end(), is_here)) continue;
    if (technique == Se121Technique::kBugType4) {
      // If the two places of a digit that is not extra are the two cells, one of these cells has
      // it.
      for (int digit = 1; digit <= 9 && cells.size() == 2; ++digit) {
        if ((digits >> digit & 1U) != 0 || places(house, digit) != cells) continue;
        Removals expected{};
        for (const int cell : cells) {
          expected[cell] = candidates_[cell] & ~(extra[cell] | 1U << digit);
        }
        if (expected == gone_) return true;
      }
      continue;
    }
    // The cells count as one cell with the extra candidates.
    Cells others;
    for (const int cell : seen_by_all(cells)) {
      if (is_in(cell, house)) others.push_back(cell);
    }
    for (std::size_t size = 1; size <= 5; ++size) {
      const bool found = any_choice(others, size, [&](const Cells& chosen) {
        const unsigned naked = digits_of(chosen) | digits;
        if (size_of(naked) != static_cast<int>(size) + 1) return false;
        Cells rest;
        for (const int cell : others) {
          if (!contains(chosen, cell)) rest.push_back(cell);
        }
        return removes(rest, naked);
      });
      if (found) return true;
    }
  }
  return false;
}

}  // namespace dokumill::testing
