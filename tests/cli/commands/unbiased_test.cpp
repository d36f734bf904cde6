// Tests of `generate puzzles --unbiased`.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Unbiased : public CliTest {
 protected:
  static Args words(const std::string& count, const Args& more = {}) {
    return with({"generate", "puzzles", "--unbiased", "-n", count, "--seed", "5"}, more);
  }
  nlohmann::json json_of(const std::string& file) const {
    return nlohmann::json::parse(dir.read(file));
  }
};

TEST_F(Unbiased, EachRowHasItsWeight) {
  const Outcome outcome = run(words("150", {"-o", "out.csv", "--report", "report"}));
  EXPECT_TRUE(gives(outcome, 0, "", outcome.err));
  std::map<std::string, std::uint64_t> weights, squares;
  std::map<std::string, int> clues;
  double sum = 0, sum_of_clues = 0;
  const std::vector<std::string> rows = split(dir.read("out.csv"), '\n');
  ASSERT_EQ(rows.size(), 151U);
  EXPECT_EQ(rows[0], "puzzle,solution,er,ep,ed,level,clues,hardest,exact,weight");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string> fields = split(rows[i], ',');
    ASSERT_EQ(fields.size(), 10U) << rows[i];
    EXPECT_EQ(81 - std::count(fields[0].begin(), fields[0].end(), '0'), std::stoi(fields[6]));
    const std::uint64_t weight = std::stoull(fields[9]);
    EXPECT_GT(weight, 0U);
    ++clues[fields[6]];
    weights[fields[6]] += weight;
    squares[fields[6]] += (weight / 1000) * (weight / 1000);
    sum += static_cast<double>(weight);
    sum_of_clues += static_cast<double>(weight) * std::stoi(fields[6]);
  }
  const nlohmann::json report = json_of("report");
  EXPECT_EQ(report["clues"], nlohmann::json(clues));
  EXPECT_EQ(report["weights"], nlohmann::json(weights));
  EXPECT_EQ(report["weight_squares"], nlohmann::json(squares));
  EXPECT_NEAR(report["mean_clues"].get<double>(), sum_of_clues / sum, 1e-5);
  EXPECT_GT(report["mean_clues_error"].get<double>(), 0);
  EXPECT_GT(report["effective_puzzles"].get<double>(), 1);
  EXPECT_LE(report["effective_puzzles"].get<double>(), 150);
  EXPECT_GT(report["tries"], 150);
  EXPECT_TRUE(mentions(outcome, ", weighted mean of 2"));
  EXPECT_TRUE(mentions(outcome, " clues (standard error "));
}

TEST_F(Unbiased, OtherPuzzlesHaveNoWeights) {
  ASSERT_EQ(run({"generate", "puzzles", "-n", "5", "-o", "out.csv", "--report", "report"}).status,
            0);
  EXPECT_FALSE(json_of("report").contains("weights"));
  EXPECT_EQ(split(dir.read("out.csv"), '\n')[0],
            "puzzle,solution,er,ep,ed,level,clues,hardest,exact");
}

TEST_F(Unbiased, JsonlHasTheWeightAsANumber) {
  const Outcome outcome = run(words("2", {"-q", "--to", "jsonl"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(nlohmann::json::parse(split(outcome.out, '\n')[0])["weight"].is_number_unsigned());
}

TEST_F(Unbiased, OtherConstraintsAreRefused) {
  for (const Args& flags :
       {Args{"--clues", "24..26"}, Args{"--symmetry", "full"}, Args{"--difficulty", "hard"}}) {
    EXPECT_TRUE(refuses(run(words("5", flags)), {"--unbiased", flags[0], "together"}));
  }
  EXPECT_EQ(run(words("2", {"-q", "--minimal"})).status, 0);
}

}  // namespace
}  // namespace dokumill::testing
