// Tests that the output bytes do not depend on the number of threads: cases 53, 64, 65, 67
// and 85 of docs/reliability.md. threads_test.cpp has cases 66 and 68 to 72.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
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

TEST_F(Matrix, EveryCommand) {
  std::vector<Args> commands{{"solve", "--count", "50", "-o", "out"},
                             {"check", "-o", "out", "--each", "--duplicates", "--memory", "64K"},
                             {"check", "-o", "out", "--minimal"},
                             {"convert", "-o", "out", "--to", "grid", "--empty", "."},
                             // Some records need nested chains, which would take most of the time.
                             {"rate", "-o", "out", "--obstacles", "--at-most", "8"},
                             {"dedupe", "-o", "out", "--symmetry", "--memory", "64K"},
                             {"sample", "-o", "out", "--share", "7%"},
                             {"split", "--train", "out", "--test", "test", "--share", "50%"}};
  for (const SampleCommand& command : record_commands()) {
    const bool takes_long = command.name == "steps" || command.name == "rate";
    if (!takes_long && command.name != "book") commands.push_back(command.to("out"));
  }
  for (const std::size_t count : {1, 7, 600}) {
    for (const Format format : kFormats) {
      const std::string text = input_text(mixed_records(count, 9), format);
      dir.write("in", text);
      for (const Args& command : commands) {
        const auto outputs = [&](const Args& more, const Stdin& in) {
          dir.write("out", "");
          dir.write("test", "");
          const Outcome outcome = run(with(with(command, {"--quiet"}), more), in);
          EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome;
          const std::string messages = replace_all(outcome.err, "<stdin>", "in");
          return std::to_string(outcome.status) + messages + dir.read("out") + dir.read("test");
        };
        const std::string one = outputs({"in", "--threads", "1"}, Stdin::null());
        for (const std::string& threads : kThreads) {
          EXPECT_TRUE(outputs({"in", "--no-mmap", "--threads", threads}, Stdin::null()) == one)
              << ::testing::PrintToString(command) << threads;
        }
        for (const std::string& engine : available_engines()) {
          EXPECT_TRUE(outputs({"in", "--engine", engine}, Stdin::null()) == one) << engine;
        }
        EXPECT_TRUE(outputs({"--threads", "3"}, Stdin::pieces(text, {1, 4'095, 4'097})) == one)
            << ::testing::PrintToString(command);
      }
    }
  }
}

TEST_F(Matrix, EveryGenerator) {
  for (const Args& generator :
       std::vector<Args>{{"boards", "-n", "20011"},
                         {"boards", "-n", "73", "--family", "classic"},
                         {"boards", "-n", "1000", "--family", "wide"},
                         {"boards", "-n", "1", "--family", "random"},
                         {"boards", "-n", "20011", "--family", "random", "--seed", "12345"},
                         {"puzzles", "-n", "700"},
                         {"puzzles", "-n", "700", "--difficulty", "easy", "--to", "csv"},
                         {"puzzles", "-n", "700", "--clues", "22..24", "--to", "grid"},
                         {"puzzles", "-n", "700", "--symmetry", "vertical", "--seed", "9"}}) {
    const Args command = with(with({"generate"}, generator), {"--quiet"});
    const std::string one = run(with(command, {"--threads", "1"})).out;
    EXPECT_NE(one, "");
    for (const std::string threads : {"2", "3", "5", "8", "64"}) {
      EXPECT_TRUE(gives(run(with(command, {"--threads", threads})), 0, one, "")) << threads;
    }
    for (const std::string& engine : available_engines()) {
      EXPECT_TRUE(gives(run(with(command, {"--engine", engine})), 0, one, "")) << engine;
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

}  // namespace
}  // namespace dokumill::testing
