// Compares boards of the family random with exact facts about all boards. Seeds are fixed, so the
// results are the same in every run. tests/statistics/board_statistics tests any number of boards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "support/boards/board_tally.hpp"
#include "support/boards/symmetry_classes.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

Grid random_board(std::uint64_t seed, std::uint64_t index) {
  return make_board({BoardFamily::kRandom, Digit(1), seed}, index);
}

TEST(ChiSquare, KnownChances) {
  EXPECT_NEAR(chance_of({3.841, 1}), 0.05, 1e-4);  // from tables of the distribution
  EXPECT_NEAR(chance_of({15.507, 8}), 0.05, 1e-5);
  EXPECT_NEAR(chance_of({124.342, 100}), 0.05, 1e-5);
  EXPECT_NEAR(chance_of({70.065, 100}), 0.99, 1e-5);
  EXPECT_NEAR(chance_of({2, 2}), std::exp(-1), 1e-12);
  EXPECT_NEAR(chance_of({60, 2}), std::exp(-30), 1e-24);
  EXPECT_EQ(chance_of({0, 5}), 1);
}

// For each kind, BandKinds counts the boards whose top band is of this kind and whose first box is
// 123456789. The sum must be the number of all boards, which Felgenhauer and Jarvis counted in
// 2005, divided by 9!.
TEST(BandKinds, TheirBoardsAreAllBoards) {
  const BandKinds kinds;
  std::uint64_t all = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    EXPECT_GT(kinds.boards(kind), 0U);
    all += kinds.boards(kind);
  }
  EXPECT_EQ(all, 18'383'222'420'692'992U);  // 6,670,903,752,021,072,936,960 / 9!
}

// Relabelling a band and permuting its rows, boxes and columns keeps its kind. All bands of a kind
// have the same number of completions.
TEST(BandKinds, AreClosedUnderSymmetry) {
  const BandKinds kinds;
  std::vector<std::uint64_t> completions(kinds.size());
  for (std::uint64_t i = 0; i < 30; ++i) {
    const Grid board = random_board(3, i);
    std::uint64_t& known = completions[kinds.kind_of(board, 0)];
    if (known == 0) known = kinds.completions(board);
    EXPECT_EQ(kinds.completions(board), known);
    CanonicalMap map;
    map.rows = {4, 3, 5, 8, 7, 6, 2, 0, 1};
    map.columns = {8, 6, 7, 0, 2, 1, 4, 5, 3};
    map.digits = {0, 5, 9, 1, 3, 8, 2, 7, 6, 4};
    const Grid image = map.apply(board);
    for (const int band : {0, 3}) {
      EXPECT_EQ(kinds.kind_of(image, band), kinds.kind_of(board, band == 0 ? 1 : 5));
      EXPECT_EQ(kinds.kind_of(image, band + 1), kinds.kind_of(board, band == 0 ? 2 : 3));
      EXPECT_EQ(kinds.kind_of(image, band + 2), kinds.kind_of(board, band == 0 ? 0 : 4));
    }
    map = {};
    map.is_transposed = true;
    for (int band = 0; band < 3; ++band) {
      EXPECT_EQ(kinds.kind_of(map.apply(board), band), kinds.kind_of(board, band + 3));
    }
  }
}

TEST(UniformBoards, DigitsNeighboursAndBands) {
  BoardTally tally;
  const std::uint64_t count = is_long_run() ? 10'000'000 : 100'000;
  for (std::uint64_t i = 0; i < count; ++i) tally.add(random_board(2027, i));
  EXPECT_GT(chance_of(tally.digits_of_all_cells()), 0.001);
  EXPECT_LT(chance_of(tally.digits_of_all_cells()), 0.999);  // not more even than random boards are
  for (std::size_t which = 0; which < BoardTally::kNeighbours; ++which) {
    EXPECT_GT(chance_of(tally.pairs_of_neighbours(which)), 1e-5) << which;
  }
  for (std::size_t band = 0; band < BandKinds::kBandsOfABoard; ++band) {
    EXPECT_GT(chance_of(tally.kinds_of_band(band)), 0.001) << band;
  }
}

TEST(UniformBoards, SymmetryClassesAreAllBoards) {
  unsigned __int128 boards = 0;
  std::uint64_t classes = 0;
  for (const SymmetryClasses& row : kSymmetryClasses) {
    boards += static_cast<unsigned __int128>(row.classes) * row.boards_each();
    classes += row.classes;
  }
  EXPECT_EQ(classes, 5'472'730'538U);
  EXPECT_TRUE(boards == static_cast<unsigned __int128>(18'383'222'420'692'992U) * 362'880);
}

// About five of 100,000 boards have an automorphism besides the identity.
TEST(UniformBoards, Automorphisms) {
  const std::uint64_t count = is_long_run() ? 1'000'000 : 20'000;
  double expected = static_cast<double>(count);
  expected *= 1 - kSymmetryClasses[0].share();
  Canonizer canonizer;
  std::uint64_t found = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t automorphisms = canonizer.canonize(random_board(2028, i)).automorphisms;
    found += automorphisms > 1;
    EXPECT_TRUE(std::any_of(std::begin(kSymmetryClasses), std::end(kSymmetryClasses),
                            [&](const auto& row) { return row.automorphisms == automorphisms; }))
        << automorphisms;
  }
  EXPECT_NEAR(static_cast<double>(found), expected, 4 * std::sqrt(expected));
}

}  // namespace
}  // namespace dokumill::testing
