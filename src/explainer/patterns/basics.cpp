#include "explainer/patterns/basics.hpp"

#include <iterator>

#include "explainer/patterns/patterns.hpp"

namespace dokumill::explainer {
namespace {

constexpr int kAlways = 1000;
constexpr std::uint32_t kAllHouses = (1U << 27) - 1;

bool is_single(unsigned bits) {
  return bits != 0 && (bits & (bits - 1)) == 0;
}
int cell_at(int house, int at) {
  return kGeometry.cells[static_cast<std::size_t>(house)][static_cast<std::size_t>(at)];
}

// Calls use(group, elements) for each group of kSize sets whose union has kSize elements. Bit i of
// `group` is set if sets[i] belongs to the group. Bit e of `elements` is set if the union has the
// element e. Bit i of `usable` is set if sets[i] has 2 to kSize elements. Other sets are not tried.
template <int kSize, class Use>
void each_cover(const unsigned* sets, unsigned usable, Use use) {
  for (; usable != 0; usable &= usable - 1) {
    const int i = first_bit(usable);
    for (unsigned left = usable & (usable - 1); left != 0; left &= left - 1) {
      const int j = first_bit(left);
      const unsigned two = sets[i] | sets[j];
      if (count9(two) > kSize) continue;
      if constexpr (kSize == 2) {
        use(1U << i | 1U << j, two);
      } else {
        for (unsigned last = left & (left - 1); last != 0; last &= last - 1) {
          const int k = first_bit(last);
          const unsigned three = two | sets[k];
          if (count9(three) == kSize) use(1U << i | 1U << j | 1U << k, three);
        }
      }
    }
  }
}

template <int kSize>
unsigned usable_of(const unsigned* sets) {
  unsigned usable = 0;
  for (int i = 0; i < 9; ++i) {
    const int count = count9(sets[i]);
    if (count >= 2 && count <= kSize) usable |= 1U << i;
  }
  return usable;
}

}  // namespace

void note_step(Rating& rating, int score, Technique technique, bool is_placement) {
  if (score > rating.score) {
    rating.score = score;
    rating.hardest = technique;
  }
  if (rating.diamond == 0) rating.diamond = rating.score;
  if (rating.pearl == 0 && is_placement) rating.pearl = rating.score;
}

using enum Technique;

constexpr Basics::Rule Basics::kRules[] = {
    {10, 15, kFullHouse, true, &Basics::full_houses},
    {12, 15, kHiddenSingleInBox, true, &Basics::hidden_singles<0x1ff>},
    {15, kAlways, kHiddenSingleInLine, true, &Basics::hidden_singles<kAllHouses>},
    {17, 26, kDirectPointing, true, &Basics::direct_pointing},
    {19, 28, kDirectClaiming, true, &Basics::direct_claiming},
    {20, 34, kDirectHiddenPair, true, &Basics::direct_hidden_sets<2>},
    {23, kAlways, kNakedSingle, true, &Basics::naked_singles},
    {25, 40, kDirectHiddenTriplet, true, &Basics::direct_hidden_sets<3>},
    {26, kAlways, kPointing, false, &Basics::pointing},
    {28, kAlways, kClaiming, false, &Basics::claiming},
    {30, kAlways, kNakedPair, false, &Basics::naked_sets<2>},
    {32, kAlways, kXWing, false, &Basics::fish<2>},
    {34, kAlways, kHiddenPair, false, &Basics::hidden_sets<2>},
    {36, kAlways, kNakedTriplet, false, &Basics::naked_sets<3>},
    {38, kAlways, kSwordfish, false, &Basics::fish<3>},
    {40, kAlways, kHiddenTriplet, false, &Basics::hidden_sets<3>},
    {42, kAlways, kXyWing, false, &Basics::xy_wings},
    {44, kAlways, kXyzWing, false, &Basics::xyz_wings},
};

void Basics::begin(Board& board, int highest) {
  static_assert(std::size(kRules) <= kMostRules);
  board_ = &board;
  highest_ = highest;
  changed_houses_ = changed_digits_ = 0;
  dirty_houses_.fill(kAllHouses);
  dirty_digits_.fill(kAllDigits);
}

void Basics::run(Rating& rating) {
  rule_ = 0;
  while (rule_ < std::size(kRules) && !board_->is_solved()) {
    const Rule& rule = kRules[rule_];
    if (rule.score > highest_) return;
    collect();
    if (rating.score >= rule.until || dirty_digits_[rule_] == 0) {
      ++rule_;
      continue;
    }
    has_changed_ = false;
    (this->*rule.apply)();
    if (!has_changed_) {
      ++rule_;
      continue;
    }
    note_step(rating, rule.score, rule.technique, rule.is_placement);
    rule_ = 0;
  }
}

int Basics::easiest() {
  is_looking_ = true;
  has_changed_ = false;
  collect();
  int score = kNoStep;
  for (rule_ = 0; rule_ < std::size(kRules) && !has_changed_; ++rule_) {
    const Rule& rule = kRules[rule_];
    if (dirty_digits_[rule_] == 0) continue;
    const std::uint32_t houses = dirty_houses_[rule_];
    const std::uint16_t digits = dirty_digits_[rule_];
    (this->*rule.apply)();
    if (!has_changed_) continue;
    dirty_houses_[rule_] = houses;
    dirty_digits_[rule_] = digits;
    score = rule.score;
  }
  is_looking_ = false;
  return score;
}

void Basics::apply(const Hint& hint) {
  for (const Removal& gone : hint.removals) remove(gone.cell, gone.digits);
  if (hint.cell >= 0) place(hint.cell, hint.digit);
}

void Basics::collect() {
  if (changed_houses_ == 0) return;
  for (std::uint32_t& dirty : dirty_houses_) dirty |= changed_houses_;
  for (std::uint16_t& dirty : dirty_digits_) dirty |= changed_digits_;
  changed_houses_ = changed_digits_ = 0;
}

// Notes that the rule has found a change. Returns false if this is all that easiest() wants to know;
// then the rule visits no more houses and digits.
bool Basics::may_change() {
  has_changed_ = true;
  if (is_looking_) {
    dirty_houses_[rule_] = 0;
    dirty_digits_[rule_] = 0;
  }
  return !is_looking_;
}

void Basics::place(int cell, int digit) {
  if (!may_change()) return;
  changed_digits_ |= static_cast<std::uint16_t>(board_->candidates(cell));
  changed_houses_ |= board_->place(cell, digit);
}

// A house is dirty for a rule if it has changed since the rule last visited it. Calls use(house)
// for each house of `of` that is dirty for the current rule. A rule that places digits visits all
// these houses. Any other rule stops after its first change, so that easier rules run first.
// each_dirty_digit() does the same with digits.
template <class Use>
void Basics::each_dirty_house(std::uint32_t of, Use use) {
  collect();
  dirty_digits_[rule_] = 0;
  std::uint32_t& dirty = dirty_houses_[rule_];
  while ((dirty & of) != 0 && (kRules[rule_].is_placement || !has_changed_)) {
    const int house = first_bit(dirty & of);
    dirty &= ~(1U << house);
    use(house);
    collect();
  }
}

template <class Use>
void Basics::each_dirty_digit(Use use) {
  collect();
  std::uint16_t& dirty = dirty_digits_[rule_];
  while (dirty != 0 && (kRules[rule_].is_placement || !has_changed_)) {
    const int digit = first_bit(dirty);
    dirty &= static_cast<std::uint16_t>(dirty - 1);
    use(digit);
    collect();
  }
}

void Basics::remove(int cell, unsigned digits) {
  digits &= board_->candidates(cell);
  if (digits == 0) return;
  if (!may_change()) return;
  changed_digits_ |= static_cast<std::uint16_t>(digits);
  for (const std::uint8_t house : kGeometry.houses[static_cast<std::size_t>(cell)]) {
    changed_houses_ |= 1U << house;
  }
  for_each_bit(digits, [&](int digit) { board_->remove(cell, digit); });
}

void Basics::remove_places(int house, unsigned places, int digit) {
  for_each_bit(places & board_->places(house, digit),
               [&](int at) { remove(cell_at(house, at), 1U << digit); });
}

void Basics::full_houses() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) != 1) return;
    if (const unsigned digits = board_->only_once(house); digits != 0) {
      const int digit = first_bit(digits);
      place(cell_at(house, first_bit(board_->places(house, digit))), digit);
    }
  });
}

