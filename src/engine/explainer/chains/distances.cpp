#include "engine/explainer/chains/distances.hpp"

#include <algorithm>

namespace dokumill::explainer {
void Distances::load(const Board& board, const Links& links, bool uses_y) {
  links_ = &links;
  ids_.clear();
  linked_.clear();
  for (int cell = 0; cell < kCells; ++cell) {
    first_of_[cell] = static_cast<std::uint16_t>(linked_.size());
    const unsigned strong = links.strong(cell);
    for_each_bit(board.candidates(cell), [&](int digit) {
      const int id = cell * 9 + digit;
      ids_.push_back(static_cast<std::int16_t>(id));
      if ((strong >> digit & 1U) == 0) return;
      row_[id] = static_cast<std::uint16_t>(linked_.size());
      linked_.push_back(static_cast<std::int16_t>(id));
    });
  }
  first_of_[kCells] = static_cast<std::uint16_t>(linked_.size());
  words_ = words_for(linked_.size());
  with_words(words_, [&](auto words) { spread<words>(board, uses_y); });
}

template <std::size_t kWords>
void Distances::spread(const Board& board, bool uses_y) {
  link_rows<kWords>();
  std::size_t next_linked = 0;
  std::size_t next_other = linked_.size();
  for (int cell = 0; cell < kCells; ++cell) {
    const unsigned strong = links_->strong(cell);
    Bits<kWords> in_cell;
    if (uses_y) {
      for (std::size_t bit = first_of_[cell]; bit < first_of_[cell + 1]; ++bit) in_cell.add(bit);
    }
    for_each_bit(board.candidates(cell), [&](int digit) {
      const bool is_linked = (strong >> digit & 1U) != 0;
      const std::size_t row = is_linked ? next_linked++ : next_other++;
      row_[cell * 9 + digit] = static_cast<std::uint16_t>(row);
      Bits<kWords> excluded = in_cell | seen_from<kWords>(cell, digit);
      if (is_linked) excluded.remove(row);
      excluded.store(&excluded_[row * kWords]);
      if (is_linked) excluded.union_of(after_.data()).store(&next_[row * kWords]);
    });
  }
}

// Fills in_house_ and after_.
template <std::size_t kWords>
void Distances::link_rows() {
  std::fill_n(in_house_.begin(), kHouses * kDigits * kWords, 0);
  for (std::size_t bit = 0; bit < linked_.size(); ++bit) {
    const int id = linked_[bit];
    for (const int house : kHousesOf[id / 9]) {
      set_bit(&in_house_[(house * kDigits + id % 9) * kWords], bit);
    }
    Bits<kWords> after;
    for (const int partner : links_->of(id)) after.add(row_of(partner));
    after.store(&after_[bit * kWords]);
  }
}

int Distances::nodes_of_chain(int source, bool from_true, int max) {
  if (max < 4 || (!from_true && links_->of(source).empty())) return 0;
  const std::size_t row = row_of(source);
  return with_words(words_, [&](auto words) {
    if (row >= linked_.size()) {
      const auto excluded = LinkRows<words>::row(excluded_.data(), row);
      excluded.union_of(after_.data()).store(&next_[row * words]);
    }
    return rows<words>().nodes_of_chain(row, row < linked_.size(), from_true, max);
  });
}

bool Distances::may_cycle(int source, int min, int max) const {
  if (max < 4 || max < min) return false;
  const auto partners = links_->of(source);
  return with_words(words_, [&](auto words) {
    return std::any_of(partners.begin(), partners.end(), [&](int back) {
      return rows<words>().comes_back(row_of(source), row_of(back), min, max);
    });
  });
}

int Distances::nodes_of_cycle(int source, int max) const {
  return with_words(words_, [&](auto words) { return nodes_around<words>(source, max); });
}

// See nodes_of_cycle(). Takes each pair of places of the source's digit that both exclude the
// source, as `lost` (false) and `end` (true). Searches the walks from `lost` to `end`, and from
// `end` back to `lost`.
template <std::size_t kWords>
int Distances::nodes_around(int source, int max) const {
  const std::size_t row = row_of(source);
  // The linked places of the digit that exclude the source.
  Bits<kWords> peers = seen_from<kWords>(source / 9, source % 9);
  if (row < linked_.size()) peers.remove(row);
  int fewest = 0;
  peers.each([&](std::size_t lost) {
    auto front = Bits<kWords>::load(&after_[lost * kWords]);
    auto seen = front;
    for (int nodes = 2; nodes <= max; nodes += 2) {
      (front & peers).each([&](std::size_t end) {
        const int all = end == lost ? 0 : nodes_back<kWords>(end, lost, nodes, max);
        if (all == 0) return;
        fewest = all;
        max = all - 2;
      });
      if (!rows<kWords>().step(front, seen)) return;
    }
  });
  return fewest;
}

// A closed walk goes from `lost` to `end` with `nodes` nodes, and then back to `lost`. Returns the
// number of nodes of the shortest such walk; 0 if it has more than `max`.
template <std::size_t kWords>
int Distances::nodes_back(std::size_t end, std::size_t lost, int nodes, int max) const {
  Bits<kWords> front;
  front.add(end);
  Bits<kWords> seen = front;
  const auto ends = Bits<kWords>::load(&excluded_[lost * kWords]);
  for (; nodes <= max; nodes += 2) {
    if (nodes >= 4 && (front & ends).has_any()) return nodes;
    if (!rows<kWords>().step(front, seen)) return 0;
  }
  return 0;
}

}  // namespace dokumill::explainer
