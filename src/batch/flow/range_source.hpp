// RangeSource: divides the board or puzzle numbers [start, start + count) into chunks. All chunks
// but the last end at multiples of the chunk size.
#pragma once

#include <algorithm>

#include "batch/flow/source.hpp"

namespace dokumill::batch {

class RangeSource final : public Source {
 public:
  // Every chunk but the last ends at a multiple of `chunk`. If `chunk` is a multiple of the size of
  // a group of boards, no group is divided between two chunks. REQUIRES: start + count <= 2^64;
  // chunk >= 1.
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
