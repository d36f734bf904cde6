#include "codec/block_writer.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace dokumill::codec {

BlockWriter::BlockWriter(const CompressionOptions& options, OutputFile& output)
    : options_(options),
      output_(output),
      encoders_(options),
      blocks_([this](Block& block) { return encode(block); },
              [this](Block& block) {
                return output_.write({block.packed.data(), block.packed.size()});
              }) {}

Status BlockWriter::write(std::string_view text) {
  if (options_.kind == Compression::kNone) return output_.write(text);
  while (!text.empty()) {
    const std::size_t bytes = std::min(text.size(), kBlockBytes - text_.size());
    text_.insert(text_.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bytes));
    text.remove_prefix(bytes);
    if (text_.size() != kBlockBytes) continue;
    push_block();
    while (blocks_.waiting() > kMostWaiting) help();
  }
  return blocks_.failure();
}

void BlockWriter::push_block() {
  std::unique_ptr<Block> block = blocks_.spare();
  block->text.clear();
  block->text.swap(text_);
  blocks_.push(std::move(block));
  has_blocks_ = true;
}

Status BlockWriter::encode(Block& block) {
  Result<std::unique_ptr<Encoder>> encoder = encoders_.take();
  if (!encoder.ok()) return encoder.status();
  Status status = (*encoder)->encode({block.text.data(), block.text.size()}, block.packed);
  encoders_.give_back(*std::move(encoder));
  return status;
}

Status BlockWriter::finish() {
  if (options_.kind == Compression::kNone) return {};
  if (!text_.empty() || !has_blocks_) push_block();
  while (has_waiting()) help();
  return blocks_.failure();
}

}  // namespace dokumill::codec
