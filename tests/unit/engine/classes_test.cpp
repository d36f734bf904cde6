// Tests of the class numbers: the ends, round trips, the order, and known numbers. The judge of a
// number is the canonical form (canon.hpp), which has nothing in common with the table of classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "engine/classes/bands.hpp"
#include "engine/classes/class_table.hpp"
#include "engine/classes/completions.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {
namespace {

using namespace classes;

Grid class_board(std::uint64_t number) {
  Grid board;
  class_boards(number, {&board, 1});
  return board;
}

void expect_round_trip(std::uint64_t number) {
  SCOPED_TRACE(number);
  const Grid board = class_board(number);
  ASSERT_TRUE(is_complete(board));
  const BoardClass found = class_of(board);
  EXPECT_EQ(found.number, number);
  EXPECT_EQ(canonical_form(board), board);
  EXPECT_EQ(found.bands[0], *std::ranges::min_element(found.bands));
}

TEST(Classes, FirstAndLast) {
  EXPECT_EQ(to_line(class_board(1)),
            "12345678945678912378912345621436589736589721489721436553164297864297853197853164"
            "2");
  EXPECT_EQ(to_line(class_board(kBoardClasses)),
            "12345678945789361298621735427453819653196482769872143534268597171534926886917254"
            "3");
  const BoardClass last = class_of(class_board(kBoardClasses));
  EXPECT_EQ(last.number, kBoardClasses);
  EXPECT_EQ(last.bands, (std::array<std::uint16_t, 6>{416, 416, 416, 416, 416, 416}));
  EXPECT_EQ(class_of(class_board(1)).number, 1U);
  EXPECT_EQ(class_board(0), Grid{});
  EXPECT_EQ(class_board(kBoardClasses + 1), Grid{});
  EXPECT_EQ(class_board(~std::uint64_t{0}), Grid{});
}

TEST(Classes, OnlyCompleteBoardsHaveAClass) {
  EXPECT_EQ(class_of(Grid{}).number, 0U);
  Grid board = class_board(1);
  board.cells[80] = 9;
  EXPECT_EQ(class_of(board).number, 0U);
  board.cells[80] = 200;
  EXPECT_EQ(class_of(board).number, 0U);
}

TEST(Classes, RoundTripsAtRandomNumbers) {
  TestRandom random(1);
  for (int i = 0; i < 100 && !HasFailure(); ++i) {
    expect_round_trip(1 + random.index(kBoardClasses));
  }
}

TEST(Classes, ImagesHaveTheNumberOfTheirBoard) {
  TestRandom random(2);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const Grid board = make_board({BoardFamily::kRandom, Digit(1), 4}, i);
    const BoardClass found = class_of(board);
    EXPECT_EQ(to_line(class_board(found.number)), to_line(canonical_form(board)));
    const BoardClass image = class_of(random_image(board, random));
    EXPECT_EQ(image.number, found.number);
    EXPECT_EQ(image.bands, found.bands);
    EXPECT_EQ(image.automorphisms, found.automorphisms);
  }
}

// Runs of classes that go beyond a fourth row, a band and the last class.
TEST(Classes, RunsAscend) {
  std::uint64_t before = 0;
  for (int band = 0; band < 100; ++band) before += boards_of_band(band);
  for (const std::uint64_t first : {std::uint64_t{1}, before - 500, kBoardClasses - 998}) {
    std::vector<Grid> boards(1000);
    class_boards(first, boards);
    if (first == kBoardClasses - 998) {
      EXPECT_EQ(boards.back(), Grid{});
      boards.pop_back();
    }
    EXPECT_TRUE(std::ranges::is_sorted(boards));
    for (std::size_t i = 0; i < boards.size(); i += 99) {
      EXPECT_EQ(boards[i], class_board(first + i));
      EXPECT_EQ(canonical_form(boards[i]), boards[i]);
      EXPECT_EQ(class_of(boards[i]).number, first + i);
    }
  }
}

