#include "batch/stages/numbered_read.hpp"

#include <chrono>

namespace dokumill::batch {
namespace {

// While a thread waits, it polls should_stop at this interval, because a signal handler cannot
// notify a condition variable.
constexpr auto kStopPollEvery = std::chrono::milliseconds(50);

}  // namespace

std::optional<std::uint64_t> RecordNumbers::add(std::uint64_t chunk, std::uint64_t records,
                                                const std::function<bool()>& should_stop) {
  std::unique_lock lock(mutex_);
  while (next_chunk_ != chunk) {
    changed_.wait_for(lock, kStopPollEvery);
    if (next_chunk_ == chunk) break;
    lock.unlock();
    const bool is_stopping = should_stop();
    lock.lock();
    if (is_stopping) return std::nullopt;
  }
  const std::uint64_t first = next_record_;
  next_record_ += records;
  ++next_chunk_;
  changed_.notify_all();
  return first;
}

}  // namespace dokumill::batch