template <std::uint32_t kOf>
void Basics::hidden_singles() {
  each_dirty_digit([&](int digit) {
    while (const std::uint32_t houses = houses_with_one(board_->places(digit)) & kOf) {
      for_each_bit(houses, [&](int house) {
        const unsigned places = board_->places(house, digit);
        if (places != 0) place(cell_at(house, first_bit(places)), digit);
      });
      if (is_looking_) return;
    }
  });
}

void Basics::naked_singles() {
  dirty_digits_[rule_] = 0;
  for (CellSet cells = board_->single_cells(); !cells.empty(); cells = board_->single_cells()) {
    cells.for_each([&](int cell) {
      // In a puzzle without a solution, another cell of the same house may have taken the digit.
      const unsigned candidates = board_->candidates(cell);
      if (candidates != 0) place(cell, first_bit(candidates));
    });
    if (is_looking_) return;
  }
}

// Calls use(box, kind, at, line, others) for each box that has all its places of the digit in one
// line, if the line has other places outside the box. `kind`: 1 for a row, 2 for a column. `at`:
// the number of the line in the box, 0..2. `others`: a set of places in the line, as bits: the
// digit's places outside the box.
template <class Use>
void Basics::each_pointing(int digit, Use use) {
  for (int box = 0; box < 9; ++box) {
    const unsigned places = board_->places(box, digit);
    for (const int kind : {1, 2}) {
      const int at = kind == 1 ? kThirdOf[places] : kBoxColumnOf[places];
      if (at < 0) continue;
      const int line = kind == 1 ? kRows + box / 3 * 3 + at : kColumns + box % 3 * 3 + at;
      const unsigned in_box = 7U << 3 * (kind == 1 ? box % 3 : box / 3);
      const unsigned others = board_->places(line, digit) & ~in_box;
      if (others != 0) use(box, kind, at, line, others);
    }
  }
}

