// Tests that output bytes, problems and totals do not depend on the size of chunks, the number of
// threads or the way of reading, and that they follow the rules of docs/formats.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "differential/jobs.hpp"
#include "support/available_engines.hpp"
#include "support/hooked.hpp"
#include "support/test_size.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/slow_reader.hpp"

namespace dokumill {
namespace {

using testing::Done;
using testing::expected_solve;
using testing::Hooked;
using testing::Jobs;
using testing::kFormats;
using testing::kThreads;
using testing::kWays;
using testing::nasty_text;
using testing::ReadText;
using testing::Way;
using testing::write_file;
using Names = std::vector<std::string>;

// Returns up to 300 bytes of each text, from the first line in which the texts differ.
std::string first_difference(const std::string& found, const std::string& wanted) {
  const auto end = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  const auto at = static_cast<std::size_t>(end.first - found.begin());
  const std::size_t begin = at == 0 ? 0 : found.rfind('\n', at - 1) + 1;
  return found.substr(begin, 300) + "\ninstead of\n" + wanted.substr(begin, 300);
}

TEST_F(Jobs, SolveDoesWhatTheRulesSayHoweverItIsCut) {
  for (const TextFormat format : kFormats) {
    for (int seed = 1; seed <= testing::test_rounds(3); ++seed) {
      const std::string text = nasty_text(format, static_cast<std::uint64_t>(seed), 5000);
      Hooked<SolveOptions> options;
      options.input.format = format;
      options.unique = seed % 2 == 0;
      options.keep_columns = format == TextFormat::kCsv && seed % 3 != 0;
      const std::string wanted = expected_solve(options, text);
      for (const std::size_t chunk : {0U, 1U, 2U, 7U, 80U, 83U, 163U, 1000U, 5000U, 100000U}) {
        options.chunk_bytes = chunk;
        for (const int threads : kThreads) {
          options.job.threads = threads;
          for (const Way way : kWays) {
            const Done done = run_solve(options, text, way);
            ASSERT_TRUE(done.status.ok()) << done.status.message();
            ASSERT_EQ(done.text, wanted)
                << "seed " << seed << " chunk " << chunk << " threads " << threads << " way "
                << static_cast<int>(way) << " format " << static_cast<int>(format);
          }
        }
      }
    }
  }
}

TEST_F(Jobs, SolveDoesNotDependOnTheEngine) {
  for (const TextFormat format : kFormats) {
    const std::string text = nasty_text(format, 78, 20000);
    Hooked<SolveOptions> options;
    options.input.format = format;
    const std::string wanted = expected_solve(options, text);
    for (const std::string& engine : testing::available_engines()) {
      options.engine = engine;
      for (const std::size_t chunk : {0U, 83U, 1000U, 7000U}) {
        for (const int threads : kThreads) {
          options.chunk_bytes = chunk;
          options.job.threads = threads;
          const Done done = run_solve(options, text, Way::kMap);
          ASSERT_EQ(done.text, wanted) << engine << " chunk " << chunk;
        }
      }
    }
  }
}

// If a chunk has more records than a worker can hold, the worker passes on its results in several
// parts.
TEST_F(Jobs, SolveDoesWhatTheRulesSayInLargeChunks) {
  for (const TextFormat format : kFormats) {
    std::string text = nasty_text(format, 31, 100000);
    // Adds records that are much shorter than their output, and more problems than a report stores.
    const std::string bad = format == TextFormat::kGrid ? "x\n\n" : "x\r\n";
    for (int i = 0; i < 2000; ++i) text += bad;
    text += nasty_text(TextFormat::kGrid, 32, 50000);
    Hooked<SolveOptions> options;
    options.input.format = format;
    options.keep_columns = format == TextFormat::kCsv;
    const std::string wanted = expected_solve(options, text);
    for (const std::size_t chunk : {0U, 3000U, 40000U, 120000U, 1000000U}) {
      options.chunk_bytes = chunk;
      for (const int threads : kThreads) {
        options.job.threads = threads;
        for (const Way way : {Way::kMap, Way::kPipe}) {
          const Done done = run_solve(options, text, way);
          ASSERT_TRUE(done.status.ok()) << done.status.message();
          ASSERT_TRUE(done.text == wanted)
              << "chunk " << chunk << " threads " << threads << " format "
              << static_cast<int>(format) << " " << first_difference(done.text, wanted);
        }
      }
    }
  }
}

TEST_F(Jobs, StrictReportsTheFirstMalformedRecord) {
  for (const TextFormat format : kFormats) {
    for (int seed = 10; seed < 10 + testing::test_rounds(4); ++seed) {
      const std::string text = nasty_text(format, static_cast<std::uint64_t>(seed), 4500);
      Hooked<SolveOptions> options;
      options.input.format = format;
      options.strict = true;
      records::ReadOptions read;
      read.format = format;
      read.csv = {3, 1};
      read.header_row = "a,puzzle,c";
      const std::size_t header = format == TextFormat::kCsv         ? text.find('\n') + 1
                                 : text.starts_with("\xEF\xBB\xBF") ? 3
                                                                    : 0;
      const ReadText found = testing::SlowReader(read).read(text.substr(header));
      ASSERT_FALSE(found.faults.empty());
      const records::RecordError& fault = found.faults[0];
      const std::string wanted =
          "IN:" + std::to_string(fault.line + (format == TextFormat::kCsv ? 2 : 1)) +
          (fault.column != 0 ? ":" + std::to_string(fault.column) : "") + ": record " +
          std::to_string(fault.record + 1) + ": " + records::describe(fault);
      for (const std::size_t chunk : {0U, 1U, 90U, 1000U}) {
        for (const int threads : kThreads) {
          for (const Way way : {Way::kMap, Way::kPipe}) {
            options.chunk_bytes = chunk;
            options.job.threads = threads;
            const Done done = run_solve(options, text, way);
            EXPECT_EQ(done.status.code(), ErrorCode::kMalformed);
            ASSERT_EQ(done.status.message(), wanted) << "chunk " << chunk;
          }
        }
      }
    }
  }
}

// An output that is written in place cannot be restored, so it has the records before the malformed
// one.
TEST_F(Jobs, StrictWritesTheRecordsBeforeTheMalformedOneInPlace) {
  testing::TestRandom random(3);
  std::string text, wanted;
  Solver solver = *Solver::create();
  for (int i = 0; i < 60; ++i) {
    const std::string puzzle = testing::random_puzzle(random);
    text += puzzle + "\n";
    wanted += to_line(solver.solve(*parse_grid(puzzle)).solution) + "\n";
  }
  write_file(folder_ / "in", text + "x\n" + text);
  for (const std::size_t chunk : {0U, 1U, 500U}) {
    for (const int threads : kThreads) {
      int pipe[2];
      ASSERT_EQ(::pipe(pipe), 0);
      auto options = testing::file_job<SolveOptions>(
          folder_ / "in", "/dev/fd/" + std::to_string(pipe[1]), threads, chunk);
      options.strict = true;
      EXPECT_EQ(solve(options).status().code(), ErrorCode::kMalformed);
      ::close(pipe[1]);
      std::string got(wanted.size() + 100, '\0');
      const ssize_t bytes = ::read(pipe[0], got.data(), got.size());
      ::close(pipe[0]);
      got.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
      EXPECT_EQ(got, wanted);
    }
  }
}

TEST_F(Jobs, CheckClassifiesAndFindsDuplicates) {
  testing::TestRandom random(9);
  for (int round = 0; round < testing::test_rounds(3); ++round) {
    std::vector<std::string> puzzles;
    for (int i = 0; i < 20; ++i) puzzles.push_back(testing::random_puzzle(random));
    std::string text, each, pairs;
    std::map<std::string, std::uint64_t> seen;
    std::uint64_t duplicates = 0;
    std::map<std::string, std::uint64_t> counts;
    Solver solver = *Solver::create();
    const int records = round % 3 == 2 ? 900 : 60 + round % 3 * 40;
    for (int i = 1; i <= records; ++i) {
      std::string puzzle = puzzles[random.index(20)];
      if (random.below(10) == 0) puzzle[3] = puzzle[4] = '5';
      std::string word = "malformed";
      if (random.below(10) == 0) {
        text += puzzle.substr(1) + "\n";
      } else {
        text += puzzle + "\n";
        const Grid grid = *parse_grid(puzzle);
        const GridKind solutions = solver.solve(grid).solutions;
        word = solutions == GridKind::kUnsolvable ? "none"
               : solutions == GridKind::kMultiple ? "multiple"
               : is_complete(grid)                ? "complete"
                                                  : "unique";
        const auto [first, is_new] = seen.emplace(to_line(grid), i);
        if (!is_new && duplicates++ < kMaxDuplicatePairs)
          pairs += std::to_string(i) + " is " + std::to_string(first->second) + "\n";
      }
      each += word + "\n";
      ++counts[word];
    }
    const std::string wanted_totals =
        std::to_string(records) +
        " records: " + std::to_string(counts["complete"] + counts["unique"]) + " " +
        std::to_string(counts["multiple"]) + " " + std::to_string(counts["none"]) + " " +
        std::to_string(counts["malformed"]) + "\nduplicates " + std::to_string(duplicates) + "\n" +
        pairs;
    std::string wanted_text = "records: " + std::to_string(records) + "\n";
    for (const std::string name : {"complete", "unique", "multiple", "none", "malformed"})
      wanted_text += name + ": " + std::to_string(counts[name]) + "\n";
    wanted_text += "duplicates: " + std::to_string(duplicates) + "\n";
    for (const std::size_t chunk : {0U, 1U, 200U, 3000U, 100000U}) {
      for (const int threads : kThreads) {
        for (const Way way : {Way::kMap, Way::kPipe}) {
          Hooked<CheckOptions> options;
          options.input.format = TextFormat::kLine;
          options.duplicates = true;
          options.chunk_bytes = chunk;
          options.job.threads = threads;
          Done done = run_check(options, text, way);
          ASSERT_TRUE(done.status.ok());
          EXPECT_TRUE(done.text.ends_with(wanted_totals + wanted_text)) << done.text;
          options.each = true;
          done = run_check(options, text, way);
          EXPECT_TRUE(done.text.ends_with(wanted_totals + each)) << done.text;
        }
      }
    }
  }
}

TEST_F(Jobs, KeepColumnsNeedsCsvWithoutASolution) {
  Hooked<SolveOptions> options;
  options.keep_columns = true;
  options.output = folder_ / "out";
  const auto said = [&](const std::string& text) {
    write_file(folder_ / "in", text);
    options.input.path = folder_ / "in";
    const Result<SolveReport> report = solve(options);
    EXPECT_EQ(folder_.names(), report.ok() ? (Names{"in", "out"}) : Names{"in"});
    std::filesystem::remove(folder_ / "out");
    return report.ok() ? "ok" : report.status().message().substr(folder_.path().size() + 5);
  };
  EXPECT_EQ(said(std::string(81, '1')),
            "keep_columns needs csv input, and this is line; csv output has its puzzles without "
            "keep_columns");
  for (const std::string name : {"solution", "Solution", " SOLUTION "}) {
    EXPECT_EQ(said("puzzle," + name + "\n"),
              "keep_columns adds a column 'solution', and there is one already; "
              "solution_column adds another one, or replaces it");
  }
  EXPECT_EQ(said("puzzle,solutions\n"), "ok");
  options.output_format = TextFormat::kLine;
  EXPECT_FALSE(solve(options).ok());
}

}  // namespace
}  // namespace dokumill
