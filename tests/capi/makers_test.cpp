// Wrong arguments of the functions of the C interface that make grids.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "dokumill/dokumill.h"

namespace dokumill {
namespace {

TEST(CInterface, MixturesNeedPartsAndPlaces) {
  std::vector<std::uint8_t> grids(2 * 81), numbers(2);
  const dokumill_constraints* parts[1] = {nullptr};
  const std::uint64_t shares[1] = {1};
  const auto call = [&](const dokumill_constraints* const* from, const std::uint64_t* with,
                        std::size_t count, std::uint8_t* puzzles, std::uint8_t* into) {
    return dokumill_mixed_puzzles(from, with, count, 0, 0, 2, puzzles, nullptr, nullptr, into,
                                  nullptr, nullptr);
  };
  EXPECT_EQ(call(parts, shares, 1, grids.data(), numbers.data()), DOKUMILL_OK);
  EXPECT_EQ(call(parts, shares, 1, grids.data(), nullptr), DOKUMILL_OK);
  EXPECT_EQ(call(nullptr, shares, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, nullptr, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, shares, 0, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, shares, 257, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, shares, ~std::size_t{0}, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, shares, 1, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(parts, shares, 1, grids.data(), grids.data() + 5), DOKUMILL_ERROR_ARGUMENT);
}

TEST(CInterface, UnbiasedPuzzlesNeedPlacesForWeights) {
  std::vector<std::uint8_t> grids(2 * 81);
  std::vector<std::uint64_t> weights(2);
  const auto call = [&](std::uint64_t start, std::uint8_t* puzzles, std::uint64_t* into) {
    return dokumill_unbiased_puzzles(0, start, 2, puzzles, nullptr, into, nullptr, nullptr);
  };
  EXPECT_EQ(call(0, grids.data(), weights.data()), DOKUMILL_OK);
  EXPECT_EQ(call(0, nullptr, weights.data()), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(0, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(call(~std::uint64_t{0}, grids.data(), weights.data()), DOKUMILL_ERROR_ARGUMENT);
}

TEST(CInterface, WrongConstraintsAndSourcesAreRefused) {
  using Constraints = dokumill_constraints;
  std::vector<std::uint8_t> grids(81);
  const auto puzzles_with = [&](void (*change)(Constraints&)) {
    Constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
    change(constraints);
    return dokumill_puzzles(&constraints, 0, 0, 1, grids.data(), nullptr, nullptr, nullptr,
                            nullptr);
  };
  EXPECT_EQ(puzzles_with([](Constraints&) {}), DOKUMILL_OK);
  EXPECT_EQ(puzzles_with([](Constraints& c) {
              c.fewest_clues = c.most_clues = 17;
              c.max_tries = 1;
            }),
            DOKUMILL_ERROR_UNMET);
  int row = 0;
  for (void (*const change)(Constraints&) : std::initializer_list<void (*)(Constraints&)>{
           [](Constraints& c) { c.size = 0; },
           [](Constraints& c) { c.fewest_clues = 82; },
           [](Constraints& c) { c.fewest_clues = 30; },
           [](Constraints& c) { c.symmetry = 6; },
           [](Constraints& c) { c.level = -2; },
           [](Constraints& c) { c.level = 5; },
           [](Constraints& c) { c.minimal = 2; },
           [](Constraints& c) { c.any_solutions = 1; },
           [](Constraints& c) { c.max_tries = 0xFFFFFFFFU; },
           [](Constraints& c) { c.lowest_score = 70; },
           [](Constraints& c) { c.highest_score = 121; },
           [](Constraints& c) { c.lowest_score = c.highest_score = 55; },
           [](Constraints& c) {
             c.highest_score = 70;
             c.level = DOKUMILL_HARD;
           },
           [](Constraints& c) { c.hardest_technique = 40; },
           [](Constraints& c) { c.hardest_technique = -1; },
           [](Constraints& c) { c.split = 3; },
           [](Constraints& c) { c.split = DOKUMILL_TEST; },
           [](Constraints& c) { c.split_share = 100000001; },
           [](Constraints& c) { c.most_obstacles = 65; },
           [](Constraints& c) { c.most_obstacles = -2; },
           [](Constraints& c) { c.fewest_solutions = 2; }}) {
    EXPECT_EQ(puzzles_with(change), DOKUMILL_ERROR_ARGUMENT) << "row " << row++;
  }
  dokumill_board_source source = DOKUMILL_BOARD_SOURCE_INIT;
  source.first_digit = 0;
  EXPECT_EQ(dokumill_boards(&source, 0, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  source.first_digit = 1;
  source.family = DOKUMILL_CLASSIC;
  EXPECT_EQ(dokumill_boards(&source, 2'903'040, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  source.family = -1;
  EXPECT_EQ(dokumill_boards(&source, 0, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  source.family = DOKUMILL_CLASSES + 1;
  EXPECT_EQ(dokumill_boards(&source, 0, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{5'472'730'539}}) {
    EXPECT_EQ(dokumill_class_boards(&number, 1, grids.data(), nullptr), DOKUMILL_ERROR_ARGUMENT);
    EXPECT_EQ(dokumill_last_message(),
              "numbers[0]: expected 1 to 5472730538, got " + std::to_string(number));
  }
}

// With any number of threads, the first puzzle that cannot be made is the same, and the call
// returns the puzzles before it.
TEST(CInterface, UnmetConstraintsKeepThePuzzlesBefore) {
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  constraints.fewest_clues = 17;
  constraints.most_clues = 24;
  constraints.max_tries = 8;
  std::size_t expected = 0;
  std::vector<std::uint8_t> first;
  for (const int threads : {1, 2, 4}) {
    dokumill_options options = DOKUMILL_OPTIONS_INIT;
    options.threads = threads;
    std::vector<std::uint8_t> puzzles(81 * 2000);
    std::size_t made = 0;
    EXPECT_EQ(dokumill_puzzles(&constraints, 3, 0, 2000, puzzles.data(), nullptr, nullptr, &made,
                               &options),
              DOKUMILL_ERROR_UNMET);
    puzzles.resize(81 * made);
    if (threads == 1) {
      expected = made;
      first = puzzles;
    }
    EXPECT_EQ(made, expected);
    EXPECT_EQ(puzzles, first);
  }
}

// The arguments are checked before anything is written, so even `made` stays untouched.
TEST(CInterface, WrongArraysLeaveTheNumberOfPuzzlesAlone) {
  alignas(8) std::uint8_t puzzles[2 * 81 + 6] = {};
  constexpr int kOldByte = 0xA5;
  std::memset(puzzles, kOldByte, sizeof puzzles);
  auto* const inside = reinterpret_cast<std::size_t*>(puzzles + 80);
  EXPECT_EQ(dokumill_puzzles(nullptr, 0, 0, 2, puzzles, nullptr, nullptr, inside, nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(), "puzzles overlaps made");
  for (const std::uint8_t byte : puzzles) ASSERT_EQ(byte, kOldByte);
  std::size_t made = 77;
  EXPECT_EQ(dokumill_puzzles(nullptr, 0, 0, 2, nullptr, nullptr, nullptr, &made, nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(made, 77U);
  // Constraints that no puzzle meets are found later, when `made` is already set to 0.
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  constraints.fewest_clues = 30;
  EXPECT_EQ(dokumill_puzzles(&constraints, 0, 0, 2, puzzles, nullptr, nullptr, &made, nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(made, 0U);
}

}  // namespace
}  // namespace dokumill
