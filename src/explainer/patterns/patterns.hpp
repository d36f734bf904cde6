// The patterns that both the finders and the inner rules of dynamic chains (inner_rules.cpp) search
// for: locked candidates, naked and hidden sets, fish. Each function each_...() visits all patterns
// of one kind on the board, in the order of the search, and stops when use() returns true.
#pragma once

#include "explainer/board/hint.hpp"

namespace dokumill::explainer {

// [places of a line]: the third of the line (0..2) that has all these places. [places of a box]:
// the row of the box (0..2) that has all these places. -1 if they are in several thirds or rows, or
// if there are fewer than two places.
inline constexpr auto kThirdOf = [] {
  std::array<std::int16_t, 512> table{};
  for (unsigned places = 0; places < 512; ++places) {
    table[places] = -1;
    for (int third = 0; third < 3; ++third) {
      const bool has_two = (places & (places - 1)) != 0;
      if (has_two && (places & ~(7U << 3 * third)) == 0) {
        table[places] = static_cast<std::int16_t>(third);
      }
    }
  }
  return table;
}();
// [places of a box]: the column of the box (0..2) that has all these places. -1 if they are in
// several columns, or if there are fewer than two places.
inline constexpr auto kBoxColumnOf = [] {
  std::array<std::int16_t, 512> table{};
  for (unsigned places = 0; places < 512; ++places) {
    table[places] = -1;
    for (int column = 0; column < 3; ++column) {
      const bool has_two = (places & (places - 1)) != 0;
      if (has_two && (places & ~(0x49U << column)) == 0) {
        table[places] = static_cast<std::int16_t>(column);
      }
    }
  }
  return table;
}();

// The line (kind 1: a row, kind 2: a column) that contains all places of a digit in a box. -1 if
// they are in several lines, or if there are fewer than two places.
inline int locked_line(int box, unsigned places, int kind) {
  const int at = kind == 1 ? kThirdOf[places] : kBoxColumnOf[places];
  if (at < 0) return -1;
  return kind == 1 ? kRows + box / 3 * 3 + at : kColumns + box % 3 * 3 + at;
}
// The box that contains all places of a digit in a line. -1 if they are in several boxes, or if
// there are fewer than two places.
inline int locked_box(int line, unsigned places) {
  const int at = kThirdOf[places];
  return at < 0 ? -1 : kGeometry.houses[kGeometry.cells[line][3 * at]][0];
}

// All places of the digit in the house `base` are also in the house `cover`. One of the houses is a
// box.
struct Locking {
  int base;
  int cover;
  int digit;
};

template <class Use>
bool each_locking(const Board& board, Use use) {
  for (const int kind : {2, 1}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int box = 0; box < 9; ++box) {
        const int line = locked_line(box, board.places(box, digit), kind);
        if (line >= 0 && use(Locking{box, line, digit})) return true;
      }
    }
  }
  for (const int lines : {kColumns, kRows}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (int line = lines; line < lines + 9; ++line) {
        const int box = locked_box(line, board.places(line, digit));
        if (box >= 0 && use(Locking{line, box, digit})) return true;
      }
    }
  }
  return false;
}

// The functions note_...() add what was found to an empty pattern.
inline void note_locking(const Board& board, const Locking& found, Pattern& pattern) {
  pattern.add_house(found.base);
  pattern.add_house(found.cover);
  pattern.add_digit(found.digit);
  pattern.add_places(found.base, board.places(found.base, found.digit));
}
inline void note_set(int house, unsigned places, unsigned digits, Pattern& pattern) {
  pattern.add_house(house);
  pattern.add_places(house, places);
  pattern.add_digits(digits);
}

// Calls use(house, places, digits) for each naked set, with its places and digits as bits.
template <class Use>
bool each_naked_set(const Board& board, int size, Use use) {
  for (const int houses : {kBoxes, kColumns, kRows}) {
    for (int house = houses; house < houses + 9; ++house) {
      if (board.open_in(house) < 2 * size) continue;
      unsigned usable = 0;
      unsigned sets[9];
      for (int place = 0; place < 9; ++place) {
        sets[place] = board.candidates(kGeometry.cells[house][place]);
        const int count = count9(sets[place]);
        if (count >= 2 && count <= size) usable |= 1U << place;
      }
      if (count9(usable) < size) continue;
      const bool found = any_subset(size, usable, [&](unsigned places) {
        unsigned digits = 0;
        for_each_bit(places, [&](int place) { digits |= sets[place]; });
        return count9(digits) == size && use(house, places, digits);
      });
      if (found) return true;
    }
  }
  return false;
}

// Calls use(house, places, digits) for each hidden set, with its places and digits as bits.
template <class Use>
bool each_hidden_set(const Board& board, int size, Use use) {
  for (const int houses : {kBoxes, kColumns, kRows}) {
    for (int house = houses; house < houses + 9; ++house) {
      if (board.open_in(house) <= 2 * size) continue;
      const unsigned usable = board.with_places(house, size);
      if (count9(usable) < size) continue;
      const bool found = any_subset(size, usable, [&](unsigned digits) {
        unsigned places = 0;
        for_each_bit(digits, [&](int digit) { places |= board.places(house, digit); });
        return count9(places) == size && use(house, places, digits);
      });
      if (found) return true;
    }
  }
  return false;
}

// The digit's places in the base lines (bits of `bases`) are all in the cover lines (bits of
// `covers`).
struct Fish {
  int base_houses;   // kColumns or kRows
  int cover_houses;  // kRows or kColumns: the other kind
  unsigned bases;
  unsigned covers;
  int digit;
};

inline void note_fish(const Board& board, const Fish& found, Pattern& pattern) {
  pattern.add_digit(found.digit);
  for_each_bit(found.bases, [&](int base) {
    const int house = found.base_houses + base;
    pattern.add_house(house);
    pattern.add_places(house, board.places(house, found.digit));
  });
  for_each_bit(found.covers, [&](int cover) { pattern.add_house(found.cover_houses + cover); });
}

template <class Use>
bool each_fish(const Board& board, int size, Use use) {
  for (const int bases : {kColumns, kRows}) {
    const auto places_in = [&](int digit, unsigned lines) {
      unsigned places = 0;
      for_each_bit(lines, [&](int line) { places |= board.places(bases + line, digit); });
      return places;
    };
    unsigned usable[9] = {};
    unsigned all = 0;  // the usable lines of all digits that have a fish
    for (int digit = 0; digit < kDigits; ++digit) {
      if (board.placed(digit) + 2 * size > 9) continue;
      for (int line = 0; line < 9; ++line) {
        const int count = count9(board.places(bases + line, digit));
        if (count >= 2 && count <= size) usable[digit] |= 1U << line;
      }
      const bool has_fish = any_subset(size, usable[digit], [&](unsigned lines) {
        return count9(places_in(digit, lines)) == size;
      });
      if (has_fish) all |= usable[digit];
    }
    const int covers = bases == kColumns ? kRows : kColumns;
    const bool found = any_subset(size, all, [&](unsigned lines) {
      for (int digit = 0; digit < kDigits; ++digit) {
        if ((lines & ~usable[digit]) != 0) continue;
        const unsigned places = places_in(digit, lines);
        if (count9(places) == size && use(Fish{bases, covers, lines, places, digit})) return true;
      }
      return false;
    });
    if (found) return true;
  }
  return false;
}

}  // namespace dokumill::explainer
