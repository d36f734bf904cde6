#include "engine/explainer/assumptions/multiple_chains.hpp"

#include <algorithm>
#include <tuple>

#include "engine/explainer/assumptions/inner_chains.hpp"

namespace dokumill::explainer {
namespace {

// Assumes that the cell has the digit (is_true) or does not have it. Returns true if this
// assumption leads to a house without a place for the digit, by singles of this digit alone.
bool is_refuted(const Board& board, int cell, int digit, bool is_true) {
  HouseLanes left = board.places(digit);
  const std::uint32_t houses = houses_that(left, [](Lanes lanes) { return lanes != 0; });
  std::uint32_t settled = 0;  // houses in which this function placed the digit
  const auto has = [&](int at) {
    const auto index = static_cast<std::size_t>(at);
    std::array<std::uint16_t, kHouseKinds> own;
    for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
      own[kind] =
          left[kHousesOf[index][kind]] & static_cast<std::uint16_t>(1U << kPlacesOf[index][kind]);
    }
    for (std::size_t part = 0; part < 4; ++part) {
      store_lanes(left, part, load_lanes(left, part) & load_lanes(kPlacesLeft[index], part));
    }
    for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
      const std::uint8_t house = kHousesOf[index][kind];
      left[house] = own[kind];
      settled |= 1U << house;
    }
  };
  if (is_true) {
    has(cell);
  } else {
    for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
      const auto index = static_cast<std::size_t>(cell);
      left[kHousesOf[index][kind]] &= static_cast<std::uint16_t>(~(1U << kPlacesOf[index][kind]));
    }
  }
  while (true) {
    if ((houses_that(left, [](Lanes lanes) { return lanes == 0; }) & houses) != 0) return true;
    const std::uint32_t singles = houses_with_one(left) & ~settled;
    if (singles == 0) return false;
    const auto house = static_cast<std::size_t>(first_bit(singles));
    has(kHouseCells[house][first_bit(left[house])]);
  }
}

// The same as is_refuted(board, cell, digit, false), but faster. If the cell does not have the
// digit, the first singles are in the houses of the cell that had two places of the digit. If all
// these singles are in one other cell, everything follows from the digit in that cell. (That cell
// sees `cell`, so it also follows that `cell` does not have the digit.) If no house had two places,
// nothing follows. `refuted_if_true`: the cells for which is_refuted(board, cell, digit, true)
// returns true.
bool is_refuted_if_false(const Board& board, int cell, int digit, CellSet refuted_if_true) {
  CellSet partners;
  bool is_only_place = false;
  for (std::size_t kind = 0; kind < kHouseKinds; ++kind) {
    const std::uint8_t house = kHousesOf[cell][kind];
    const unsigned own = 1U << kPlacesOf[cell][kind];
    const unsigned others = board.places(house, digit) & ~own;
    is_only_place = is_only_place || others == 0;
    if (others != 0 && (others & (others - 1)) == 0) {
      partners.add(kHouseCells[house][first_bit(others)]);
    }
  }
  if (is_only_place || has_two(partners) || houses_with_one(board.places(digit)) != 0) {
    return is_refuted(board, cell, digit, false);
  }
  return !(partners & refuted_if_true).empty();
}

// Whether something follows at once if the cell does not have the digit.
bool may_conclude(const Board& board, int cell, int digit) {
  if (board.count(cell) == 2) return true;
  const auto& houses = kHousesOf[cell];
  return std::ranges::any_of(houses,
                             [&](int house) { return count9(board.places(house, digit)) == 2; });
}

}  // namespace

MultipleChains::MultipleChains(Work& work) : work_(work) {}
MultipleChains::~MultipleChains() = default;

void MultipleChains::begin(const Board& board, const ChainRules& rules) {
  const bool goes_on =
      may_go_on_ && !takes_all_ && extends(rules, rules_) && board.has_same_candidates(made_on_);
  may_go_on_ = false;
  board_ = &board;
  rules_ = rules;
  if (rules.level >= 2 && !inner_) inner_ = std::make_unique<InnerChains>(work_);
  order_ = 0;
  if (!goes_on) {
    used_ = 0;
    slot_.fill(-1);
  }
  best_.assign(takes_all_ ? 0 : 1, Found{});
  if (takes_all_) best_at_.fill(-1);
}

