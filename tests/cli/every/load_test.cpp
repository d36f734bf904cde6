// Tests of memory under load: hostile puzzles (case 21) and slow readers (case 54 of
// docs/reliability.md).
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class Load : public CliTest {
 protected:
  // The expected output is `period` repeated. The output is compared as it arrives and not stored.
  // The reader sleeps for `pause_ms` ms after every megabyte.
  Outcome run_periodic(Args args, const std::string& period, std::uint64_t bytes, int pause_ms) {
    std::uint64_t wrong = 0;
    std::uint64_t at = 0;
    std::uint64_t next_pause = 1'000'000;
    Outcome outcome = run({.args = std::move(args),
                           .out = Stdout::look([&](std::string_view text) {
                             for (const char byte : text)
                               wrong += byte != period[at++ % period.size()];
                             if (at < next_pause) return;
                             next_pause += 1'000'000;
                             std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
                           }),
                           .time_limit_s = 600});
    EXPECT_EQ(outcome.out_bytes, bytes) << outcome;
    EXPECT_EQ(wrong, 0U) << outcome;
    EXPECT_TRUE(stays_small(outcome));
    return outcome;
  }
};

// Every line is a hard puzzle or a puzzle that is slow for plain searches. Memory must not grow
// with the number of lines, and all threads must be used.
TEST_F(Load, HostileLinesInBoundedMemory) {
  std::vector<std::string> lines{kNorvigNoSolution, kSlowForBruteForce, kInkala, kEmptyGrid,
                                 kNoSolution};
  for (const Grid& puzzle : puzzles::hard_puzzles()) lines.push_back(to_line(puzzle));
  std::string text;
  std::string answer;
  Result<Solver> solver = Solver::create("reference");
  ASSERT_TRUE(solver.ok());
  for (const std::string& line : lines) {
    text += line + "\n";
    answer += to_line(solver->solve(*parse_grid(line)).solution) + "\n";
  }
  EXPECT_EQ(answer.substr(2 * 82, 82), kInkalaSolution + "\n");
  const std::uint64_t rounds = is_long_run() ? 4'000 : 100;
  dir.write("in", repeat(text, rounds));
  for (const int threads : {1, 2, 8}) {
    const Outcome run = run_periodic({"solve", "in", "--threads", std::to_string(threads)}, answer,
                                     rounds * answer.size(), 0);
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(totals_are(run, (lines.size() - 3) * rounds, rounds, 2 * rounds, 0)) << run;
    EXPECT_EQ(totals_of(run).threads, static_cast<std::uint64_t>(threads)) << run;
  }
}

// A reader that is slower than the command receives 163 MB (652 MB in a long run). A mapped input
// would count as memory, so --no-mmap is set.
TEST_F(Load, ASlowReaderOfSolutions) {
  const std::uint64_t count = is_long_run() ? 4'000'000 : 1'000'000;
  dir.write("in", repeat(kSolution + "\n", count));
  const std::string period = rows_of(kSolution) + "\n";
  const Outcome run = run_periodic({"solve", "in", "--no-mmap", "--to", "grid"}, period,
                                   count * period.size() - 1, 2);
  EXPECT_EQ(run.status, 0) << run;
}

TEST_F(Load, ASlowReaderOfBoards) {
  const std::uint64_t count = is_long_run() ? 20'000'000 : 2'000'000;
  std::uint64_t line_ends = 0;
  const Outcome run =
      this->run({.args = {"generate", "boards", "-n", std::to_string(count), "--threads", "8"},
                 .out = Stdout::look([&](std::string_view text) {
                   for (const char byte : text) line_ends += byte == '\n';
                   std::this_thread::sleep_for(std::chrono::microseconds(100));
                 }),
                 .time_limit_s = 600});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(run.out_bytes, 163 * count - 1);
  EXPECT_EQ(line_ends, 10 * count - 1);
  EXPECT_TRUE(stays_small(run));
}

}  // namespace
}  // namespace dokumill::testing
