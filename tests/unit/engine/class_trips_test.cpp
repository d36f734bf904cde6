// A million round trips from random class numbers to boards and back, and more of the table of
// classes than the quick test counts again.
#include <gtest/gtest.h>

#include <vector>

#include "dokumill/canon.hpp"
#include "dokumill/many.hpp"
#include "engine/classes/class_table.hpp"
#include "engine/classes/completions.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {
namespace {

using namespace classes;

TEST(ClassTrips, AMillionRandomNumbers) {
  TestRandom random(11);
  for (int part = 0; part < 100; ++part) {
    std::vector<std::uint64_t> numbers(10'000);
    for (std::uint64_t& number : numbers) number = 1 + random.index(kBoardClasses);
    std::vector<Grid> boards(numbers.size());
    ASSERT_TRUE(class_boards_many(numbers, boards).ok());
    std::vector<Grid> forms(numbers.size());
    std::vector<std::uint32_t> automorphisms(numbers.size());
    ASSERT_TRUE(canonize_many(boards, forms, {}, automorphisms).ok());
    std::vector<BoardClass> found(numbers.size());
    ASSERT_TRUE(classes_many(boards, found).ok());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_EQ(found[i].number, numbers[i]);
      ASSERT_EQ(to_line(forms[i]), to_line(boards[i]));
      ASSERT_EQ(found[i].automorphisms, automorphisms[i]);
    }
  }
}

TEST(ClassTrips, ATwentiethOfTheTable) {
  for (int band = 0; band < kBandClasses; ++band) {
    const std::vector<Row> rows = fourth_rows(band);
    const std::vector<std::uint32_t> counts = boards_of_rows(band, rows.size());
    Completions completions(band);
    for (std::size_t row = static_cast<std::size_t>(band) % 20; row < rows.size(); row += 20) {
      completions.set_fourth_row(rows[row]);
      ASSERT_EQ(completions.count(), counts[row]) << "band " << band + 1 << ", row " << row;
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
