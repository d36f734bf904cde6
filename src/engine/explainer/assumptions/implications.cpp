#include "engine/explainer/assumptions/implications.hpp"

#include <algorithm>

namespace dokumill::explainer {

void Implications::load(const Board& board) {
  count_ = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    for_each_bit(board.candidates(cell), [&](int digit) {
      index_[cell * 9 + digit] = static_cast<std::uint16_t>(count_++);
    });
  }
  words_ = words_for(count_);
  kept_.fill(~Word{0});
  levels_.clear();
  first_level_.assign(count_, kUnknown);
  all_.resize(count_ * 2 * words_);
  with_words(words_, [&](auto words) {
    link<words>(board);
    for (std::size_t source = 0; source < count_; ++source) close<words>(source);
  });
}

void Implications::keep(const Board& now) {
  kept_.fill(0);
  for (int cell = 0; cell < kCells; ++cell) {
    for_each_bit(now.candidates(cell),
                 [&](int digit) { set_bit(kept_.data(), index_[cell * 9 + digit]); });
  }
}

template <std::size_t kWords>
void Implications::link(const Board& board) {
  after_.assign(count_ * kWords, 0);
  excluded_.resize(count_ * kWords);
  next_.resize(count_ * kWords);
  Bits<kWords> strong;
  // Takes the two candidates of a cell, or of a digit in a house. One of them is true.
  const auto take_pair = [&](std::size_t a, std::size_t b) {
    set_bit(&after_[a * kWords], b);
    set_bit(&after_[b * kWords], a);
    strong.add(a);
    strong.add(b);
  };
  std::array<Bits<kWords>, kHouses> in_house;
  std::size_t i = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    Bits<kWords> in_cell;
    const std::size_t first = i;
    for (const std::size_t end = i + board.count(cell); i < end; ++i) in_cell.add(i);
    if (i == first + 2) take_pair(first, first + 1);
    for (std::size_t own = first; own < i; ++own) in_cell.store(&excluded_[own * kWords]);
  }
  for (int digit = 0; digit < kDigits; ++digit) {
    in_house.fill({});
    const CellSet places = board.cells_with(digit);
    places.for_each([&](int cell) {
      for (const int house : kHousesOf[cell]) in_house[house].add(index_[cell * 9 + digit]);
    });
    places.for_each([&](int cell) {
      const auto& [box, row, column] = kHousesOf[cell];
      Word* excluded = &excluded_[index_[cell * 9 + digit] * kWords];
      (Bits<kWords>::load(excluded) | in_house[box] | in_house[row] | in_house[column])
          .store(excluded);
    });
    for_each_bit(houses_with_some<2>(board.places(digit)), [&](int house) {
      const auto& cells = kHouseCells[house];
      const unsigned pair = board.places(house, digit);
      take_pair(index_[cells[first_bit(pair)] * 9 + digit],
                index_[cells[second_bit(pair)] * 9 + digit]);
    });
  }
  for (i = 0; i < count_; ++i) {
    auto excluded = Bits<kWords>::load(&excluded_[i * kWords]);
    excluded.remove(i);
    excluded.store(&excluded_[i * kWords]);
    (excluded & strong).union_of(after_.data()).store(&next_[i * kWords]);
  }
}

// Finds all conclusions of the source. REQUIRES: those of all sources before it are known.
template <std::size_t kWords>
void Implications::close(std::size_t source) {
  auto all_false = Bits<kWords>::load(&excluded_[source * kWords]);
  auto front = Bits<kWords>::load(&next_[source * kWords]);
  Bits<kWords> all_true;
  all_true.add(source);
  front = front - all_true;
  while (front.has_any()) {
    std::size_t word = 0;
    while (front.words[word] == 0) ++word;
    const std::size_t at =
        word * 64 + static_cast<std::size_t>(std::countr_zero(front.words[word]));
    if (at < source) {
      const Word* all = &all_[at * 2 * kWords];
      all_false |= Bits<kWords>::load(all);
      all_true |= Bits<kWords>::load(all + kWords);
      front = front - all_true;
    } else {
      all_false |= Bits<kWords>::load(&excluded_[at * kWords]);
      all_true.add(at);
      front = (front | Bits<kWords>::load(&next_[at * kWords])) - all_true;
    }
  }
  all_false.store(&all_[source * 2 * kWords]);
  all_true.store(&all_[source * 2 * kWords + kWords]);
}

template <std::size_t kWords>
void Implications::find_levels(std::size_t source) {
  if (first_level_[source] != kUnknown) return;
  first_level_[source] = static_cast<std::uint32_t>(levels_.size() / (2 * kWords));
  Bits<kWords> all_false;
  Bits<kWords> all_true;
  Bits<kWords> front;
  front.add(source);
  all_true.add(source);
  while (front.has_any()) {
    Bits<kWords> lost;
    Bits<kWords> next;
    front.each([&](std::size_t at) {
      lost |= Bits<kWords>::load(&excluded_[at * kWords]);
      next |= Bits<kWords>::load(&next_[at * kWords]);
    });
    lost = lost - all_false;
    const std::size_t level = levels_.size();
    levels_.resize(level + 2 * kWords);
    lost.store(&levels_[level]);
    front.store(&levels_[level + kWords]);
    all_false |= lost;
    front = next - all_true;
    all_true |= next;
  }
}

int Implications::nodes_to(std::size_t source, bool is_true, std::size_t at) const {
  const std::size_t offset = (is_true ? words_ : 0) + at / 64;
  for (std::size_t level = first_level_[source];; ++level) {
    if ((levels_[level * 2 * words_ + offset] >> at % 64 & 1U) != 0) {
      return static_cast<int>(level - first_level_[source]) * 2 + (is_true ? 1 : 2);
    }
  }
}

template <std::size_t kWords>
Bits<2 * kWords> Implications::common() const {
  Bits<2 * kWords> common;
  const auto kept = Bits<kWords>::load(kept_.data());
  kept.store(common.words.data());
  kept.store(common.words.data() + kWords);
  for (std::size_t i = 0; i < size_; ++i) {
    common = common & Bits<2 * kWords>::load(&all_[group_[i] * 2 * kWords]);
  }
  return common;
}

bool Implications::has_common() const {
  return with_words(words_, [&](auto words) { return common<words>().has_any(); });
}

int Implications::fewest_nodes(int limit) {
  return with_words(words_, [&](auto words) { return fewest<words>(limit); });
}

template <std::size_t kWords>
int Implications::fewest(int limit) {
  int best = INT_MAX;
  const auto shared = common<kWords>();
  if (!shared.has_any()) return best;
  for (const std::size_t one : group()) find_levels<kWords>(one);
  shared.each([&](std::size_t at) {
    const bool is_true = at >= 64 * kWords;
    int nodes = 0;
    for (const std::uint16_t one : group()) {
      nodes += nodes_to(one, is_true, is_true ? at - 64 * kWords : at);
      if (nodes >= std::min(best, limit)) return;
    }
    best = nodes;
  });
  return best;
}

}  // namespace dokumill::explainer
