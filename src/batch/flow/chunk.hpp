// Chunk: the part of the input, or of the range, that a worker processes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dokumill::batch {

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

}  // namespace dokumill::batch
