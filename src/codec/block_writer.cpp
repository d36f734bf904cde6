#include "codec/block_writer.hpp"

#include <algorithm>
#include <utility>

namespace dokumill::codec {

BlockWriter::BlockWriter(const CompressionOptions& options, OutputFile& output)
    : options_(options), output_(output) {}

Status BlockWriter::write(std::string_view text) {
  if (options_.kind == Compression::kNone) return output_.write(text);
  while (!text.empty()) {
    const std::size_t bytes = std::min(text.size(), kBlockBytes - text_.size());
    text_.insert(text_.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bytes));
    text.remove_prefix(bytes);
    if (text_.size() != kBlockBytes) continue;
    push_block();
    while (waiting_.load() > kMostWaiting) help();
  }
  return failure();
}

void BlockWriter::push_block() {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Block> block;
  if (spare_blocks_.empty()) {
    block = std::make_unique<Block>();
  } else {
    block = std::move(spare_blocks_.back());
    spare_blocks_.pop_back();
  }
  block->state = State::kWaiting;
  block->text.swap(text_);
  text_.clear();
  blocks_.push_back(std::move(block));
  has_blocks_ = true;
  ++waiting_;
}

void BlockWriter::help() {
  std::unique_lock lock(mutex_);
  const auto waiting = std::ranges::find_if(
      blocks_, [](const auto& block) { return block->state == State::kWaiting; });
  if (waiting == blocks_.end()) return;
  Block& block = **waiting;
  block.state = State::kBusy;
  --waiting_;
  std::unique_ptr<Encoder> encoder;
  if (!spare_encoders_.empty()) {
    encoder = std::move(spare_encoders_.back());
    spare_encoders_.pop_back();
  }
  Status status = failure_;
  lock.unlock();
  if (!encoder && status.ok()) {
    Result<std::unique_ptr<Encoder>> made = make_encoder(options_);
    status = made.status();
    if (made.ok()) encoder = *std::move(made);
  }
  if (status.ok()) status = encoder->encode({block.text.data(), block.text.size()}, block.packed);
  lock.lock();
  block.state = State::kDone;
  if (encoder) spare_encoders_.push_back(std::move(encoder));
  if (failure_.ok()) failure_ = std::move(status);
  write_done_blocks(lock);
}

void BlockWriter::write_done_blocks(std::unique_lock<std::mutex>& lock) {
  while (!is_writing_ && !blocks_.empty() && blocks_.front()->state == State::kDone) {
    std::unique_ptr<Block> block = std::move(blocks_.front());
    blocks_.pop_front();
    if (failure_.ok()) {
      is_writing_ = true;
      lock.unlock();
      Status status = output_.write({block->packed.data(), block->packed.size()});
      lock.lock();
      is_writing_ = false;
      if (failure_.ok()) failure_ = std::move(status);
    }
    block->text.clear();
    spare_blocks_.push_back(std::move(block));
  }
}

Status BlockWriter::failure() {
  const std::lock_guard lock(mutex_);
  return failure_;
}

Status BlockWriter::finish() {
  if (options_.kind == Compression::kNone) return {};
  if (!text_.empty() || !has_blocks_) push_block();
  while (has_waiting()) help();
  return failure();
}

}  // namespace dokumill::codec
