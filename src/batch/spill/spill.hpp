// Spill: stores any number of byte streams in one temporary file.
//
// A stream has a buffer of one block while it is written. Full blocks are appended to the file, and
// the stream keeps their offsets.
//
// Memory: one block for each stream that is written or read, and 8 bytes for each block in the
// file. Failure: the error of the temporary file.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/platform/files/temporary_file.hpp"

namespace dokumill::batch {

// The bytes of a value, or of all values of a vector, as they are in memory.
template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// What precedes each text in a stream of numbered texts. The stream has no padding.
struct [[gnu::packed]] TextHeader {
  std::uint64_t number;
  std::uint32_t text_bytes;
};

struct SpillStream {
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> blocks;  // offsets in the file; all blocks but the last are full
  std::vector<char> buffer;
};

class Spill {
 public:
  Spill(Platform& platform, std::size_t block_bytes) : file_(platform), block_bytes_(block_bytes) {}

  Status append(SpillStream& stream, std::string_view bytes);
  // Writes the rest of the buffer to the file and frees the buffer. Nothing can be appended to the
  // stream afterwards.
  Status close(SpillStream& stream);

  std::size_t block_bytes() const { return block_bytes_; }
  std::uint64_t file_bytes() const { return file_.bytes(); }

 private:
  friend class SpillReader;
  Status flush(SpillStream& stream);

  TemporaryFile file_;
  std::size_t block_bytes_;
};

// Reads a closed stream from its beginning. REQUIRES: the spill and the stream outlive the reader.
class SpillReader {
 public:
  SpillReader(Spill& spill, const SpillStream& stream) : spill_(spill), stream_(stream) {}

  std::uint64_t left() const { return stream_.bytes - taken_; }
  // Reads the next bytes. REQUIRES: bytes <= left().
  Status read(void* to, std::size_t bytes);

 private:
  Spill& spill_;
  const SpillStream& stream_;
  std::uint64_t taken_ = 0;
  std::vector<char> block_;  // the block of byte `taken_`, loaded when its first byte is read
};

}  // namespace dokumill::batch
