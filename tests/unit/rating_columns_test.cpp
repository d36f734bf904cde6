#include "batch/rows/rating_columns.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dokumill {
namespace {

using batch::Obstacles;
using batch::RatingText;

Rating rating_of(int clues = 24) {
  Rating rating;
  rating.score = 71;
  rating.pearl = 26;
  rating.diamond = 12;
  rating.hardest = Technique::kForcingChain;
  rating.clues = clues;
  rating.obstacles = 3;
  return rating;
}

RatingText csv(Obstacles obstacles = Obstacles::kNotCounted, char separator = ',') {
  return {TextFormat::kCsv, separator, obstacles};
}
RatingText line(Obstacles obstacles = Obstacles::kNotCounted) {
  return {TextFormat::kLine, '\t', obstacles};
}

TEST(RatingText, WritesEveryColumn) {
  EXPECT_EQ(csv().of(rating_of()), "7.1,2.6,1.2,expert,24,forcing chain,1");
  EXPECT_EQ(line().of(rating_of()), "7.1\t2.6\t1.2\texpert\t24\tforcing chain");
  EXPECT_EQ(csv(Obstacles::kCounted).of(rating_of()), "7.1,2.6,1.2,expert,24,forcing chain,3,1");
  EXPECT_EQ(line(Obstacles::kCounted).of(rating_of()),
            "7.1\t2.6\t1.2\texpert\t24\tforcing chain\t3");
  const auto names = batch::rating_columns(Obstacles::kCounted);
  RatingText text = csv(Obstacles::kCounted);
  text.of(rating_of());
  ASSERT_EQ(text.columns().size(), names.size());
  EXPECT_EQ(names[6], "obstacles");
  EXPECT_EQ(text.columns()[6], "3");
}

TEST(RatingText, MarksLowerBounds) {
  Rating bound = rating_of();
  bound.is_exact = false;
  EXPECT_EQ(csv().of(bound), "7.1,2.6,1.2,expert,24,,0");
  EXPECT_EQ(line().of(bound), "7.1+\t2.6\t1.2\texpert\t24\t-");
  bound.hardest = Technique::kNestedForcingChains;
  EXPECT_EQ(line().of(bound), "7.1+\t2.6\t1.2\texpert\t24\tnested forcing chains");
}

TEST(RatingText, MissingValuesAreEmptyInCsvOnly) {
  Rating full;
  full.clues = kCells;
  EXPECT_EQ(csv().of(full), "0.0,0.0,0.0,complete,81,,1");
  EXPECT_EQ(line().of(full), "0.0\t0.0\t0.0\tcomplete\t81\t-");
  EXPECT_EQ(csv().of_unrated("malformed"), ",,,malformed,,,");
  EXPECT_EQ(line().of_unrated("malformed"), "malformed\t-\t-\t-\t-\t-");
  EXPECT_EQ(csv(Obstacles::kCounted, '\t').of_unrated("none"), "\t\t\tnone\t\t\t\t");
}

TEST(RatingText, TheLongestValuesFit) {
  Rating rating = rating_of();
  rating.score = rating.pearl = rating.diamond = kMostScore;
  rating.obstacles = 64;
  for (const TechniqueInfo& info : techniques()) {
    rating.hardest = info.technique;
    RatingText text = line(Obstacles::kCounted);
    const std::string found(text.of(rating));
    EXPECT_LT(found.size(), kLineBytes);
    EXPECT_TRUE(found.ends_with("\t" + std::string(info.name) + "\t64"));
  }
}

}  // namespace
}  // namespace dokumill
