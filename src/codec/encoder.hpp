// Encoder: compresses a block of bytes into one gzip member or one zstd frame. The same block gives
// the same bytes on every processor.
//
// Thread safety: one thread at a time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dokumill/compression.hpp"
#include "dokumill/status.hpp"

namespace dokumill::codec {

class Encoder {
 public:
  virtual ~Encoder() = default;
  // Sets `packed` to the member or frame that contains `block`. Failure: kOutOfMemory.
  virtual Status encode(std::string_view block, std::vector<char>& packed) = 0;
};

// Returns an encoder. Failure: kUsage if the level is out of range; kUnsupported if this build has
// no encoder; kOutOfMemory. REQUIRES: options.kind is not kNone.
Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options);

// Checks the options without creating an encoder. Fails with kUsage or kUnsupported in the same
// cases as make_encoder().
Status check_compression(const CompressionOptions& options);

}  // namespace dokumill::codec
