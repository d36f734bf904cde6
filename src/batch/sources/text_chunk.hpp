// TextChunk: the chunk of a text, a sequence of whole records.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "batch/flow/chunk.hpp"
#include "formats/format.hpp"

namespace dokumill::records {
struct Detection;
}  // namespace dokumill::records

namespace dokumill::batch {

struct TextChunk final : Chunk {
  // The bytes of the records, and what the reader must know about the bytes before them.
  std::string_view bytes;
  records::Entry entry;
  std::vector<char> storage;  // holds the bytes if they come from a stream

  // How the input of the chunk is read; nullptr if it is read in the same way as the input that
  // decides the layout of the job (JoinedSource::detection()).
  std::shared_ptr<const records::Detection> detection;
};

}  // namespace dokumill::batch