void MultipleChains::search(const Board& board, const ChainRules& rules) {
  begin(board, rules);
  FirstPlaces first_places;
  for (int cell = 0; cell < kCells; ++cell) {
    work_.poll();
    if (ends_early()) return;
    const auto first = first_places.next(board, cell);
    if (board.count(cell) > 1) search_cell(cell, first);
  }
  may_go_on_ = !takes_all_ && !ends_early();
  if (may_go_on_) made_on_ = board;
}

bool MultipleChains::find(const Board& board, const ChainRules& rules, Hint& hint) {
  takes_all_ = false;
  if (rules.is_nishio) {
    search_nishio(board, rules);
  } else if (!rules.is_dynamic) {
    search_static(board, rules);
  } else {
    search(board, rules);
  }
  if (ends_early()) return false;
  const Found& best = best_[0];
  if (best.nodes == INT_MAX) return false;
  const int score = in_tenths(rules.base + length_difficulty(best.nodes));
  const int cell = cell_of(best.target);
  const int digit = digit_of(best.target);
  if (is_true(best.target)) {
    hint.add_candidates(board, cell, ~(1U << digit));
    return hint.place(rules.technique, score, cell, digit);
  }
  hint.add(cell, 1U << digit);
  return hint.remove(rules.technique, score);
}

void MultipleChains::find_all(const Board& board, const ChainRules& rules, InnerSteps& steps) {
  takes_all_ = true;
  if (rules.is_dynamic) {
    search(board, rules);
  } else {
    search_static(board, rules);
  }
  if (ends_early()) return;
  std::erase_if(best_, [](const Found& one) { return one.nodes == INT_MAX; });
  std::ranges::sort(best_, {},
                    [](const Found& one) { return std::tuple(one.nodes, one.kind, one.order); });
  for (const Found& found : best_) describe(found, steps);
}

// Calls use(kind, source) for each group of assumptions of static chains. The group is then the
// group of `implications`. All assumptions that search() would follow count as work.
template <class Use>
void MultipleChains::each_static_group(Implications& implications, Use use) {
  const std::uint64_t done = work_.done;
  std::array<unsigned, kCells> used{};  // [cell]: the digits of assumptions, as bits
  const auto take = [&](int kind, int source) {
    implications.begin_group();
    each_case(kind, source, [&](int cell, int digit) {
      implications.add_to_group(cell, digit);
      used[cell] |= 1U << digit;
    });
    use(kind, source);
  };
  FirstPlaces first_places;
  for (int cell = 0; cell < kCells; ++cell) {
    work_.poll();
    if (ends_early()) return;
    const auto first = first_places.next(*board_, cell);
    if (board_->count(cell) < 3) continue;
    first.each([&](int house, int digit) { take(kFromHouse, house * 9 + digit); });
    take(kFromCell, cell);
  }
  work_.done = done;
  for (const unsigned digits : used) work_.done += static_cast<std::uint64_t>(count9(digits));
}

// Compares all conclusions of the groups of assumptions. Follows only the chains of the group with
// the shortest chain; if it takes all chains, those of all groups with a common conclusion.
void MultipleChains::search_static(const Board& board, const ChainRules& rules) {
  begin(board, rules);
  implications_.load(board);
  int fewest = INT_MAX;
  int best_kind = INT_MAX;
  int best_source = 0;
  each_static_group(implications_, [&](int kind, int source) {
    if (takes_all_) {
      if (!implications_.has_common()) return;
      choose(kind, source);
      take_common(kind);
      return;
    }
    const int limit = kind < best_kind && fewest < INT_MAX ? fewest + 1 : fewest;
    const int nodes = implications_.fewest_nodes(limit);
    if (nodes >= limit) return;
    fewest = nodes;
    best_kind = kind;
    best_source = source;
  });
  if (fewest == INT_MAX) return;
  const std::uint64_t done = work_.done;
  choose(best_kind, best_source);
  take_common(best_kind);
  work_.done = done;
}

