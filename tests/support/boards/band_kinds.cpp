#include "support/boards/band_kinds.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/permutation.hpp"

namespace dokumill::testing {
namespace {

using Sets = std::array<std::uint16_t, 3>;

int least(unsigned set) {
  return std::countr_zero(set);
}

// The digits of a partition, set by set.
std::array<int, 9> digits_of(const Sets& sets) {
  std::array<int, 9> digits{};
  std::size_t count = 0;
  for (unsigned set : sets) {
    for (; set != 0; set &= set - 1) digits[count++] = least(set);
  }
  return digits;
}

// `columns`: the digit sets of the three columns of a box. Returns all ways to put these digits
// into rows. Each way is the three digit sets of the rows, from top to bottom. With `step` 6,
// returns only the ways that keep the order of the first column, so that each unordered set of
// three rows is returned once.
std::vector<Sets> rows_of_columns(const Sets& columns, unsigned step = 1) {
  const std::array<int, 9> digits = digits_of(columns);
  std::vector<Sets> all;
  for (unsigned number = 0; number < 216; number += step) {
    const unsigned orders[] = {number % 6, number / 6 % 6, number / 36};
    Sets rows{};
    for (unsigned column = 0; column < 3; ++column) {
      for (unsigned row = 0; row < 3; ++row) {
        const unsigned in_column = kOrdersOfThree[orders[column]][row];
        rows[row] |= static_cast<std::uint16_t>(1U << digits[3 * column + in_column]);
      }
    }
    all.push_back(rows);
  }
  return all;
}

bool are_orthogonal(const Sets& rows, const Sets& columns) {
  for (const unsigned row : rows) {
    for (const unsigned column : columns) {
      if ((row & column) == 0) return false;  // each row must have a digit of each column
    }
  }
  return true;
}

Sets rename(const Sets& sets, const std::array<int, 9>& names) {
  Sets renamed{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (unsigned set = sets[i]; set != 0; set &= set - 1) {
      renamed[i] |= static_cast<std::uint16_t>(1U << names[static_cast<std::size_t>(least(set))]);
    }
  }
  return renamed;
}

}  // namespace

BandKinds::BandKinds() {
  fill_partitions();
  std::vector<std::uint64_t> tops(kPartitions * kPartitions);
  std::vector<std::uint64_t> pure_tops(kPartitions * kPartitions);
  fill_ways(tops, pure_tops);
  fill_kinds(tops, pure_tops);
}

int BandKinds::number_of(Partition sets) const {
  std::sort(sets.begin(), sets.end(), [](auto a, auto b) { return least(a) < least(b); });
  return numbers_[sets[0] * 512U + sets[1]];
}

void BandKinds::fill_partitions() {
  numbers_.assign(512 * 512, -1);
  for (unsigned first = 1; first < 512; first += 2) {  // the first set has the smallest digit
    if (std::popcount(first) != 3) continue;
    for (unsigned second = 0; second < 512; ++second) {
      const unsigned third = 511U & ~first & ~second;
      if (std::popcount(second) != 3 || (first & second) != 0 || least(second) > least(third)) {
        continue;
      }
      numbers_[first * 512 + second] = static_cast<std::int16_t>(partitions_.size());
      partitions_.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second),
                             static_cast<std::uint16_t>(third)});
    }
  }
  for (const Partition& first : partitions_) {
    const std::array<int, 9> digits = digits_of(first);
    std::array<int, 9> names{};
    for (int i = 0; i < 9; ++i) {
      names[static_cast<std::size_t>(digits[static_cast<std::size_t>(i)])] = i;
    }
    auto& renamed = renamed_.emplace_back();
    for (std::size_t other = 0; other < kPartitions; ++other) {
      renamed[other] = static_cast<std::uint16_t>(number_of(rename(partitions_[other], names)));
    }

    // `first` is the partition of the digits into the columns of a box of the top band. A digit of
    // column c of this box is in column c + 1 of the middle box and in column c + 2 of the lower
    // box (modulo 3), or in column c + 2 of the middle box and in column c + 1 of the lower box.
    auto& splits = below_.emplace_back();
    std::size_t count = 0;
    for (unsigned mask = 0; mask < 512; ++mask) {
      Partition middle{};
      Partition lower{};
      for (unsigned i = 0; i < 9; ++i) {
        const unsigned next = (i / 3 + 1 + (mask >> i & 1U)) % 3;
        const unsigned after = 3 - i / 3 - next;
        middle[next] |= static_cast<std::uint16_t>(1U << digits[i]);
        lower[after] |= static_cast<std::uint16_t>(1U << digits[i]);
      }
      if (std::popcount(middle[0]) != 3 || std::popcount(middle[1]) != 3) continue;
      splits[count++] = {static_cast<std::uint16_t>(number_of(middle)),
                         static_cast<std::uint16_t>(number_of(lower))};
    }
  }
}

