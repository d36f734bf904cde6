// Tests of filters: the grammar, the three values of truth, columns, and messages.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "dokumill/features.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {
namespace {

constexpr std::string_view kPuzzle =  // 17 clues, er 1.5, ep and ed 1.2
    "000000021090700000000000000000514000630000000000002000000600930001040000200000800";
constexpr std::string_view kSeveral =
    "000000001000000000000000000000000000000000000000000000000000000000000000000000000";

bool keeps(std::string_view text, std::string_view puzzle = kPuzzle) {
  const Filter filter = Filter::parse(text).value();
  Features features = Features::create(filter.wanted()).value();
  features.start(parse_grid(puzzle).value());
  return filter.keeps(features);
}

TEST(Filter, ComparesFeatures) {
  EXPECT_TRUE(keeps("clues = 17"));
  EXPECT_TRUE(keeps("clues==17"));
  EXPECT_FALSE(keeps("clues != 17"));
  EXPECT_FALSE(keeps("clues < 17"));
  EXPECT_TRUE(keeps("clues <= 17.0"));
  EXPECT_FALSE(keeps("clues > 17"));
  EXPECT_TRUE(keeps("clues >= 16.5"));
  EXPECT_TRUE(keeps("outcome = unique"));
  EXPECT_TRUE(keeps("outcome = 'unique' and not outcome = \"multiple\""));
  EXPECT_TRUE(keeps("clues < candidates"));
  EXPECT_TRUE(keeps("minimal and not redundant_clues"));
  EXPECT_TRUE(keeps("clues in (18, 17) and outcome in (unique)"));
  EXPECT_FALSE(keeps("clues in (18, 19)"));
}

TEST(Filter, BindsAndMoreStronglyThanOr) {
  EXPECT_TRUE(keeps("clues = 17 or clues = 18 and clues = 19"));
  EXPECT_FALSE(keeps("(clues = 17 or clues = 18) and clues = 19"));
  EXPECT_FALSE(keeps("not clues = 17 and clues = 17"));
  EXPECT_TRUE(keeps("not (clues = 18 or clues = 19)"));
  EXPECT_TRUE(keeps("not not clues = 17"));
}

// A grid with several solutions has no er, so a comparison with it is neither true nor false.
TEST(Filter, KeepsNothingUnknown) {
  EXPECT_FALSE(keeps("er >= 1", kSeveral));
  EXPECT_FALSE(keeps("not er >= 1", kSeveral));
  EXPECT_FALSE(keeps("er >= 1 and clues = 1", kSeveral));
  EXPECT_TRUE(keeps("er >= 1 or clues = 1", kSeveral));
  EXPECT_TRUE(keeps("not (er >= 1 and clues = 2)", kSeveral));
  EXPECT_FALSE(keeps("er = ep", kSeveral));
}

TEST(Filter, AsksTheFastFeaturesFirst) {
  const Filter filter = Filter::parse("er >= 1 and clues = 2").value();
  Features features = Features::create(filter.wanted()).value();
  int polls = 0;
  features.set_stop([&] { return ++polls != 0; });
  features.start(parse_grid(kPuzzle).value());
  EXPECT_FALSE(filter.keeps(features));
  EXPECT_EQ(polls, 0);
}

// A rating that ended early is a lower bound: only what all numbers above have is true or false.
TEST(Filter, KnowsBounds) {
  const auto keeps_bound = [](std::string_view text) {
    const Filter filter = Filter::parse(text).value();
    Features features = Features::create(filter.wanted(), "auto", {.at_most = 12}).value();
    features.start(parse_grid(kPuzzle).value());
    return filter.keeps(features);
  };
  EXPECT_TRUE(keeps_bound("exact = 0"));  // er is 1.5 or more
  EXPECT_TRUE(keeps_bound("er >= 1.5"));
  EXPECT_FALSE(keeps_bound("er >= 1.6"));
  EXPECT_FALSE(keeps_bound("not er >= 1.6"));
  EXPECT_FALSE(keeps_bound("er <= 1.5 or er = 1.5 or er != 1.5"));
  EXPECT_TRUE(keeps_bound("er != 1.2 and not er < 1.5"));
  EXPECT_FALSE(keeps_bound("er = er or er != er"));
}

// If only numbers are compared with scores, no rating needs to go beyond them.
TEST(Filter, LimitsTheRatings) {
  EXPECT_EQ(Filter::parse("er >= 8.5 and clues <= 22").value().rater().at_most, 85);
  EXPECT_EQ(Filter::parse("er < 3.25 or ep = 2").value().rater().at_most, 33);
  EXPECT_EQ(Filter::parse("er < 0.5").value().rater().at_most, 10);
  EXPECT_EQ(Filter::parse("er < 99").value().rater().at_most, kMostScore);
  for (const char* text : {"er = ep", "er < 2 and level = easy", "exact and er < 2", "er"}) {
    EXPECT_EQ(Filter::parse(text).value().rater().at_most, kMostScore) << text;
  }
}

class Columns : public ::testing::Test {
 protected:
  std::map<std::string, std::string> row;
  Filter::Columns columns{{"Source", "er", "my column"}, false};

