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
  words_ = ids_.size() <= 128 ? 2 : ids_.size() <= 256 ? 4 : kMostWords;
  const auto load_all = [&](auto words) {
    link<words>(board);
    levels_.clear();
    first_level_.clear();
    all_.assign(ids_.size() * 2 * words, 0);
    for (std::size_t source = 0; source < ids_.size(); ++source) follow<words>(source);
    first_level_.push_back(static_cast<std::uint32_t>(levels_.size() / (2 * words)));
  };
  if (words_ == 2) return load_all(std::integral_constant<std::size_t, 2>());
  if (words_ == 4) return load_all(std::integral_constant<std::size_t, 4>());
  load_all(std::integral_constant<std::size_t, kMostWords>());
}

template <std::size_t kWords>
void Implications::link(const Board& board) {
  const std::size_t size = ids_.size() * kWords;
  excluded_.assign(size, 0);
  next_.assign(size, 0);
  std::vector<Word> after(size, 0);  // by candidate: the next true candidates if it is false
  Word strong[kWords] = {};
  // The candidates of one cell, or of one digit in one house. One of them is true.
  std::size_t one[9];
  const auto take_group = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (i != j) set_bit(&excluded_[one[i] * kWords], one[j]);
      }
    }
    if (count != 2) return;
    for (std::size_t i = 0; i < 2; ++i) {
      set_bit(&after[one[i] * kWords], one[1 - i]);
      set_bit(strong, one[i]);
    }
  };
  for (int cell = 0; cell < kCells; ++cell) {
    std::size_t count = 0;
    for_each_bit(board.candidates(cell),
                 [&](int digit) { one[count++] = index_[cell * 9 + digit]; });
    take_group(count);
  }
  for (int house = 0; house < kHouses; ++house) {
    for (int digit = 0; digit < kDigits; ++digit) {
      std::size_t count = 0;
      for_each_bit(board.places(house, digit), [&](int place) {
        const int cell = kHouseCells[house][place];
        one[count++] = index_[cell * 9 + digit];
      });
      take_group(count);
    }
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    Word lost[kWords];
    Word made[kWords] = {};
    for (std::size_t word = 0; word < kWords; ++word) {
      lost[word] = excluded_[i * kWords + word] & strong[word];
    }
    each_of<kWords>(lost, [&](std::size_t at) {
      for (std::size_t word = 0; word < kWords; ++word) made[word] |= after[at * kWords + word];
    });
    for (std::size_t word = 0; word < kWords; ++word) next_[i * kWords + word] = made[word];
  }
}

template <std::size_t kWords>
void Implications::follow(std::size_t source) {
  first_level_.push_back(static_cast<std::uint32_t>(levels_.size() / (2 * kWords)));
  Word all_false[kWords] = {};
  Word all_true[kWords] = {};
  Word front[kWords] = {};
  set_bit(front, source);
  set_bit(all_true, source);
  for (Word any = 1; any != 0;) {
    Word lost[kWords] = {};
    Word next[kWords] = {};
    each_of<kWords>(front, [&](std::size_t at) {
      for (std::size_t word = 0; word < kWords; ++word) {
        lost[word] |= excluded_[at * kWords + word];
        next[word] |= next_[at * kWords + word];
      }
    });
    const std::size_t level = levels_.size();
    levels_.resize(level + 2 * kWords);
    any = 0;
    for (std::size_t word = 0; word < kWords; ++word) {
      lost[word] &= ~all_false[word];
      levels_[level + word] = lost[word];
      levels_[level + kWords + word] = front[word];
      all_false[word] |= lost[word];
      front[word] = next[word] & ~all_true[word];
      all_true[word] |= next[word];
      any |= front[word];
    }
  }
  for (std::size_t word = 0; word < kWords; ++word) {
    all_[source * 2 * kWords + word] = all_false[word];
    all_[source * 2 * kWords + kWords + word] = all_true[word];
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

int Implications::fewest_nodes(int limit) const {
  if (words_ == 2) return fewest<2>(limit);
  return words_ == 4 ? fewest<4>(limit) : fewest<kMostWords>(limit);
}

template <std::size_t kWords>
int Implications::fewest(int limit) const {
  Word common[2 * kWords];
  Word any = 0;
  for (std::size_t word = 0; word < 2 * kWords; ++word) {
    common[word] = ~Word{0};
    for (const std::uint16_t one : group_) common[word] &= all_[one * 2 * kWords + word];
    any |= common[word];
  }
  if (any == 0) return INT_MAX;
  int best = INT_MAX;
  each_of<2 * kWords>(common, [&](std::size_t at) {
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