// Calls use(line, third, box, others) for each line that has all its places of the digit in one
// box, if the box has other places outside the line. `third`: the third of the line that is in the
// box, 0..2. `others`: a set of places in the box, as bits: the digit's places outside the line.
template <class Use>
void Basics::each_claiming(int digit, Use use) {
  for (int line = kRows; line < kHouses; ++line) {
    const int third = kThirdOf[board_->places(line, digit)];
    if (third < 0) continue;
    const int box = locked_box(line, board_->places(line, digit));
    const unsigned in_line = line < kColumns ? 7U << 3 * (line % 3) : 0x49U << line % 3;
    const unsigned others = board_->places(box, digit) & ~in_line;
    if (others != 0) use(line, third, box, others);
  }
}

void Basics::place_last(int house, unsigned cleared, int digit) {
  const unsigned places = board_->places(house, digit);
  const unsigned left = places & ~cleared;
  if (left != places && is_single(left)) place(cell_at(house, first_bit(left)), digit);
}

void Basics::direct_pointing() {
  each_dirty_digit([&](int digit) {
    each_pointing(digit, [&](int box, int kind, int at, int, unsigned) {
      const unsigned cleared = kind == 1 ? 7U << 3 * at : 0x49U << at;
      for (int j = 0; j < 3; ++j) {
        const int other = kind == 1 ? box / 3 * 3 + j : box % 3 + 3 * j;
        if (other != box) place_last(other, cleared, digit);
      }
    });
  });
}

void Basics::direct_claiming() {
  each_dirty_digit([&](int digit) {
    each_claiming(digit, [&](int line, int third, int, unsigned) {
      const int first = line - line % 3;
      for (int other = first; other < first + 3; ++other) {
        if (other != line) place_last(other, 7U << 3 * third, digit);
      }
    });
  });
}

void Basics::pointing() {
  each_dirty_digit([&](int digit) {
    each_pointing(digit, [&](int, int, int, int line, unsigned others) {
      remove_places(line, others, digit);
    });
  });
}

void Basics::claiming() {
  each_dirty_digit([&](int digit) {
    each_claiming(digit,
                  [&](int, int, int box, unsigned others) { remove_places(box, others, digit); });
  });
}

template <int kSize>
void Basics::direct_hidden_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) <= kSize) return;
    each_hidden<kSize>(house, [&](unsigned digits, unsigned places) {
      for (int digit = 0; digit < kDigits; ++digit) {
        if ((digits >> digit & 1U) == 0) place_last(house, places, digit);
      }
    });
  });
}

