#include "explainer/chains/distances.hpp"

#include <algorithm>

#include "explainer/board/bit_rows.hpp"

namespace dokumill::explainer {
namespace {

// Replaces `front` by the next true candidates that are not in `seen`, and adds them to `seen`.
// Returns false if there are no such candidates.
template <std::size_t kWords>
bool step(const Word* next, Word* front, Word* seen) {
  Word reached[kWords] = {};
  add_rows<kWords>(next, front, reached);
  Word any = 0;
  for (std::size_t word = 0; word < kWords; ++word) {
    front[word] = reached[word] & ~seen[word];
    seen[word] |= reached[word];
    any |= front[word];
  }
  return any != 0;
}

}  // namespace

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
  words_ = linked_.size() <= 64    ? 1
           : linked_.size() <= 128 ? 2
           : linked_.size() <= 256 ? 4
                                   : kMostWords;
  with_words([&](auto words) { spread<words>(board, uses_y); });
}

template <std::size_t kWords>
void Distances::spread(const Board& board, bool uses_y) {
  link_rows<kWords>();
  std::size_t next_linked = 0;
  std::size_t next_other = linked_.size();
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const unsigned strong = links_->strong(static_cast<int>(cell));
    const auto& houses = kHousesOf[cell];
    Word in_cell[kWords] = {};
    if (uses_y) {
      for (std::size_t bit = first_of_[cell]; bit < first_of_[cell + 1]; ++bit) {
        set_bit(in_cell, bit);
      }
    }
    for_each_bit(board.candidates(static_cast<int>(cell)), [&](int digit) {
      const auto d = static_cast<std::size_t>(digit);
      const bool is_linked = (strong >> digit & 1U) != 0;
      const std::size_t row = is_linked ? next_linked++ : next_other++;
      row_[cell * 9 + d] = static_cast<std::uint16_t>(row);
      Word* excluded = &excluded_[row * kWords];
      Word* next = &next_[row * kWords];
      for (std::size_t word = 0; word < kWords; ++word) {
        excluded[word] = in_cell[word] | in_house_[(houses[0] * kDigits + d) * kWords + word] |
                         in_house_[(houses[1] * kDigits + d) * kWords + word] |
                         in_house_[(houses[2] * kDigits + d) * kWords + word];
        next[word] = 0;
      }
      if (is_linked) excluded[row / 64] &= ~(Word{1} << row % 64);
      add_rows<kWords>(after_.data(), excluded, next);
    });
  }
}

// Fills in_house_, after_ and forks_.
template <std::size_t kWords>
void Distances::link_rows() {
  std::fill_n(in_house_.begin(), kHouses * kDigits * kWords, 0);
  forks_.clear();
  std::size_t bit = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for_each_bit(links_->strong(static_cast<int>(cell)), [&](int digit) {
      for (const std::uint8_t house : kHousesOf[cell]) {
        set_bit(&in_house_[(house * kDigits + static_cast<std::size_t>(digit)) * kWords], bit);
      }
      Word* after = &after_[bit * kWords];
      for (std::size_t word = 0; word < kWords; ++word) after[word] = 0;
      first_fork_[bit] = static_cast<std::uint16_t>(forks_.size());
      const auto partners = links_->of(static_cast<int>(cell) * 9 + digit);
      for (std::size_t i = 0; i < partners.size(); ++i) {
        const auto row = static_cast<std::uint16_t>(row_of(partners[i]));
        set_bit(after, row);
        for (std::size_t j = 0; j < i; ++j) {
          const auto other = static_cast<std::uint16_t>(row_of(partners[j]));
          if (other != row) forks_.push_back({other, row});
        }
      }
      ++bit;
    });
  }
  first_fork_[bit] = static_cast<std::uint16_t>(forks_.size());
}

int Distances::nodes_of_chain(int source, bool from_true, int most) const {
  if (most < 4 || (!from_true && links_->of(source).empty())) return 0;
  return with_words([&](auto words) { return nodes_from<words>(source, from_true, most); });
}

