// Tests of jobs with several inputs. The output must be the outputs for the separate inputs, one
// after the other, for any number of threads and any size of chunks. Messages must name the input
// and the line in this input.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/hooked.hpp"
#include "support/system/pipe_feeder.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::Hooked;
using testing::PipeFeeder;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

// The problems and the output of a job, as text.
struct Done {
  Status status;
  std::string problems;
  std::string output;
  std::uint64_t records = 0;
};

class SeveralInputs : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 3, 2400);
    for (const Grid& puzzle : puzzles) cells_.push_back(to_line(puzzle));
  }
  // lines(), csv() and grids() return texts of `count` records. Some records are malformed.
  std::string lines(std::size_t first, std::size_t count, const std::string& last_end) const {
    std::string text = "# lines\n";
    for (std::size_t i = first; i < first + count; ++i) {
      text += i % 97 == 1 ? "12345" : cells_[i];
      text += i + 1 == first + count ? last_end : i % 2 == 0 ? "\r\n" : "\n";
    }
    return text;
  }
  std::string csv(std::size_t first, std::size_t count, char separator,
                  const std::string& last_end) const {
    const std::string mark(1, separator);
    std::string text = "\nid" + mark + "puzzle" + mark + "note\n";
    for (std::size_t i = first; i < first + count; ++i) {
      text += std::to_string(i) + mark + (i % 89 == 0 ? "x" : cells_[i]) + mark +
              (i % 7 == 0 ? "\"two\nlines\"" : "plain");
      text += i + 1 == first + count ? last_end : "\n";
    }
    return text;
  }
  std::string grids(std::size_t first, std::size_t count) const {
    std::string text = "title\n";
    for (std::size_t i = first; i < first + count; ++i) {
      for (std::size_t row = 0; row < 9; ++row) {
        if (i % 83 == 0 && row == 4) continue;
        text += cells_[i].substr(9 * row, 9);
        if (row != 8 || i + 1 != first + count) text += "\n";
      }
      if (i + 1 != first + count) text += "\n";
    }
    return text;
  }
  std::string file(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return folder_ / name;
  }
  static InputOptions inputs(const std::vector<std::string>& paths) {
    InputOptions options;
    options.path = paths.front();
    options.more_paths.assign(paths.begin() + 1, paths.end());
    return options;
  }
  // Runs solve() with options that `change` has modified.
  Done run(const std::vector<std::string>& paths,
           const std::function<void(Hooked<SolveOptions>&)>& change = {}) {
    auto options = testing::file_job<SolveOptions>(inputs(paths), folder_ / "out", 1);
    if (change) change(options);
    std::filesystem::remove(folder_ / "out");
    Done done;
    options.job.on_problem = [&](const Problem& problem) {
      done.problems += std::filesystem::path(paths[problem.input]).filename().string() + ":" +
                       std::to_string(problem.line) + " " + std::to_string(problem.record) + " " +
                       problem.message + "\n";
    };
    const Result<SolveReport> report = solve(options);
    done.status = report.status();
    if (!report.ok()) return done;
    done.records = report->records;
    done.output = read_file(folder_ / "out");
    std::uint64_t records = 0;
    std::uint64_t malformed = 0;
    for (const InputReport& input : report->inputs) {
      records += input.records;
      malformed += input.malformed;
    }
    EXPECT_EQ(report->inputs.size(), paths.size());
    EXPECT_EQ(records, report->records);
    EXPECT_EQ(malformed, report->malformed);
    return done;
  }
  // Runs a separate job for each input, one after the other, and joins the results as lines.
  Done run_each(const std::vector<std::string>& paths) {
    Done all;
    for (const std::string& path : paths) {
      const std::uint64_t before = all.records;
      auto options = testing::file_job<SolveOptions>(path, folder_ / "one");
      options.output_format = TextFormat::kLine;
      const Result<SolveReport> report = solve(options);
      if (!report.ok()) ADD_FAILURE() << report.status().message();
      if (!report.ok()) return all;
      for (const Problem& problem : report->problems) {
        EXPECT_EQ(problem.input, 0U);
        all.problems += std::filesystem::path(path).filename().string() + ":" +
                        std::to_string(problem.line) + " " +
                        std::to_string(problem.record + before) + " " + problem.message + "\n";
      }
      all.records += report->records;
      all.output += read_file(folder_ / "one");
      std::filesystem::remove(folder_ / "one");
    }
    return all;
  }

  ScratchFolder folder_;
  std::vector<std::string> cells_;
};

