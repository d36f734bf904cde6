// Tests of the levels: their intervals cover all scores, and level_of() follows them.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "dokumill/rating.hpp"

namespace dokumill {
namespace {

TEST(Levels, CoverAllScoresInOrder) {
  int next = 0;
  int row = 0;
  std::set<std::string_view> texts;
  for (const LevelInfo& info : levels()) {
    EXPECT_EQ(static_cast<int>(info.level), row++);
    EXPECT_EQ(&info_of(info.level), &info);
    EXPECT_EQ(name_of(info.level), info.name);
    EXPECT_EQ(info.lowest, next);
    ASSERT_LE(info.lowest, info.highest);
    for (int score = info.lowest; score <= info.highest; ++score) {
      EXPECT_EQ(level_of(score), info.level) << score;
    }
    next = info.highest + 1;
    texts.insert({info.name, info.chinese_name, info.text, info.chinese_text});
  }
  EXPECT_EQ(row, kLevels);
  EXPECT_EQ(next, kMostScore + 1);
  EXPECT_EQ(texts.size(), 4U * kLevels);
}

}  // namespace
}  // namespace dokumill