// Fills ways_. Also counts the top bands whose first box is 123456789, for each pair of partitions
// of the other two boxes into columns. `pure_tops` counts the pure bands, `tops` the other bands.
void BandKinds::fill_ways(std::vector<std::uint64_t>& tops, std::vector<std::uint64_t>& pure_tops) {
  ways_.assign(kPartitions * kPartitions, 0);
  const Partition by_columns = {0b001001001, 0b010010010, 0b100100100};
  const Partition by_rows = {0b000000111, 0b000111000, 0b111000000};
  const auto first_columns = static_cast<std::size_t>(number_of(by_columns));
  std::vector<std::vector<std::size_t>> columns_for(kPartitions);  // by the partition into rows
  for (std::size_t rows = 0; rows < kPartitions; ++rows) {
    for (std::size_t columns = 0; columns < kPartitions; ++columns) {
      if (are_orthogonal(partitions_[rows], partitions_[columns])) {
        columns_for[rows].push_back(columns);
      }
    }
  }
  // Given the rows of the first box and the columns of the second box, calls `take` for each
  // possible third box.
  const auto for_each_band = [&](const Partition& rows1, std::size_t columns2, auto&& take) {
    for (const Partition& rows2 : rows_of_columns(partitions_[columns2])) {
      Partition rows3{};
      bool is_possible = true;
      for (std::size_t row = 0; row < 3; ++row) {
        is_possible &= (rows1[row] & rows2[row]) == 0;
        rows3[row] = static_cast<std::uint16_t>(511U & ~(rows1[row] | rows2[row]));
      }
      if (!is_possible) continue;
      const bool is_pure = number_of(rows2) == number_of(rows1);
      for (const std::size_t columns3 : columns_for[static_cast<std::size_t>(number_of(rows3))]) {
        take(columns3, is_pure);
      }
    }
  };
  for (std::size_t columns2 = 0; columns2 < kPartitions; ++columns2) {
    for (const Partition& rows1 : rows_of_columns(partitions_[0], 6)) {
      for_each_band(rows1, columns2, [&](std::size_t columns3, bool) {
        ways_[columns2 * kPartitions + columns3] += 6;  // the 6 orders of the rows
      });
    }
    for_each_band(by_rows, columns2, [&](std::size_t columns3, bool is_pure) {
      const std::size_t pair = renamed_[first_columns][columns2] * std::size_t{kPartitions} +
                               renamed_[first_columns][columns3];
      (is_pure ? pure_tops : tops)[pair] += 36;  // 6 x 6 orders of the columns of two boxes
    });
  }
}

std::uint64_t BandKinds::completions_of(int pair) const {
  const auto& first = below_[0];
  const auto& second = below_[static_cast<std::size_t>(pair / kPartitions)];
  const auto& third = below_[static_cast<std::size_t>(pair % kPartitions)];
  std::uint64_t sum = 0;
  for (const Pair& a : first) {
    const auto& middle = renamed_[a[0]];
    const auto& lower = renamed_[a[1]];
    for (const Pair& b : second) {
      const std::uint32_t* const middle_ways = &ways_[middle[b[0]] * std::size_t{kPartitions}];
      const std::uint32_t* const lower_ways = &ways_[lower[b[1]] * std::size_t{kPartitions}];
      for (const Pair& c : third) {
        sum += std::uint64_t{middle_ways[middle[c[0]]]} * lower_ways[lower[c[1]]];
      }
    }
  }
  return sum;
}

