// The patterns up to the XYZ-Wing: locked candidates, naked and hidden sets, fish, wings. The
// finders, Basics and the inner rules of dynamic chains (inner_rules.cpp) search for them here.
//
// Each function each_...() calls use(pattern) for each pattern of one kind, in the order in which
// Sudoku Explainer meets them, and stops when use() returns true. For a pattern,
//
//   each_loss()  calls use(cell, digits) for the candidates that the pattern excludes
//   each_need()  calls use(cell, digits) for the candidates that must be gone before it exists
//   note()       adds what a person has to see to an empty Pattern
//
// A cell need not have all digits that each_loss() and each_need() name.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/explainer/board/hint.hpp"

namespace dokumill::explainer {

// [house][kind]: the three houses of this kind that a house crosses: for a box, its rows and its
// columns; for a line, its boxes. Not set for other pairs of kinds.
inline constexpr auto kCrossing = [] {
  std::array<std::array<std::array<std::uint8_t, 3>, kHouseKinds>, kHouses> crossing{};
  for (int box = 0; box < 9; ++box) {
    for (int i = 0; i < 3; ++i) {
      const int row = kFirstRow + box / 3 * 3 + i;
      const int column = kFirstColumn + box % 3 * 3 + i;
      crossing[kFirstBox + box][kRowKind][i] = static_cast<std::uint8_t>(row);
      crossing[kFirstBox + box][kColumnKind][i] = static_cast<std::uint8_t>(column);
      crossing[row][kBoxKind][box % 3] = static_cast<std::uint8_t>(kFirstBox + box);
      crossing[column][kBoxKind][box / 3] = static_cast<std::uint8_t>(kFirstBox + box);
    }
  }
  return crossing;
}();
// [house][other]: the places of the house that are also in the other house, as bits.
inline constexpr auto kShared = [] {
  std::array<std::array<std::uint16_t, kHouses>, kHouses> shared{};
  for (int house = 0; house < kHouses; ++house) {
    for (int place = 0; place < 9; ++place) {
      for (const int other : kHousesOf[kHouseCells[house][place]]) {
        shared[house][other] |= static_cast<std::uint16_t>(1U << place);
      }
    }
  }
  return shared;
}();
// [is_column][places]: which of the three houses of a kind that a house crosses has all these
// places; -1 if several have them, or if there are fewer than two places. `is_column`: whether the
// house is a box that crosses columns.
inline constexpr auto kThirdOf = [] {
  std::array<std::array<std::int8_t, 512>, 2> table{};
  for (unsigned places = 0; places < 512; ++places) {
    const bool has_two = (places & (places - 1)) != 0;
    for (const int is_column : {0, 1}) {
      table[is_column][places] = -1;
      for (int third = 0; third < 3; ++third) {
        const unsigned own = is_column != 0 ? 0x49U << third : 7U << 3 * third;
        if (has_two && (places & ~own) == 0) {
          table[is_column][places] = static_cast<std::int8_t>(third);
        }
      }
    }
  }
  return table;
}();

// Calls use(cell, digits) for each of the places of a house.
template <class Use>
void each_at(int house, unsigned places, unsigned digits, Use use) {
  for_each_bit(places, [&](int place) { use(kHouseCells[house][place], digits); });
}

// [digit]: a set of houses, as bits: where patterns of this digit are searched.
using HousesByDigit = std::array<std::uint32_t, kDigits>;
inline constexpr HousesByDigit kEverywhere = [] {
  HousesByDigit all;
  all.fill((1U << kHouses) - 1);
  return all;
}();

// All places of the digit in the house `base` are also in the house `cover`. One of the houses is a
// box. `others`: the digit's other places in the cover, as bits; there is at least one.
struct Locking {
  int base;
  int cover;
  int digit;
  unsigned others;
};
// Where to search for locked candidates: in nine houses, for covers of one kind.
struct LockingKind {
  int first_base;
  int cover_kind;
};
inline constexpr LockingKind kPointingKinds[] = {{kFirstBox, kColumnKind}, {kFirstBox, kRowKind}};
inline constexpr LockingKind kClaimingKinds[] = {{kFirstColumn, kBoxKind}, {kFirstRow, kBoxKind}};

template <class Use>
bool take_locking(const Board& board, LockingKind kind, int digit, int base, Use use) {
  const int third = kThirdOf[kind.cover_kind == kColumnKind ? 1 : 0][board.places(base, digit)];
  if (third < 0) return false;
  const int cover = kCrossing[base][kind.cover_kind][third];
  const unsigned others = board.places(cover, digit) & ~kShared[cover][base];
  return others != 0 && use(Locking{base, cover, digit, others});
}
template <class Use>
bool each_locking(const Board& board, LockingKind kind, int digit, Use use) {
  for (int base = kind.first_base; base < kind.first_base + 9; ++base) {
    if (take_locking(board, kind, digit, base, use)) return true;
  }
  return false;
}
// `among`: the houses that may be bases.
template <class Use>
bool each_locking(const Board& board, const HousesByDigit& among, Use use) {
  HousesByDigit bases;
  for (int digit = 0; digit < kDigits; ++digit) {
    bases[digit] = among[digit] & houses_with_some<3>(board.places(digit));
  }
  for (const LockingKind kind :
       {kPointingKinds[0], kPointingKinds[1], kClaimingKinds[0], kClaimingKinds[1]}) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for (unsigned left = bases[digit] >> kind.first_base & kAllPlaces; left != 0;
           left &= left - 1) {
        if (take_locking(board, kind, digit, kind.first_base + first_bit(left), use)) return true;
      }
    }
  }
  return false;
}
// Calls use(house, place) for each house beside the base in which the digit has only this place
// left when the cover has the digit in the base.
template <class Use>
bool each_single_after(const Board& board, const Locking& found, Use use) {
  for (const int house : kCrossing[found.cover][kind_of(found.base)]) {
    const unsigned places = board.places(house, found.digit);
    const unsigned left = places & ~kShared[house][found.cover];
    if (house == found.base || left == places || !is_single(left)) continue;
    if (use(house, first_bit(left))) return true;
  }
  return false;
}

