// Source: where a job's chunks come from: a file, a stream, a range of numbers.
#pragma once

#include <functional>

#include "batch/chunk.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class Source {
 public:
  virtual ~Source() = default;

  // Fills `chunk` with the next piece; false when there is none. Called by one worker at a time, in
  // order. May wait for input; while it does it asks `should_stop` now and then and ends with
  // kInterrupted when that is true.
  virtual Result<bool> next(Chunk& chunk, const std::function<bool()>& should_stop) = 0;

  // Not ok when what the chunks held so far may be something else than the input: nothing more made
  // of them is used. Any thread.
  virtual Status check() const { return {}; }

  // The size of the whole job in the unit of Chunk::done; 0 when it is not known.
  virtual std::uint64_t total() const = 0;
};

}  // namespace dokumill::batch
