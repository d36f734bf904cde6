// SolutionTable: solutions of a puzzle, as bits, for questions about the candidates that they have.
//
// Memory: 91 bytes for each solution.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

// A candidate is a digit in a cell: cell * 9 + digit - 1.
inline constexpr std::size_t kCandidates = std::size_t{kCells} * kDigits;

constexpr std::size_t index_of(std::size_t cell, std::uint8_t digit) {
  return cell * kDigits + digit - 1;
}

// Some or all solutions of a puzzle: one bit for each solution and each candidate, which is set if
// the solution has the candidate. The bits of 64 solutions are next to each other, because most
// questions end at the first solutions.
class SolutionTable {
 public:
  using Set = std::vector<std::uint64_t>;  // of solutions

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }

  void add(const Grid& solution) {
    const std::size_t block = size_ / 64;
    if (block == blocks_.size()) blocks_.emplace_back();
    auto& words = blocks_[block];
    if (size_ % 64 == 0) words.fill(0);
    const std::uint64_t bit = std::uint64_t{1} << size_ % 64;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      words[index_of(cell, solution.cells[cell])] |= bit;
    }
    ++size_;
  }

  Set all() const {
    Set all((size_ + 63) / 64, ~std::uint64_t{0});
    if (size_ % 64 != 0) all.back() = (std::uint64_t{1} << size_ % 64) - 1;
    return all;
  }
  // The solutions of `set` with this candidate. Returns false if there are none.
  bool restrict(const Set& set, std::size_t candidate, Set& with) const {
    with.resize(set.size());
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < set.size(); ++word) {
      any |= with[word] = set[word] & blocks_[word][candidate];
    }
    return any != 0;
  }
  // The number of solutions of `set` that have this candidate: 0, 1, or 2 for more.
  int count_to_two(const Set& set, std::size_t candidate) const {
    bool has_one = false;
    for (std::size_t word = 0; word < set.size(); ++word) {
      const std::uint64_t found = set[word] & blocks_[word][candidate];
      if (found == 0) continue;
      if (has_one || (found & (found - 1)) != 0) return 2;
      has_one = true;
    }
    return has_one ? 1 : 0;
  }
  // The number of solutions that have this candidate.
  int count(std::size_t candidate) const {
    int found = 0;
    for (std::size_t word = 0; word * 64 < size_; ++word) {
      found += std::popcount(blocks_[word][candidate]);
    }
    return found;
  }
  // True if the table has this solution. REQUIRES: `candidate` is one of its candidates; the fewer
  // solutions have it, the faster the answer.
  bool has(const Grid& solution, std::size_t candidate) const {
    for (std::size_t word = 0; word * 64 < size_; ++word) {
      std::uint64_t equal = blocks_[word][candidate];
      for (std::size_t cell = 0; cell < kCells && equal != 0; ++cell) {
        equal &= blocks_[word][index_of(cell, solution.cells[cell])];
      }
      if (equal != 0) return true;
    }
    return false;
  }

 private:
  std::vector<std::array<std::uint64_t, kCandidates>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace dokumill::puzzles