  bool keeps(std::string_view text) {
    const Filter filter = Filter::parse(text, columns).value();
    Features features = Features::create(filter.wanted()).value();
    features.start(parse_grid(kPuzzle).value());
    return filter.keeps(
        features, [&](std::size_t i) -> std::string_view { return row[filter.columns()[i]]; });
  }
};

TEST_F(Columns, WinAgainstFeatures) {
  row = {{"Source", "forum"}, {"er", "9.9"}, {"my column", "7"}};
  EXPECT_TRUE(keeps("er = 9.9 and clues = 17"));
  EXPECT_TRUE(keeps("source = forum and source != 'book'"));
  EXPECT_TRUE(keeps("'my column' > clues or \"my column\" = 7"));
  EXPECT_TRUE(keeps("'my column' = '7'"));
  EXPECT_FALSE(keeps("source > 3 or not source > 3"));
  row["er"] = "9.9+";
  EXPECT_TRUE(keeps("er >= 9.5"));
  EXPECT_FALSE(keeps("er = 9.9"));
  row["er"] = "";
  EXPECT_FALSE(keeps("er >= 1 or er < 1"));
}

TEST_F(Columns, MembersMayBeMissing) {
  columns = {{}, true};
  row = {{"er", "9.9"}};
  EXPECT_TRUE(keeps("er = 9.9 and level != expert"));
  EXPECT_FALSE(keeps("source = forum"));
  row.clear();
  EXPECT_FALSE(keeps("er = 9.9"));
  EXPECT_TRUE(keeps("er < 9.9"));
}

std::string message(std::string_view text, const Filter::Columns& columns = {}) {
  const Result<Filter> result = Filter::parse(text, columns);
  if (result.ok()) return "";
  EXPECT_EQ(result.status().code(), ErrorCode::kUsage);
  EXPECT_EQ(result.status().option(), "input.where");
  return result.status().message();
}

TEST(FilterMessages, HaveThePlace) {
  EXPECT_EQ(message("clues = "),
            "where, character 9: expected a number, a word or a name, found the end");
  EXPECT_EQ(message("clues = 17 clues"),
            "where, character 12: expected 'and', 'or' or the end, found 'clues'");
  EXPECT_EQ(message("(clues = 17"), "where, character 12: expected ')', found the end");
  EXPECT_EQ(message("outcome = 'unique"), "where, character 11: the quote is not closed");
  EXPECT_EQ(message("clues = 1x"), "where, character 9: expected a number, found '1x'");
  EXPECT_EQ(message("level"), "where, character 6: expected an operator such as =, found the end");
  EXPECT_EQ(message("level < hard"), "where, character 1: words have no order; use = or !=");
  EXPECT_EQ(message("level = herd"), "where, character 9: level is never 'herd'");
  EXPECT_EQ(message("level = 3"), "where, character 9: a word and a number cannot be compared");
  EXPECT_EQ(message("17 = clues"),
            "where, character 1: expected the name of a feature or column, found '17'");
  EXPECT_NE(message("a = 1 and clus = 17", {{"a"}, false})
                .find("where, character 11: unknown name 'clus'; known names: a, outcome, clues"),
            std::string::npos);
  EXPECT_NE(message("er > clus").find("'clus' is neither a number nor a known name"),
            std::string::npos);
  EXPECT_NE(message(""), "");
  EXPECT_EQ(message("hardest = 'Naked-Pair'"), "");
}

TEST(FilterMessages, BoundTheDepth) {
  EXPECT_NE(message(std::string(100'000, '(')), "");
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "not ";
  EXPECT_NE(message(text + "clues = 1"), "");
  text = "clues = 1";
  for (int i = 0; i < 10'000; ++i) text += " or clues = 1";
  EXPECT_EQ(message(text), "");
}

// Any sequence of words is either refused with a place inside the text, or can be evaluated.
TEST(FilterMessages, RandomTextsAreParsedOrRefused) {
  constexpr std::string_view kWords[] = {
      "clues", "er", "level", "hard", "17",  "8.5", "=", "<=",   "!=", "and", "or", "not",
      "(",     ")",  "in",    ",",    "'x'", "\"",  "-", "\xC3", "!",  "1e9", "<>", "a b"};
  TestRandom random(8);
  Features features = Features::create(std::vector{*feature_named("clues"), *feature_named("er"),
                                                   *feature_named("level")})
                          .value();
  int parsed = 0;
  for (int i = 0; i < 30'000; ++i) {
    std::string text;
    for (int words = 1 + random.below(8); words > 0; --words) {
      text += kWords[random.below(std::size(kWords))];
      if (random.below(4) != 0) text += ' ';
    }
    const Result<Filter> filter = Filter::parse(text, {{"hard"}, random.below(2) == 1});
    if (!filter.ok()) {
      const std::string& why = filter.status().message();
      ASSERT_TRUE(why.starts_with("where, character ")) << why;
      ASSERT_LE(std::stoul(why.substr(17)), text.size() + 1) << text << ": " << why;
      continue;
    }
    ++parsed;
    features.start(parse_grid(parsed % 2 == 0 ? kPuzzle : kSeveral).value());
    filter->keeps(features, [](std::size_t) { return std::string_view("7+"); });
  }
  EXPECT_GT(parsed, 100);
}

}  // namespace
}  // namespace dokumill::testing
