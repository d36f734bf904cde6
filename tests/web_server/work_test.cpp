// Tests of the thread that executes the calls, and of the puzzles made ahead of time.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>
#include <thread>

#include "web/puzzle_pool.hpp"
#include "web/work_thread.hpp"

namespace dokumill::web {
namespace {

TEST(WebWork, Case98_OneCallAtATimeAndAbandonedOnesEnd) {
  WorkThread work(Solver::create().value());
  std::promise<void> began;
  std::atomic<bool> second_began{false};
  std::promise<Answer> first_done;
  std::promise<Answer> third_done;
  const auto first = work.start(
      [&](WorkThread::Bench& bench) {
        began.set_value();
        while (!bench.should_stop()) std::this_thread::yield();
        return Answer{503, "first"};
      },
      [&](Answer answer) { first_done.set_value(std::move(answer)); });
  began.get_future().wait();
  const auto second = work.start(
      [&](WorkThread::Bench&) {
        second_began = true;
        return Answer{};
      },
      [&](Answer) { second_began = true; });
  second->give_up();
  work.start(
      [&](WorkThread::Bench&) {
        return Answer{200, "third"};
      },
      [&](Answer answer) { third_done.set_value(std::move(answer)); });
  first->give_up();
  EXPECT_EQ(first_done.get_future().get().body, "first");
  EXPECT_EQ(third_done.get_future().get().body, "third");
  EXPECT_FALSE(second_began);
}

TEST(WebWork, Case98_TheNumberOfWaitingCallsIsLimited) {
  WorkThread work(Solver::create().value());
  std::promise<void> began;
  work.start(
      [&](WorkThread::Bench& bench) {
        began.set_value();
        while (!bench.should_stop()) std::this_thread::yield();
        return Answer{};
      },
      [](Answer) {});
  began.get_future().wait();
  const auto nothing = [](WorkThread::Bench&) { return Answer{}; };
  for (std::size_t i = 0; i < WorkThread::kMostWaiting; ++i)
    EXPECT_NE(work.start(nothing, [](Answer) {}), nullptr);
  EXPECT_EQ(work.start(nothing, [](Answer) {}), nullptr);
  // The destructor of the thread must not wait for any of these calls.
}

TEST(WebWork, ACallThatThrowsIsAnswered) {
  WorkThread work(Solver::create().value());
  const auto status_of = [&](WorkThread::Call call) {
    std::promise<Answer> done;
    work.start(std::move(call), [&](Answer answer) { done.set_value(std::move(answer)); });
    return done.get_future().get().status;
  };
  EXPECT_EQ(status_of([](WorkThread::Bench&) -> Answer { throw std::bad_alloc(); }), 503);
  EXPECT_EQ(status_of([](WorkThread::Bench&) -> Answer { throw std::runtime_error("x"); }), 500);
  EXPECT_EQ(status_of([](WorkThread::Bench&) { return Answer{204, ""}; }), 204);
}

TEST(WebPool, PuzzlesOfEveryLevelAreMadeAheadAndGivenOnce) {
  std::atomic<std::uint64_t> seed{0};
  PuzzlePool pool([&] { return ++seed; });
  std::set<Grid> seen;
  for (int level = 0; level < kLevels; ++level) {
    while (pool.ready(static_cast<Level>(level)) < PuzzlePool::kKept) std::this_thread::yield();
    for (std::size_t i = 0; i < 2 * PuzzlePool::kKept; ++i) {
      const Result<LevelPuzzle> puzzle = pool.take(static_cast<Level>(level), {});
      ASSERT_TRUE(puzzle.ok());
      EXPECT_EQ(level_of(puzzle->made.rating.score), static_cast<Level>(level));
      EXPECT_TRUE(seen.insert(puzzle->made.puzzle).second);
      // The seed reproduces the puzzle.
      const auto again = make_level_puzzle(static_cast<Level>(level), puzzle->seed, {});
      EXPECT_EQ(again->made.puzzle, puzzle->made.puzzle);
    }
  }
}

TEST(WebPool, ItEndsInTheMiddleOfItsWork) {
  for (int i = 0; i < 20; ++i) PuzzlePool pool([i] { return static_cast<std::uint64_t>(i); });
}

}  // namespace
}  // namespace dokumill::web
