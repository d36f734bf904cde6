// solve_text() must append exactly what solve() writes to a file.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/texts/nasty_texts.hpp"

namespace dokumill {
namespace {

constexpr TextFormat kWritten[] = {TextFormat::kLine,  TextFormat::kGrid,    TextFormat::kCsv,
                                   TextFormat::kJsonl, TextFormat::kParquet, TextFormat::kJson};

std::string puzzle_lines(int records, std::uint64_t seed) {
  testing::TestRandom random(seed);
  std::string text;
  for (int i = 0; i < records; ++i) {
    text += i % 97 == 96 ? "bad\n" : testing::random_puzzle(random) + "\n";
  }
  return text;
}

std::string problems_of(const SolveReport& report) {
  std::string text;
  for (const Problem& problem : report.problems) {
    text += std::to_string(problem.record) + " " + std::to_string(problem.line) + " " +
            problem.message + "\n";
  }
  return text;
}

TEST(SolveText, WritesWhatSolveWrites) {
  const testing::ScratchFolder folder;
  for (const int records : {0, 1, 30, 700}) {  // below and above the size of a file that is mapped
    const std::string text = puzzle_lines(records, 5);
    testing::write_file(folder / "in", text);
    for (const TextFormat format : kWritten) {
      for (const int threads : {1, 3}) {
        SolveOptions options;
        options.input.path = folder / "in";
        options.input.format = TextFormat::kLine;
        options.output = folder / "out";
        options.output_format = format;
        options.job.threads = threads;
        const Result<SolveReport> filed = solve(options);
        ASSERT_TRUE(filed.ok()) << filed.status().message();
        for (const bool allow_mapping : {true, false}) {
          options.input.allow_mapping = allow_mapping;
          std::string output = "before";
          const Result<SolveReport> report = solve_text(text, output, options);
          ASSERT_TRUE(report.ok()) << report.status().message();
          EXPECT_TRUE(output == "before" + testing::read_file(folder / "out"))
              << records << " records, " << name_of(format) << ", threads " << threads;
          EXPECT_EQ(problems_of(*report), problems_of(*filed));
          EXPECT_EQ(report->records, filed->records);
          EXPECT_EQ(report->unique, filed->unique);
          EXPECT_EQ(report->malformed, filed->malformed);
          EXPECT_EQ(report->input_name, "<text>");
        }
      }
    }
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"in", "out"}));
}

// solve_text() can read what it has compressed, and detects the compression and the format.
TEST(SolveText, ReadsWhatItCompressed) {
  const std::string text = puzzle_lines(90, 6);
  std::string solved;
  ASSERT_TRUE(solve_text(text, solved).ok());
  if (!has_compression(Compression::kZstd)) return;
  SolveOptions options;
  options.job.compression = CompressionOptions{Compression::kZstd};
  std::string packed, solved_again;
  ASSERT_TRUE(solve_text(text, packed, options).ok());
  EXPECT_NE(packed, solved);
  const Result<SolveReport> report = solve_text(packed, solved_again);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, 90U);
  EXPECT_EQ(report->unique, 90U);  // full boards
  EXPECT_EQ(solved_again, solved);
}

TEST(SolveText, AFailureLeavesTheOutput) {
  const std::string text = puzzle_lines(700, 7);
  const auto expect_failure = [&](const std::string& in, const SolveOptions& options,
                                  ErrorCode code, const std::string& message) {
    std::string output = "before";
    const Status status = solve_text(in, output, options).status();
    EXPECT_EQ(status.code(), code);
    EXPECT_EQ(status.message().substr(0, message.size()), message);
    EXPECT_EQ(output, "before");
  };
  SolveOptions options;
  options.strict = true;
  options.input.format = TextFormat::kLine;
  expect_failure(text, options, ErrorCode::kMalformed, "<text>:97");
  options.strict = false;
  options.job.should_stop = [] { return true; };
  expect_failure(text, options, ErrorCode::kInterrupted, "interrupted");
  options.job.should_stop = nullptr;
  options.engine = "none";
  expect_failure(text, options, ErrorCode::kUsage, "");
  options.engine = "auto";
  options.output_format = TextFormat::kNpy;
  expect_failure(text, options, ErrorCode::kUsage, "<stdout>: the format npy needs a file");
  expect_failure("PAR1 is no text of puzzles", {}, ErrorCode::kInput, "<text>: ");
}

}  // namespace
}  // namespace dokumill