// Only a group that has lost a candidate can have a common conclusion that the same group did not
// have before.
bool MultipleChains::finds_nothing(const Board& before, Implications& implications,
                                   const Board& now) {
  begin(now, kMultipleRules);
  implications.keep(now);
  const std::uint64_t done = work_.done;
  bool has_common = false;
  each_static_group(implications, [&](int kind, int source) {
    const bool has_changed = kind == kFromCell ? now.candidates(source) != before.candidates(source)
                                               : now.places(source / 9, source % 9) !=
                                                     before.places(source / 9, source % 9);
    if (has_changed && !has_common) has_common = implications.has_common();
  });
  if (has_common) work_.done = done;
  return !has_common;
}

// Follows only assumptions that end in a contradiction, but all assumptions count as work. Which
// assumptions end in a contradiction depends only on the places of the digit. So refuted_ keeps
// these assumptions for each digit until the places of the digit change.
void MultipleChains::search_nishio(const Board& board, const ChainRules& rules) {
  begin(board, rules);
  CellSet any;
  for (int digit = 0; digit < kDigits; ++digit) {
    Refuted& refuted = refuted_[digit];
    const CellSet places = board.cells_with(digit);
    if (!refuted.is_known || !(refuted.places == places)) {
      refuted = {.is_known = true, .places = places, .if_true = {}, .if_false = {}};
      places.for_each([&](int cell) {
        if (is_refuted(board, cell, digit, true)) refuted.if_true.add(cell);
      });
      places.for_each([&](int cell) {
        if (is_refuted_if_false(board, cell, digit, refuted.if_true)) refuted.if_false.add(cell);
      });
    }
    any |= refuted.if_true | refuted.if_false;
  }
  std::uint64_t work = work_.done;
  for (int cell = 0; cell < kCells; ++cell) {
    if (board.count(cell) < 2) continue;
    work += 2 * static_cast<std::uint64_t>(board.count(cell));
    if (!any.has(cell)) continue;
    for_each_bit(board.candidates(cell), [&](int digit) {
      const Refuted& refuted = refuted_[digit];
      if (refuted.if_true.has(cell)) {
        take_contradiction(true_one(cell, digit), statement(cell, digit, true));
      }
      if (refuted.if_false.has(cell)) {
        take_contradiction(false_one(cell, digit), statement(cell, digit, false));
      }
    });
  }
  work_.done = work;
}

const Assumption& MultipleChains::true_one(int cell, int digit) {
  const int candidate = cell * 9 + digit;
  std::int16_t& slot = slot_[candidate];
  if (slot < 0) {
    if (used_ == made_.size()) made_.push_back(std::make_unique<Assumption>());
    slot = static_cast<std::int16_t>(used_++);
    ++work_.done;
    made_[slot]->run(*board_, statement(cell, digit, true), rules_, inner_.get());
  } else if (made_[slot]->level() != rules_.level) {
    ++work_.done;
    made_[slot]->go_on(*board_, rules_, inner_.get());
  }
  return *made_[slot];
}

const Assumption& MultipleChains::false_one(int cell, int digit) {
  ++work_.done;
  false_one_.run(*board_, statement(cell, digit, false), rules_, inner_.get());
  return false_one_;
}

void MultipleChains::take_false(int cell, int digit, const Assumption& if_true) {
  const Assumption& if_false = false_one(cell, digit);
  if (if_false.is_contradiction()) take_contradiction(if_false, statement(cell, digit, false));
  if (board_->count(cell) < 3) return;
  cases_ = {&if_true, &if_false};
  source_ = cell * 9 + digit;
  take_common(kBothWays);
}

void MultipleChains::search_cell(int cell, const FirstPlaces::Of& first) {
  for_each_bit(board_->candidates(cell), [&](int digit) {
    const Assumption& if_true = true_one(cell, digit);
    if (if_true.is_contradiction()) take_contradiction(if_true, statement(cell, digit, true));
    if (rules_.level > 0 || may_conclude(*board_, cell, digit)) {
      take_false(cell, digit, if_true);
    } else {
      ++work_.done;
    }
    first.each_house(digit, [&](int house) {
      choose(kFromHouse, house * 9 + digit);
      take_common(kFromHouse);
    });
  });
  choose(kFromCell, cell);
  take_common(kFromCell);
}

