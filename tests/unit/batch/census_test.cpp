// Tests of the Census that solve() passes to on_census.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "dokumill/batch.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "support/hooked.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

// Returns an input with all hard puzzles, a full board, the empty grid, a puzzle without a
// solution, and two malformed lines.
std::string input_text() {
  std::string text;
  const std::vector<Grid> hard = puzzles::hard_puzzles();
  const std::string full = to_line(Solver::create().value().solve(hard[0]).solution);
  for (const Grid& puzzle : hard) text += to_line(puzzle) + "\n";
  return text + full + "\n" + std::string(81, '.') + "\n55" + std::string(79, '.') + "\nx\ny\n";
}

struct Seen {
  std::vector<Census> reported;
  SolveReport report;
  std::string output;
};

Seen solve_and_see(int threads, std::size_t chunk_bytes) {
  const testing::ScratchFolder folder;
  testing::write_file(folder / "in", input_text());
  Seen seen;
  auto options =
      testing::file_job<SolveOptions>(folder / "in", folder / "out", threads, chunk_bytes);
  options.on_census = [&](const Census& census) { seen.reported.push_back(census); };
  Result<SolveReport> report = solve(options);
  EXPECT_TRUE(report.ok()) << report.status().message();
  if (report.ok()) seen.report = *std::move(report);
  seen.output = testing::read_file(folder / "out");
  return seen;
}

std::uint64_t sum_of(const auto& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

TEST(JobsCensus, ItCountsWhatTheReportCountsAndNeverFalls) {
  const auto hard = std::uint64_t{puzzles::hard_puzzles().size()};
  const std::string output = solve_and_see(1, 0).output;
  for (const int threads : {1, 3}) {
    for (const std::size_t chunk_bytes : {0, 100, 1000}) {
      const Seen seen = solve_and_see(threads, chunk_bytes);
      EXPECT_EQ(seen.output, output);
      ASSERT_FALSE(seen.reported.empty());
      const Census& last = seen.reported.back();
      EXPECT_EQ(last.records, hard + 5);
      EXPECT_EQ(last.records, seen.report.records);
      EXPECT_EQ(last.unique, hard + 1);
      EXPECT_EQ(last.unique, seen.report.unique);
      EXPECT_EQ(last.multiple, 1U);
      EXPECT_EQ(last.unsolvable, 1U);
      EXPECT_EQ(last.malformed, 2U);
      EXPECT_EQ(sum_of(last.clues), hard + 3);
      EXPECT_EQ(last.clues[0], 1U);
      EXPECT_EQ(last.clues[2], 1U);
      EXPECT_EQ(last.clues[81], 1U);
      for (std::size_t i = 1; i < seen.reported.size(); ++i)
        EXPECT_LE(seen.reported[i - 1].records, seen.reported[i].records);
    }
  }
}

}  // namespace
}  // namespace dokumill
