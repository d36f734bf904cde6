// Tests of the pipeline with simple replacements for files and solvers: order, failures, stops,
// reported times. pipeline_flight_test.cpp tests the number of chunks in flight.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "batch/flow/run_records.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::TestRandom;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

void pause_us(int most, std::uint64_t seed) {
  if (most > 0)
    std::this_thread::sleep_for(std::chrono::microseconds(TestRandom(seed).below(most)));
}

struct Toys {
  std::uint64_t chunks = 0;
  int threads = 1;
  int pause_us = 0;  // the longest pause of the source, a worker and the fold
  int pieces = 1;    // the most pieces of a chunk
  std::uint64_t source_fails_at = kNever;
  std::uint64_t worker_throws_at = kNever;
  std::uint64_t worker_fails_at = kNever;  // reports a failure in its result
  std::uint64_t worker_fails_also = kNever;
  std::uint64_t fold_fails_at = kNever;
  std::uint64_t source_waits_at = kNever;  // the source waits until it is asked to stop
  std::function<bool()> should_stop = {};

  Result<std::unique_ptr<Worker>> make_worker() const;
};

class ToySource final : public Source {
 public:
  explicit ToySource(const Toys& toys) : toys_(toys) {}
  Result<bool> next(Chunk& chunk, const std::function<bool()>& should_stop) override {
    EXPECT_FALSE(is_inside_.exchange(true)) << "two threads in the source";
    pause_us(toys_.pause_us, number_);
    EXPECT_EQ(chunk.number, number_);
    const std::uint64_t number = number_++;
    if (number == toys_.source_waits_at) {
      while (!should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      is_inside_ = false;
      return Status(ErrorCode::kInterrupted, "waited");
    }
    chunk.done = number + 1;
    is_inside_ = false;
    if (number == toys_.source_fails_at) return Status(ErrorCode::kInput, "source");
    return number < toys_.chunks;
  }
  std::uint64_t total() const override { return toys_.chunks; }

 private:
  const Toys& toys_;
  std::uint64_t number_ = 0;
  std::atomic<bool> is_inside_{false};
};

// The text of chunk k is "k.0 k.1 ... ", one word per piece.
class ToyWorker final : public Worker {
 public:
  explicit ToyWorker(const Toys& toys) : toys_(toys) {}
  static int pieces(const Toys& toys, std::uint64_t number) {
    return 1 + TestRandom(number + 99).below(toys.pieces);
  }
  static std::string word(std::uint64_t number, int piece) {
    return std::to_string(number) + "." + std::to_string(piece) + " ";
  }
  void work(ChunkTask& task) override {
    const Chunk& chunk = task.chunk();
    pause_us(toys_.pause_us, chunk.number * 31 + 7);
    if (chunk.number == toys_.worker_throws_at) throw std::bad_alloc();
    const int pieces = ToyWorker::pieces(toys_, chunk.number);
    for (int piece = 0; piece < pieces; ++piece) {
      if (task.should_stop()) return;
      ChunkResult& result = task.result();
      const std::string text = word(chunk.number, piece);
      result.append(text);
      result.records = 1;
      if (piece + 1 < pieces && task.hand_over() != Next::kGoOn) return;
    }
    if (chunk.number == toys_.worker_fails_at || chunk.number == toys_.worker_fails_also)
      task.result().failure = {ErrorCode::kSelfCheck, "worker " + std::to_string(chunk.number)};
  }

 private:
  const Toys& toys_;
};

Result<std::unique_ptr<Worker>> Toys::make_worker() const {
  return std::unique_ptr<Worker>(std::make_unique<ToyWorker>(*this));
}

class ToyFold final : public Fold {
 public:
  explicit ToyFold(const Toys& toys) : toys_(toys) {}
  Status take(ChunkResult& result) override {
    EXPECT_FALSE(is_inside_.exchange(true)) << "two threads in the fold";
    pause_us(toys_.pause_us / 4, takes);
    is_inside_ = false;
    if (takes++ == toys_.fold_fails_at) return {ErrorCode::kIo, "fold"};
    text.append(result.text.data(), result.text_bytes);
    if (result.done != 0) done = result.done;
    return result.failure;
  }
  std::string text;
  std::uint64_t takes = 0;
  std::uint64_t done = 0;

