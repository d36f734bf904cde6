// Jobs: the same bytes, problems and totals for any size of chunks, any number of threads and any
// way to read, and those that the rules of docs/formats.md give.
#include "dokumill/batch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/fake_platform.hpp"
#include "support/nasty_texts.hpp"
#include "support/pipe_feeder.hpp"
#include "support/scratch_folder.hpp"
#include "support/slow_reader.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using records::Format;
using testing::FakePlatform;
using testing::NastyTexts;
using testing::PipeFeeder;
using testing::read_file;
using testing::ReadText;
using testing::ScratchFolder;
using testing::write_file;
using Names = std::vector<std::string>;

constexpr Format kFormats[] = {Format::kLine, Format::kGrid, Format::kCsv};
constexpr int kThreads[] = {1, 2, 3, 8};

TextFormat public_format(Format format) {
  return static_cast<TextFormat>(format);
}

// A text of at least `bytes` bytes; files beyond 4,096 bytes are mapped.
std::string nasty_text(Format format, std::uint64_t seed, std::size_t bytes) {
  NastyTexts texts(seed);
  std::string text = format == Format::kCsv ? "a,puzzle,c\n" : "";
  while (text.size() < bytes) text += texts.make(format, 4, false);
  return text;
}

enum class Way { kMap, kRead, kRefusedMap, kPipe };
constexpr Way kWays[] = {Way::kMap, Way::kRead, Way::kRefusedMap, Way::kPipe};

// What a job did, as text; the input is called IN.
struct Done {
  Status status;
  std::string text;
};

std::string told(const Problem& problem) {
  return std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": record " +
         std::to_string(problem.record) + ": " + std::string(name_of(problem.kind)) + ": " +
         problem.message + "\n";
}

class Jobs : public ::testing::Test {
 protected:
  // Runs `job` (solve or check) on `text`, read in the given way.
  template <class Options, class Job>
  Done run(Options options, const std::string& text, Way way, Job job) {
    FakePlatform platform;
    std::string seen;
    options.platform = &platform;
    options.output = folder_ / "out";
    options.on_problem = [&](const Problem& problem) { seen += told(problem); };
    options.on_warning = [&](const std::string& words) { seen += "warning " + words + "\n"; };
    std::optional<PipeFeeder> feeder;
    if (way == Way::kPipe) {
      feeder.emplace(text, 1 + static_cast<int>(options.chunk_bytes % 97) * 13);
      options.input.path = feeder->path();
    } else {
      options.input.path = folder_ / "in";
      options.input.allow_mapping = way != Way::kRead;
      platform.refuses_maps = way == Way::kRefusedMap;
      if (text != written_) write_file(folder_ / "in", text);
      written_ = text;
    }
    std::filesystem::remove(folder_ / "out");
    Done done;
    const auto report = job(options);
    done.status = report.status();
    if (report.ok()) {
      EXPECT_EQ(platform.calls("map"), way == Way::kMap || way == Way::kRefusedMap ? 1U : 0U);
      seen += totals(*report) + read_file(folder_ / "out");
      std::string again;
      for (const Problem& problem : report->problems) again += told(problem);
      EXPECT_EQ(seen.substr(0, again.size()), again);
      EXPECT_EQ(report->input_name, options.input.path);
    }
    const bool has_output = std::filesystem::exists(folder_ / "out");
    EXPECT_EQ(has_output, report.ok());
    EXPECT_EQ(folder_.names().size(), 0U + (written_.empty() ? 0 : 1) + (has_output ? 1 : 0));
    done.text = replaced(seen, options.input.path);
    done.status = {report.ok() ? ErrorCode::kOk : done.status.code(),
                   replaced(done.status.message(), options.input.path)};
    return done;
  }
  static std::string replaced(std::string text, const std::string& path) {
    for (std::size_t at; (at = text.find(path + ":")) != std::string::npos;)
      text.replace(at, path.size(), "IN");
    return text;
  }
  static std::string totals(const SolveReport& report) {
    EXPECT_EQ(report.records,
              report.unique + report.multiple + report.unsolvable + report.malformed);
    return totals(report.records, report.unique, report.multiple, report.unsolvable,
                  report.malformed);
  }
  static std::string totals(const CheckReport& report) {
    EXPECT_EQ(report.records,
              report.complete + report.unique + report.multiple + report.none + report.malformed);
    std::string text = totals(report.records, report.complete + report.unique, report.multiple,
                              report.none, report.malformed);
    if (report.duplicates) text += "duplicates " + std::to_string(*report.duplicates) + "\n";
    for (const DuplicatePair& pair : report.duplicate_pairs)
      text += std::to_string(pair.second) + " is " + std::to_string(pair.first) + "\n";
    return text;
  }
  static std::string totals(std::uint64_t records, std::uint64_t unique, std::uint64_t multiple,
                            std::uint64_t none, std::uint64_t malformed) {
    return std::to_string(records) + " records: " + std::to_string(unique) + " " +
           std::to_string(multiple) + " " + std::to_string(none) + " " + std::to_string(malformed) +
           "\n";
  }
  Done run_solve(const SolveOptions& options, const std::string& text, Way way) {
    return run(options, text, way, [](const SolveOptions& job) { return solve(job); });
  }
  Done run_check(const CheckOptions& options, const std::string& text, Way way) {
    return run(options, text, way, [](const CheckOptions& job) { return check(job); });
  }

