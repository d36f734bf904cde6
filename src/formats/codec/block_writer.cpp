#include "formats/codec/block_writer.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace dokumill::codec {

BlockWriter::BlockWriter(const CompressionOptions& options, OutputFile& output,
                         std::function<bool()> should_stop)
    : options_(options),
      output_(output),
      block_bytes_(block_bytes(options)),
      end_(options.kind),
      encoders_(options, std::move(should_stop)),
      blocks_([this](Block& block) { return encode(block); },
              [this](Block& block) { return write_block(block); }, most_encoders(options),
              kQueueBytes / (2 * block_bytes_)) {}

Status BlockWriter::write(std::string_view text) {
  if (options_.kind == Compression::kNone) return output_.write(text);
  while (!text.empty()) {
    const std::size_t bytes = std::min(text.size(), block_bytes_ - text_.size());
    text_.insert(text_.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bytes));
    text.remove_prefix(bytes);
    if (text_.size() != block_bytes_) continue;
    push_block();
    blocks_.help_down_to(kMostWaiting);
  }
  return blocks_.failure();
}

void BlockWriter::push_block() {
  std::unique_ptr<Block> block = blocks_.spare();
  block->text.clear();
  block->text.swap(text_);
  end_.add({block->text.data(), block->text.size()});
  blocks_.push(std::move(block));
}

Status BlockWriter::encode(Block& block) {
  Result<std::unique_ptr<Encoder>> encoder = encoders_.take();
  if (!encoder.ok()) return encoder.status();
  Status status = (*encoder)->encode_part({block.text.data(), block.text.size()}, block.packed);
  encoders_.give_back(*std::move(encoder));
  return status;
}

Status BlockWriter::begin() {
  if (std::exchange(has_begun_, true)) return {};
  if (!output_.can_overwrite()) return output_.write(stream_header(options_.kind, std::nullopt));
  return output_.write(stream_header(options_.kind, 0));
}

Status BlockWriter::write_block(const Block& block) {
  if (Status status = begin(); !status.ok()) return status;
  return output_.write({block.packed.data(), block.packed.size()});
}

Status BlockWriter::finish() {
  if (options_.kind == Compression::kNone) return {};
  if (!text_.empty()) push_block();
  blocks_.help_down_to(0);
  if (Status status = blocks_.failure(); !status.ok()) return status;
  if (Status status = begin(); !status.ok()) return status;
  if (Status status = output_.write(end_.bytes()); !status.ok()) return status;
  if (!output_.can_overwrite()) return {};
  return output_.overwrite(stream_header(options_.kind, end_.text_bytes()));
}

}  // namespace dokumill::codec