template <int kSize>
void Basics::hidden_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) <= 2 * kSize) return;
    each_hidden<kSize>(house, [&](unsigned digits, unsigned places) {
      for_each_bit(places, [&](int at) { remove(cell_at(house, at), ~digits); });
    });
  });
}

// Calls use(digits, places) for each hidden set of kSize digits in the house. `digits`: a set of
// digits, as bits. `places`: a set of places in the house, as bits.
template <int kSize, class Use>
void Basics::each_hidden(int house, Use use) {
  const unsigned usable = board_->with_places(house, kSize);
  if (count9(usable) < kSize) return;
  unsigned sets[9];
  for_each_bit(usable, [&](int digit) { sets[digit] = board_->places(house, digit); });
  each_cover<kSize>(sets, usable, use);
}

template <int kSize>
void Basics::naked_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) < 2 * kSize) return;
    unsigned sets[9];
    for (int at = 0; at < 9; ++at) sets[at] = board_->candidates(cell_at(house, at));
    each_cover<kSize>(sets, usable_of<kSize>(sets), [&](unsigned places, unsigned digits) {
      for_each_bit(digits, [&](int digit) { remove_places(house, ~places, digit); });
    });
  });
}

template <int kSize>
void Basics::fish() {
  each_dirty_digit([&](int digit) {
    if (board_->placed(digit) + 2 * kSize > 9) return;
    for (const int bases : {kColumns, kRows}) {
      const int covers = kRows + kColumns - bases;
      unsigned sets[9];
      for (int line = 0; line < 9; ++line) sets[line] = board_->places(bases + line, digit);
      each_cover<kSize>(sets, usable_of<kSize>(sets), [&](unsigned lines, unsigned crossed) {
        for_each_bit(crossed, [&](int cover) { remove_places(covers + cover, ~lines, digit); });
      });
    }
  });
}

// The pivot has the candidates x and y, one wing has x and z, and the other wing has y and z.
void Basics::xy_wings() {
  dirty_digits_[rule_] = 0;
  const CellSet bivalue = board_->bivalue_cells();
  CellSet with[kDigits];
  collect_bivalue(bivalue, with);
  bivalue.for_each([&](int pivot) {
    if (has_changed_) return;
    const unsigned xy = board_->candidates(pivot);
    const CellSet near = peers_of(pivot);
    const CellSet near_y = near & with[first_bit(xy & (xy - 1))];
    if (near_y.empty()) return;
    (near & with[first_bit(xy)]).for_each([&](int first) {
      const unsigned xz = board_->candidates(first);
      if (xz == xy || count9(xz) != 2) return;
      const int z = first_bit(xz & ~xy);
      (near_y & with[z]).for_each([&](int second) {
        remove_common(peers_of(first) & peers_of(second), pivot, 1U << z);
      });
    });
  });
}

// The pivot has the candidates x, y and z.
void Basics::xyz_wings() {
  dirty_digits_[rule_] = 0;
  CellSet with[kDigits];
  collect_bivalue(board_->bivalue_cells(), with);
  board_->trivalue_cells().for_each([&](int pivot) {
    if (has_changed_) return;
    const unsigned xyz = board_->candidates(pivot);
    const CellSet near = peers_of(pivot);
    for_each_bit(xyz, [&](int z) {
      const unsigned xy = xyz & ~(1U << z);
      const CellSet near_z = near & with[z];
      (near_z & with[first_bit(xy)]).for_each([&](int first) {
        (near_z & with[first_bit(xy & (xy - 1))]).for_each([&](int second) {
          remove_common(near & peers_of(first) & peers_of(second), pivot, 1U << z);
        });
      });
    });
  });
}

// Stores in with[digit] the cells of `bivalue` that have the digit as a candidate.
void Basics::collect_bivalue(CellSet bivalue, CellSet* with) const {
  for (int digit = 0; digit < kDigits; ++digit) with[digit] = bivalue & board_->cells_with(digit);
}

void Basics::remove_common(CellSet seen, int pivot, unsigned digit) {
  seen.remove(pivot);
  seen &= board_->cells_with(first_bit(digit));
  seen.for_each([&](int cell) { remove(cell, digit); });
}

}  // namespace dokumill::explainer
