// Tests that the output bytes do not depend on the number of threads: cases 53, 64, 65 and 67 to 70
// of docs/reliability.md.
#include <sys/stat.h>

#include <string>
#include <vector>

#include "cli/cli_test.hpp"
#include "support/available_engines.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

const std::vector<std::string> kThreads{"1", "2", "3", "8"};

class Matrix : public CliTest {};

TEST_F(Matrix, ThreadsTimesRecordCounts) {
  for (const Format format : kFormats) {
    for (std::size_t count = 0; count <= 40; ++count) {
      if (count == 0 && format != Format::kCsv) continue;  // empty files: see input_test.cpp
      const std::vector<Record> records = mixed_records(count, static_cast<std::uint32_t>(count));
      dir.write("in", input_text(records, format));
      bool problems = false;
      for (const Record& record : records) {
        problems = problems || (record.kind != Kind::kUnique && record.kind != Kind::kMultiple);
      }
      std::string messages;
      for (const std::string& threads : kThreads) {
        const Outcome run = this->run({"solve", "in", "--quiet", "--threads", threads});
        EXPECT_TRUE(gives(run, problems ? 1 : 0, output_text(records, format)))
            << name_of(format) << ' ' << count;
        if (threads == "1") messages = run.err;
        EXPECT_EQ(run.err, messages);
      }
    }
  }
}

