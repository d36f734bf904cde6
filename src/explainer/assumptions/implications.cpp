#include "explainer/assumptions/implications.hpp"

#include <algorithm>

#include "explainer/board/bit_rows.hpp"

namespace dokumill::explainer {

void Implications::load(const Board& board) {
  ids_.clear();
  for (int cell = 0; cell < kCells; ++cell) {
    for_each_bit(board.candidates(cell), [&](int digit) {
      const int id = cell * 9 + digit;
      index_[id] = static_cast<std::uint16_t>(ids_.size());
      ids_.push_back(static_cast<std::int16_t>(id));
    });
  }
  words_ = words_for(ids_.size());
  levels_.clear();
  first_level_.clear();
  all_.assign(ids_.size() * 2 * words_, 0);
  with_words(words_, [&](auto words) {
    link<words>(board);
    for (std::size_t source = 0; source < ids_.size(); ++source) follow<words>(source);
  });
  first_level_.push_back(static_cast<std::uint32_t>(levels_.size() / (2 * words_)));
}

template <std::size_t kWords>
void Implications::link(const Board& board) {
  excluded_.assign(ids_.size() * kWords, 0);
  next_.assign(ids_.size() * kWords, 0);
  std::vector<Word> after(ids_.size() * kWords, 0);  // the next true candidates if it is false
  Bits<kWords> strong;
  // The candidates of one cell, or of one digit in one house. One of them is true.
  std::vector<std::size_t> one;
  const auto take_group = [&] {
    for (const std::size_t a : one) {
      for (const std::size_t b : one) {
        if (a == b) continue;
        set_bit(&excluded_[a * kWords], b);
        if (one.size() != 2) continue;
        set_bit(&after[a * kWords], b);
        strong.add(a);
      }
    }
    one.clear();
  };
  for (int cell = 0; cell < kCells; ++cell) {
    for_each_bit(board.candidates(cell),
                 [&](int digit) { one.push_back(index_[cell * 9 + digit]); });
    take_group();
  }
  for (int house = 0; house < kHouses; ++house) {
    for (int digit = 0; digit < kDigits; ++digit) {
      for_each_bit(board.places(house, digit), [&](int place) {
        one.push_back(index_[kHouseCells[house][place] * 9 + digit]);
      });
      take_group();
    }
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const auto lost = Bits<kWords>::load(&excluded_[i * kWords]) & strong;
    lost.union_of(after.data()).store(&next_[i * kWords]);
  }
}

template <std::size_t kWords>
void Implications::follow(std::size_t source) {
  first_level_.push_back(static_cast<std::uint32_t>(levels_.size() / (2 * kWords)));
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
  all_false.store(&all_[source * 2 * kWords]);
  all_true.store(&all_[source * 2 * kWords + kWords]);
}

int Implications::nodes_to(std::size_t source, bool is_true, std::size_t at) const {
  const std::size_t offset = (is_true ? words_ : 0) + at / 64;
  for (std::size_t level = first_level_[source];; ++level) {
    if ((levels_[level * 2 * words_ + offset] >> at % 64 & 1U) != 0) {
      return static_cast<int>(level - first_level_[source]) * 2 + (is_true ? 1 : 2);
    }
  }
}

int Implications::fewest_nodes(int limit) const {
  return with_words(words_, [&](auto words) { return fewest<words>(limit); });
}

template <std::size_t kWords>
int Implications::fewest(int limit) const {
  auto common = Bits<2 * kWords>::load(&all_[group_.front() * 2 * kWords]);
  for (const std::size_t one : group_) {
    common = common & Bits<2 * kWords>::load(&all_[one * 2 * kWords]);
  }
  int best = INT_MAX;
  common.each([&](std::size_t at) {
    const bool is_true = at >= 64 * kWords;
    int nodes = 0;
    for (const std::uint16_t one : group_) {
      nodes += nodes_to(one, is_true, is_true ? at - 64 * kWords : at);
      if (nodes >= std::min(best, limit)) return;
    }
    best = nodes;
  });
  return best;
}

}  // namespace dokumill::explainer