  ScratchFolder folder_;
  std::string written_;
};

// The first line in which two texts differ, of each.
std::string first_difference(const std::string& found, const std::string& wanted) {
  const auto end = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  const auto at = static_cast<std::size_t>(end.first - found.begin());
  const std::size_t begin = at == 0 ? 0 : found.rfind('\n', at - 1) + 1;
  return found.substr(begin, 300) + "\ninstead of\n" + wanted.substr(begin, 300);
}

// What solve() should do, from the slow reader and one Solver.
std::string expected(const SolveOptions& options, const std::string& text) {
  const auto format = static_cast<Format>(*options.input.format);
  records::ReadOptions read;
  read.format = format;
  read.csv = {3, 1};
  read.keep_rows = options.keep_columns;
  const std::size_t header = format == Format::kCsv ? text.find('\n') + 1 : 0;
  const ReadText found = testing::SlowReader(read).read(text.substr(header));
  const std::uint64_t first_line = header == 0 ? 1 : 2;
  Solver solver = *Solver::create();
  std::string out, problems;
  std::uint64_t counts[4] = {};
  std::size_t fault = 0, problem_count = 0;
  if (format == Format::kCsv)
    out = options.keep_columns ? "a,puzzle,c,solution\n" : "puzzle,solution\n";
  for (std::size_t i = 0; i < found.grids.size(); ++i) {
    const Grid& puzzle = found.grids[i];
    Problem problem;
    problem.record = i + 1;
    problem.line = found.record_lines[i] + first_line;
    Grid solution = puzzle;
    if (fault < found.faults.size() && found.faults[fault].record == i) {
      problem.line = found.faults[fault].line + first_line;
      problem.column = found.faults[fault].column;
      problem.message = records::describe(found.faults[fault++]);
      ++counts[3];
    } else {
      const SolveResult result = solver.solve(puzzle);
      solution = result.solution;
      if (result.solutions == Solutions::kNone) {
        const auto conflict = find_conflict(puzzle);
        problem.kind = conflict ? ProblemKind::kContradiction : ProblemKind::kUnsolvable;
        problem.message = "no solution";
        if (conflict) {
          const auto name = [](Cell cell) {
            return "r" + std::to_string(cell.row() + 1) + "c" + std::to_string(cell.column() + 1);
          };
          problem.message = "contradiction: " + name(conflict->first) + " and " +
                            name(conflict->second) + " are both " +
                            std::to_string(puzzle[conflict->first]);
        }
        ++counts[2];
      } else {
        problem.message = "several solutions";
        problem.kind = ProblemKind::kMultiple;
        const bool is_multiple = result.solutions == Solutions::kSeveral;
        ++counts[is_multiple ? 1 : 0];
        if (!is_multiple || !options.unique) problem.message.clear();
      }
    }
    if (!problem.message.empty() && problem_count++ < kMaxProblems) problems += told(problem);
    if (format == Format::kGrid && i != 0) out += '\n';
    if (format == Format::kGrid) {
      out += to_rows(solution);
    } else if (format == Format::kLine) {
      out += to_line(solution) + "\n";
    } else if (!options.keep_columns) {
      out += to_line(puzzle) + "," + to_line(solution) + "\n";
    } else {
      out += (found.rows[i].empty() ? "," + to_line(puzzle) + "," : found.rows[i]) + "," +
             to_line(solution) + "\n";
    }
  }
  if (found.joined_blocks != 0) {
    problems += "warning IN:" + std::to_string(found.first_joined_line + first_line) +
                ": warning: no blank line between boards (in " +
                std::to_string(found.joined_blocks) + " block" +
                (found.joined_blocks == 1 ? "" : "s") + ")\n";
  }
  std::string totals = std::to_string(found.grids.size()) + " records:";
  for (const std::uint64_t count : counts) totals += " " + std::to_string(count);
  return problems + totals + "\n" + out;
}