 private:
  const Toys& toys_;
  std::atomic<bool> is_inside_{false};
};

struct Played {
  RunResult result;
  std::string text;
  std::uint64_t takes = 0;
  std::uint64_t done = 0;
};

Played play(const Toys& toys) {
  ToySource source(toys);
  ToyFold fold(toys);
  RunResult result = run_records(
      system_platform(), source, [&] { return toys.make_worker(); }, fold, toys.threads,
      toys.should_stop);
  return {std::move(result), fold.text, fold.takes, fold.done};
}

std::string expected_text(const Toys& toys, std::uint64_t chunks) {
  std::string text;
  for (std::uint64_t number = 0; number < chunks; ++number) {
    for (int piece = 0; piece < ToyWorker::pieces(toys, number); ++piece)
      text += ToyWorker::word(number, piece);
  }
  return text;
}

constexpr int kThreads[] = {1, 2, 3, 8, 33};

TEST(Pipeline, FoldsEveryPartInOrder) {
  for (const int threads : kThreads) {
    for (const std::uint64_t chunks : {0U, 1U, 2U, 3U, 16U, 17U, 200U}) {
      for (const int pause : {0, 300}) {
        for (const int pieces : {1, 5}) {
          const Toys toys{
              .chunks = chunks, .threads = threads, .pause_us = pause, .pieces = pieces};
          const Played played = play(toys);
          ASSERT_TRUE(played.result.status.ok());
          ASSERT_EQ(played.text, expected_text(toys, chunks));
          EXPECT_EQ(played.done, chunks);
          EXPECT_GE(played.result.threads, 1);
          EXPECT_LE(played.result.threads, threads);
        }
      }
    }
  }
}

TEST(Pipeline, AFailingSourceFailsInItsPlace) {
  for (const int threads : kThreads) {
    for (const std::uint64_t at : {0U, 1U, 5U, 40U}) {
      const Toys toys{
          .chunks = 100, .threads = threads, .pause_us = 100, .pieces = 3, .source_fails_at = at};
      const Played played = play(toys);
      EXPECT_EQ(played.result.status.message(), "source");
      EXPECT_EQ(played.text, expected_text(toys, at));
    }
  }
}

TEST(Pipeline, TheFailureOfTheLowestChunkCounts) {
  for (int round = 0; round < testing::test_rounds(20); ++round) {
    for (const int threads : kThreads) {
      const std::uint64_t lowest = 20 - static_cast<std::uint64_t>(round % 3);
      const Toys toys{.chunks = 60,
                      .threads = threads,
                      .pause_us = 200,
                      .worker_fails_at = 21,
                      .worker_fails_also = lowest};
      const Played played = play(toys);
      EXPECT_EQ(played.result.status.message(), "worker " + std::to_string(lowest));
      EXPECT_EQ(played.text, expected_text(toys, lowest + 1));
    }
  }
}

TEST(Pipeline, AFailingFoldIsTheLastOne) {
  for (const int threads : kThreads) {
    for (const std::uint64_t at : {0U, 1U, 30U}) {
      const Played played = play(
          {.chunks = 100, .threads = threads, .pause_us = 100, .pieces = 4, .fold_fails_at = at});
      EXPECT_EQ(played.result.status.message(), "fold");
      EXPECT_EQ(played.takes, at + 1);
    }
  }
}

TEST(Pipeline, NoMemoryIsAFailure) {
  for (const int threads : kThreads) {
    for (const std::uint64_t at : {0U, 1U, 30U}) {
      const Toys toys{
          .chunks = 100, .threads = threads, .pause_us = 50, .pieces = 4, .worker_throws_at = at};
      const Played played = play(toys);
      EXPECT_EQ(played.result.status.code(), ErrorCode::kOutOfMemory);
      EXPECT_EQ(played.result.status.message(), "out of memory");
      const std::string most = expected_text(toys, at);
      EXPECT_EQ(played.text, most.substr(0, played.text.size()));
    }
  }
}

TEST(Pipeline, StopsWhenItIsAsked) {
  for (const int threads : kThreads) {
    Toys toys{.chunks = 200, .threads = threads, .pause_us = 50, .pieces = 3};
    for (const int looks : {0, 1, 5, 100}) {
      std::atomic<int> left{looks};
      toys.should_stop = [&] { return left.fetch_sub(1) <= 0; };
      const Played played = play(toys);
      EXPECT_EQ(played.result.status.code(), ErrorCode::kInterrupted);
      const std::string all = expected_text(toys, toys.chunks);
      EXPECT_EQ(played.text, all.substr(0, played.text.size()));
      EXPECT_LT(played.text.size(), all.size());
    }
    toys.should_stop = [] { return false; };
    EXPECT_TRUE(play(toys).result.status.ok());
  }
}

// A search calls ChunkTask::should_stop(), and an exception must not unwind through it.
TEST(Pipeline, AStopFunctionThatThrowsEndsTheJob) {
  class Asking final : public Worker {
   public:
    void work(ChunkTask& task) override {
      for (int i = 0; i < 20; ++i) {
        bool is_stopping = false;
        EXPECT_NO_THROW(is_stopping = task.should_stop());
        if (is_stopping) return;
      }
    }
  };
  for (const int threads : kThreads) {
    for (const int looks : {0, 1, 5, 100}) {
      const Toys toys{.chunks = 200};
      ToySource source(toys);
      ToyFold fold(toys);
      const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
        return std::unique_ptr<Worker>(std::make_unique<Asking>());
      };
      std::atomic<int> left{looks};
      const RunResult result =
          run_records(system_platform(), source, make, fold, threads, [&]() -> bool {
            if (left.fetch_sub(1) <= 0) throw std::runtime_error("no, thanks");
            return false;
          });
      EXPECT_EQ(result.status.code(), ErrorCode::kCallback);
      EXPECT_EQ(result.status.message(), "a callback threw: no, thanks");
    }
  }
}

