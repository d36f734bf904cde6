// Works on many grids in memory, piece by piece, on several threads if that is worthwhile.
//
// The pieces are numbered, and threads take them in ascending order. If pieces fail, the failure of
// the first one in their order is returned: no thread takes a later piece, and the earlier pieces
// are completed. So the result, and the failure, do not depend on the number of threads. Once
// `should_stop` has returned true, the result is kInterrupted, whatever failed: pieces before the
// one that failed may be incomplete.
//
// Thread safety: any thread can run its own pieces. The caller's thread works too. When it is done,
// it polls `should_stop` about a hundred times a second until the other threads are done, so a
// `should_stop` that only answers on the caller's thread is still asked in time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill::batch {

// The work and the memory of one thread.
class PieceWorker {
 public:
  virtual ~PieceWorker() = default;
  // Works on the items [begin, begin + count). kInterrupted: the stop function returned true, and
  // the piece is not completed; it can be worked on again. May throw.
  virtual Status work(std::size_t begin, std::size_t count) = 0;
  // work() calls `should_stop` when it begins, and then every few milliseconds where it can.
  virtual void set_stop(std::function<bool()> should_stop) = 0;
};

struct PieceJob {
  std::size_t items = 0;
  std::size_t piece_items = 1;  // items in a piece; the last piece may have fewer
  int threads = 0;              // as for solve_many()
  const std::function<bool()>& should_stop;
  std::function<Result<std::unique_ptr<PieceWorker>>()> make_worker;
};

// Failure: kInterrupted if `should_stop` returned true; else that of the first piece that failed;
// kOutOfMemory or kCallback for an exception. May itself throw what make_worker throws.
Status run_pieces(Platform& platform, const PieceJob& job);

}  // namespace dokumill::batch
