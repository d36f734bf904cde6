// Tests of `generate puzzles --rating` and `--technique`.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class RatedPuzzlesCommand : public CliTest {
 protected:
  static Args words(const std::string& count, const Args& more) {
    return with({"generate", "puzzles", "-n", count, "--seed", "5"}, more);
  }
  // The rows of a csv output without the header.
  static std::vector<std::vector<std::string>> rows_of(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : split(text, '\n')) rows.push_back(split(line, ','));
    rows.erase(rows.begin());
    return rows;
  }
};

// The columns are those that `rate` writes for the same puzzles.
TEST_F(RatedPuzzlesCommand, HaveTheColumnsOfRate) {
  const Outcome made =
      run(words("12", {"--rating", "7.0..7.2", "-o", "out.csv", "--report", "report"}));
  EXPECT_EQ(made.status, 0) << made;
  const std::string text = dir.read("out.csv");
  EXPECT_EQ(split(text, '\n')[0], "puzzle,solution,er,ep,ed,level,clues,hardest,exact");
  ASSERT_EQ(run({"rate", "out.csv", "-o", "rated.csv", "--to", "csv"}).status, 0);
  const auto rows = rows_of(text);
  const auto rated = rows_of(dir.read("rated.csv"));
  ASSERT_EQ(rows.size(), 12U);
  ASSERT_EQ(rated.size(), 12U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 9U);
    EXPECT_TRUE(std::equal(rows[i].begin() + 2, rows[i].end(), rated[i].begin() + 1));
    EXPECT_GE(rows[i][2], "7.0");
    EXPECT_LE(rows[i][2], "7.2");
  }
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_GE(report["tries"], 12);
  EXPECT_EQ(report["records"], 12);
}

TEST_F(RatedPuzzlesCommand, ObstaclesGoWithAnyGoal) {
  for (const Args& goal : {Args{}, Args{"--difficulty", "hard"}, Args{"--rating", "6.6..7.2"}}) {
    const Outcome made =
        run(words("5", with(goal, {"--obstacles", "2..3", "-q", "-o", "out.csv"})));
    EXPECT_EQ(made.status, 0) << made;
    EXPECT_EQ(split(dir.read("out.csv"), '\n')[0],
              "puzzle,solution,er,ep,ed,level,clues,hardest,obstacles,exact");
    ASSERT_EQ(run({"rate", "--obstacles", "out.csv", "-o", "rated.csv"}).status, 0);
    const auto rows = rows_of(dir.read("out.csv"));
    const auto rated = rows_of(dir.read("rated.csv"));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_TRUE(std::equal(rows[i].begin() + 2, rows[i].end(), rated[i].begin() + 1));
      EXPECT_TRUE(rows[i][8] == "2" || rows[i][8] == "3");
    }
  }
  EXPECT_TRUE(refuses(run(words("1", {"--obstacles", "65"})), {"--obstacles"}));
  EXPECT_TRUE(refuses(run(words("1", {"--obstacles", "1", "--difficulty", "easy"})),
                      {"steps up to 1.5 are no obstacles"}));
  EXPECT_TRUE(
      refuses(run(words("1", {"--obstacles", "1", "--unbiased"})), {"--unbiased", "together"}));
}

TEST_F(RatedPuzzlesCommand, JsonlHasNumbersAndLinesHaveNone) {
  const Outcome rows = run(words("1", {"--rating", "2.6", "-q", "--to", "jsonl"}));
  const auto row = nlohmann::json::parse(rows.out);
  EXPECT_EQ(row["er"], 2.6);
  EXPECT_TRUE(row["ep"].is_number());
  EXPECT_TRUE(row["ed"].is_number());
  EXPECT_EQ(row["hardest"], "pointing");
  const Outcome line = run(words("1", {"--rating", "2.6", "-q"}));
  EXPECT_EQ(line.out, std::string(row["puzzle"]) + "\n");
}

TEST_F(RatedPuzzlesCommand, WrongValuesAreRefused) {
  for (const std::string value :
       {"7.25", "0.9", "12.1", "7.2..7.0", "7..", "..7", "a", "7.0..7.2..7.3", "-1", "7,0"}) {
    EXPECT_TRUE(refuses(run(words("1", {"--rating=" + value})), {"--rating: expected A..B"}))
        << value;
  }
  EXPECT_TRUE(refuses(run(words("1", {"--technique", "swordfsh"})), {"did you mean 'Swordfish'"}));
  EXPECT_TRUE(refuses(run(words("1", {"--technique", "nothing"})),
                      {"expected one of full-house, ", "nested-forcing-chains, got 'nothing'"}));
  EXPECT_TRUE(refuses(run(words("1", {"--rating", "5.5"})), {"no step scores 5.5"}));
  EXPECT_TRUE(refuses(run(words("1", {"--rating", "5..6", "--technique", "swordfish"})),
                      {"Swordfish scores 3.8, never 5.0 to 6.0"}));
}

TEST_F(RatedPuzzlesCommand, OtherScalesAndWeightsAreRefused) {
  for (const Args& goal : {Args{"--rating", "7"}, Args{"--technique", "X-Wing"}}) {
    EXPECT_TRUE(refuses(run(words("1", with(goal, {"--difficulty", "hard"}))),
                        {goal[0], "--difficulty", "together"}));
    EXPECT_TRUE(
        refuses(run(words("1", with(goal, {"--unbiased"}))), {"--unbiased", goal[0], "together"}));
  }
}

}  // namespace
}  // namespace dokumill::testing