inline Technique technique_of(const Locking& found) {
  return found.base >= kFirstBox ? Technique::kPointing : Technique::kClaiming;
}
template <class Use>
void each_loss(const Board&, const Locking& found, Use use) {
  each_at(found.cover, found.others, 1U << found.digit, use);
}
template <class Use>
void each_need(const Locking& found, Use use) {
  const unsigned outside = kAllPlaces & ~kShared[found.base][found.cover];
  each_at(found.base, outside, 1U << found.digit, use);
}
inline void note(const Board& board, const Locking& found, Pattern& pattern) {
  pattern.add_house(found.base);
  pattern.add_house(found.cover);
  pattern.add_digit(found.digit);
  pattern.add_places(found.base, board.places(found.base, found.digit));
}

// Calls use(group, all) for each group of `size` of the sets in `usable` whose union `all`,
// together with the elements in `all` at the start, has `max` elements. Bit i of `group` is set if
// sets[i] belongs to it. No group is visited if `usable` is empty, not even the empty one. The
// groups come in ascending order of their values: so Sudoku Explainer searches.
template <class Use>
bool each_cover(const Sets& sets, unsigned usable, int size, int max, const Use& use,
                unsigned group = 0, unsigned all = 0) {
  if (size == 0) return usable != 0 && count9(all) == max && use(group, all);
  for (unsigned left = usable; left != 0; left &= left - 1) {
    const int i = first_bit(left);
    const unsigned joined = all | sets[i];
    if (count9(joined) > max) continue;
    if (size == 1) {
      if (count9(joined) == max && use(group | 1U << i, joined)) return true;
    } else if (each_cover(sets, usable & ((1U << i) - 1), size - 1, max, use, group | 1U << i,
                          joined)) {
      return true;
    }
  }
  return false;
}
// The sets that have 2 to `max` elements.
inline unsigned usable_of(const Sets& sets, int max) {
  unsigned usable = 0;
  for (int i = 0; i < 9; ++i) {
    const int count = count9(sets[i]);
    if (count >= 2 && count <= max) usable |= 1U << i;
  }
  return usable;
}

// A naked set: the cells at these places of the house have no other digits. A hidden set: the
// digits have no other places.
struct HouseSet {
  bool is_naked;
  int house;
  unsigned places;
  unsigned digits;
};