TEST_F(SeveralInputs, AnyThreadsAndChunksGiveTheSameBytes) {
  const std::vector<std::string> paths{
      file("a", lines(0, 700, "")),         file("none", ""),
      file("b", csv(700, 500, ',', "")),    file("c", grids(1200, 400)),
      file("d", csv(1600, 300, ';', "\n")), file("comment", "# only this"),
      file("e", lines(1900, 500, "\r")),    file("f", lines(0, 20, ""))};
  const Done expected = run_each(paths);
  EXPECT_EQ(expected.records, 2420U);
  EXPECT_NE(expected.problems.find("e:"), std::string::npos);
  for (const int threads : {1, 2, 3, 8}) {
    for (const std::size_t chunk_bytes : {0U, 1U, 700U, 20000U}) {
      for (const bool allow_mapping : {true, false}) {
        const Done done = run(paths, [&](Hooked<SolveOptions>& options) {
          options.job.threads = threads;
          options.chunk_bytes = chunk_bytes;
          options.input.allow_mapping = allow_mapping;
        });
        ASSERT_TRUE(done.status.ok()) << done.status.message();
        EXPECT_EQ(done.output, expected.output);
        EXPECT_EQ(done.problems, expected.problems);
      }
    }
  }
}

TEST_F(SeveralInputs, KeptColumnsMustBeTheSame) {
  const std::string a = file("a.csv", csv(1, 20, ',', ""));
  const std::string b = file("b.csv", csv(40, 20, ',', ""));
  const std::string empty = file("empty", "");
  const auto keep = [](Hooked<SolveOptions>& options) { options.keep_columns = true; };
  const Done done = run({empty, a, empty, b}, keep);
  ASSERT_TRUE(done.status.ok()) << done.status.message();
  EXPECT_EQ(done.records, 40U);
  EXPECT_EQ(done.output.find("id,puzzle,note,solution\n"), 0U);
  EXPECT_EQ(done.output.find("id,puzzle", 5), std::string::npos) << "one header";

  struct Row {
    std::string text;
    std::string said;
  };
  const std::string same = "; to keep columns, all inputs must have the same";
  for (const Row& row : std::vector<Row>{
           {"id,puzzle\n1," + cells_[0] + "\n", ": 2 columns, and " + a + " has 3" + same},
           {"id,note,puzzle\n1,," + cells_[0] + "\n",
            ": column 2 is 'note', and in " + a + " it is 'puzzle'" + same},
           {"id;puzzle;note\n1;" + cells_[0] + ";\n",
            ": the separator is ';', and in " + a + " it is ','" + same},
           {cells_[0] + "\n", ": this is line, and " + a + " is csv" + same}}) {
    const std::string other = file("other", row.text);
    const Done refused = run({a, b, other}, keep);
    EXPECT_EQ(refused.status.code(), ErrorCode::kUsage);
    EXPECT_EQ(refused.status.message(), other + row.said);
    EXPECT_EQ(refused.status.option(), "keep_columns");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    // A stream is refused only when the job reaches it.
    PipeFeeder stream(row.text, 100);
    EXPECT_EQ(run({a, stream.path()}, keep).status.message(), stream.path() + row.said);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));

    auto dedupe_options = testing::file_job<DedupeOptions>(inputs({a, other}), folder_ / "out");
    EXPECT_EQ(dedupe(dedupe_options).status().option(), "output_format");
    dedupe_options.output_format = TextFormat::kLine;
    EXPECT_TRUE(dedupe(dedupe_options).ok());
    std::filesystem::remove(folder_ / "out");
  }
  // If columns are not kept, inputs of all formats can be mixed. The output has the separator of
  // the first input.
  const std::string other = file("other", "x;y;puzzle\n1;;" + cells_[0] + "\n");
  const Done mixed = run({other, a, file("l", lines(0, 5, ""))});
  EXPECT_EQ(mixed.records, 26U);
  EXPECT_EQ(mixed.output.find("puzzle;solution\n"), 0U);
}

