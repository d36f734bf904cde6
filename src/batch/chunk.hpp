// Chunk: the piece of a job that one worker does at a time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "records/format.hpp"

namespace dokumill::batch {

struct Chunk {
  std::uint64_t number = 0;  // 0, 1, 2, ... in the order of the job

  // Of a text: whole records, and what the reader must know about the bytes before them.
  std::string_view bytes;
  records::Entry entry;
  std::vector<char> storage;  // holds the bytes when they come from a stream

  // Of a range: board numbers.
  std::uint64_t first_index = 0;
  std::uint64_t indices = 0;

  // How much of Source::total() is done when this chunk is.
  std::uint64_t done = 0;
};

}  // namespace dokumill::batch
