// Tests of `dokumill split`: no class is in both files, the choice depends only on the class, and
// either both files are written or neither.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/canon.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

class Split : public CliTest {
 protected:
  Outcome split(const Args& more = {}) const {
    return run(with({"split", "in", "--train", "train", "--test", "test", "--quiet"}, more));
  }
  std::vector<std::string> lines(const std::string& name) const {
    return testing::split(dir.read(name), '\n');
  }
  // Returns generated puzzles, each with its random images, in random order.
  static std::vector<std::string> puzzles(int classes, int images, std::uint64_t seed) {
    const Outcome made = run_command(
        {.args = {"generate", "puzzles", "-q", "-n", std::to_string(classes), "--minimal"}});
    TestRandom random(seed);
    std::vector<std::string> found;
    for (std::size_t begin = 0; begin < made.out.size(); begin += 82) {
      const Grid puzzle = *parse_grid(made.out.substr(begin, 81));
      for (int i = 0; i < images; ++i) {
        found.push_back(to_line(i == 0 ? puzzle : random_image(puzzle, random)));
      }
    }
    for (std::size_t i = found.size(); i > 1; --i) {
      std::swap(found[i - 1], found[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
    return found;
  }
  static std::string text_of(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
  }
};

TEST_F(Split, AClassGoesToTheSameSideInEveryInput) {
  std::vector<std::string> records = puzzles(200, 2, 2);
  dir.write("in", text_of(records));
  ASSERT_EQ(split({"--share", "30%", "--seed", "5"}).status, 0);
  const std::vector<std::string> test = lines("test");
  const std::set<std::string> chosen(test.begin(), test.end());
  std::reverse(records.begin(), records.end());
  records.resize(records.size() / 2);
  dir.write("in", text_of(records));
  ASSERT_EQ(split({"--share", "30%", "--seed", "5"}).status, 0);
  for (const std::string& line : lines("test")) EXPECT_TRUE(chosen.contains(line));
  for (const std::string& line : lines("train")) EXPECT_FALSE(chosen.contains(line));
  // A smaller share chooses a subset of a larger one. Another seed chooses other classes.
  ASSERT_EQ(split({"--share", "30.000001%", "--seed", "5"}).status, 0);
  std::vector<std::string> more = lines("test");
  ASSERT_EQ(split({"--share", "10%", "--seed", "5"}).status, 0);
  for (const std::string& line : lines("test")) {
    EXPECT_NE(std::find(more.begin(), more.end(), line), more.end());
  }
  ASSERT_EQ(split({"--share", "30.000001%", "--seed", "6"}).status, 0);
  EXPECT_NE(lines("test"), more);
}

TEST_F(Split, SharesOfNothingAndOfAll) {
  const std::string all = text_of(puzzles(50, 1, 4));
  dir.write("in", all);
  for (const std::string share : {"0%", "0.000000%", "000%"}) {
    ASSERT_TRUE(gives(split({"--share", share}), 0, "", ""));
    EXPECT_EQ(dir.read("train"), all);
    EXPECT_EQ(dir.read("test"), "");
  }
  for (const std::string share : {"100%", "100.0%"}) {
    ASSERT_TRUE(gives(split({"--share", share}), 0, "", ""));
    EXPECT_EQ(dir.read("train"), "");
    EXPECT_EQ(dir.read("test"), all);
  }
}

TEST_F(Split, RefusesWhatIsNoShare) {
  dir.write("in", kPuzzle + '\n');
  for (const std::string share : {"",    "%",    "10",   "1",           "1.1",
                                  "0,1", ".1",   "101%", "100.000001%", "-1%",
                                  "+1%", "1e1%", "1.%",  ".5%",         "1.0000000%",
                                  " 1%", "1 %",  "1%%",  "1.2.3%",      "99999999999999999999%"}) {
    EXPECT_TRUE(refuses(split({"--share=" + share}), {"--share"})) << share;
  }
  EXPECT_TRUE(refuses(split({"-o", "out"}), {"-o"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "a"}), {"--test"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--test", "a"}), {"--train"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Split, TwoFilesOrNone) {
  dir.write("in", kPuzzle + '\n');
  dir.write("test", "old");
  EXPECT_TRUE(refuses(split({"--no-clobber"}), {"test: exists already"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "train", "--test", "no/test"}), {"no/test"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "no/train", "--test", "test"}), {"no/train"}));
  dir.write("in", kPuzzle + "\nbad\n");
  EXPECT_TRUE(refuses(split({"--strict"}), {"in:2:1: record 2"}));
  EXPECT_EQ(dir.read("test"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "test"}));
}

TEST_F(Split, ReportsWhereRecordsWent) {
  dir.write("in", text_of(puzzles(100, 1, 8)) + "bad\n");
  const Outcome reported =
      run({"split", "in", "--train", "train", "--test", "test", "--report", "report"});
  EXPECT_EQ(reported.status, 1);
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report["train"], lines("train").size() - 1);
  EXPECT_EQ(report["test"], lines("test").size());
  EXPECT_TRUE(has_line_starting(
      reported, "dokumill: 101 records: " + std::to_string(lines("train").size() - 1) + " train, " +
                    std::to_string(lines("test").size()) +
                    " test, 1 malformed (in the train file); "));
}

// The choices for a seed are a promise and must never change.
TEST_F(Split, ChoicesNeverChange) {
  std::string found;
  const Grid form = canonical_form(*parse_grid(kPuzzle));
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    found += goes_to_test(form, {Share::kWhole / 4}, seed) ? '1' : '0';
  }
  EXPECT_EQ(found, "1000100100100010101101001101111010010100000011000100110100000010");
}

// The number of forms that go to the test file is binomial: it is within five standard deviations
// of n p. With p squared, the same holds for the pairs of neighbouring forms that both go there,
// and for the forms that go there with both seeds.
TEST_F(Split, ChoicesAreIndependent) {
  constexpr int kForms = 20'000;
  for (const double share : {0.01, 0.1, 0.5}) {
    const Share parts{static_cast<std::uint64_t>(share * Share::kWhole)};
    int chosen = 0, pairs = 0, seeds = 0;
    bool was = false;
    for (int i = 0; i < kForms; ++i) {
      Grid form;
      for (int cell = 80, rest = i; rest > 0; --cell, rest /= 10) {
        form.cells[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(rest % 10);
      }
      const bool is = goes_to_test(form, parts, 1);
      chosen += is;
      pairs += is && was;
      seeds += is && goes_to_test(form, parts, 2);
      was = is;
    }
    const auto is_near = [&](int count, double p) {
      const double expected = kForms * p;
      return std::abs(count - expected) < 5 * std::sqrt(expected * (1 - p));
    };
    EXPECT_TRUE(is_near(chosen, share)) << chosen;
    EXPECT_TRUE(is_near(pairs, share * share)) << pairs;
    EXPECT_TRUE(is_near(seeds, share * share)) << seeds;
  }
}

}  // namespace
}  // namespace dokumill::testing
