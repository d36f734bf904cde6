// Compares the table of duplicates with a std::map, with entry numbers of both widths (32 and 64
// bits) and with record numbers beyond 2^32.
#include "batch/spill/duplicates.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/numbered_grid.hpp"
#include "support/test_hash_key.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::numbered_grid;
using testing::TestRandom;

const HashKey kKey = testing::test_hash_key();

TEST(DuplicateTable, Case35_FindsTheFirstOneWithNumbersOfAnyWidth) {
  constexpr std::uint64_t kBillions = std::uint64_t{1} << 32;
  for (const std::uint64_t most_narrow_places :
       {std::uint64_t{0}, std::uint64_t{1024}, std::uint64_t{2048}, std::uint64_t{16384},
        DuplicateTable::kMostNarrowPlaces}) {
    DuplicateTable table(kKey, DuplicateTable::kNoBudget, most_narrow_places);
    std::map<int, std::uint64_t> model;
    TestRandom random(most_narrow_places + 1);
    std::uint64_t record = kBillions - 5'000;  // so that record numbers exceed 32 bits
    for (int round = 0; round < testing::test_rounds(40'000); ++round) {
      const int number = random.below(round % 7 == 0 ? 100 : 60'000);
      const auto [first, is_new] = model.try_emplace(number, record);
      const std::optional<std::uint64_t> earlier =
          table.add(make_key(kKey, numbered_grid(number)), record);
      ASSERT_EQ(earlier.has_value(), !is_new) << round;
      ASSERT_EQ(earlier.value_or(first->second), first->second) << round;
      record += 1 + static_cast<std::uint64_t>(random.below(3));
    }
    EXPECT_GT(model.size(), 20'000U);
    EXPECT_EQ(table.number_bits(),
              most_narrow_places == DuplicateTable::kMostNarrowPlaces ? 32 : 64);
    EXPECT_GT(record, kBillions);
  }
}

// A table uses at most three quarters of its places. So entry numbers of 32 bits suffice even for a
// table with 2^32 places.
TEST(DuplicateTable, Case35_NarrowNumbersSuffice) {
  EXPECT_LT(DuplicateTable::kMostNarrowPlaces / 4 * 3, std::uint64_t{0xFFFFFFFF});
}

TEST(DuplicateTable, Case35_NumbersGetWiderWhereTheyMust) {
  DuplicateTable table(kKey, DuplicateTable::kNoBudget, 4096);
  for (int number = 0; number < 4096; ++number) {
    EXPECT_EQ(table.number_bits(), number <= 3072 ? 32 : 64) << number;
    EXPECT_EQ(table.add(make_key(kKey, numbered_grid(number)), 1), std::nullopt);
  }
}

// The table distinguishes records with equal hashes by their cells.
TEST(DuplicateTable, EqualHashesAreNoDuplicates) {
  DuplicateTable table(kKey);
  for (int number = 0; number < 300; ++number) {
    RecordKey key = make_key(kKey, numbered_grid(number));
    key.hash = 42;
    EXPECT_EQ(table.add(key, static_cast<std::uint64_t>(number) + 1), std::nullopt);
    EXPECT_EQ(table.add(key, 1000), static_cast<std::uint64_t>(number) + 1);
  }
}

// A table with a budget accepts records until it is full, finds all of them, and stays within the
// budget.
TEST(DuplicateTable, StaysWithinItsBudget) {
  for (std::uint64_t budget = 1024; budget < std::uint64_t{4} << 20; budget = budget * 3 / 2) {
    DuplicateTable table(kKey, budget);
    int added = 0;
    while (table.has_room()) {
      ASSERT_EQ(table.find(make_key(kKey, numbered_grid(added))), std::nullopt);
      ASSERT_EQ(table.add(make_key(kKey, numbered_grid(added)), 7), std::nullopt);
      ++added;
    }
    for (int number = 0; number < added; ++number) {
      ASSERT_EQ(table.find(make_key(kKey, numbered_grid(number))), 7U);
    }
    EXPECT_EQ(table.find(make_key(kKey, numbered_grid(added))), std::nullopt);
    EXPECT_GE(added, 32);
    const auto bytes = static_cast<std::uint64_t>(added) * 48;
    EXPECT_TRUE(bytes < budget || added == 32) << budget;
    // At least half of the budget is used. In the worst case, the budget is just too small for a
    // table of twice the size.
    EXPECT_TRUE(budget < 20'000 || bytes > budget / 2) << budget;
  }
}

// How pack() packs a record determines which records `split` chooses for a seed. So it must not
// change.
TEST(DuplicateTable, KeysAreDecimalNumbers) {
  Grid grid;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    grid.cells[cell] = static_cast<std::uint8_t>((cell * 7 + 3) % 10);
  }
  EXPECT_EQ(pack(grid),
            (std::array<std::uint64_t, 5>{3074185296307418U, 5296307418529630U, 7418529630741852U,
                                          9630741852963074U, 18529630741852963U}));
}

TEST(DuplicateTable, KeysHoldEveryCell) {
  std::set<std::array<std::uint64_t, 5>> seen;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
      Grid grid;
      grid.cells[cell] = digit;
      EXPECT_TRUE(seen.insert(pack(grid)).second);
    }
  }
}

}  // namespace
}  // namespace dokumill::batch