template <std::size_t kWords>
int Distances::nodes_from(int source, bool from_true, int most) const {
  const std::size_t row = row_of(source);
  Word front[kWords];
  Word seen[kWords];
  Word excluded[kWords];
  const Word* first = (from_true ? next_ : after_).data() + row * kWords;
  for (std::size_t word = 0; word < kWords; ++word) {
    front[word] = seen[word] = first[word];
    excluded[word] = from_true ? excluded_[row * kWords + word] : 0;
  }
  if (from_true && row < linked_.size()) {
    set_bit(seen, row);
    front[row / 64] &= ~(Word{1} << row % 64);
  }
  if (from_true && meet<kWords>(front, excluded)) return 4;
  for (int nodes = from_true ? 6 : 4; nodes <= most; nodes += 4) {
    for (std::size_t word = 0; word < kWords; ++word) excluded[word] = 0;
    add_rows<kWords>(excluded_.data(), front, excluded);
    if (meet<kWords>(front, excluded)) return nodes;
    if (nodes + 2 > most || !step<kWords>(next_.data(), front, seen)) return 0;
    if (meet<kWords>(front, excluded)) return nodes + 2;
  }
  return 0;
}

bool Distances::may_cycle(int source, int least, int most) const {
  if (most < 4 || most < least) return false;
  for (const int back : links_->of(source)) {
    if (with_words([&](auto words) { return comes_back<words>(source, back, least, most); })) {
      return true;
    }
  }
  return false;
}

template <std::size_t kWords>
bool Distances::comes_back(int source, int back, int least, int most) const {
  const std::size_t row = row_of(source);
  const Word* ends = &excluded_[row_of(back) * kWords];
  Word lost[kWords];
  Word front[kWords] = {};
  Word seen[kWords];
  for (std::size_t word = 0; word < kWords; ++word) lost[word] = excluded_[row * kWords + word];
  lost[row_of(back) / 64] &= ~(Word{1} << row_of(back) % 64);
  add_rows<kWords>(after_.data(), lost, front);
  front[row / 64] &= ~(Word{1} << row % 64);
  for (std::size_t word = 0; word < kWords; ++word) seen[word] = front[word];
  set_bit(seen, row);
  for (int nodes = 4; nodes <= most; nodes += 2) {
    if (nodes >= least && meet<kWords>(front, ends)) return true;
    if (nodes + 2 > most || !step<kWords>(next_.data(), front, seen)) return false;
  }
  return false;
}

int Distances::nodes_of_cycle(int source, int most) const {
  return with_words([&](auto words) { return nodes_around<words>(source, most); });
}

// See nodes_of_cycle(). Takes each pair of places of the source's digit that both exclude the
// source, as `lost` (false) and `end` (true). Searches the walks from `lost` to `end`, and from
// `end` back to `lost`.
template <std::size_t kWords>
int Distances::nodes_around(int source, int most) const {
  const auto cell = static_cast<std::size_t>(source / 9);
  const auto digit = static_cast<std::size_t>(source % 9);
  const std::size_t row = row_of(source);
  Word peers[kWords] = {};  // the linked places of the digit that exclude the source
  for (const std::uint8_t house : kHousesOf[cell]) {
    const Word* added = &in_house_[(house * kDigits + digit) * kWords];
    for (std::size_t word = 0; word < kWords; ++word) peers[word] |= added[word];
  }
  if (row < linked_.size()) peers[row / 64] &= ~(Word{1} << row % 64);
  int fewest = 0;
  each_of<kWords>(peers, [&](std::size_t lost) {
    Word front[kWords];
    Word seen[kWords];
    for (std::size_t word = 0; word < kWords; ++word) {
      front[word] = seen[word] = after_[lost * kWords + word];
    }
    for (int nodes = 2; nodes <= most; nodes += 2) {
      Word ends[kWords];
      for (std::size_t word = 0; word < kWords; ++word) ends[word] = front[word] & peers[word];
      each_of<kWords>(ends, [&](std::size_t end) {
        const int all = end == lost ? 0 : nodes_back<kWords>(end, lost, nodes, most);
        if (all == 0) return;
        fewest = all;
        most = all - 2;
      });
      if (!step<kWords>(next_.data(), front, seen)) return;
    }
  });
  return fewest;
}

// A closed walk goes from `lost` to `end` with `nodes` nodes, and then back to `lost`. Returns the
// number of nodes of the shortest such walk; 0 if it has more than `most`.
template <std::size_t kWords>
int Distances::nodes_back(std::size_t end, std::size_t lost, int nodes, int most) const {
  Word front[kWords] = {};
  Word seen[kWords] = {};
  set_bit(front, end);
  set_bit(seen, end);
  for (; nodes <= most; nodes += 2) {
    if (nodes >= 4 && meet<kWords>(front, &excluded_[lost * kWords])) return nodes;
    if (!step<kWords>(next_.data(), front, seen)) return 0;
  }
  return 0;
}

}  // namespace dokumill::explainer
