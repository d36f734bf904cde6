// The kinds of bands of complete boards, and how many boards have a top band of each kind: counted
// exactly, and by another way than random boards are drawn.
//
// Two bands are of one kind if a renaming of the digits and an order of the boxes take the sets of
// digits in the columns of the three boxes of one to those of the other, and if both or neither are
// pure: the three boxes have the same three sets of digits in their rows. A band has as many
// completions as any other of its kind, because what is below a band meets nothing of it but the
// sets in its columns.
//
// How completions are counted: below a box with columns X, Y, Z the middle and the lower box have
// one of 56 pairs of column sets. A band whose nine column sets are given can be put into rows in
// T(first box, second box, third box) ways, a number that depends on the three partitions of the
// digits into columns only. So a band has sum T(middle boxes) x T(lower boxes) completions, over
// 56^3 choices. T is tabulated for one first box; a renaming takes every other there. The idea to
// sum over bands with equal column sets is that of B. Felgenhauer and A. F. Jarvis
// ("Enumerating possible Sudoku grids", 2005).
//
// Thread safety: constant after construction. Memory: 1 MiB. Cost: construction 0.05 s, kind_of()
// some 100 ns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

class BandKinds {
 public:
  BandKinds();

  std::size_t size() const { return boards_.size(); }

  // Of the 6,670,903,752,021,072,936,960 / 9! boards whose first box is 123456789, those whose top
  // band is of this kind.
  std::uint64_t boards(std::size_t kind) const { return boards_[kind]; }

  // 0..2: the bands, 3..5: the stacks, turned into bands by the mirror image at the diagonal.
  static constexpr int kBandsOfABoard = 6;
  std::size_t kind_of(const Grid& board, int band) const;

  // Ways to complete a top band of this kind to a board.
  std::uint64_t completions(const Grid& board) const;

 private:
  // Three sets of three digits (bit digit - 1), in the order of their least digits.
  static constexpr int kPartitions = 280;
  using Partition = std::array<std::uint16_t, 3>;
  using Pair = std::array<std::uint16_t, 2>;  // numbers of partitions
  static constexpr int kSplits = 56;

  int number_of(Partition sets) const;  // in any order
  // The partitions of the other two boxes where the digits are renamed so that the first one has
  // partition 0.
  int pair_of(int first, int second, int third) const {
    return renamed_[first][second] * kPartitions + renamed_[first][third];
  }
  std::uint64_t completions_of(int pair) const;
  void fill_partitions();
  void fill_ways(std::vector<std::uint64_t>& tops, std::vector<std::uint64_t>& pure_tops);
  void fill_kinds(const std::vector<std::uint64_t>& tops,
                  const std::vector<std::uint64_t>& pure_tops);

  std::vector<Partition> partitions_;
  std::vector<std::int16_t> numbers_;  // by two sets
  std::vector<std::array<std::uint16_t, kPartitions>> renamed_;
  std::vector<std::array<Pair, kSplits>> below_;    // of a box: the middle one, the lower one
  std::vector<std::uint32_t> ways_;                 // by pair
  std::array<std::vector<std::int16_t>, 2> kinds_;  // by pair: not pure, pure
  std::vector<std::uint64_t> boards_;
};

}  // namespace dokumill::testing
