// Source: where a job's chunks come from: a file, a stream, a range of numbers.
#pragma once

#include "batch/chunk.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class Source {
 public:
  virtual ~Source() = default;

  // Fills `chunk` with the next piece; false when there is none. Called by one worker at a time, in
  // order; may wait for input.
  virtual Result<bool> next(Chunk& chunk) = 0;

  // The size of the whole job in the unit of Chunk::done; 0 when it is not known.
  virtual std::uint64_t total() const = 0;
};

}  // namespace dokumill::batch
