// Tests of the peak memory of jobs with 16 threads: each test measures rows of the table "More
// memory" of docs/reliability.md, or the limit without them. The last test compares the names of
// the tests with the table. load_test.cpp has slow readers and hostile puzzles.
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "cli/support/cli_test.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {
namespace {

class Memory : public CliTest {
 protected:
  // Runs the command with 16 threads, without a mapped input, and checks its peak memory.
  void expect_within(long mebibytes, Args args) const {
    const Outcome outcome =
        run({.args = with(std::move(args), {"--threads", "16", "--no-mmap"}), .time_limit_s = 600});
    EXPECT_LE(outcome.status, 1) << outcome;
    EXPECT_LT(outcome.peak_kib, mebibytes * 1024) << outcome;
  }
};

constexpr long kUsual = 64;
constexpr long kEncoders = 128;  // codec::kEncoderBytes
// Texts that are read as a whole: the memory as a multiple of the text.
constexpr double kWholeFactor = 3;

// Distinct lines, which compress as puzzles do.
std::string many_lines(std::size_t count) {
  TestRandom random(5);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    std::string line = kInkala;
    for (char& cell : line) {
      if (random.below(4) == 0) cell = static_cast<char>('1' + random.below(9));
    }
    text += line + '\n';
  }
  return text;
}

