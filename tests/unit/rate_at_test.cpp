#include "logic/rate_at.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "puzzles/sample_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

constexpr std::array kLevels{Level::kEasy, Level::kMedium, Level::kHard, Level::kExpert};

TEST(RateAt, IsTheRatingIfItHasTheLevel) {
  const auto count = static_cast<std::size_t>(testing::test_rounds(150));
  std::array<int, kLevels.size()> of_level{};
  for (const char* const kind : {"easy", "minimal", "hard"}) {
    const auto puzzles = puzzles::sample_puzzles(*puzzles::sample_kind(kind), 3, count);
    ASSERT_TRUE(puzzles.ok());
    for (const Grid& puzzle : *puzzles) {
      const Rating rating = rate(puzzle);
      ++of_level[static_cast<std::size_t>(rating.level)];
      for (const Level level : kLevels) {
        const auto found = logic::rate_at(puzzle, level);
        ASSERT_EQ(found.has_value(), rating.level == level) << to_line(puzzle);
        if (!found) continue;
        EXPECT_EQ(found->score, rating.score);
        EXPECT_EQ(found->level, rating.level);
        EXPECT_EQ(found->hardest, rating.hardest);
        EXPECT_EQ(found->steps, rating.steps);
        EXPECT_EQ(found->clues, rating.clues);
      }
    }
  }
  for (const int puzzles : of_level) EXPECT_GT(puzzles, 0);
}

}  // namespace
}  // namespace dokumill
