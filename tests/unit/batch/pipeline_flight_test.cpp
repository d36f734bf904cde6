// Tests of the number of chunks in flight: as many as there is room for, and no more.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/platform/platform.hpp"
#include "batch/flow/run_records.hpp"

namespace dokumill::batch {
namespace {

// Counts the chunks that are taken and folded. A worker or the fold can wait at a chunk until all
// chunks that may be in flight are taken.
class Flight {
 public:
  Flight(int threads, std::uint64_t chunks) : limit_(threads * kWindow), chunks_(chunks) {}

  void take() {
    const std::lock_guard lock(mutex_);
    ++taken_;
    EXPECT_LE(taken_ - folded_, limit_) << "chunks in flight";
    changed_.notify_all();
  }
  void fold() {
    const std::lock_guard lock(mutex_);
    ++folded_;
  }
  // Waits until chunk `number` is the first chunk in flight, and as many other chunks as possible
  // are taken. If this takes a minute, the test fails: the other threads did not continue while
  // this thread waited.
  void wait_for_all(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    const std::uint64_t expected = std::min(number + limit_, chunks_);
    EXPECT_TRUE(
        changed_.wait_for(lock, std::chrono::minutes(1), [&] { return taken_ >= expected; }));
    // Waits a moment, so that a chunk too many would be seen.
    EXPECT_FALSE(
        changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return taken_ > expected; }));
  }

 private:
  std::uint64_t limit_;
  std::uint64_t chunks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t taken_ = 0;
  std::uint64_t folded_ = 0;
};

enum class Slow { kWork, kFold };

class FlightSource final : public Source {
 public:
  FlightSource(Flight& flight, std::uint64_t chunks) : flight_(flight), chunks_(chunks) {}
  Result<bool> next(Chunk& chunk, const std::function<bool()>&) override {
    if (chunk.number == chunks_) return false;
    flight_.take();
    return true;
  }
  std::uint64_t total() const override { return chunks_; }

 private:
  Flight& flight_;
  std::uint64_t chunks_;
};

class FlightWorker final : public Worker {
 public:
  FlightWorker(Flight& flight, Slow slow) : flight_(flight), slow_(slow) {}
  void work(ChunkTask& task) override {
    task.result().records = 1;
    if (slow_ == Slow::kWork && task.chunk().number % 10 == 3)
      flight_.wait_for_all(task.chunk().number);
  }

 private:
  Flight& flight_;
  Slow slow_;
};

class FlightFold final : public Fold {
 public:
  FlightFold(Flight& flight, Slow slow) : flight_(flight), slow_(slow) {}
  Status take(ChunkResult& result) override {
    EXPECT_EQ(result.records, 1U);
    if (slow_ == Slow::kFold && folded % 10 == 3) flight_.wait_for_all(folded);
    ++folded;
    flight_.fold();
    return {};
  }
  std::uint64_t folded = 0;

 private:
  Flight& flight_;
  Slow slow_;
};

void fly(Slow slow) {
  constexpr std::uint64_t kChunks = 60;
  for (const int threads : {2, 3, 8}) {
    Flight flight(threads, kChunks);
    FlightSource source(flight, kChunks);
    FlightFold fold(flight, slow);
    const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
      return std::unique_ptr<Worker>(std::make_unique<FlightWorker>(flight, slow));
    };
    EXPECT_TRUE(run_records(system_platform(), source, make, fold, threads, {}).status.ok());
    EXPECT_EQ(fold.folded, kChunks);
  }
}

// While one chunk takes long, the other threads continue with all the chunks that there is room
// for.
TEST(Pipeline, AHardChunkLeavesTheOtherThreadsAtWork) {
  fly(Slow::kWork);
}

// While the output is blocked, at most kWindow chunks per thread are in flight.
TEST(Pipeline, ASlowSinkHoldsTheSourceBack) {
  fly(Slow::kFold);
}

}  // namespace
}  // namespace dokumill::batch