template <class Use>
bool each_naked_set(const Board& board, int house, int size, Use use) {
  if (board.open_in(house) < 2 * size) return false;
  const Sets sets = board.candidates_in(house);
  const auto take = [&](unsigned places, unsigned digits) {
    return use(HouseSet{true, house, places, digits});
  };
  return each_cover(sets, usable_of(sets, size), size, size, take);
}
template <class Use>
bool each_hidden_set(const Board& board, int house, int size, Use use) {
  const unsigned usable = board.with_places(house, size);
  if (count9(usable) < size) return false;
  Sets sets;
  for_each_bit(usable, [&](int digit) { sets[digit] = board.places(house, digit); });
  const auto take = [&](unsigned digits, unsigned places) {
    return use(HouseSet{false, house, places, digits});
  };
  return each_cover(sets, usable, size, size, take);
}
// Calls use(digit, place) for each other digit that has only this place left in the house of a
// hidden set when the cells of the set lose it.
template <class Use>
bool each_single_after(const Board& board, const HouseSet& found, Use use) {
  for (unsigned others = kAllDigits & ~found.digits; others != 0; others &= others - 1) {
    const unsigned places = board.places(found.house, first_bit(others));
    const unsigned left = places & ~found.places;
    if (left == places || !is_single(left)) continue;
    if (use(first_bit(others), first_bit(left))) return true;
  }
  return false;
}
// The houses in the order in which Sudoku Explainer searches them for sets.
template <class Use>
bool any_house(Use use) {
  for (const int first : {kFirstBox, kFirstColumn, kFirstRow}) {
    for (int house = first; house < first + 9; ++house) {
      if (use(house)) return true;
    }
  }
  return false;
}

inline Technique technique_of(const HouseSet& found) {
  using enum Technique;
  constexpr Technique kNaked[] = {kNakedPair, kNakedTriplet, kNakedQuad};
  constexpr Technique kHidden[] = {kHiddenPair, kHiddenTriplet, kHiddenQuad};
  return (found.is_naked ? kNaked : kHidden)[count9(found.digits) - 2];
}
template <class Use>
void each_loss(const Board&, const HouseSet& found, Use use) {
  if (found.is_naked) return each_at(found.house, kAllPlaces & ~found.places, found.digits, use);
  each_at(found.house, found.places, kAllDigits & ~found.digits, use);
}
template <class Use>
void each_need(const HouseSet& found, Use use) {
  if (found.is_naked) return each_at(found.house, found.places, kAllDigits & ~found.digits, use);
  each_at(found.house, kAllPlaces & ~found.places, found.digits, use);
}
inline void note(const Board&, const HouseSet& found, Pattern& pattern) {
  pattern.add_house(found.house);
  pattern.add_places(found.house, found.places);
  pattern.add_digits(found.digits);
}

// The digit's places in the base lines (bits of `bases`) are all in the cover lines (bits of
// `covers`).
struct Fish {
  int first_base;  // kFirstColumn or kFirstRow; the covers are lines of the other kind
  unsigned bases;
  unsigned covers;
  int digit;

  int first_cover() const { return kFirstRow + kFirstColumn - first_base; }
};

template <class Use>
bool each_fish(const Board& board, int first_base, int digit, int size, Use use) {
  if (board.placed(digit) + 2 * size > 9) return false;
  Sets sets;
  for (int line = 0; line < 9; ++line) sets[line] = board.places(first_base + line, digit);
  const auto take = [&](unsigned bases, unsigned covers) {
    return use(Fish{first_base, bases, covers, digit});
  };
  return each_cover(sets, usable_of(sets, size), size, size, take);
}
// `among`: of the bases, at least one is among these houses.
template <class Use>
bool each_fish(const Board& board, int size, const HousesByDigit& among, Use use) {
  std::array<std::uint32_t, kDigits> lines;  // the houses that may be bases, as bits
  for (int digit = 0; digit < kDigits; ++digit) {
    const HouseLanes& places = board.places(digit);
    lines[digit] = size == 2 ? houses_with_some<2>(places) : houses_with_some<4>(places);
  }
  for (const int first_base : {kFirstColumn, kFirstRow}) {
    std::vector<Fish> all;
    for (int digit = 0; digit < kDigits; ++digit) {
      if (((lines[digit] & among[digit]) >> first_base & kAllPlaces) == 0) continue;
      if (count9(lines[digit] >> first_base & kAllPlaces) < size) continue;
      each_fish(board, first_base, digit, size, [&](const Fish& found) {
        all.push_back(found);
        return false;
      });
    }
    std::ranges::stable_sort(all, {}, &Fish::bases);
    if (std::ranges::any_of(all, use)) return true;
  }
  return false;
}