TEST_F(SeveralInputs, TheSolutionColumnOfEachTable) {
  const std::string solved = [&] {
    Result<Solver> solver = Solver::create("auto");
    return to_line(solver->solve(*parse_grid(cells_[0])).solution);
  }();
  const std::string a = file("a", "puzzle,solution\n" + cells_[0] + "," + solved + "\n");
  const std::string b = file("b", "solution;n;puzzle\n" + solved + ";1;" + cells_[0] + "\n" +
                                      cells_[0] + ";2;" + cells_[0]);
  auto options =
      testing::file_job<CheckOptions>(inputs({a, b, file("empty", "")}), folder_ / "out");
  options.input.solution_column = "solution";
  const Result<CheckReport> report = check(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->solutions->right, 2U);
  EXPECT_EQ(report->solutions->wrong, 1U);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].input, 1U);
  EXPECT_EQ(report->problems[0].line, 3U);
  EXPECT_EQ(report->problems[0].record, 3U);
  const std::string line = file("line", cells_[0]);
  options.input = inputs({a, line});
  options.input.solution_column = "solution";
  EXPECT_EQ(check(options).status().message(),
            line + ": solution_column needs csv or jsonl input; this is line");
}

TEST_F(SeveralInputs, AReplacedInputThatChangesIsKept) {
  const std::string a = file("a", lines(0, 400, "\n"));
  const std::string b = file("b", lines(400, 400, "\n"));
  for (const int more : {0, 100}) {
    for (const std::string& changed : {a, b}) {
      write_file(a, lines(0, 400, "\n"));
      write_file(b, lines(400, 400, "\n"));
      std::vector<std::string> paths{a, b};
      for (int i = 0; i < more; ++i) paths.push_back(file(std::to_string(i), cells_[0]));
      int polls = 0;
      std::string warnings;
      auto options = testing::file_job<SolveOptions>(inputs(paths), b, 1, 2000);
      options.job.on_warning = [&](const std::string& message) { warnings += message; };
      // should_stop is called when an input is checked, and then for each chunk.
      options.job.should_stop = [&] {
        if (++polls == 5 + more) std::ofstream(changed, std::ios::app) << cells_[0] << "\n";
        return false;
      };
      const Result<SolveReport> report = solve(options);
      if (more != 0) {  // over 64 inputs: each one is closed until it is read, so a change fails
        EXPECT_EQ(report.status().code(), ErrorCode::kInput);
        EXPECT_NE(report.status().message().find("changed after the job began"), std::string::npos)
            << report.status().message();
      } else if (changed == b) {
        EXPECT_EQ(report.status().code(), ErrorCode::kInput);
        EXPECT_NE(report.status().message().find("the file was kept"), std::string::npos)
            << report.status().message();
        EXPECT_EQ(read_file(b), lines(400, 400, "\n") + cells_[0] + "\n");
      } else {
        EXPECT_TRUE(report.ok()) << report.status().message();
      }
    }
  }
}

TEST_F(SeveralInputs, DoubtIsPerInput) {
  const std::string good = file("good", lines(1, 50, "\n"));
  const std::string bad = file("bad", cells_[0] + "\nx\ny\n");
  auto options = testing::file_job<SolveOptions>(inputs({good, bad}), folder_ / "out");
  const Result<SolveReport> report = solve(options);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->inputs[0].doubtful_format, "");
  EXPECT_EQ(report->inputs[1].doubtful_format, "lines");
  EXPECT_EQ(report->inputs[1].name, bad);
  EXPECT_EQ(report->inputs[1].malformed, 2U);
  EXPECT_EQ(report->doubtful_format, "lines");
}

TEST_F(SeveralInputs, AllMalformedKeepsTheOldOutput) {
  const std::string bad = file("bad", "12345\n");
  write_file(folder_ / "out", "old");
  auto options =
      testing::file_job<SolveOptions>(inputs({bad, file("empty", ""), bad}), folder_ / "out");
  options.input.format = TextFormat::kLine;
  EXPECT_EQ(solve(options).status().message(),
            bad + " and 2 more inputs: all 2 records are malformed; " + (folder_ / "out") +
                " was not replaced");
  EXPECT_EQ(read_file(folder_ / "out"), "old");
}

}  // namespace
}  // namespace dokumill
