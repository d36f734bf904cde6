// OrderedBlocks: a queue of blocks that any thread can encode and that are written in order.
//
//   push --> waiting --help(): encode, any thread--> done --in the order of push--> write
//
// Thread safety: one thread at a time calls push() and help_down_to(). Any thread may call
// can_help(), help() and failure(), also during these calls. `encode` runs in at most `most_busy`
// threads at once, each with another block; `write` runs in one thread at a time. Memory: at most
// `most_blocks` blocks, which are reused. If the writer is slow, fewer.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "dokumill/status.hpp"

namespace dokumill::codec {

template <class Block>
class OrderedBlocks {
 public:
  using Step = std::function<Status(Block&)>;
  // After a call of `encode` or `write` has failed, neither function is called again.
  OrderedBlocks(Step encode, Step write, std::size_t most_busy, std::size_t most_blocks)
      : encode_(std::move(encode)),
        write_(std::move(write)),
        most_busy_(most_busy),
        most_blocks_(most_blocks) {}

  // Returns a block to fill: a new one, or one that has been written. A block that has been written
  // still has its old contents; clear them.
  std::unique_ptr<Block> spare() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return std::make_unique<Block>();
    std::unique_ptr<Block> block = std::move(spare_.back());
    spare_.pop_back();
    return block;
  }

  void push(std::unique_ptr<Block> block) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({std::move(block), State::kWaiting});
    ++waiting_;
  }

  // True if a block waits to be encoded and one more thread may encode. Fast.
  bool can_help() const {
    return waiting_.load(std::memory_order_relaxed) != 0 &&
           busy_.load(std::memory_order_relaxed) < most_busy_;
  }

  // Helps until at most `most` blocks wait to be encoded, and until there is room for one more
  // block. The blocks that wait to be written are limited, too: an output may be slower than the
  // encoders.
  void help_down_to(std::size_t most) {
    std::unique_lock lock(mutex_);
    const auto has_room = [&] {
      return waiting_ <= most && entries_.size() < std::min(most_blocks_, most + 2 + 2 * busy_);
    };
    while (!has_room()) {
      lock.unlock();
      help();
      lock.lock();
      freed_.wait(lock, [&] { return has_room() || can_help(); });
    }
  }

  // Encodes a waiting block, if can_help(), and writes the encoded blocks that are next in order.
  void help() {
    std::unique_lock lock(mutex_);
    const auto found = std::ranges::find(entries_, State::kWaiting, &Entry::state);
    if (found == entries_.end() || busy_ == most_busy_) return;
    // The other threads add and remove entries only at the ends of the deque, and they do not
    // remove a busy entry. So the reference stays valid.
    Entry& entry = *found;
    entry.state = State::kBusy;
    --waiting_;
    ++busy_;
    Status status = failure_;
    lock.unlock();
    try {
      if (status.ok()) status = encode_(*entry.block);
    } catch (...) {  // the thread that waits in help_down_to() must go on
      end(lock, entry, {ErrorCode::kOutOfMemory, "out of memory"});
      throw;
    }
    end(lock, entry, std::move(status));
    write_done(lock);
  }

  // The first failure of a call of `encode` or `write`; ok if none has failed.
  Status failure() {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  enum class State : std::uint8_t { kWaiting, kBusy, kDone };
  struct Entry {
    std::unique_ptr<Block> block;
    State state;
  };

  void end(std::unique_lock<std::mutex>& lock, Entry& entry, Status status) {
    lock.lock();
    entry.state = State::kDone;
    --busy_;
    if (failure_.ok()) failure_ = std::move(status);
    freed_.notify_all();
  }

  void write_done(std::unique_lock<std::mutex>& lock) {
    while (!is_writing_ && !entries_.empty() && entries_.front().state == State::kDone) {
      std::unique_ptr<Block> block = std::move(entries_.front().block);
      entries_.pop_front();
      if (failure_.ok()) {
        is_writing_ = true;
        lock.unlock();
        Status status = write_(*block);
        lock.lock();
        is_writing_ = false;
        if (failure_.ok()) failure_ = std::move(status);
      }
      spare_.push_back(std::move(block));
      freed_.notify_all();
    }
  }

  Step encode_;
  Step write_;
  const std::size_t most_busy_;
  const std::size_t most_blocks_;
  std::atomic<std::size_t> waiting_{0};
  std::atomic<std::size_t> busy_{0};
  std::mutex mutex_;               // guards everything below, and changes of the numbers above
  std::condition_variable freed_;  // notified when a block was encoded or written
  std::deque<Entry> entries_;
  std::vector<std::unique_ptr<Block>> spare_;
  bool is_writing_ = false;
  Status failure_;
};

}  // namespace dokumill::codec
