#include "batch/rows/rating_columns.hpp"

#include <gtest/gtest.h>

#include <string>

#include "batch/rows/row_writer.hpp"

namespace dokumill {
namespace {

using batch::Field;
using batch::Obstacles;
using batch::OutputPlan;
using batch::RatingFields;

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

// The text of the fields: `make` gets a RatingFields and returns its fields.
template <class Make>
std::string text_of(TextFormat format, Obstacles obstacles, const Make& make) {
  OutputPlan plan;
  plan.format = format;
  const bool is_line = format == TextFormat::kLine;
  RatingFields fields(is_line ? RatingFields::Form::kLine : RatingFields::Form::kTable, obstacles);
  batch::ChunkResult result;
  batch::RowWriter(plan).write(result, make(fields));
  return {result.text.data(), result.text_bytes};
}
std::string csv(const Rating& rating, Obstacles obstacles = Obstacles::kNotCounted) {
  return text_of(TextFormat::kCsv, obstacles, [&](RatingFields& it) { return it.of(rating); });
}
std::string line(const Rating& rating, Obstacles obstacles = Obstacles::kNotCounted) {
  return text_of(TextFormat::kLine, obstacles, [&](RatingFields& it) { return it.of(rating); });
}

TEST(RatingFields, HaveEveryColumn) {
  EXPECT_EQ(csv(rating_of()), "7.1,2.6,1.2,expert,24,forcing chain,1\n");
  EXPECT_EQ(line(rating_of()), "7.1\t2.6\t1.2\texpert\t24\tforcing chain\n");
  EXPECT_EQ(csv(rating_of(), Obstacles::kCounted), "7.1,2.6,1.2,expert,24,forcing chain,3,1\n");
  EXPECT_EQ(line(rating_of(), Obstacles::kCounted),
            "7.1\t2.6\t1.2\texpert\t24\tforcing chain\t3\n");
  std::string columns;
  for (const tables::Column& column : batch::rating_columns(Obstacles::kCounted)) {
    const bool is_double = column.type == tables::ColumnType::kDouble;
    columns += column.name + (column.type == tables::ColumnType::kText ? " text, "
                              : is_double                              ? " double, "
                                                                       : " int32, ");
  }
  EXPECT_EQ(columns,
            "er double, ep double, ed double, level text, clues int32, hardest text, "
            "obstacles int32, exact int32, ");
}

TEST(RatingFields, MarkLowerBounds) {
  Rating bound = rating_of();
  bound.is_exact = false;
  EXPECT_EQ(csv(bound), "7.1,2.6,1.2,expert,24,,0\n");
  EXPECT_EQ(line(bound), "7.1+\t2.6\t1.2\texpert\t24\t-\n");
  bound.hardest = Technique::kNestedForcingChains;
  EXPECT_EQ(line(bound), "7.1+\t2.6\t1.2\texpert\t24\tnested forcing chains\n");
}

TEST(RatingFields, MissingValuesAreEmptyInTablesOnly) {
  Rating full;
  full.clues = kCells;
  EXPECT_EQ(csv(full), "0.0,0.0,0.0,complete,81,,1\n");
  EXPECT_EQ(line(full), "0.0\t0.0\t0.0\tcomplete\t81\t-\n");
  const auto unrated = [](RatingFields& it) { return it.of_unrated("malformed"); };
  EXPECT_EQ(text_of(TextFormat::kCsv, Obstacles::kNotCounted, unrated), ",,,malformed,,,\n");
  EXPECT_EQ(text_of(TextFormat::kCsv, Obstacles::kCounted, unrated), ",,,malformed,,,,\n");
  EXPECT_EQ(text_of(TextFormat::kLine, Obstacles::kNotCounted, unrated),
            "malformed\t-\t-\t-\t-\t-\n");
}

}  // namespace
}  // namespace dokumill
