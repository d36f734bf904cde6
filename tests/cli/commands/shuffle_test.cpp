// Tests of `dokumill shuffle`: nothing is lost, every order is equally likely, and the order does
// not depend on memory, threads or pipes.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/datasets.hpp"
#include "support/boards/chi_square.hpp"

namespace dokumill::testing {
namespace {

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  std::ranges::sort(lines);
  return lines;
}

class Shuffle : public CliTest {
 protected:
  Outcome shuffle(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"shuffle", "in", "--quiet"}, more));
  }
  std::string shuffled(std::uint64_t seed) const {
    ShuffleOptions options;
    options.input.path = dir / "in";
    options.output = dir / "shuffled";
    options.seed = seed;
    options.job.threads = 1;
    EXPECT_TRUE(dokumill::shuffle(options).ok());
    return dir.read("shuffled");
  }
};

TEST_F(Shuffle, EveryOrderIsEquallyLikely) {
  const std::string text = numbered_lines(4);
  dir.write("in", text);
  std::map<std::string, std::uint64_t> orders;
  for (std::uint64_t seed = 0; seed < 2400; ++seed) ++orders[shuffled(seed)];
  ASSERT_EQ(orders.size(), 24U);
  std::vector<std::uint64_t> counts;
  for (const auto& entry : orders) {
    EXPECT_EQ(sorted_lines(entry.first), sorted_lines(text));
    counts.push_back(entry.second);
  }
  EXPECT_GT(chance_of(chi_square(counts, std::vector<double>(24, 1.0 / 24))), 1e-3);
}

TEST_F(Shuffle, EveryRecordIsEquallyLikelyInEveryPlace) {
  constexpr int kRecords = 30;
  dir.write("in", numbered_lines(kRecords));
  std::vector<std::uint64_t> counts(kRecords * kRecords);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string text = shuffled(seed);
    ASSERT_EQ(text.size(), kRecords * 82U);
    for (std::size_t place = 0; place < kRecords; ++place) {
      const auto record = static_cast<std::size_t>(std::stoi(text.substr(place * 82, 6)) - 100000);
      ++counts[place * kRecords + record];
    }
  }
  // The counts have fixed sums for each place and for each record, so there are 29 x 29 degrees of
  // freedom.
  auto found = chi_square(counts, std::vector<double>(counts.size(), 1.0 / (kRecords * kRecords)));
  found.freedom = (kRecords - 1) * (kRecords - 1);
  EXPECT_GT(chance_of(found), 1e-3);
}

// The orders for a seed must never change.
TEST_F(Shuffle, OrdersNeverChange) {
  const Outcome outcome = shuffle(numbered_lines(8), {"--seed", "5"});
  std::string numbers;
  for (const std::string& line : split(outcome.out, '\n')) numbers += line.substr(5, 1);
  EXPECT_EQ(numbers, "42360175");
}

TEST_F(Shuffle, WritesRecordsAsTheyWereRead) {
  const std::string header = "id,puzzle,note\n";
  const std::string rows[] = {"1," + kPuzzle + ",\"a\nb\"\n",
                              "2," + replace_all(kInkala, "0", ".") + ", x \n",
                              "3," + kUnknown + ",c\n"};
  for (const std::string seed : {"1", "2", "3", "4", "5"}) {
    const Outcome outcome =
        shuffle(header + rows[0] + rows[1] + "3,bad,c\n", {"--seed", seed, "--memory", "64K"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.out.starts_with(header));
    EXPECT_EQ(outcome.out.size(), header.size() + rows[0].size() + rows[1].size() + rows[2].size());
    for (const std::string& row : rows) EXPECT_NE(outcome.out.find(row), std::string::npos);
    EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:5:"));
    // A blank line separates the two grids in the output, whichever grid comes first.
    const std::string grids = rows_of(kPuzzle) + '\n' + rows_of(kInkala);
    const std::string swapped = rows_of(kInkala) + '\n' + rows_of(kPuzzle);
    const std::string out = shuffle(grids, {"--seed", seed}).out;
    EXPECT_TRUE(out == grids || out == swapped);
  }
  EXPECT_TRUE(gives(shuffle(""), 0, "", ""));
  EXPECT_TRUE(gives(shuffle(kPuzzle), 0, kPuzzle + '\n', ""));
  EXPECT_TRUE(gives(shuffle(kPuzzle, {"--to", "csv"}), 0, "puzzle\n" + kPuzzle + '\n', ""));
  EXPECT_TRUE(gives(shuffle("puzzle,n\n"), 0, "puzzle,n\n", ""));
}

TEST_F(Shuffle, ReplacesItsInputOnlyWhenItIsComplete) {
  const std::string text = numbered_lines(3000);
  EXPECT_TRUE(gives(shuffle(text, {"--memory", "64K", "-o", "in"}), 0, "", ""));
  EXPECT_NE(dir.read("in"), text);
  EXPECT_EQ(sorted_lines(dir.read("in")), sorted_lines(text));
  dir.write("in", text);
  EXPECT_TRUE(refuses(run({.args = {"shuffle", "in", "--memory", "64K", "-o", "in"},
                           .environment = {{"TMPDIR", dir / "none"}}}),
                      {"none"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Shuffle, ReportsTotals) {
  dir.write("in", numbered_lines(2000) + "bad\n");
  const Outcome outcome =
      run({"shuffle", "in", "-o", "out", "--memory", "64K", "--report", "report"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(mentions(outcome, "2,001 records: 1 malformed;"));
  EXPECT_TRUE(mentions(outcome, "bytes in a temporary file"));
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_GT(report.at("spilled_bytes"), 0);
}

}  // namespace
}  // namespace dokumill::testing
