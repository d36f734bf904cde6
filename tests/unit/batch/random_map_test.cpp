// Tests that random maps are symmetries, and that all of them are equally likely.
#include "batch/stages/random_map.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "support/boards/chi_square.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::chance_of;
using testing::chi_square;

// The streams have fixed seeds, so a test that passes once always passes.
constexpr double kLeastChance = 1e-3;

CanonicalMap map_of(std::uint64_t index) {
  RandomStream random(7, index, RandomPurpose::kFirstImage);
  return random_map(random);
}

double chance_of_equal_shares(const std::vector<std::uint64_t>& counts) {
  const std::vector<double> shares(counts.size(), 1.0 / static_cast<double>(counts.size()));
  return chance_of(chi_square(counts, shares));
}

bool keeps_bands(const std::array<std::uint8_t, 9>& lines) {
  std::set<int> all(lines.begin(), lines.end());
  for (std::size_t band = 0; band < 9; band += 3) {
    if (lines[band] / 3 != lines[band + 1] / 3 || lines[band] / 3 != lines[band + 2] / 3) {
      return false;
    }
  }
  return all.size() == 9 && *all.rbegin() == 8;
}

TEST(RandomMap, EveryPartIsUniform) {
  constexpr std::uint64_t kMaps = testing::kIsSanitized ? 50'000 : 200'000;
  std::vector<std::uint64_t> transposed(2);
  std::map<std::array<std::uint8_t, 9>, std::uint64_t> rows, columns;
  // The images of each digit, and the pairs of images of the digits 1 and 2: 9 x 8 pairs.
  std::vector<std::vector<std::uint64_t>> digit_places(10, std::vector<std::uint64_t>(9));
  std::map<std::pair<int, int>, std::uint64_t> first_digits;
  for (std::uint64_t index = 0; index < kMaps; ++index) {
    const CanonicalMap map = map_of(index);
    ASSERT_TRUE(keeps_bands(map.rows) && keeps_bands(map.columns));
    ASSERT_EQ(map.digits[0], 0);
    ASSERT_EQ(std::set<int>(map.digits.begin(), map.digits.end()).size(), 10U);
    ++transposed[map.is_transposed ? 1 : 0];
    ++rows[map.rows];
    ++columns[map.columns];
    for (std::size_t digit = 1; digit <= 9; ++digit) {
      ++digit_places[digit][static_cast<std::size_t>(map.digits[digit] - 1)];
    }
    ++first_digits[{map.digits[1], map.digits[2]}];
  }
  EXPECT_GT(chance_of_equal_shares(transposed), kLeastChance);
  const auto check = [](const auto& table, std::size_t kinds) {
    EXPECT_EQ(table.size(), kinds);
    std::vector<std::uint64_t> counts;
    for (const auto& entry : table) counts.push_back(entry.second);
    EXPECT_GT(chance_of_equal_shares(counts), kLeastChance);
  };
  check(rows, 1296);
  check(columns, 1296);
  check(first_digits, 72);
  for (std::size_t digit = 1; digit <= 9; ++digit) {
    EXPECT_GT(chance_of_equal_shares(digit_places[digit]), kLeastChance) << digit;
  }
}

TEST(RandomMap, PartsAreIndependent) {
  // Counts the combinations of four parts of a map: the band that comes first, the stack that comes
  // first, whether the map transposes, and the image of digit 1.
  std::vector<std::uint64_t> counts(3 * 3 * 2 * 9);
  for (std::uint64_t index = 0; index < 100'000; ++index) {
    const CanonicalMap map = map_of(index);
    const std::size_t lines = map.rows[0] / 3U * 3 + map.columns[0] / 3U;
    ++counts[(lines * 2 + (map.is_transposed ? 1 : 0)) * 9 + map.digits[1] - 1U];
  }
  EXPECT_GT(chance_of_equal_shares(counts), kLeastChance);
}

TEST(RandomMap, ImagesOfABoardHaveEveryDigitInEveryCell) {
  const Grid board = *parse_grid(
      "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
  std::vector<std::vector<std::uint64_t>> counts(81, std::vector<std::uint64_t>(9));
  for (std::uint64_t index = 0; index < 20'000; ++index) {
    const Grid image = map_of(index).apply(board);
    ASSERT_TRUE(is_complete(image));
    for (std::size_t cell = 0; cell < 81; ++cell) ++counts[cell][image.cells[cell] - 1U];
    if (index >= 200) continue;
    ASSERT_EQ(canonical_form(image), canonical_form(board));
  }
  for (std::size_t cell = 0; cell < 81; ++cell) {
    EXPECT_GT(chance_of_equal_shares(counts[cell]), kLeastChance / 81) << cell;
  }
}

}  // namespace
}  // namespace dokumill::batch