std::string many(std::size_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST_F(Memory, OfSpilledKeysAndRecords) {
  constexpr long kMemory = 16;
  dir.write("in", many_lines(600'000));
  for (const Args& args :
       {Args{"dedupe", "in", "-o", "out"}, Args{"shuffle", "in", "-o", "out"},
        Args{"sort", "--by", "clues", "in", "-o", "out"}, Args{"check", "--duplicates", "in"}}) {
    expect_within(kUsual + kMemory, with(args, {"--memory", "16M", "-q"}));
  }
}

TEST_F(Memory, OfSampledRecords) {
  dir.write("in", many_lines(600'000));
  expect_within(kUsual + 600'000 * 16 / 1'048'576 + 1,
                {"sample", "-n", "600000", "in", "-o", "out"});
}

TEST_F(Memory, OfPlainAndQuicklyCompressedOutput) {
  dir.write("in", many_lines(400'000));
  for (const char* const compression : {"none", "gzip:1", "gzip:6", "gzip:9", "zstd:1"}) {
    expect_within(kUsual, {"convert", "in", "--compress", compression, "-o", "out"});
  }
}

TEST_F(Memory, OfStronglyCompressedOutput) {
  dir.write("in", many_lines(120'000));
  for (const char* const compression : {"gzip:10", "zstd:3", "zstd:9", "zstd:19"}) {
    expect_within(kUsual + kEncoders, {"convert", "in", "--compress", compression, "-o", "out"});
  }
}

// Each of the two files has encoders of its own.
TEST_F(Memory, OfTwoStronglyCompressedOutputs) {
  dir.write("in", many_lines(120'000));
  expect_within(kUsual + 2 * kEncoders, {"split", "in", "--share", "50%", "--compress", "zstd:9",
                                         "--train", "out", "--test", "other"});
}

// The compressed blocks, and the row groups of a Parquet file, wait for a reader that sleeps. There
// are 2 threads, which the limit allows for.
TEST_F(Memory, OfCompressedOutputForASlowReader) {
  dir.write("in", many_lines(1'500'000));
  for (const auto& [flag, value, mebibytes] :
       {std::tuple("--compress", "gzip:1", kUsual), {"--to", "parquet", kUsual + 2 * 20L}}) {
    bool has_slept = false;
    const Outcome outcome =
        run({.args = {"convert", "in", flag, value, "--no-mmap", "--threads", "2"},
             .out = Stdout::look([&has_slept](std::string_view) {
               if (has_slept) return;
               has_slept = true;
               std::this_thread::sleep_for(std::chrono::seconds(3));
             }),
             .time_limit_s = 600});
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_LT(outcome.peak_kib, mebibytes * 1024) << outcome;
  }
}

TEST_F(Memory, OfParquetInput) {
  dir.write("in", many_lines(400'000));
  ASSERT_EQ(run({"convert", "in", "-o", "in.parquet"}).status, 0);
  expect_within(kUsual + 64, {"convert", "in.parquet", "--to", "line", "-o", "out"});
}

TEST_F(Memory, OfParquet) {
  dir.write("in", many_lines(400'000));
  expect_within(kUsual + 16 * 20, {"convert", "in", "--to", "parquet", "-o", "out"});
  std::string names = "puzzle";
  std::string values;
  for (int column = 1; column < 4096; ++column) {
    names += ",c" + std::to_string(column);
    values += "," + std::to_string(column % 100);
  }
  std::string table = names + '\n';
  for (int row = 0; row < 6000; ++row) table += kInkala + values + '\n';
  dir.write("in", table);
  expect_within(kUsual + 16 * 40, {"convert", "in", "--to", "parquet", "-o", "out"});
}

// `zstd --long=27` makes frames with a window of 128 MiB.
TEST_F(Memory, OfALargeWindow) {
  const std::string part = many_lines(150'000);
  std::string text;
  for (int i = 0; i < 12; ++i) text += part;
  dir.write("in", text);
  const std::string pack = "cd '" + dir.path() + "' && zstd -q -1 --long=27 in -o in.zst";
  ASSERT_EQ(std::system(pack.c_str()), 0);
  expect_within(kUsual + 128, {"convert", "in.zst", "-o", "out"});
}

// A puzzle that needs nested chains takes a second and up to 100 MB on each thread.
TEST_F(Memory, OfTheHardestPuzzles) {
  dir.write("in", many(4, kInkala + '\n'));
  for (const char* const command : {"rate", "steps"}) {
    expect_within(kUsual + 4 * 100, {command, "in", "-o", "out"});
  }
}

// The other puzzles need single chains at most.
TEST_F(Memory, OfSteps) {
  const std::string chains =
      "000000000030004000050000082607002713000010009000570400000005090040060000002003100709";
  std::string text;
  for (int i = 0; i < 6'000; ++i) text += (i % 2 == 0 ? chains : kPuzzle) + '\n';
  dir.write("in", text);
  expect_within(kUsual, {"steps", "in", "-o", "out"});
  expect_within(kUsual, {"steps", "in", "--sentences", "en", "-o", "out"});
}

// A text that is read as a whole, in the layouts that take the most memory.
TEST_F(Memory, OfTextsThatAreReadAsAWhole) {
  struct Case {
    std::string name, text;
    Args from = {"--from", "any"};
  };
  std::string rows, fields;
  for (std::size_t row = 0; row < 9; ++row) rows += kPuzzle.substr(row * 9, 9) + '\n';
  for (const char cell : kPuzzle) fields += std::string(fields.empty() ? "" : ",") + cell;
  std::string array = "[\"" + kPuzzle + '"';
  array += many(150'000, ",\n\"" + kPuzzle + '"') + ']';
  const Case cases[] = {
      {"grids without blank lines", many(140'000, rows)},
      {"boards with text around them", many(130'000, "id7 " + kPuzzle + " remark\n")},
      {"fields", many(80'000, fields + '\n')},
      {"xml", "<sudokus>\n" + many(130'000, "<puzzle>" + kPuzzle + "</puzzle>\n") + "</sudokus>\n"},
      {"json", array, {"--from", "json"}},
      {"short lines", many(6'000'000, "1\n")},
  };
  for (const auto& [name, text, from] : cases) {
    dir.write("in", text);
    const Outcome outcome =
        run({.args = with({"convert", "in", "-q", "--no-mmap", "-o", "out"}, from),
             .time_limit_s = 600});
    const double most =
        static_cast<double>(kUsual) * 1024 + kWholeFactor * static_cast<double>(text.size()) / 1024;
    EXPECT_EQ(outcome.status, name == "short lines" ? 2 : 0) << name << outcome;
    EXPECT_LT(static_cast<double>(outcome.peak_kib), most) << name << outcome;
  }
}

TEST_F(Memory, OfBooks) {
  const Outcome made = run({"generate", "puzzles", "-n", "10000", "-q", "-o", "in"});
  ASSERT_EQ(made.status, 0) << made;
  const Outcome outcome =
      run({.args = {"book", "in", "-q", "-o", "out.pdf", "--threads", "16", "--no-mmap"},
           .time_limit_s = 600});
  if (mentions(outcome, "this dokumill has no books")) GTEST_SKIP() << "built without Cairo";
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_LT(outcome.peak_kib, kUsual * 1024 + 10'000 * 8) << outcome;
}

// Each name takes about 600 bytes.
TEST_F(Memory, OfManyInputs) {
  dir.write("p", kInkala + "\n");
  std::string names;
  for (int i = 0; i < 100'000; ++i) names += "p\n";
  dir.write("names", names);
  expect_within(kUsual + 60, {"convert", "--files-from", "names", "-o", "out"});
}

TEST_F(Memory, EveryRowOfTheTableNamesItsTest) {
  const std::string page = read_file(DOKUMILL_RELIABILITY_PAGE);
  const std::size_t begin = page.find("### More memory");
  ASSERT_NE(begin, std::string::npos);
  std::istringstream lines(page.substr(begin, page.find("\n### ", begin + 1) - begin));
  const auto is_test = [](const std::string& name) {
    const ::testing::TestSuite& suite = *::testing::UnitTest::GetInstance()->current_test_suite();
    for (int i = 0; i < suite.total_test_count(); ++i) {
      if (name == suite.GetTestInfo(i)->name()) return true;
    }
    return false;
  };
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| job |")) continue;
    ++rows;
    const std::size_t last = line.rfind("`Memory.");
    ASSERT_NE(last, std::string::npos) << line;
    const std::size_t name = last + std::string_view("`Memory.").size();
    EXPECT_TRUE(is_test(line.substr(name, line.find('`', name) - name))) << line;
  }
  EXPECT_GE(rows, 10U);
}

}  // namespace
}  // namespace dokumill::testing
