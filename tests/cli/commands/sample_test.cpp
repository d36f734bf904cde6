// Tests of `dokumill sample`: how many records are chosen, that all sets of the same number of
// records have the same chance, and how the records are written.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/datasets.hpp"
#include "support/boards/chi_square.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class Sample : public CliTest {
 protected:
  Outcome sample(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"sample", "in", "--quiet"}, more));
  }
  // Lets the library choose records, and returns the numbers of these records.
  std::vector<int> chosen(SampleOptions options, std::uint64_t seed) const {
    options.input.path = dir / "in";
    options.output = dir / "chosen";
    options.seed = seed;
    options.job.threads = 1;
    EXPECT_TRUE(dokumill::sample(options).ok());
    std::vector<int> numbers;
    for (const std::string& line : split(dir.read("chosen"), '\n')) {
      if (!line.empty()) numbers.push_back(std::stoi(line.substr(0, 6)) - 100000);
    }
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    return numbers;
  }
};

TEST_F(Sample, EverySetOfRecordsIsEquallyLikely) {
  constexpr int kRecords = 6;
  dir.write("in", numbered_lines(kRecords));
  SampleOptions three;
  three.number = 3;
  std::map<std::vector<int>, std::uint64_t> sets;
  const std::uint64_t seeds = kIsSanitized ? 500 : 2000;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::vector<int> found = chosen(three, seed);
    ASSERT_EQ(found.size(), 3U);
    ++sets[found];
  }
  ASSERT_EQ(sets.size(), 20U);
  std::vector<std::uint64_t> counts;
  for (const auto& entry : sets) counts.push_back(entry.second);
  EXPECT_GT(chance_of(chi_square(counts, std::vector<double>(20, 1.0 / 20))), 1e-3);
}

TEST_F(Sample, AShareChoosesEveryRecordWithItsProbability) {
  dir.write("in", numbered_lines(4));
  SampleOptions quarter;
  quarter.share = Share{Share::kWhole / 4};
  std::vector<std::uint64_t> counts(16);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::size_t set = 0;
    for (const int number : chosen(quarter, seed)) set |= std::size_t{1} << number;
    ++counts[set];
  }
  std::vector<double> shares;
  for (std::size_t set = 0; set < 16; ++set) {
    double share = 1;
    for (int bit = 0; bit < 4; ++bit) share *= (set >> bit & 1U) != 0 ? 0.25 : 0.75;
    shares.push_back(share);
  }
  EXPECT_GT(chance_of(chi_square(counts, shares)), 1e-3);
}

TEST_F(Sample, SmallerSamplesAreSubsets) {
  dir.write("in", numbered_lines(3000));
  std::vector<int> before;
  for (const std::uint64_t number : {1, 2, 50, 1000, 2999, 3000}) {
    SampleOptions options;
    options.number = number;
    const std::vector<int> found = chosen(options, 3);
    EXPECT_EQ(found.size(), number);
    EXPECT_TRUE(std::includes(found.begin(), found.end(), before.begin(), before.end()));
    before = found;
  }
  SampleOptions options;
  options.share = Share{Share::kWhole / 2};
  const std::vector<int> half = chosen(options, 3);
  EXPECT_GT(half.size(), 1350U);
  EXPECT_LT(half.size(), 1650U);
  options.share = Share{Share::kWhole / 4};
  const std::vector<int> quarter = chosen(options, 3);
  EXPECT_TRUE(std::includes(half.begin(), half.end(), quarter.begin(), quarter.end()));
  EXPECT_NE(chosen(options, 4), quarter);
}

TEST_F(Sample, FewerRecordsThanWanted) {
  const std::string text = numbered_lines(3);
  EXPECT_TRUE(gives(sample(text, {"-n", "3"}), 0, text, ""));
  EXPECT_TRUE(gives(sample(text, {"-n", "4"}), 0, text,
                    "dokumill: in: warning: 4 records were requested, and the input has 3; all of "
                    "them were written\n"));
  EXPECT_EQ(sample(text, {"-n", "9223372036854775808"}).out, text);
  EXPECT_EQ(sample("", {"-n", "1"}).status, 0);
  EXPECT_TRUE(gives(sample(text, {"--share", "100%"}), 0, text, ""));
  EXPECT_TRUE(gives(sample(text, {"--share", "0%"}), 0, "", ""));
}

// The choices for a seed must never change.
TEST_F(Sample, ChoicesNeverChange) {
  const std::string text = numbered_lines(1000);
  const Outcome ten = sample(text, {"-n", "5", "--seed", "5"});
  std::string numbers;
  for (const std::string& line : split(ten.out, '\n')) numbers += line.substr(0, 6) + ' ';
  EXPECT_EQ(numbers, "100203 100468 100497 100581 100630 ");
}

