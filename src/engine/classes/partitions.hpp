// Partitions: how the boxes of a band can lie beside each other.
//
// A partition is nine digits in three sets of three, without order. There are 280. The minirows of
// a box are a partition, and so are its minicolumns. A minirow and a minicolumn of a box have one
// digit in common, so a partition of minicolumns has 36 partitions of minirows.
//
// If the minirows of a box are given, the minirows beside them, in the other two boxes of its band,
// can be chosen in 56 ways: the neighbours. A set of neighbours is 56 bits.
//
// Digits are 0..8, and sets of digits are bits. Made when first used, in about 4 ms; 1.4 MB.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace dokumill::classes {

using Sets = std::array<std::uint16_t, 3>;

struct Neighbour {
  std::uint16_t partition;  // of the minirows of the second box
  std::uint16_t third;      // of the minirows of the third box
  Sets rows;                // of the second box, in the order of the rows
};

class Partitions {
 public:
  static constexpr int kCount = 280;
  static constexpr int kNeighbours = 56;

  static const Partitions& all();

  // The partition with the sets `a` and `b`.
  int number(unsigned a, unsigned b) const { return numbers_[rank(a) * kSets + rank(b)]; }
  // A number below kSets for a set of three digits.
  int rank(unsigned set) const { return ranks_[set]; }
  static constexpr int kSets = 84;

  // The sets of a partition. As the minirows of a box, they are rows 0, 1 and 2.
  const Sets& sets(int partition) const { return sets_[partition]; }
  const std::array<Neighbour, kNeighbours>& neighbours(int partition) const {
    return neighbours_[partition];
  }
  // fitting_second(columns)[rows]: the neighbours of `rows` whose second box can have the
  // minicolumns `columns`. fitting_third: the same for the third box.
  const std::array<std::uint64_t, kCount>& fitting_second(int columns) const {
    return second_[columns];
  }
  const std::array<std::uint64_t, kCount>& fitting_third(int columns) const {
    return third_[columns];
  }

 private:
  Partitions();

  std::array<std::uint8_t, 512> ranks_{};
  std::vector<std::uint16_t> numbers_;
  std::vector<Sets> sets_;
  std::vector<std::array<Neighbour, kNeighbours>> neighbours_;
  std::vector<std::array<std::uint64_t, kCount>> second_;
  std::vector<std::array<std::uint64_t, kCount>> third_;
};

}  // namespace dokumill::classes