TEST_F(Matrix, LargerCounts) {
  std::vector<std::size_t> counts{255, 256, 257, 1'000, 8'191, 8'193};
  if (is_long_run()) counts.insert(counts.end(), {65'535, 65'537, 300'001});
  for (const std::size_t count : counts) {
    const std::vector<Record> records = mixed_records(count, 7);
    for (const Format format : kFormats) {
      dir.write("in", input_text(records, format));
      const std::string expected = output_text(records, format);
      std::string messages;
      for (const std::string& threads : kThreads) {
        const Outcome run =
            this->run({"solve", "in", "-o", "out", "--quiet", "--threads", threads});
        EXPECT_TRUE(gives(run, 1, ""));
        const std::string got = dir.read("out");
        EXPECT_TRUE(got == expected) << name_of(format) << ' ' << count << ' ' << threads;
        if (threads == "1") messages = run.err;
        EXPECT_EQ(run.err, messages);
      }
    }
  }
}

TEST_F(Matrix, RecordsOfUnequalSize) {
  // Long remarks, blank lines and comments vary the places of the chunk boundaries.
  std::string text;
  std::string expected;
  Dice dice(53);
  for (const Record& record : mixed_records(3'000, 3)) {
    text += record.kind == Kind::kMalformed ? "123" : record.cells;
    if (dice.roll(4) == 0 && record.kind != Kind::kMalformed) {
      text += " # " + std::string(dice.roll(3'000), 'r');
    }
    text += dice.roll(5) == 0 ? "\r\n" : "\n";
    if (dice.roll(20) == 0) text += repeat("\n", dice.roll(50));
    if (dice.roll(20) == 0) text += '#' + std::string(dice.roll(10'000), 'c') + '\n';
    if (dice.roll(500) == 0) text += '#' + std::string(dice.roll(2'000'000), 'c') + '\n';
    expected += record.answer + '\n';
  }
  dir.write("in", text);
  std::string messages;
  for (const std::string& threads : kThreads) {
    for (const Args& more : {Args{}, Args{"--no-mmap"}}) {
      const Outcome run = this->run(with({"solve", "in", "--quiet", "--threads", threads}, more));
      EXPECT_TRUE(gives(run, 1, expected));
      if (messages.empty()) messages = run.err;
      EXPECT_EQ(run.err, messages);
    }
  }
}

TEST_F(Matrix, CheckToo) {
  for (const std::size_t count : {1, 2, 7, 40, 300, 5'000}) {
    dir.write("in", input_text(mixed_records(count, 9), Format::kLine));
    const Outcome one = run({"check", "in", "--each", "--duplicates", "--quiet", "--threads", "1"});
    for (const std::string& threads : kThreads) {
      const Outcome more =
          run({"check", "in", "--each", "--duplicates", "--quiet", "--threads", threads});
      EXPECT_TRUE(gives(more, one.status, one.out, one.err));
    }
  }
}

TEST_F(Matrix, RateToo) {
  for (const std::size_t count : {1, 2, 7, 40, 300, 5'000}) {
    for (const Format format : kFormats) {
      dir.write("in", input_text(mixed_records(count, 9), format));
      // Some records need nested chains, which would take most of the time.
      const Args rate{"rate", "in", "--quiet", "--obstacles", "--at-most", "8"};
      const Outcome one = run(with(rate, {"--threads", "1"}));
      for (const std::string& threads : kThreads) {
        const Outcome more = run(with(rate, {"--threads", threads}));
        EXPECT_TRUE(gives(more, one.status, one.out, one.err));
      }
      const Outcome other = run(with(rate, {"--engine", "reference", "--no-mmap"}));
      EXPECT_TRUE(gives(other, one.status, one.out, one.err));
    }
  }
}

TEST_F(Matrix, DedupeAndSplitToo) {
  for (const std::size_t count : {1, 7, 600}) {
    for (const Format format : kFormats) {
      dir.write("in", input_text(mixed_records(count, 9), format));
      const Outcome one = run({"dedupe", "in", "--symmetry", "--quiet", "--threads", "1"});
      const Args split{"split",  "in", "--quiet", "--train", "train",
                       "--test", "-",  "--share", "50%"};
      const Outcome one_split = run(split);
      const std::string train = dir.read("train");
      for (const std::string& threads : kThreads) {
        const Outcome more = run({"dedupe", "in", "--symmetry", "--quiet", "--threads", threads,
                                  "--no-mmap", "--memory", "64K"});
        EXPECT_TRUE(gives(more, one.status, one.out, one.err));
        EXPECT_TRUE(gives(run(with(split, {"--threads", threads, "--no-mmap"})), one_split.status,
                          one_split.out, one_split.err));
        EXPECT_EQ(dir.read("train"), train);
      }
    }
  }
}

TEST_F(Matrix, LocaleAndTimeZone) {
  dir.write("in", kPuzzle + '\n' + kTwoFives + "\nQ\n");
  const Outcome plain = run({"solve", "in", "--quiet"});
  EXPECT_EQ(plain.status, 1);
  for (const std::string locale :
       {"C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "zh_CN.GBK", "nonsense"}) {
    EXPECT_TRUE(gives(run({.args = {"solve", "in", "--quiet"},
                           .environment = {{"LC_ALL", locale}, {"LANG", locale}, {"TZ", "XYZ"}}}),
                      1, plain.out, plain.err));
  }
}

TEST_F(Matrix, AnyNumberOfThreads) {
  const std::vector<Record> records = mixed_records(2'000);
  dir.write("in", input_text(records, Format::kLine));
  for (const std::string threads : {"0", "1", "5", "16", "64", "256"}) {
    EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--threads", threads}), 1,
                      output_text(records, Format::kLine)))
        << threads;
  }
  for (const std::string threads : {"-1", "99999", "x", "", "1.5", "18446744073709551617"}) {
    EXPECT_TRUE(refuses(run({"solve", "in", "--threads", threads}), {"--threads"})) << threads;
  }
}

TEST_F(Matrix, ThreadsInTheTotals) {
  dir.write("in", input_text(good_records(2'000), Format::kLine));
  EXPECT_EQ(totals_of(run({"solve", "in", "--threads", "1"})).threads, 1U);
  EXPECT_EQ(totals_of(run({"solve", "in", "--threads", "3"})).threads, 3U);
  EXPECT_EQ(
      totals_of(run({.args = {"solve", "in"}, .environment = {{"OMP_NUM_THREADS", "1"}}})).threads,
      1U);
  // The flag takes precedence over the variable.
  EXPECT_EQ(totals_of(run({.args = {"solve", "in", "--threads", "2"},
                           .environment = {{"OMP_NUM_THREADS", "1"}}}))
                .threads,
            2U);
}

TEST_F(Matrix, OmpNumThreads) {
  const std::vector<Record> records = mixed_records(500);
  dir.write("in", input_text(records, Format::kLine));
  for (const std::string value :
       {"1", "2", "7", "abc", "0", "-3", "4,2", "40000", "", " 2 ", "99999999999999999999"}) {
    for (const Args& args :
         {Args{"solve", "in", "--quiet"}, Args{"solve", "in", "--quiet", "--threads", "2"}}) {
      EXPECT_TRUE(gives(run({.args = args, .environment = {{"OMP_NUM_THREADS", value}}}), 1,
                        output_text(records, Format::kLine)))
          << value;
    }
  }
}

TEST_F(Matrix, OtherOpenMpVariables) {
  const std::vector<Record> records = mixed_records(500);
  dir.write("in", input_text(records, Format::kLine));
  for (const auto& variable :
       std::vector<std::pair<std::string, std::string>>{{"OMP_THREAD_LIMIT", "1"},
                                                        {"OMP_DYNAMIC", "true"},
                                                        {"OMP_PROC_BIND", "true"},
                                                        {"OMP_SCHEDULE", "dynamic,1"},
                                                        {"OMP_STACKSIZE", "64k"},
                                                        {"OMP_CANCELLATION", "true"},
                                                        {"OMP_NESTED", "true"},
                                                        {"OMP_MAX_ACTIVE_LEVELS", "0"},
                                                        {"OMP_WAIT_POLICY", "active"}}) {
    EXPECT_TRUE(gives(
        run({.args = {"solve", "in", "--quiet", "--threads", "3"}, .environment = {variable}}), 1,
        output_text(records, Format::kLine)))
        << variable.first;
  }
}

TEST_F(Matrix, ThreadsThatCannotStart) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root and a program others may start";
  const std::vector<Record> records = mixed_records(500);
  dir.write("in", input_text(records, Format::kLine));
  dir.write("out", "old");
  chmod((dir / "out").c_str(), 0666);
  // The leak detector would start another process, which the limit forbids.
  const Outcome run = this->run({.args = {"solve", "in", "--threads", "8", "-o", "out"},
                                 .environment = {{"ASAN_OPTIONS", "detect_leaks=0"}},
                                 .processes = 1,
                                 .unprivileged = true});
  if (run.status == 1) {
    EXPECT_EQ(dir.read("out"), output_text(records, Format::kLine)) << run;
  } else {
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(dir.read("out"), "old");
  }
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Matrix, EveryEngineGivesTheSameBytes) {
  const std::vector<Record> records = mixed_records(500);
  dir.write("in", input_text(records, Format::kLine));
  for (const std::string& engine : available_engines()) {
    EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--engine", engine}), 1,
                      output_text(records, Format::kLine)))
        << engine;
  }
  EXPECT_TRUE(refuses(run({"solve", "in", "--engine", "steam"}), {"steam", "reference"}));
}

}  // namespace
}  // namespace dokumill::testing