inline Technique technique_of(const Fish& found) {
  using enum Technique;
  constexpr Technique kFish[] = {kXWing, kSwordfish, kJellyfish};
  return kFish[count9(found.bases) - 2];
}
template <class Use>
void each_loss(const Board& board, const Fish& found, Use use) {
  for_each_bit(found.covers, [&](int cover) {
    const int house = found.first_cover() + cover;
    each_at(house, board.places(house, found.digit) & ~found.bases, 1U << found.digit, use);
  });
}
template <class Use>
void each_need(const Fish& found, Use use) {
  for_each_bit(found.bases, [&](int base) {
    each_at(found.first_base + base, kAllPlaces & ~found.covers, 1U << found.digit, use);
  });
}
inline void note(const Board& board, const Fish& found, Pattern& pattern) {
  pattern.add_digit(found.digit);
  for_each_bit(found.bases, [&](int base) {
    const int house = found.first_base + base;
    pattern.add_house(house);
    pattern.add_places(house, board.places(house, found.digit));
  });
  for_each_bit(found.covers, [&](int cover) { pattern.add_house(found.first_cover() + cover); });
}

// Two wings see the pivot. Whatever the pivot is, one of the three cells has the digit `last`. In
// an XYZ-Wing, the pivot can have this digit, too.
struct Wing {
  bool is_xyz;
  int pivot;
  int first;  // the wing with the lower number
  int second;
  unsigned last;
};

template <class Use>
bool each_wing(const Board& board, bool is_xyz, Use use) {
  const CellSet bivalue = board.bivalue_cells();
  CellSet with[kDigits];
  for (int digit = 0; digit < kDigits; ++digit) with[digit] = bivalue & board.cells_with(digit);
  return (is_xyz ? board.trivalue_cells() : bivalue).any_of([&](int pivot) {
    const unsigned own = board.candidates(pivot);
    CellSet once;  // the cells with one of the pivot's digits
    CellSet twice;
    for_each_bit(own, [&](int digit) {
      twice |= once & with[digit];
      once |= with[digit];
    });
    CellSet left = (is_xyz ? twice : once - twice) & peers_of(pivot);
    return CellSet(left).any_of([&](int first) {
      left.remove(first);
      const unsigned pair = board.candidates(first);
      CellSet seconds = left & with[first_bit(own & ~pair)];
      if (seconds.empty()) return false;
      CellSet with_last;
      for_each_bit(is_xyz ? pair : pair & ~own, [&](int digit) { with_last |= with[digit]; });
      seconds &= with_last;
      return seconds.any_of([&](int second) {
        return use(Wing{is_xyz, pivot, first, second, board.candidates(second) & pair});
      });
    });
  });
}

inline Technique technique_of(const Wing& found) {
  return found.is_xyz ? Technique::kXyzWing : Technique::kXyWing;
}
template <class Use>
void each_loss(const Board& board, const Wing& found, Use use) {
  CellSet seen = peers_of(found.first) & peers_of(found.second);
  seen &= board.cells_with(first_bit(found.last));
  if (found.is_xyz) seen &= peers_of(found.pivot);
  seen.remove(found.pivot);
  seen.for_each([&](int cell) { use(cell, found.last); });
}
inline void note(const Board& board, const Wing& found, Pattern& pattern) {
  unsigned digits = 0;
  for (const int cell : {found.pivot, found.first, found.second}) {
    pattern.add_cell(cell);
    digits |= board.candidates(cell);
  }
  pattern.add_digits(digits & ~found.last);
  pattern.add_digits(found.last);
}

}  // namespace dokumill::explainer