// A job with up to three faults at the same time: the program's own check of chunk 5 fails, chunk 0
// cannot be written, and a signal arrives. The failed check must be reported in every case.
class WorkerWhoseCheckFails final : public Worker {
 public:
  explicit WorkerWhoseCheckFails(std::atomic<bool>& has_failed) : has_failed_(has_failed) {}
  void work(ChunkTask& task) override {
    if (task.chunk().number != 5) return;
    task.result().failure = {ErrorCode::kSelfCheck, "check"};
    has_failed_ = true;
  }

 private:
  std::atomic<bool>& has_failed_;
};

class FoldWhoseCheckFails final : public Fold {
 public:
  FoldWhoseCheckFails(std::atomic<bool>& has_failed, bool fails)
      : has_failed_(has_failed), fails_(fails) {}
  Status take(ChunkResult& result) override {
    while (!has_failed_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return fails_ ? Status(ErrorCode::kIo, "fold") : result.failure;
  }

 private:
  std::atomic<bool>& has_failed_;
  bool fails_;
};

TEST(Pipeline, AFailedCheckIsReportedWhateverElseHappens) {
  for (const bool fails : {true, false}) {
    for (const bool is_signalled : {true, false}) {
      std::atomic<bool> has_failed{false};
      const Toys toys{.chunks = 20};
      ToySource source(toys);
      FoldWhoseCheckFails fold(has_failed, fails);
      const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
        return std::unique_ptr<Worker>(std::make_unique<WorkerWhoseCheckFails>(has_failed));
      };
      const RunResult result = run_records(system_platform(), source, make, fold, 8,
                                           [&] { return is_signalled && has_failed; });
      EXPECT_EQ(result.status.code(), ErrorCode::kSelfCheck) << fails << is_signalled;
      EXPECT_EQ(result.status.message(), "check");
    }
  }
}

// The reader of the output may disconnect while another thread waits for input that never comes.
TEST(Pipeline, AFailureEndsTheWaitOfTheSource) {
  for (const int threads : {2, 3, 8}) {
    Toys toys{.chunks = 100,
              .threads = threads,
              .pause_us = 2000,
              .fold_fails_at = 1,
              .source_waits_at = 3};
    EXPECT_EQ(play(toys).result.status.message(), "fold");
    toys.fold_fails_at = kNever;
    toys.worker_throws_at = 2;
    EXPECT_EQ(play(toys).result.status.message(), "out of memory");
  }
}

TEST(Pipeline, AWorkerThatCannotBeMadeIsAFailure) {
  Toys toys;
  ToySource source(toys);
  ToyFold fold(toys);
  int made = 0;
  const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
    if (++made == 3) return Status(ErrorCode::kUsage, "no worker");
    return toys.make_worker();
  };
  EXPECT_EQ(run_records(system_platform(), source, make, fold, 8, {}).status.message(),
            "no worker");
}

TEST(Pipeline, StagesAddUpToTheTimeOfAllThreads) {
  for (const int threads : kThreads) {
    const Played played = play({.chunks = 50, .threads = threads, .pause_us = 200, .pieces = 3});
    double all = 0;
    for (const double seconds : played.result.stages) {
      EXPECT_GE(seconds, 0);
      all += seconds;
    }
    EXPECT_NEAR(all, played.result.seconds * played.result.threads, 1e-6);
  }
}

}  // namespace
}  // namespace dokumill::batch
