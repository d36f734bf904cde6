#include "batch/rating_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace dokumill {
namespace {

using batch::RatingText;

Rating rating_of(Technique hardest, int clues) {
  Rating rating;
  rating.score = info_of(hardest).score;
  rating.level = info_of(hardest).level;
  rating.hardest = hardest;
  rating.clues = clues;
  return rating;
}

TEST(RatingText, WritesEveryColumn) {
  const Rating rating = rating_of(Technique::kXWing, 24);
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kCsv, ',').of(rating, 7),
            "3.2,hard,24,X-Wing,7");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kLine, '\t').of(rating, 7),
            "3.2\thard\t24\tX-Wing\t7");
}

TEST(RatingText, MissingValuesAreEmptyInCsvOnly) {
  const Rating rating = rating_of(Technique::kHiddenSingleInBox, kCells);
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kCsv, ',').of(rating, 0),
            "1.2,complete,81,,0");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kLine, '\t').of(rating, 0),
            "1.2\tcomplete\t81\t-\t0");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kCsv, ',').of_unrated("malformed"),
            ",malformed,,,");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kLine, '\t').of_unrated("malformed"),
            "malformed\t-\t-\t-\t-");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kCsv, '\t').of(rating, 0),
            "1.2\tcomplete\t81\t\t0");
  EXPECT_EQ(RatingText(RatingScale::kDokumill, TextFormat::kCsv, '\t').of_unrated("none"),
            "\tnone\t\t\t");
}

TEST(RatingText, ColumnsOfSe121) {
  Se121Rating rating;
  rating.score = 71;
  rating.pearl = 26;
  rating.diamond = 12;
  rating.hardest = Se121Technique::kForcingChain;
  rating.clues = 24;
  RatingText csv(RatingScale::kSe121, TextFormat::kCsv, ',');
  EXPECT_EQ(csv.of(rating), "7.1,2.6,1.2,24,forcing chain");
  EXPECT_EQ(csv.of_unrated("none"), ",,,,none");
  RatingText line(RatingScale::kSe121, TextFormat::kLine, '\t');
  EXPECT_EQ(line.of(rating), "7.1\t2.6\t1.2\t24\tforcing chain");
  EXPECT_EQ(line.of_unrated("none"), "none\t-\t-\t-\t-");
  Se121Rating full;
  full.clues = kCells;
  EXPECT_EQ(csv.of(full), "0.0,0.0,0.0,81,complete");
  for (const Se121TechniqueInfo& info : se121_techniques()) {
    rating.hardest = info.technique;
    EXPECT_TRUE(std::string(line.of(rating)).ends_with("\t" + std::string(info.name)));
  }
}

TEST(RatingText, TheLongestValuesFit) {
  for (const TechniqueInfo& info : techniques()) {
    const Rating rating = rating_of(info.technique, 80);
    RatingText text(RatingScale::kDokumill, TextFormat::kLine, '\t');
    const std::string found(text.of(rating, std::numeric_limits<std::uint64_t>::max()));
    EXPECT_LT(found.size(), kLineBytes);
    EXPECT_TRUE(found.ends_with("\t80\t" + std::string(info.name) + "\t18446744073709551615"));
  }
}

}  // namespace
}  // namespace dokumill
