// The functions that callers pass to the C interface, and its calls inside threads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "dokumill/dokumill.h"

namespace dokumill {
namespace {

TEST(CInterface, TheCallersThreadRunsTheCallback) {
  struct Context {
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> calls{0};
    std::atomic<int> wrong{0};
  } context;
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  options.threads = 4;
  options.context = &context;
  options.should_stop = [](void* given) {
    auto& own = *static_cast<Context*>(given);
    if (std::this_thread::get_id() != own.caller) ++own.wrong;
    // A callback may call the library, too.
    std::uint64_t count = 0;
    const std::vector<std::uint8_t> empty(81);
    if (dokumill_count(empty.data(), 1, &count, 10, nullptr) != DOKUMILL_OK) ++own.wrong;
    return ++own.calls == 5 ? 1 : 0;
  };
  // Only the last puzzle, the empty grid, is hard. So one thread works on it without end, while the
  // other threads are done.
  std::vector<std::uint8_t> puzzles(81 * 1024);
  std::vector<std::uint64_t> counts(1024);
  for (std::size_t i = 0; i < 1023; ++i) puzzles[81 * i] = puzzles[81 * i + 1] = 1;
  EXPECT_EQ(dokumill_count(puzzles.data(), 1024, counts.data(), UINT64_MAX, &options),
            DOKUMILL_ERROR_STOPPED);
  EXPECT_EQ(context.calls, 5);
  EXPECT_EQ(context.wrong, 0);
}

// Each call fails before it explains a step.
TEST(CInterface, WrongExplanationsAreRefused) {
  std::vector<std::uint8_t> grid(81);
  int steps = 0;
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  const auto use = [](const char*, void* context) {
    ++*static_cast<int*>(context);
    return 0;
  };
  const auto expect = [&](std::uint8_t* puzzle, int language, auto call, const char* message) {
    EXPECT_EQ(dokumill_explain(puzzle, language, call, &steps, &options), DOKUMILL_ERROR_ARGUMENT);
    EXPECT_STREQ(dokumill_last_message(), message);
    EXPECT_EQ(steps, 0);
  };
  expect(grid.data(), DOKUMILL_ENGLISH, use, "puzzle: expected one solution, found several");
  expect(grid.data(), -1, use, "language: expected 0 to 2, got -1");
  expect(grid.data(), 3, use, "language: expected 0 to 2, got 3");
  expect(nullptr, DOKUMILL_ENGLISH, use, "puzzle: a null pointer");
  expect(grid.data(), DOKUMILL_ENGLISH, nullptr, "use: a null pointer");
  grid[0] = grid[1] = 5;
  expect(grid.data(), DOKUMILL_ENGLISH, use, "puzzle: expected one solution, found none");
  grid[80] = 10;
  expect(grid.data(), DOKUMILL_ENGLISH, use,
         "puzzles[0]: cell 80 has the value 10, expected 0 to 9");
  options.threads = -1;
  expect(grid.data(), DOKUMILL_ENGLISH, use, "threads: expected 0 to 4096, got -1");
}

// The explanation of this puzzle, with nested forcing chains, takes much longer than 10 ms.
TEST(CInterface, AnExplanationCanBeStopped) {
  std::vector<std::uint8_t> grid(81);
  ASSERT_EQ(dokumill_parse(
                "003000000400080036008000100040060073000900000000002005004070068600000000700600500",
                1, grid.data()),
            DOKUMILL_OK);
  const auto use = [](const char*, void*) { return 0; };
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  options.should_stop = [](void*) { return 1; };
  EXPECT_EQ(dokumill_explain(grid.data(), DOKUMILL_ENGLISH, use, nullptr, &options),
            DOKUMILL_ERROR_STOPPED);
  options.should_stop = [](void*) -> int { throw std::runtime_error("not now"); };
  EXPECT_EQ(dokumill_explain(grid.data(), DOKUMILL_ENGLISH, use, nullptr, &options),
            DOKUMILL_ERROR_CALLBACK);
  EXPECT_STREQ(dokumill_last_message(), "a callback threw: not now");
  options.should_stop = nullptr;
  const auto throws = [](const char*, void*) -> int { throw 7; };
  EXPECT_EQ(dokumill_explain(grid.data(), DOKUMILL_ENGLISH, throws, nullptr, &options),
            DOKUMILL_ERROR_CALLBACK);
}

TEST(CInterface, AnExceptionOfTheCallbackIsAnError) {
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  options.should_stop = [](void*) -> int { throw std::runtime_error("no, thanks"); };
  const std::vector<std::uint8_t> empty(81);
  std::uint64_t count = 0;
  EXPECT_EQ(dokumill_count(empty.data(), 1, &count, UINT64_MAX, &options), DOKUMILL_ERROR_CALLBACK);
  EXPECT_STREQ(dokumill_last_message(), "a callback threw: no, thanks");
}

TEST(CInterface, ThreadsInsideThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&failures, i] {
      dokumill_options options = DOKUMILL_OPTIONS_INIT;
      options.threads = 4;
      std::vector<std::uint8_t> grids(81 * 2000), kinds(2000);
      for (int turn = 0; turn < 3; ++turn) {
        if (dokumill_boards(nullptr, static_cast<std::uint64_t>(i), 2000, grids.data(), &options) !=
                DOKUMILL_OK ||
            dokumill_check(grids.data(), 2000, kinds.data(), nullptr, &options) != DOKUMILL_OK) {
          ++failures;
        }
        for (const std::uint8_t kind : kinds) failures += kind != DOKUMILL_COMPLETE;
        // Each thread has its own last message.
        options.threads = -1 - i;
        dokumill_solve(nullptr, 0, nullptr, nullptr, &options);
        const std::string expected = "threads: expected 0 to 4096, got " + std::to_string(-1 - i);
        failures += dokumill_last_message() != expected;
        options.threads = 4;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace dokumill
