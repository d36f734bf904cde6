// RangeSource: the board numbers start .. start + count in chunks that end at whole groups of
// boards.
#pragma once

#include <algorithm>

#include "batch/source.hpp"

namespace dokumill::batch {

class RangeSource final : public Source {
 public:
  // Chunks end at multiples of `chunk` (a multiple of the boards that share a permutation prefix),
  // the last one apart. REQUIRES: start + count does not overflow; chunk >= 1.
  RangeSource(std::uint64_t start, std::uint64_t count, std::uint64_t chunk)
      : at_(start), left_(count), chunk_(chunk), count_(count) {}

  Result<bool> next(Chunk& chunk, const std::function<bool()>&) override {
    if (left_ == 0) return false;
    chunk.first_index = at_;
    chunk.indices = std::min(left_, chunk_ - at_ % chunk_);
    at_ += chunk.indices;
    left_ -= chunk.indices;
    chunk.done = count_ - left_;
    return true;
  }

  std::uint64_t total() const override { return count_; }

 private:
  std::uint64_t at_;
  std::uint64_t left_;
  std::uint64_t chunk_;
  std::uint64_t count_;
};

}  // namespace dokumill::batch
