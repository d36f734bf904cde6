// Source: produces the chunks of a job from a file, a stream or a range of numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// Chunk: the part of the input, or of the range, that a worker processes at a time.
// A source whose chunks need more than this, such as bytes, derives a type (Source::make_chunk()).
struct Chunk {
  virtual ~Chunk() = default;

  std::uint64_t number = 0;  // 0, 1, 2, ... in the order of the job

  // The number (from 0) of the input that the chunk belongs to, and the number of lines that this
  // input has before its first record.
  std::size_t input = 0;
  std::uint64_t lines_before = 0;

  // Range jobs: the numbers [first_index, first_index + indices).
  std::uint64_t first_index = 0;
  std::uint64_t indices = 0;

  // How much of Source::total() is done when this chunk and all chunks before it are done.
  std::uint64_t done = 0;
};

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

// RangeSource: divides the board or puzzle numbers [start, start + count) into chunks. The chunks
// become smaller towards the end, so that all threads end at about the same time.
class RangeSource final : public Source {
 public:
  // Every chunk but the last ends at a multiple of `least`. If `least` is the size of a group of
  // boards, no group is divided between two chunks. A chunk has at most `most` numbers. REQUIRES:
  // start + count <= 2^64; `most` is a multiple of `least`; least >= 1; threads >= 1.
  RangeSource(std::uint64_t start, std::uint64_t count, std::uint64_t least, std::uint64_t most,
              int threads)
      : at_(start),
        left_(count),
        least_(least),
        most_(most),
        parts_(threads == 1 ? 1 : 2 * static_cast<std::uint64_t>(threads)),
        count_(count) {}

  Result<bool> next(Chunk& chunk, const std::function<bool()>&) override {
    if (left_ == 0) return false;
    chunk.first_index = at_;
    const std::uint64_t wanted = (std::min(left_ / parts_, most_ - 1) / least_ + 1) * least_;
    chunk.indices = std::min(left_, wanted - at_ % least_);
    at_ += chunk.indices;
    left_ -= chunk.indices;
    chunk.done = count_ - left_;
    return true;
  }

  std::uint64_t total() const override { return count_; }

 private:
  std::uint64_t at_;
  std::uint64_t left_;
  std::uint64_t least_;
  std::uint64_t most_;
  std::uint64_t parts_;  // a chunk is one of this number of equal parts of what is left
  std::uint64_t count_;
};

}  // namespace dokumill::batch
