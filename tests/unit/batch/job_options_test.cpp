// Tests of invalid job options: they are refused before any file is opened.
#include <gtest/gtest.h>

#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::ScratchFolder;

TEST(JobOptions, SolutionsAreNotCountedUpToZero) {
  const ScratchFolder folder;
  SolveOptions options;
  options.input.path = "/dev/null";
  options.output = folder / "out";
  options.count_limit = 0;
  EXPECT_EQ(solve(options).status().code(), ErrorCode::kUsage);
  options.count_limit = 1;
  EXPECT_TRUE(solve(options).ok());
}

TEST(JobOptions, AreAggregatesWithNamedMembers) {
  const ScratchFolder folder;
  testing::write_file(folder / "in", std::string(81, '.') + "\n");
  const SolveOptions options{
      .input = {.path = folder / "in"}, .output = folder / "out", .job = {.threads = 1}};
  EXPECT_TRUE(solve(options).ok());
  EXPECT_EQ(testing::read_file(folder / "out").size(), 82U);
}

// A text that is read as a whole has no records for seconds.
TEST(JobOptions, ProgressIsReportedWhileAWholeTextIsRead) {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "Title\n1" + std::string(79, '.') + "2\n\n";
  testing::write_file(folder / "in", text);
  ConvertOptions options;
  options.input.path = folder / "in";
  options.input.any_layout = true;
  options.output = folder / "out";
  int calls = 0;
  options.job.on_progress = [&calls](const Progress& progress) {
    if (!progress.reads_whole_text) return;
    ++calls;
    EXPECT_EQ(progress.records, 0U);
    EXPECT_EQ(progress.total, 0U);
    EXPECT_GE(progress.seconds, 0);
  };
  const auto report = convert(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, 20'000U);
  EXPECT_GE(calls, 1);
}

// The status has the name of the option, so that a program can name its own flag or field for it.
TEST(JobOptions, AFailureNamesTheOptionThatCanPreventIt) {
  const ScratchFolder folder;
  testing::write_file(folder / "line", std::string(81, '1') + "\n");
  testing::write_file(folder / "junk", "junk\n");
  testing::write_file(folder / "csv", "a,b\n" + std::string(81, '1') + ",2\n");
  const auto option_of = [&](const std::string& input, const auto& change) {
    SolveOptions options;
    options.input.path = folder / input;
    options.output = folder / "out";
    change(options);
    const Status status = solve(options).status();
    EXPECT_EQ(status.message().find("--"), std::string::npos) << status.message();
    return status.option();
  };
  EXPECT_EQ(option_of("line", [](SolveOptions&) {}), "");
  EXPECT_EQ(option_of("line", [](SolveOptions& options) { options.job.no_clobber = true; }),
            "no_clobber");
  EXPECT_EQ(option_of("line", [](SolveOptions& options) { options.keep_columns = true; }),
            "keep_columns");
  EXPECT_EQ(option_of("line", [](SolveOptions& options) { options.solution_column = "x"; }),
            "solution_column");
  EXPECT_EQ(option_of("line", [](SolveOptions& options) { options.count_limit = 0; }),
            "count_limit");
  EXPECT_EQ(option_of("junk", [](SolveOptions&) {}), "input.any_layout");
  EXPECT_EQ(option_of("csv", [](SolveOptions&) {}), "input.column");
  EXPECT_EQ(option_of("missing", [](SolveOptions&) {}), "");
}

}  // namespace
}  // namespace dokumill
