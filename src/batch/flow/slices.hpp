// Works on many grids in memory, slice by slice, on several threads if that is worthwhile.
//
// The slices are numbered, and threads take them in ascending order. If slices fail, the failure of
// the slice with the lowest number is returned. After a failure, no thread takes a later slice, but
// the earlier slices are completed. So the result, and the failure, do not depend on the number of
// threads. Once `should_stop` has returned true, the result is kInterrupted, even if a slice
// failed, because slices before the failed one may be incomplete.
//
// Thread safety: run_slices() may be called from several threads. The caller's thread works on
// slices, too. When no slice is left, the caller's thread polls `should_stop` about a hundred times
// a second until the other threads are done. So the job can be stopped even if `should_stop`
// returns true only on the caller's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

using ShouldStop = std::function<bool()>;

// The work and the memory of one thread.
class SliceWorker {
 public:
  virtual ~SliceWorker() = default;
  // Works on the items [begin, begin + count). kInterrupted: the stop function returned true, and
  // the slice is not completed. In this case, work() can be called for the same slice again. May
  // throw.
  virtual Status work(std::size_t begin, std::size_t count) = 0;
};

// A worker that calls work(begin, count) for each slice.
template <class Work>
std::unique_ptr<SliceWorker> worker_of(Work work) {
  class FunctionWorker final : public SliceWorker {
   public:
    explicit FunctionWorker(Work function) : function_(std::move(function)) {}
    Status work(std::size_t begin, std::size_t count) override { return function_(begin, count); }

   private:
    Work function_;
  };
  return std::make_unique<FunctionWorker>(std::move(work));
}

struct SliceJob {
  std::size_t items = 0;
  std::size_t slice_items = 1;  // items in a slice; the last slice may have fewer
  int threads = 0;              // as for solve_many()
  const ShouldStop& should_stop;
  // Makes a worker. Its work() calls the stop function at its beginning, and then, if possible,
  // every few milliseconds.
  std::function<Result<std::unique_ptr<SliceWorker>>(const ShouldStop& should_stop)> make_worker;
};

// Failure: kInterrupted if `should_stop` returned true; else the failure of the first slice that
// failed; kOutOfMemory or kCallback for an exception during the work. An exception of make_worker
// is not caught: run_slices() throws it.
Status run_slices(Platform& platform, const SliceJob& job);

}  // namespace dokumill::batch
