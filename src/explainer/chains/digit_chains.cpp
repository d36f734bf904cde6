#include "explainer/chains/digit_chains.hpp"

namespace dokumill::explainer {
namespace {

template <class Use>
void each_of(std::uint64_t set, Use use) {
  for (; set != 0; set &= set - 1) use(static_cast<std::size_t>(std::countr_zero(set)));
}

}  // namespace

bool DigitChains::load(const Board& board, int digit) {
  const CellSet places = board.cells_with(digit);
  if (is_loaded_ && places == places_) return false;
  is_loaded_ = true;
  places_ = places;
  count_ = 0;
  strong_ = 0;
  std::array<Set, 27> in_house{};
  (places.count() > kMostPlaces ? CellSet() : places).for_each([&](int cell) {
    for (const std::uint8_t house : kHousesOf[cell]) {
      in_house[house] |= Set{1} << count_;
    }
    after_[count_] = 0;
    cells_[count_++] = static_cast<std::uint8_t>(cell);
  });
  for (const Set pair : in_house) {
    const Set second = pair & (pair - 1);
    if (pair == 0 || second == 0 || (second & (second - 1)) != 0) continue;
    strong_ |= pair;
    after_[std::countr_zero(pair)] |= second;
    after_[std::countr_zero(second)] |= pair & ~second;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    const auto& houses = kHousesOf[cells_[i]];
    excluded_[i] =
        (in_house[houses[0]] | in_house[houses[1]] | in_house[houses[2]]) & ~(Set{1} << i);
    next_[i] = 0;
    each_of(excluded_[i] & strong_, [&](std::size_t lost) { next_[i] |= after_[lost]; });
  }
  return true;
}

DigitChains::Set DigitChains::next_of(Set front) const {
  Set next = 0;
  each_of(front, [&](std::size_t i) { next |= next_[i]; });
  return next;
}

DigitChains::Set DigitChains::excluded_by(Set front) const {
  Set excluded = 0;
  each_of(front, [&](std::size_t i) { excluded |= excluded_[i]; });
  return excluded;
}

// The same as Distances::nodes_of_chain(), for one digit.
int DigitChains::nodes_from(int i, bool from_true, int most) const {
  const auto at = static_cast<std::size_t>(i);
  Set front = from_true ? Set{1} << at : after_[at];
  if (front == 0) return 0;
  Set seen = front;
  Set excluded = excluded_by(front);
  int nodes = from_true ? 2 : 4;
  if (!from_true && nodes <= most && (front & excluded) != 0) return nodes;
  while (nodes < most) {
    front = next_of(front) & ~seen;
    if (front == 0) return 0;
    seen |= front;
    nodes += 2;
    if ((front & excluded) != 0) return nodes <= most ? nodes : 0;
    excluded = excluded_by(front);
    nodes += 2;
    if ((front & excluded) != 0) return nodes <= most ? nodes : 0;
  }
  return 0;
}

void DigitChains::find_chain() {
  chain_ = {};
  if ((strong_ & (strong_ - 1)) == 0) return;
  int most = 1000;
  for (int i = 0; i < count_ && most >= 4; ++i) {
    const Set partners = after_[i];
    for (const bool from_true : {true, false}) {
      // If a false place has one partner (see Links), each of its chains continues from this
      // partner. The chain that begins at the partner has two nodes fewer. So the chain from the
      // false place is never the shortest one.
      if (!from_true && (partners & (partners - 1)) == 0) continue;
      // The true place excludes two places of the chain: the second node and the last but one.
      const Set near = excluded_[i] & strong_;
      if (from_true && (near & (near - 1)) == 0) continue;
      const int nodes = nodes_from(i, from_true, most);
      if (nodes == 0) continue;
      chain_ = {nodes, cells_[i], from_true};
      most = nodes - 1;
    }
  }
}

// The same as Distances::may_cycle(), for one digit.
bool DigitChains::may_cycle(int source, int least, int most) const {
  const auto at = static_cast<std::size_t>(source);
  const Set self = Set{1} << at;
  bool found = false;
  each_of(after_[at], [&](std::size_t back) {
    if (found) return;
    Set front = 0;
    each_of(excluded_[at] & strong_ & ~(Set{1} << back),
            [&](std::size_t lost) { front |= after_[lost]; });
    front &= ~self;
    Set seen = front | self;
    for (int nodes = 4; nodes <= most && front != 0; nodes += 2) {
      if (nodes >= least && (front & excluded_[back]) != 0) {
        found = true;
        return;
      }
      front = next_of(front) & ~seen;
      seen |= front;
    }
  });
  return found;
}

}  // namespace dokumill::explainer
