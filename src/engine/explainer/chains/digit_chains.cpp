#include "engine/explainer/chains/digit_chains.hpp"

namespace dokumill::explainer {
bool DigitChains::load(const Board& board, int digit) {
  const CellSet places = board.cells_with(digit);
  if (is_loaded_ && places == places_) return false;
  is_loaded_ = true;
  places_ = places;
  count_ = 0;
  strong_ = 0;
  std::array<Set, 27> in_house{};
  (places.count() > kMaxPlaces ? CellSet() : places).for_each([&](int cell) {
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
    next_[i] = Bits<1>{excluded_[i] & strong_}.union_of(after_.data()).words[0];
  }
  return true;
}

int DigitChains::nodes_from(int i, bool from_true, int max) const {
  if (max < 4 || (!from_true && after_[i] == 0)) return 0;
  return rows().nodes_of_chain(i, true, from_true, max);
}

void DigitChains::find_chain() {
  chain_ = {};
  if ((strong_ & (strong_ - 1)) == 0) return;
  int max = 1000;
  for (int i = 0; i < count_ && max >= 4; ++i) {
    const Set partners = after_[i];
    for (const bool from_true : {true, false}) {
      // If a false place has one partner (see Links), each of its chains continues from this
      // partner. The chain that begins at the partner has two nodes fewer. So the chain from the
      // false place is never the shortest one.
      if (!from_true && (partners & (partners - 1)) == 0) continue;
      // The true place excludes two places of the chain: the second node and the last but one.
      const Set near = excluded_[i] & strong_;
      if (from_true && (near & (near - 1)) == 0) continue;
      const int nodes = nodes_from(i, from_true, max);
      if (nodes == 0) continue;
      chain_ = {nodes, cells_[i], from_true};
      max = nodes - 1;
    }
  }
}

bool DigitChains::may_cycle(int source, int min, int max) const {
  bool found = false;
  Bits<1>{after_[source]}.each(
      [&](std::size_t back) { found = found || rows().comes_back(source, back, min, max); });
  return found;
}

}  // namespace dokumill::explainer
