#include "engine/explainer/patterns/basics.hpp"

#include <array>
#include <iterator>
#include <utility>

#include "engine/explainer/patterns/patterns.hpp"
#include "engine/explainer/rating/technique_table.hpp"

namespace dokumill::explainer {
namespace {

constexpr int kAlways = 1000;

// A rule of the table of techniques.
struct Rule {
  int score;
  int until;  // the rule is not needed if the rating has this score or a higher one
  Technique technique;
  bool is_placement;
  void (Basics::*apply)();
};
constexpr auto kRules = [] {
  std::array<Rule, kBasicTechniques> rules{};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& [info, family, find, take_all] = kTechniqueTable[i];
    const bool is_placement = info.technique < Technique::kPointing;
    const int until = take_all.covered_by ? lowest_of(*take_all.covered_by) : kAlways;
    rules[i] = {info.lowest, until, info.technique, is_placement, take_all.take};
  }
  return rules;
}();

int cell_at(int house, int at) {
  return kHouseCells[house][at];
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

// The number of rules that houses_with_single() stands for.
constexpr std::size_t kHiddenSingles = 3;

void Basics::begin(Board& board, int highest) {
  static_assert(std::size(kRules) <= kSingles);
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
  for (rule_ = kHiddenSingles; rule_ < std::size(kRules) && !has_changed_; ++rule_) {
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

std::uint32_t Basics::houses_with_single() {
  collect();
  for_each_bit(std::exchange(dirty_digits_[kSingles], 0),
               [&](int digit) { single_houses_[digit] = houses_with_one(board_->places(digit)); });
  std::uint32_t houses = 0;
  for (const std::uint32_t of_digit : single_houses_) houses |= of_digit;
  return houses;
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

// Notes that the rule has found a change. Returns false if this is all that easiest() wants to
// know; then the rule visits no more houses and digits.
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
  for (const std::uint8_t house : kHousesOf[cell]) {
    changed_houses_ |= 1U << house;
  }
  for_each_bit(digits, [&](int digit) { board_->remove(cell, digit); });
}

// Removes what the pattern excludes. Returns false, so that the search goes on.
template <class Found>
bool Basics::take(const Found& found) {
  each_loss(*board_, found, [&](int cell, unsigned digits) { remove(cell, digits); });
  return false;
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

template <const LockingKind (&kKinds)[2]>
void Basics::locking() {
  each_dirty_digit([&](int digit) {
    for (const LockingKind kind : kKinds) {
      each_locking(*board_, kind, digit, [&](const Locking& found) { return take(found); });
    }
  });
}

template <const LockingKind (&kKinds)[2]>
void Basics::direct_locking() {
  each_dirty_digit([&](int digit) {
    for (const LockingKind kind : kKinds) {
      each_locking(*board_, kind, digit, [&](const Locking& found) {
        return each_single_after(*board_, found, [&](int house, int at) {
          return place(cell_at(house, at), digit), false;
        });
      });
    }
  });
}

template <int kSize>
void Basics::direct_hidden_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) <= kSize) return;
    each_hidden_set(*board_, house, kSize, [&](const HouseSet& found) {
      return each_single_after(*board_, found, [&](int digit, int at) {
        return place(cell_at(house, at), digit), false;
      });
    });
  });
}

template <int kSize>
void Basics::hidden_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    if (board_->open_in(house) <= 2 * kSize) return;
    each_hidden_set(*board_, house, kSize, [&](const HouseSet& found) { return take(found); });
  });
}

template <int kSize>
void Basics::naked_sets() {
  each_dirty_house(kAllHouses, [&](int house) {
    each_naked_set(*board_, house, kSize, [&](const HouseSet& found) { return take(found); });
  });
}

template <int kSize>
void Basics::fish() {
  each_dirty_digit([&](int digit) {
    for (const int first_base : {kFirstColumn, kFirstRow}) {
      each_fish(*board_, first_base, digit, kSize, [&](const Fish& found) { return take(found); });
    }
  });
}

template <bool kIsXyz>
void Basics::wings() {
  dirty_digits_[rule_] = 0;
  each_wing(*board_, kIsXyz, [&](const Wing& found) { return take(found), has_changed_; });
}

}  // namespace dokumill::explainer