TEST_F(Sample, WritesRecordsAsTheyWereRead) {
  const std::string table = "id,puzzle,note\n1," + kPuzzle + ",\"a\nb\"\n2," +
                            replace_all(kInkala, "0", ".") + ", x \n3,bad,c\n";
  const std::string bad_row = "3," + kUnknown + ",c\n";
  const std::string all = replace_all(table, "3,bad,c\n", bad_row);
  const Outcome everything = sample(table, {"-n", "3"});
  EXPECT_TRUE(gives(everything, 1, all));
  EXPECT_TRUE(has_line_starting(everything, "dokumill: in:5:"));
  EXPECT_TRUE(gives(sample(table, {"--share", "100%"}), 1, all));
  // A malformed record is reported even if it is not chosen.
  EXPECT_TRUE(gives(sample(table, {"--share", "0%"}), 1, "id,puzzle,note\n"));
  EXPECT_TRUE(gives(sample(table, {"-n", "3", "--to", "line"}), 1,
                    kPuzzle + '\n' + kInkala + '\n' + kUnknown + '\n'));
  EXPECT_TRUE(gives(sample(kPuzzle + '\n' + kInkala + '\n', {"-n", "2", "--to", "grid"}), 0,
                    rows_of(kPuzzle) + '\n' + rows_of(kInkala), ""));
  dir.write("out", "old");
  EXPECT_TRUE(refuses(sample(table, {"-n", "1", "--strict", "-o", "out"}), {"in:5", "record 3"}));
  EXPECT_EQ(dir.read("out"), "old");
  // A blank line separates two grids in the output, whichever grid comes first.
  const std::string grids = rows_of(kPuzzle) + '\n' + rows_of(kInkala) + '\n' + rows_of(kSolution);
  for (const std::string seed : {"1", "2", "3", "4", "5", "6"}) {
    const std::string two = sample(grids, {"-n", "2", "--seed", seed}).out;
    EXPECT_EQ(two.size(), 162U * 2 + 1);
    EXPECT_EQ(two[162], '\n');
  }
}

TEST_F(Sample, TextBeyondTheMemoryGoesToATemporaryFile) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += numbered_lines(5000);
  dir.write("in", text);
  const Outcome all =
      run({.args = {"sample", "in", "-n", "150000", "-o", "out"}, .as_process = true});
  EXPECT_EQ(all.status, 0);
  EXPECT_TRUE(mentions(all, "150,000 written, 0 malformed;"));
  EXPECT_TRUE(mentions(all, "bytes in a temporary file"));
  EXPECT_TRUE(stays_small(all));
  EXPECT_TRUE(dir.read("out") == text);
  const Outcome most = run({"sample", "in", "-n", "100000", "-q"});
  EXPECT_EQ(most.out.size(), 100000U * 82);
  EXPECT_TRUE(refuses(run({.args = {"sample", "in", "-n", "150000", "-o", "out"},
                           .environment = {{"TMPDIR", dir / "none"}}}),
                      {"none"}));
  EXPECT_TRUE(dir.read("out") == text);
}

TEST_F(Sample, RefusesBadFlags) {
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(refuses(run({"sample", "in"}), {"-n", "--share"}));
  EXPECT_TRUE(refuses(run({"sample", "in", "-n", "1", "--share", "1%"}), {"-n", "--share"}));
  for (const std::string number : {"0", "-1", "1.5", "x", "10%", "9223372036854775809"}) {
    EXPECT_TRUE(refuses(run({"sample", "in", "--number=" + number}), {"-n"})) << number;
  }
  for (const std::string share : {"1", "101%", "x", "-1%"}) {
    EXPECT_TRUE(refuses(run({"sample", "in", "--share=" + share}), {"--share"})) << share;
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Sample, ReportsTotals) {
  dir.write("in", kPuzzle + "\nbad\n" + kInkala + '\n');
  const Outcome outcome = run({"sample", "in", "-n", "2", "-o", "out", "--report", "report"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(mentions(outcome, "3 records: 2 written, 1 malformed;"));
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("written"), 2);
  EXPECT_EQ(report.at("spilled_bytes"), 0);
}

// The records of each value are those that a filter for this value and the same seed give.
TEST_F(Sample, ChoosesOfEachValueWhatAFilterForItChooses) {
  const std::string header = "puzzle,group\n";
  std::string text = header;
  std::vector<std::string> rows;
  for (int i = 0; i < 300; ++i) {
    std::string board = kSolution;
    board[static_cast<std::size_t>(i) % 81] = '0';
    rows.push_back(board + "," + std::string(1, "aaabbc"[i % 6]) + std::to_string(i % 2));
    text += rows.back() + "\n";
  }
  const Outcome all = sample(text, {"-n", "20", "--each", "group", "--seed", "4"});
  EXPECT_EQ(all.status, 0);
  std::size_t found = 0;
  for (const std::string group : {"a0", "a1", "b1", "b0", "c1"}) {
    std::string expected = header;
    for (const std::string& row : split(all.out, '\n')) {
      if (row.ends_with("," + group)) expected += row + "\n";
    }
    found += expected.size() - header.size();
    EXPECT_TRUE(gives(sample(text, {"-n", "20", "--where", "group = " + group, "--seed", "4"}), 0,
                      expected, ""));
  }
  EXPECT_EQ(found + header.size(), all.out.size());
}

TEST_F(Sample, SaysHowManyValuesHaveTooFewRecords) {
  std::string text = "puzzle\n";
  for (const std::size_t holes : {1, 1, 2, 0}) {
    text += std::string(holes, '0') + kSolution.substr(holes) + "\n";
  }
  const Outcome outcome = sample(text + "bad\n", {"-n", "2", "--each", "clues"});
  EXPECT_EQ(outcome.out, text + kUnknown + "\n");
  EXPECT_TRUE(mentions(outcome, "each: 3 of 4 values have fewer than 2 records"));
  EXPECT_TRUE(refuses(sample(text, {"--share", "10%", "--each", "clues"}), {"share", "each"}));
  EXPECT_TRUE(refuses(sample(text, {"-n", "2", "--each", ""}), {"--each"}));
  EXPECT_TRUE(refuses(sample(text, {"-n", "2", "--each", "no"}), {"unknown name 'no'"}));
}

}  // namespace
}  // namespace dokumill::testing