void BandKinds::fill_kinds(const std::vector<std::uint64_t>& tops,
                           const std::vector<std::uint64_t>& pure_tops) {
  // Joins two pairs if a renaming of the digits that keeps partition 0, or another order of the
  // boxes, maps one pair to the other. It is enough to apply generators of two groups: the group of
  // the renamings and the group of the orders of the boxes.
  std::vector<int> parent(tops.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root_of = [&](int pair) {
    while (parent[pair] != pair) pair = parent[pair] = parent[parent[pair]];
    return pair;
  };
  const std::array<std::array<int, 9>, 4> renamings = {{{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                                        {0, 2, 1, 3, 4, 5, 6, 7, 8},
                                                        {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                                        {0, 1, 2, 6, 7, 8, 3, 4, 5}}};
  for (const auto& names : renamings) {
    std::array<int, kPartitions> image{};
    for (std::size_t i = 0; i < kPartitions; ++i) {
      image[i] = number_of(rename(partitions_[i], names));
    }
    for (int pair = 0; pair < static_cast<int>(tops.size()); ++pair) {
      parent[root_of(pair)] =
          root_of(image[static_cast<std::size_t>(pair / kPartitions)] * kPartitions +
                  image[static_cast<std::size_t>(pair % kPartitions)]);
    }
  }
  for (int pair = 0; pair < static_cast<int>(tops.size()); ++pair) {
    const int second = pair / kPartitions;
    const int third = pair % kPartitions;
    parent[root_of(pair)] = root_of(pair_of(0, third, second));
    parent[root_of(pair)] = root_of(pair_of(second, 0, third));
  }

  for (const bool is_pure : {false, true}) {
    const std::vector<std::uint64_t>& bands = is_pure ? pure_tops : tops;
    std::vector<std::uint64_t> bands_of(bands.size());
    for (std::size_t pair = 0; pair < bands.size(); ++pair) {
      bands_of[static_cast<std::size_t>(root_of(static_cast<int>(pair)))] += bands[pair];
    }
    std::vector<std::int16_t>& kinds = kinds_[is_pure ? 1 : 0];
    kinds.assign(bands.size(), -1);
    for (std::size_t pair = 0; pair < bands.size(); ++pair) {
      const auto root = static_cast<std::size_t>(root_of(static_cast<int>(pair)));
      if (bands_of[root] == 0) continue;
      if (kinds[root] < 0) {
        kinds[root] = static_cast<std::int16_t>(boards_.size());
        boards_.push_back(bands_of[root] * completions_of(static_cast<int>(root)));
      }
      kinds[pair] = kinds[root];
    }
  }
}

namespace {

// The digit sets in the rows and in the columns of the three boxes of a band or stack.
struct BandSets {
  std::array<Sets, 3> rows{};
  std::array<Sets, 3> columns{};
};
BandSets sets_of(const Grid& board, int band) {
  BandSets sets;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 9; ++column) {
      const int across = band % 3 * 3 + row;
      const int cell = band < 3 ? 9 * across + column : 9 * column + across;
      const auto digit =
          static_cast<std::uint16_t>(1U << (board.cells[static_cast<std::size_t>(cell)] - 1));
      const auto box = static_cast<std::size_t>(column / 3);
      sets.rows[box][static_cast<std::size_t>(row)] |= digit;
      sets.columns[box][static_cast<std::size_t>(column % 3)] |= digit;
    }
  }
  return sets;
}

}  // namespace

std::size_t BandKinds::kind_of(const Grid& board, int band) const {
  const BandSets sets = sets_of(board, band);
  const bool is_pure = number_of(sets.rows[0]) == number_of(sets.rows[1]);
  const int pair =
      pair_of(number_of(sets.columns[0]), number_of(sets.columns[1]), number_of(sets.columns[2]));
  return static_cast<std::size_t>(kinds_[is_pure ? 1 : 0][static_cast<std::size_t>(pair)]);
}

std::uint64_t BandKinds::completions(const Grid& board) const {
  const BandSets sets = sets_of(board, 0);
  return completions_of(
      pair_of(number_of(sets.columns[0]), number_of(sets.columns[1]), number_of(sets.columns[2])));
}

}  // namespace dokumill::testing
