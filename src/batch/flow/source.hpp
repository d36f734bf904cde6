// Source: produces the chunks of a job from a file, a stream or a range of numbers.
#pragma once

#include <functional>
#include <memory>

#include "batch/flow/chunk.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class Source {
 public:
  virtual ~Source() = default;

  // Makes an empty chunk, of the type that next() fills.
  virtual std::unique_ptr<Chunk> make_chunk() const { return std::make_unique<Chunk>(); }

  // Fills `chunk` with the next chunk. Returns false after the last chunk. One worker at a time
  // calls this. The call may wait for input. While it waits, it polls `should_stop`, and returns
  // kInterrupted if `should_stop` returns true.
  virtual Result<bool> next(Chunk& chunk, const std::function<bool()>& should_stop) = 0;

  // Not ok if the chunks so far may differ from the input, for example because a mapped file was
  // truncated. After such a failure, no further result from these chunks is used. Any thread can
  // call this function.
  virtual Status check() const { return {}; }

  // The time that threads spend in next() is counted as time of this stage.
  virtual Stage stage() const { return Stage::kRead; }

  // The size of the whole job in the unit of Chunk::done; 0 if it is not known.
  virtual std::uint64_t total() const = 0;
};

}  // namespace dokumill::batch
