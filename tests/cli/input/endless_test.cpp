// Tests of records without an end and of streams far larger than the memory limit: case 25 of
// docs/reliability.md. tests/unit/formats cuts everything that may have no end.
#include <algorithm>
#include <memory>
#include <string>

#include "cli/support/cli_test.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

// Feeds `begin`, then `bytes` bytes of the repeated pattern in pieces of about 64 KiB, then `end`.
Stdin generated(std::string begin, const std::string& pattern, std::uint64_t bytes,
                std::string end) {
  struct State {
    std::string begin, body, end;
    std::uint64_t left;
    int step;
  };
  const auto state = std::make_shared<State>(
      State{std::move(begin), repeat(pattern, std::max<std::size_t>((1 << 16) / pattern.size(), 1)),
            std::move(end), bytes, 0});
  return Stdin::feed([state](const Outcome&) -> Piece {
    if (state->step == 0) {
      state->step = 1;
      if (!state->begin.empty()) return {.bytes = state->begin};
    }
    if (state->step == 1) {
      const std::uint64_t size = std::min<std::uint64_t>(state->left, state->body.size());
      state->left -= size;
      if (size > 0) return {.bytes = std::string_view(state->body).substr(0, size)};
      state->step = 2;
      if (!state->end.empty()) return {.bytes = state->end};
    }
    return {.last = true};
  });
}

std::uint64_t long_stream_bytes() {
  return (is_long_run() ? 5'000 : 300) * 1'000'000ULL;
}

class Endless : public CliTest {
 protected:
  // Runs the command on a stream far larger than the memory limit, and checks the memory of the
  // run.
  Outcome bounded(Args args, Stdin in, Stdout out = Stdout::capture()) const {
    Outcome outcome = run({.args = std::move(args),
                           .in = std::move(in),
                           .out = std::move(out),
                           .time_limit_s = is_long_run() ? 600.0 : 60.0,
                           .as_process = true});
    EXPECT_TRUE(stays_small(outcome));
    return outcome;
  }
};

// --- 25: endless records -------------------------------------------------------------------------

TEST_F(Endless, OneLineWithoutAnEnd) {
  const Outcome run =
      bounded({"solve", "--quiet"}, generated(kPuzzle + '\n', "0", long_stream_bytes(), ""));
  EXPECT_TRUE(gives(run, 1, kSolution + '\n' + kUnknown + '\n'));
  EXPECT_TRUE(has_line_starting(run, "dokumill: <stdin>:2: record 2: "));
}

TEST_F(Endless, ABlockWithoutAnEnd) {
  // Nine good rows are a board. The rows after them, up to the blank line, are one record.
  const Outcome run = bounded({"solve", "--quiet", "--to", "line"},
                              generated(rows_of(kPuzzle) + "\n", "12345678\n",
                                        long_stream_bytes() / 3, "\n\n" + rows_of(kInkala)));
  EXPECT_TRUE(gives(run, 1, kSolution + '\n' + kUnknown + '\n' + kInkalaSolution + '\n'));
}

TEST_F(Endless, AQuoteOverManyLines) {
  std::uint64_t lines = 0;
  const Outcome run =
      this->run({.args = {"solve", "--quiet", "--from", "csv", "--to", "line"},
                 .in = generated("puzzle,note\n" + kPuzzle + ",\"", "note\n", 2'000'000, ""),
                 .out = Stdout::look([&](std::string_view bytes) {
                   lines += static_cast<std::uint64_t>(std::ranges::count(bytes, '\n'));
                 })});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_EQ(lines, 400'000U) << run;  // every line is one record, also the first one
}

TEST_F(Endless, ManyRecordsInBoundedMemory) {
  // Full boards: there is little for the solver to do, so the pipeline does most of the work.
  const std::string line = kSolution + '\n';
  const std::uint64_t count = is_long_run() ? 10'000'000 : 500'000;
  std::uint64_t wrong = 0;
  std::uint64_t at = 0;
  const Outcome run = bounded({"solve"}, generated("", repeat(line, 1'000), count * 82, ""),
                              Stdout::look([&](std::string_view bytes) {
                                for (const char byte : bytes) wrong += byte != line[at++ % 82];
                              }));
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(run.out_bytes, count * 82);
  EXPECT_EQ(wrong, 0U);
  EXPECT_TRUE(totals_are(run, count, 0, 0, 0));
}

TEST_F(Endless, ProblemsWithoutAnEnd) {
  // Every record is a problem. The command stores only the first problems, and counts the rest.
  const std::uint64_t count = is_long_run() ? 100'000'000 : 1'000'000;
  const Outcome run =
      bounded({"solve", "--from", "line", "--report", "report"},
              generated("", "Q\n", count * 2, ""), Stdout::look([](std::string_view) {}));
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_EQ(run.out_bytes, count * 82);
  EXPECT_TRUE(totals_are(run, 0, 0, 0, count));
  EXPECT_EQ(run.messages().size(), 12U) << run;
}

}  // namespace
}  // namespace dokumill::testing