TEST_F(Jobs, SolveDoesWhatTheRulesSayHoweverItIsCut) {
  for (const Format format : kFormats) {
    for (int seed = 1; seed <= testing::test_rounds(3); ++seed) {
      const std::string text = nasty_text(format, static_cast<std::uint64_t>(seed), 5000);
      SolveOptions options;
      options.input.format = public_format(format);
      options.unique = seed % 2 == 0;
      options.keep_columns = format == Format::kCsv && seed % 3 != 0;
      const std::string wanted = expected(options, text);
      for (const std::size_t chunk : {0U, 1U, 2U, 7U, 80U, 83U, 163U, 1000U, 5000U, 100000U}) {
        options.chunk_bytes = chunk;
        for (const int threads : kThreads) {
          options.threads = threads;
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

TEST_F(Jobs, SolveDoesNotDependOnTheSizeOfChunks) {
  for (const Format format : kFormats) {
    const std::string text = nasty_text(format, 77, 4500);
    SolveOptions options;
    options.input.format = public_format(format);
    const std::string wanted = expected(options, text);
    for (std::size_t chunk = 1; chunk <= 300; ++chunk) {
      options.chunk_bytes = chunk;
      options.threads = kThreads[chunk % 4];
      const Done done = run_solve(options, text, chunk % 3 == 0 ? Way::kPipe : Way::kMap);
      ASSERT_EQ(done.text, wanted) << "chunk " << chunk;
    }
  }
}

TEST_F(Jobs, SolveDoesNotDependOnTheEngine) {
  for (const Format format : kFormats) {
    const std::string text = nasty_text(format, 78, 20000);
    SolveOptions options;
    options.input.format = public_format(format);
    const std::string wanted = expected(options, text);
    for (const std::string& engine : testing::available_engines()) {
      options.engine = engine;
      for (const std::size_t chunk : {0U, 83U, 1000U, 7000U}) {
        for (const int threads : kThreads) {
          options.chunk_bytes = chunk;
          options.threads = threads;
          const Done done = run_solve(options, text, Way::kMap);
          ASSERT_EQ(done.text, wanted) << engine << " chunk " << chunk;
        }
      }
    }
  }
}

// Chunks of more records than a worker holds are handed over in pieces.
TEST_F(Jobs, SolveDoesWhatTheRulesSayInLargeChunks) {
  for (const Format format : kFormats) {
    std::string text = nasty_text(format, 31, 100000);
    // Records far shorter than what they make, and more problems than are kept.
    const std::string bad = format == Format::kGrid ? "x\n\n" : "x\r\n";
    for (int i = 0; i < 2000; ++i) text += bad;
    text += nasty_text(Format::kGrid, 32, 50000);
    SolveOptions options;
    options.input.format = public_format(format);
    options.keep_columns = format == Format::kCsv;
    const std::string wanted = expected(options, text);
    for (const std::size_t chunk : {0U, 3000U, 40000U, 120000U, 1000000U}) {
      options.chunk_bytes = chunk;
      for (const int threads : kThreads) {
        options.threads = threads;
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

TEST_F(Jobs, StrictTellsTheFirstMalformedRecord) {
  for (const Format format : kFormats) {
    for (int seed = 10; seed < 10 + testing::test_rounds(4); ++seed) {
      const std::string text = nasty_text(format, static_cast<std::uint64_t>(seed), 4500);
      SolveOptions options;
      options.input.format = public_format(format);
      options.strict = true;
      records::ReadOptions read;
      read.format = format;
      read.csv = {3, 1};
      read.joined_blocks = records::JoinedBlocks::kMalformed;
      const std::size_t header = format == Format::kCsv ? text.find('\n') + 1 : 0;
      const ReadText found = testing::SlowReader(read).read(text.substr(header));
      ASSERT_FALSE(found.faults.empty());
      const records::Fault& fault = found.faults[0];
      const std::string wanted = "IN:" + std::to_string(fault.line + (header == 0 ? 1 : 2)) +
                                 (fault.column != 0 ? ":" + std::to_string(fault.column) : "") +
                                 ": record " + std::to_string(fault.record + 1) + ": " +
                                 records::describe(fault);
      for (const std::size_t chunk : {0U, 1U, 90U, 1000U}) {
        for (const int threads : kThreads) {
          for (const Way way : {Way::kMap, Way::kPipe}) {
            options.chunk_bytes = chunk;
            options.threads = threads;
            const Done done = run_solve(options, text, way);
            EXPECT_EQ(done.status.code(), ErrorCode::kMalformed);
            ASSERT_EQ(done.status.message(), wanted) << "chunk " << chunk;
          }
        }
      }
    }
  }
}

// Where the output cannot be taken back, the records before the malformed one are in it.
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
      SolveOptions options;
      options.input.path = folder_ / "in";
      options.strict = true;
      options.chunk_bytes = chunk;
      options.threads = threads;
      options.output = "/dev/fd/" + std::to_string(pipe[1]);
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
      std::string puzzle = puzzles[static_cast<std::size_t>(random.below(20))];
      if (random.below(10) == 0) puzzle[3] = puzzle[4] = '5';
      std::string word = "malformed";
      if (random.below(10) == 0) {
        text += puzzle.substr(1) + "\n";
      } else {
        text += puzzle + "\n";
        const Grid grid = *parse_grid(puzzle);
        const Solutions solutions = solver.solve(grid).solutions;
        word = solutions == Solutions::kNone      ? "none"
               : solutions == Solutions::kSeveral ? "multiple"
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
          CheckOptions options;
          options.input.format = TextFormat::kLine;
          options.duplicates = true;
          options.chunk_bytes = chunk;
          options.threads = threads;
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

TEST_F(Jobs, AStopLeavesNothing) {
  const std::string text = nasty_text(Format::kLine, 4, 9000);
  for (const int threads : kThreads) {
    for (const int looks : {0, 1, 2, 3, 5, 10, 30, 100, 1000000}) {
      for (const Way way : {Way::kMap, Way::kPipe}) {
        std::atomic<int> left{looks};
        SolveOptions options;
        options.input.format = TextFormat::kLine;
        options.threads = threads;
        options.chunk_bytes = 300;
        options.should_stop = [&] { return left.fetch_sub(1) <= 0; };
        const Done done = run_solve(options, text, way);  // looks after what is left
        EXPECT_TRUE(looks >= 10 || !done.status.ok());
        EXPECT_TRUE(looks < 1000000 || done.status.ok());
        if (!done.status.ok()) {
          EXPECT_EQ(done.status.code(), ErrorCode::kInterrupted);
          EXPECT_TRUE(done.status.message().starts_with("interrupted")) << done.status.message();
        }
      }
    }
  }
}

// Every write in turn: the older file stays and no other is left.
TEST_F(Jobs, AFailingWriteLeavesTheOldFile) {
  const std::string text = nasty_text(Format::kGrid, 5, 6000);
  write_file(folder_ / "in", text);
  const auto check_all = [&](const std::string& call, const auto& job) {
    for (const int threads : {1, 3}) {
      for (std::uint64_t k = 1;; ++k) {
        FakePlatform platform;
        platform.fail(call, -ENOSPC, k);
        write_file(folder_ / "out", "old");
        const Status status = job(platform, threads);
        EXPECT_EQ(folder_.names(), (Names{"in", "out"}));
        if (status.ok()) break;
        EXPECT_EQ(status.code(), ErrorCode::kIo);
        EXPECT_TRUE(status.message().starts_with((folder_ / "out") + ": No space left on device"));
        EXPECT_EQ(read_file(folder_ / "out"), "old");
      }
      EXPECT_NE(read_file(folder_ / "out"), "old");
    }
  };
  for (const std::string call : {"write", "close", "rename", "set_permissions"}) {
    check_all(call, [&](FakePlatform& platform, int threads) {
      SolveOptions options;
      options.platform = &platform;
      options.input.path = folder_ / "in";
      options.input.format = TextFormat::kGrid;
      options.output = folder_ / "out";
      options.chunk_bytes = 700;
      options.threads = threads;
      return solve(options).status();
    });
    check_all(call, [&](FakePlatform& platform, int threads) {
      CheckOptions options;
      options.platform = &platform;
      options.input.path = folder_ / "in";
      options.input.format = TextFormat::kGrid;
      options.output = folder_ / "out";
      options.chunk_bytes = 700;
      options.threads = threads;
      options.each = true;
      return check(options).status();
    });
    check_all(call, [&](FakePlatform& platform, int threads) {
      BoardsOptions options;
      options.platform = &platform;
      options.count = 50;
      options.chunk_bytes = 700;
      options.output = folder_ / "out";
      options.threads = threads;
      return generate_boards(options).status();
    });
  }
}

// Every read in turn.
TEST_F(Jobs, AFailingReadLeavesNothing) {
  const std::string text = nasty_text(Format::kLine, 6, 6000);
  for (std::uint64_t k = 1; k < 40; ++k) {
    for (const int threads : {1, 3}) {
      FakePlatform platform;
      platform.longest_read = 1000;
      platform.fail("read", -EIO, k);
      write_file(folder_ / "in", text);
      SolveOptions options;
      options.platform = &platform;
      options.input = {folder_ / "in", TextFormat::kLine, "", false};
      options.output = folder_ / "out";
      options.chunk_bytes = 700;
      options.threads = threads;
      const Result<SolveReport> report = solve(options);
      if (report.ok()) {
        EXPECT_GT(k, 6U);
        continue;
      }
      EXPECT_EQ(report.status().code(), ErrorCode::kInput);
      EXPECT_TRUE(report.status().message().starts_with((folder_ / "in") +
                                                        ": Input/output error at byte "));
      EXPECT_EQ(folder_.names(), Names{"in"});
      std::filesystem::remove(folder_ / "out");
    }
    std::filesystem::remove(folder_ / "out");
  }
}

// The output may be the input, mapped or not.
TEST_F(Jobs, OutputMayBeInput) {
  for (const bool allow_mapping : {true, false}) {
    const std::string text = nasty_text(Format::kLine, 8, 9000);
    SolveOptions options;
    options.input.format = TextFormat::kLine;
    const std::string wanted = expected(options, text);
    write_file(folder_ / "same", text);
    options.input.path = options.output = folder_ / "same";
    options.input.allow_mapping = allow_mapping;
    options.chunk_bytes = 500;
    options.threads = 3;
    ASSERT_TRUE(solve(options).ok());
    EXPECT_TRUE(wanted.ends_with("\n" + read_file(folder_ / "same")));
    EXPECT_EQ(folder_.names().size(), 2U - (written_.empty() ? 1U : 0U));
  }
}

// Records on a slow stream are handed out when it pauses.
TEST_F(Jobs, ASlowStreamReadsAlike) {
  for (const Format format : kFormats) {
    const std::string text = nasty_text(format, 12, 3000);
    SolveOptions options;
    options.input.format = public_format(format);
    const std::string wanted = expected(options, text);
    PipeFeeder feeder(text, 900, 150);
    options.input.path = feeder.path();
    options.output = folder_ / "slow";
    options.threads = 2;
    ASSERT_TRUE(solve(options).ok());
    EXPECT_TRUE(wanted.ends_with("\n" + read_file(folder_ / "slow")));
  }
}

TEST_F(Jobs, TellsProgress) {
  const std::string text = nasty_text(Format::kLine, 13, 20000);
  for (const bool is_mapped : {true, false}) {
    FakePlatform platform;
    platform.clock_ns = 0;
    platform.clock_step_ns = 10'000'000;
    std::vector<Progress> seen;
    write_file(folder_ / "in", text);
    SolveOptions options;
    options.platform = &platform;
    options.input = {folder_ / "in", TextFormat::kLine, "", is_mapped};
    options.output = folder_ / "out";
    options.chunk_bytes = 500;
    options.threads = 3;
    options.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
    const Result<SolveReport> report = solve(options);
    ASSERT_TRUE(report.ok());
    ASSERT_GT(seen.size(), 3U);
    for (std::size_t i = 1; i < seen.size(); ++i) {
      EXPECT_GE(seen[i].records, seen[i - 1].records);
      EXPECT_GE(seen[i].done, seen[i - 1].done);
      EXPECT_GE(seen[i].seconds, seen[i - 1].seconds + 0.0999);
      EXPECT_EQ(seen[i].total, text.size());
      EXPECT_LE(seen[i].done, text.size());
    }
    EXPECT_LE(seen.back().records, report->records);
  }
}

// Jobs of several threads of the host at the same time.
TEST_F(Jobs, RunBesideEachOther) {
  const std::string text = nasty_text(Format::kLine, 14, 9000);
  SolveOptions options;
  options.input.format = TextFormat::kLine;
  const std::string wanted = expected(options, text);
  write_file(folder_ / "in", text);
  std::vector<std::thread> hosts;
  for (int host = 0; host < 4; ++host) {
    hosts.emplace_back([&, host] {
      for (int round = 0; round < 10; ++round) {
        SolveOptions mine;
        mine.input = {folder_ / "in", TextFormat::kLine, "", true};
        mine.output = folder_ / ("out" + std::to_string(host));
        mine.threads = 2;
        mine.chunk_bytes = 600;
        EXPECT_TRUE(solve(mine).ok());
        EXPECT_TRUE(wanted.ends_with("\n" + read_file(mine.output)));
      }
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_EQ(folder_.names().size(), 5U);
}

TEST_F(Jobs, KeepColumnsNeedsCsvWithoutASolution) {
  SolveOptions options;
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
  EXPECT_EQ(said(std::string(81, '1')), "--keep-columns needs csv input");
  for (const std::string name : {"solution", "Solution", " SOLUTION "}) {
    EXPECT_EQ(said("puzzle," + name + "\n"),
              "--keep-columns adds a column 'solution', and there is one already");
  }
  EXPECT_EQ(said("puzzle,solutions\n"), "ok");
  options.output_format = TextFormat::kLine;
  EXPECT_FALSE(solve(options).ok());
}

TEST_F(Jobs, BoardsAreTheBoardsOfTheirNumbers) {
  BoardSource random_source;
  random_source.family = BoardFamily::kRandom;
  random_source.seed = 7;
  for (const BoardSource& source :
       {BoardSource{}, BoardSource{BoardFamily::kWide, Digit{3}, 0}, random_source}) {
    const std::uint64_t size = family_size(source.family);
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{71}, std::uint64_t{1295},
                                      std::uint64_t{2903000}, size - 100}) {
      for (const std::uint64_t count : {0U, 1U, 2U, 73U, 100U}) {
        if (start > size || count > size - start) continue;
        for (const TextFormat format : {TextFormat::kGrid, TextFormat::kLine}) {
          std::string wanted;
          for (std::uint64_t i = start; i < start + count; ++i) {
            const Grid board = make_board(source, i);
            if (format == TextFormat::kGrid && i != start) wanted += '\n';
            wanted += format == TextFormat::kGrid ? to_rows(board) : to_line(board) + "\n";
          }
          for (const std::size_t chunk : {0U, 1U, 300U, 163U * 72U}) {
            BoardsOptions options;
            options.source = source;
            options.start = start;
            options.count = count;
            options.format = format;
            options.chunk_bytes = chunk;
            options.threads = kThreads[(chunk + count) % 4];
            options.output = folder_ / "boards";
            const Result<JobReport> report = generate_boards(options);
            ASSERT_TRUE(report.ok()) << report.status().message();
            ASSERT_EQ(read_file(folder_ / "boards"), wanted) << start << " + " << count;
            EXPECT_EQ(report->records, count);
          }
        }
      }
    }
  }
}

TEST_F(Jobs, BoardsBeyondTheFamilyAreRefusedBeforeAnyWork) {
  for (const BoardFamily family :
       {BoardFamily::kSequence, BoardFamily::kClassic, BoardFamily::kWide, BoardFamily::kRandom}) {
    const std::uint64_t size = family_size(family);
    BoardsOptions options;
    options.source.family = family;
    options.output = folder_ / "boards";
    for (const auto& [start, count] : {std::pair{std::uint64_t{0}, size + 1},
                                       {size, std::uint64_t{1}},
                                       {size - 1, std::uint64_t{2}},
                                       {size, size},
                                       {std::uint64_t{1}, size}}) {
      if (count == 0) continue;  // size + 1 of a family of 2^64 - 1
      options.start = start;
      options.count = count;
      EXPECT_EQ(generate_boards(options).status().code(), ErrorCode::kUsage);
    }
    options.start = size - 1;
    options.count = 1;
    EXPECT_TRUE(folder_.names().empty());
    EXPECT_TRUE(generate_boards(options).ok());
    std::filesystem::remove(folder_ / "boards");
  }
}

TEST_F(Jobs, SolvesManyInMemory) {
  testing::TestRandom random(21);
  std::vector<Grid> puzzles;
  for (int i = 0; i < 1500; ++i)
    puzzles.push_back(*parse_grid(i % 5 == 0 ? testing::random_cells(random, 81)
                                             : testing::random_puzzle(random)));
  std::vector<SolveResult> wanted(puzzles.size());
  Solver solver = *Solver::create();
  solver.solve(puzzles, wanted);
  for (const int threads : {0, 1, 2, 3, 8}) {
    for (const std::size_t count : {0U, 1U, 255U, 256U, 257U, 1500U}) {
      std::vector<SolveResult> results(count);
      ASSERT_TRUE(solve_many(std::span(puzzles).first(count), results, threads).ok());
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(results[i].solution, wanted[i].solution);
        EXPECT_EQ(results[i].solutions, wanted[i].solutions);
      }
    }
  }
  std::vector<SolveResult> results(1);
  EXPECT_EQ(solve_many(std::span(puzzles).first(1), results, 1, "none").code(), ErrorCode::kUsage);
}

TEST_F(Jobs, SolvingInMemoryStopsOnRequest) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 22, 1500);
  for (const int threads : kThreads) {
    for (const int looks : {0, 1, 5, 1000000}) {
      std::atomic<int> left{looks};
      const auto should_stop = [&] { return left.fetch_sub(1) <= 0; };
      std::vector<SolveResult> results(puzzles.size());
      const Status status = solve_many(puzzles, results, threads, "auto", should_stop);
      EXPECT_EQ(status.code(), looks <= 5 ? ErrorCode::kInterrupted : ErrorCode::kOk);
      if (!status.ok()) continue;
      for (const SolveResult& result : results) EXPECT_EQ(result.solutions, Solutions::kOne);
    }
  }
}

}  // namespace
}  // namespace dokumill