void MultipleChains::choose(int kind, int source) {
  source_ = source;
  cases_.clear();
  each_case(kind, source, [&](int cell, int digit) { cases_.push_back(&true_one(cell, digit)); });
}

void MultipleChains::take_contradiction(const Assumption& from, Statement start) {
  const auto result = static_cast<Statement>(start ^ 1);
  if (is_true(result) && board_->count(cell_of(result)) < 2) return;
  source_ = start;
  sum_.clear();
  const int nodes = from.contradiction_nodes(sum_);
  finish(result, nodes + sum_.nodes(), kContradiction);
}

// Takes the conclusions that all assumptions in cases_ have in common.
void MultipleChains::take_common(int kind) {
  Assumption::Set common = cases_[0]->statements();
  std::uint64_t any = 0;
  for (std::size_t word = 0; word < common.size(); ++word) {
    for (const Assumption* one : cases_) common[word] &= one->statements()[word];
    any |= common[word];
  }
  if (any == 0) return;
  for (const bool of_true : {true, false}) {
    for (const Statement target : cases_[0]->in_order(of_true)) {
      if ((common[target / 64] >> target % 64 & 1U) != 0) take(target, kind);
    }
  }
}

void MultipleChains::take(Statement target, int kind) {
  if (is_true(target) && board_->count(cell_of(target)) < 2) return;
  const int max = best_of(target).nodes;
  int nodes = 0;
  for (const Assumption* one : cases_) {
    nodes += one->nodes(target);
    if (nodes > max) return;
  }
  if (rules_.level >= 2) {
    sum_.clear();
    for (const Assumption* one : cases_) one->add_inner_chains(target, sum_);
    nodes += sum_.nodes();
  }
  finish(target, nodes, kind);
}

// The best chain to `target` so far. In find(), this is the best of all chains. In find_all(), this
// is the best of the chains with the same removals. In a cell with two candidates, one candidate is
// true exactly if the other is false, so these two targets have the same removals.
MultipleChains::Found& MultipleChains::best_of(Statement target) {
  if (!takes_all_) return best_[0];
  const int cell = cell_of(target);
  const int digit = digit_of(target);
  std::size_t removals = cell * 9 + digit;
  if (is_true(target)) {
    const unsigned others = board_->candidates(cell) & ~(1U << digit);
    removals = count9(others) == 1 ? cell * 9 + first_bit(others) : kCandidates + removals;
  }
  std::int16_t& at = best_at_[removals];
  if (at < 0) {
    at = static_cast<std::int16_t>(best_.size());
    best_.emplace_back();
  }
  return best_[at];
}

void MultipleChains::finish(Statement target, int nodes, int kind) {
  Found& best = best_of(target);
  ++order_;
  if (nodes > best.nodes || (nodes == best.nodes && kind >= best.kind)) return;
  best = {nodes, kind, target, source_, order_};
}

// Adds the chain to `steps`, with its removals, reasons and identity, which an outer chain needs.
void MultipleChains::describe(const Found& found, InnerSteps& steps) {
  InnerSteps::Step& step = steps.begin(Rank::of(rules_.base, found.nodes, found.kind), found.order);
  const int cell = cell_of(found.target);
  const unsigned digit = 1U << digit_of(found.target);
  const unsigned gone = is_true(found.target) ? board_->candidates(cell) & ~digit : digit;
  steps.removals.emplace_back(cell, gone);
  ChainHash hash;
  Reason start = kNoReason;
  if (found.kind == kContradiction) {
    const auto source = static_cast<Statement>(found.source);
    const int at = cell_of(source);
    const int value = digit_of(source);
    const Assumption& from = is_true(source) ? true_one(at, value) : false_one(at, value);
    from.describe_contradiction(hash, steps.reasons);
    steps.end(step, hash);
    return;
  }
  if (found.kind == kBothWays) {
    const int at = found.source / 9;
    cases_ = {&true_one(at, found.source % 9), &false_one(at, found.source % 9)};
  } else {
    choose(found.kind, found.source);
    start = found.kind == kFromCell ? last_in_cell(found.source)
                                    : last_in_house(found.source / 9, found.source % 9);
  }
  for (const Assumption* one : cases_) one->describe(found.target, start, hash, steps.reasons);
  steps.end(step, hash);
}

}  // namespace dokumill::explainer
