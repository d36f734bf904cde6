// Fold: takes the results of the chunks in their order.
#pragma once

#include <cstddef>

#include "batch/flow/chunk_result.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class Fold {
 public:
  virtual ~Fold() = default;
  // Called before the first chunk. The results have the slots 0 to `slots` - 1.
  virtual void begin(std::size_t slots) { static_cast<void>(slots); }
  // Takes the next result. Called in order, by one thread at a time.
  virtual Status take(ChunkResult& result) = 0;
  // True if help() has something to do. Called by any thread, also during take(), so it must be
  // fast.
  virtual bool wants_help() const { return false; }
  // Does a part of the fold's work that can be done in any order, such as compressing a block of
  // the output. Called by any thread, also during take().
  virtual void help() {}
  // Called often, by any thread, also during take(), so that progress is shown even while all
  // threads search and no result is folded.
  virtual void beat() {}
};

}  // namespace dokumill::batch
