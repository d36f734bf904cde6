// BlockWriter: writes text into an output. If the output is to be compressed, BlockWriter
// compresses the text in blocks, and any thread can compress a block. Otherwise BlockWriter writes
// the text at once.
//
// The output is one gzip member or one zstd frame (stream_ends.hpp). The text is cut into blocks of
// block_bytes(), no matter how write() receives it. So the compressed bytes depend only on the
// text, and not on threads, chunks or timing. Blocks are written in order.
//
// Thread safety: one thread at a time calls write() and finish(). During write(), any thread may
// call has_waiting() and help(). Memory: kQueueBytes for the blocks and their compressed bytes, and
// kEncoderBytes for the encoders.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/platform/output/output_file.hpp"
#include "formats/codec/ordered_blocks.hpp"
#include "formats/codec/spare_encoders.hpp"
#include "formats/codec/stream_ends.hpp"

namespace dokumill::codec {

class BlockWriter {
 public:
  // write() compresses blocks itself while more than this number of blocks wait.
  static constexpr std::size_t kMostWaiting = 8;
  static constexpr std::size_t kQueueBytes = std::size_t{32} << 20;

  // When `should_stop`, which may be empty, returns true, write() and finish() fail with
  // kInterrupted. REQUIRES: options.kind is kNone, or check_compression(options) is ok; `output`
  // outlives this object.
  BlockWriter(const CompressionOptions& options, OutputFile& output,
              std::function<bool()> should_stop);

  Status write(std::string_view text);
  // True if a block waits to be compressed and an encoder is free. Fast.
  bool has_waiting() const { return blocks_.can_help(); }
  // Compresses a waiting block, if there is one, and writes the compressed blocks that are next in
  // order. If this fails, the next write() or finish() returns the failure.
  void help() { blocks_.help(); }
  // Compresses and writes the rest of the text, also if there was no text at all. If the output is
  // a file, writes the length of the text into the header. REQUIRES: no thread is in help().
  Status finish();

 private:
  struct Block {
    std::vector<char> text;
    std::vector<char> packed;
  };

  void push_block();
  Status encode(Block& block);
  // Writes the header before the first block.
  Status begin();
  Status write_block(const Block& block);

  CompressionOptions options_;
  OutputFile& output_;
  const std::size_t block_bytes_;
  std::vector<char> text_;  // the block that is being filled
  StreamEnd end_;
  bool has_begun_ = false;  // the header is written
  SpareEncoders encoders_;
  OrderedBlocks<Block> blocks_;
};

}  // namespace dokumill::codec
