// Encoder: compresses a block of bytes into one gzip member or one zstd frame, or into a part of a
// member or frame (stream_ends.hpp). The same block gives the same bytes on every processor.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::codec {

class Encoder {
 public:
  virtual ~Encoder() = default;
  // Sets `packed` to the member or frame that contains `block`. Failure: kOutOfMemory; kInterrupted
  // if should_stop() returned true.
  virtual Status encode(std::string_view block, std::vector<char>& packed) = 0;
  // Sets `packed` to a part, which can stand anywhere in a member or frame: it uses nothing of what
  // comes before it, and is not the end. Failure: as encode(). REQUIRES: the block is not empty.
  virtual Status encode_part(std::string_view block, std::vector<char>& packed) = 0;
};

// Returns an encoder. An encoder calls `should_stop`, which may be empty, when it begins a block.
// Failure: kUsage if the level is out of range; kUnsupported if this build has no encoder;
// kOutOfMemory. REQUIRES: options.kind is not kNone; blocks have at most block_bytes(options)
// bytes.
Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options,
                                              std::function<bool()> should_stop);

// The number of bytes in a block. A block is compressed in one call, which cannot be stopped, so
// blocks are smaller at slow levels. Then a call takes at most 0.2 s, and 0.4 s with zstd levels
// from 16 on (Zen 4). Smaller blocks make the output up to 1.1 % larger with gzip, and 2 % with
// zstd.
std::size_t block_bytes(const CompressionOptions& options);

// The number of encoders that may work at the same time, so that all of them together take at most
// kEncoderBytes of memory.
inline constexpr std::size_t kEncoderBytes = std::size_t{128} << 20;
std::size_t most_encoders(const CompressionOptions& options);

// Checks the options without creating an encoder. Fails with kUsage or kUnsupported in the same
// cases as make_encoder().
Status check_compression(const CompressionOptions& options);

}  // namespace dokumill::codec
