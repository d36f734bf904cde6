// Tests of the peak memory of jobs with 16 threads: each row is a limit that
// docs/reliability.md promises. load_test.cpp has slow readers and hostile puzzles.
#include <chrono>
#include <cstdlib>
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

// A puzzle that needs nested chains takes a second and up to 100 MB on each thread. So these
// puzzles need single chains at most.
TEST_F(Memory, OfSteps) {
  const std::string chains =
      "000000000030004000050000082607002713000010009000570400000005090040060000002003100709";
  std::string text;
  for (int i = 0; i < 6'000; ++i) text += (i % 2 == 0 ? chains : kPuzzle) + '\n';
  dir.write("in", text);
  expect_within(kUsual, {"steps", "in", "-o", "out"});
  expect_within(kUsual, {"steps", "in", "--sentences", "en", "-o", "out"});
}

// Each name takes about 600 bytes.
TEST_F(Memory, OfManyInputs) {
  dir.write("p", kInkala + "\n");
  std::string names;
  for (int i = 0; i < 100'000; ++i) names += "p\n";
  dir.write("names", names);
  expect_within(kUsual + 60, {"convert", "--files-from", "names", "-o", "out"});
}

}  // namespace
}  // namespace dokumill::testing
