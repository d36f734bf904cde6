// Chunk: the part of the input, or of the range, that a worker processes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "records/format.hpp"

namespace dokumill::records {
struct Detection;
}  // namespace dokumill::records

namespace dokumill::batch {

struct Chunk {
  std::uint64_t number = 0;  // 0, 1, 2, ... in the order of the job

  // Text jobs: the bytes of whole records, and what the reader must know about the bytes before
  // them.
  std::string_view bytes;
  records::Entry entry;
  std::vector<char> storage;  // holds the bytes if they come from a stream

  // Text jobs: the number (from 0) of the input that the bytes belong to; the number of lines that
  // this input has before its first record; and how this input is read. `detection` is nullptr if
  // the input is read in the same way as the input that decides the layout of the job
  // (JoinedSource::detection()).
  std::size_t input = 0;
  std::uint64_t lines_before = 0;
  std::shared_ptr<const records::Detection> detection;

  // Range jobs: the board or puzzle numbers [first_index, first_index + indices).
  std::uint64_t first_index = 0;
  std::uint64_t indices = 0;

  // How much of Source::total() is done when this chunk and all chunks before it are done.
  std::uint64_t done = 0;
};

}  // namespace dokumill::batch