TEST(Classes, TheTableHasAllClasses) {
  std::uint64_t all = 0;
  for (int band = 0; band < kBandClasses; ++band) {
    const std::vector<std::uint32_t> counts = boards_of_rows(band, fourth_rows(band).size());
    const auto sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    EXPECT_EQ(sum, boards_of_band(band));
    all += sum;
  }
  EXPECT_EQ(all, kBoardClasses);
}

// Counts the boards of some fourth rows again. The canonizer agrees that each board is canonical,
// and about its automorphisms.
TEST(Classes, TheTableIsRight) {
  TestRandom random(3);
  for (int i = 0; i < 60 && !HasFailure(); ++i) {
    const int band = static_cast<int>(random.below(kBandClasses));
    const std::vector<Row> rows = fourth_rows(band);
    const std::vector<std::uint32_t> counts = boards_of_rows(band, rows.size());
    const std::size_t row = random.index(rows.size());
    SCOPED_TRACE("band " + std::to_string(band + 1) + ", row " + std::to_string(row));
    Completions completions(band);
    completions.set_fourth_row(rows[row]);
    Tally tally{};
    ASSERT_EQ(completions.count(&tally), counts[row]);
    if (counts[row] == 0 || i % 20 != 0) continue;
    std::vector<Grid> boards(counts[row]);
    completions.make_boards(0, boards);
    Tally judged{};
    Canonizer canonizer;
    for (const Grid& board : boards) {
      const Canonical canonical = canonizer.canonize(board);
      ASSERT_EQ(canonical.form, board);
      ++judged[canonical.automorphisms];
    }
    EXPECT_EQ(judged, tally);
    EXPECT_TRUE(std::ranges::is_sorted(boards));
  }
}

TEST(Bands, HaveTheNumbersThatPlayersUse) {
  const auto line = [](int number) {
    std::string text;
    for (const Row& row : Bands::all().smallest(number - 1)) {
      for (const int digit : row) text += static_cast<char>('1' + digit);
    }
    return text;
  };
  EXPECT_EQ(line(1), "123456789456789123789123456");
  EXPECT_EQ(line(2), "123456789456789123789123465");
  EXPECT_EQ(line(416), "123456789457893612986217354");
  std::set<std::string> all;
  for (int number = 1; number <= kBandClasses; ++number) all.insert(line(number));
  EXPECT_EQ(all.size(), 416U);
  EXPECT_EQ(*all.rbegin(), line(416));
}

// The classes of bands add up to all bands: 9! x 2,612,736 (B. Felgenhauer and A. F. Jarvis, 2005).
// A class has 9! x 6 x 6^4 / (automorphisms) bands.
TEST(Bands, AddUpToAllBands) {
  std::uint64_t bands = 0;
  for (int number = 0; number < kBandClasses; ++number) {
    const std::size_t automorphisms = Bands::all().automorphisms(number).size();
    EXPECT_EQ(7776 % automorphisms, 0U);
    bands += 7776 / automorphisms;
  }
  EXPECT_EQ(bands, 2'612'736U);
}

// A random change of a band leaves its number, and the map leads to the smallest band.
TEST(Bands, KeepTheirNumbers) {
  TestRandom random(4);
  for (int i = 0; i < 200; ++i) {
    const Grid board = make_board({BoardFamily::kRandom, Digit(1), 5}, i);
    const Grid image = random_image(board, random);
    const BoardClass one = class_of(board);
    Band band{};
    for (int cell = 0; cell < 27; ++cell) {
      band[cell / 9][cell % 9] = static_cast<std::uint8_t>(image.cells[cell] - 1);
    }
    const int number = Bands::all().number(band);
    EXPECT_NE(std::ranges::find(one.bands, number + 1), one.bands.end());
    const RowMap map = Bands::all().map(band);
    Band mapped{};
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 9; ++c) mapped[r][c] = map.digits[band[r][map.columns[c]]];
    }
    std::ranges::sort(mapped);
    EXPECT_EQ(mapped, Bands::all().smallest(number));
  }
}

}  // namespace
}  // namespace dokumill::testing
