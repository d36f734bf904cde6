// Benchmarks of the pipeline with more threads than the machine has cores: the workers sleep and do
// not compute, so they need no core. What is left is the work of the pipeline itself, its locks,
// and the fold, which one thread at a time does.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "base/platform/platform.hpp"
#include "batch/flow/run_records.hpp"
#include "batch/flow/source.hpp"

namespace dokumill::batch {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// The work of chunk `number`: between half and three halves of `mean`, in an order without a
// pattern. One in 64 chunks takes `longest` times as long.
nanoseconds work_of(std::uint64_t number, nanoseconds mean, std::int64_t longest) {
  const std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15 >> 54;  // below 1,024
  const nanoseconds usual = mean / 2 + mean * static_cast<std::int64_t>(mixed) / 1024;
  return mixed % 64 == 5 ? usual * longest : usual;
}

class SleepingWorker final : public Worker {
 public:
  SleepingWorker(nanoseconds mean, std::int64_t longest) : mean_(mean), longest_(longest) {}
  void work(ChunkTask& task) override {
    std::this_thread::sleep_for(work_of(task.chunk().number, mean_, longest_));
  }

 private:
  nanoseconds mean_;
  std::int64_t longest_;
};

class SleepingFold final : public Fold {
 public:
  explicit SleepingFold(nanoseconds time) : time_(time) {}
  Status take(ChunkResult&) override {
    if (time_.count() > 0) std::this_thread::sleep_for(time_);
    return {};
  }

 private:
  nanoseconds time_;
};

// Arguments: threads; the mean work of a chunk, and the time of the fold for a chunk, in
// microseconds. `of_linear`: 1 if `threads` threads are that many times as fast as one thread
// without a fold.
void BM_SleepingWorkers(benchmark::State& state) {
  const auto threads = static_cast<int>(state.range(0));
  const nanoseconds mean = microseconds(state.range(1));
  const nanoseconds fold_time = microseconds(state.range(2));
  const std::int64_t longest = state.range(3);
  const auto window = static_cast<int>(state.range(4));
  const std::uint64_t chunks = static_cast<std::uint64_t>(threads) * 100;
  nanoseconds work{0};
  for (std::uint64_t i = 0; i < chunks; ++i) work += work_of(i, mean, longest);
  double seconds = 0;
  for (auto _ : state) {
    RangeSource source(0, chunks, 1, 1, threads);
    SleepingFold fold(fold_time);
    const auto make_worker = [=]() -> Result<std::unique_ptr<Worker>> {
      return std::unique_ptr<Worker>(std::make_unique<SleepingWorker>(mean, longest));
    };
    const RunResult result =
        run_records(system_platform(), source, make_worker, fold, threads, {}, window);
    if (!result.status.ok() || result.threads != threads) state.SkipWithError("no such team");
    seconds += result.seconds;
  }
  const double ideal = std::chrono::duration<double>(work).count() / threads;
  state.counters["of_linear"] = ideal * static_cast<double>(state.iterations()) / seconds;
}
BENCHMARK(BM_SleepingWorkers)
    ->ArgNames({"threads", "work_us", "fold_us", "longest", "window"})
    ->ArgsProduct({{1, 2, 4, 8, 16, 32, 64}, {5'000}, {0, 200, 500}, {1}, {kWindow}})
    ->ArgsProduct({{2, 16, 64}, {2'000}, {0}, {4, 16, 64}, {kWindow, 8, kWindowOfSlow}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace dokumill::batch
