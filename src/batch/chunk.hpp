// Chunk: the piece of a job that one worker processes at a time.
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

  // Text jobs: whole records, and the reader's state after the bytes before them.
  std::string_view bytes;
  records::Entry entry;
  std::vector<char> storage;  // holds the bytes if they come from a stream

  // Text jobs: the input that the bytes belong to, by its place in the list, the lines of that
  // input before its first record, and how it is read; nullptr: in the same way as the input that
  // decided the layout of the job (JoinedSource::detection()).
  std::size_t input = 0;
  std::uint64_t lines_before = 0;
  std::shared_ptr<const records::Detection> detection;

  // Range jobs: the board or puzzle numbers [first_index, first_index + indices).
  std::uint64_t first_index = 0;
  std::uint64_t indices = 0;

  // How much of Source::total() is done when this chunk is done.
  std::uint64_t done = 0;
};

}  // namespace dokumill::batch
