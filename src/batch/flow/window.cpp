#include "batch/flow/window.hpp"

#include <chrono>
#include <utility>

#include "batch/flow/without_exceptions.hpp"

namespace dokumill::batch {
namespace {

// While a thread waits, it checks at this interval whether it should stop. A notification is not
// enough, because a signal handler cannot notify a condition variable.
constexpr auto kLook = std::chrono::milliseconds(50);

}  // namespace

ChunkTask::ChunkTask(Window& window, Slot& slot, Stopwatch& stopwatch)
    : window_(window),
      slot_(slot),
      chunk_(*slot.chunk),
      result_(slot.result),
      stopwatch_(stopwatch) {}

bool ChunkTask::should_stop() const {
  return window_.is_stopping();
}

Next ChunkTask::hand_over() {
  return window_.hand_over(slot_, stopwatch_);
}

Window::Window(Source& source, Fold& fold, const std::function<bool()>& should_stop,
               std::size_t slots)
    : source_(source), fold_(fold), should_stop_(should_stop), slots_(slots) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i].chunk = source.make_chunk();
    slots_[i].result.slot = i;
  }
  fold.begin(slots_.size());
}

template <class IsOver>
bool Window::wait_until(std::unique_lock<std::mutex>& lock, const IsOver& is_over) {
  while (!is_over()) {
    changed_.wait_for(lock, kLook);
    lock.unlock();
    const bool is_stopping_now = is_stopping();
    lock.lock();
    if (is_stopping_now) return false;
  }
  return true;
}

Slot* Window::take_chunk(Stopwatch& watch) {
  watch.enter(Stage::kWait);
  const std::lock_guard source_lock(source_mutex_);
  if (is_source_ended_) return nullptr;
  {
    std::unique_lock lock(mutex_);
    const auto has_free_slot = [this] { return next_number_ - head_ < slots_.size(); };
    if (!wait_until(lock, has_free_slot)) return nullptr;
  }
  if (is_stopping()) return nullptr;
  watch.enter(source_.stage());
  Slot& taken = slot(next_number_);
  taken.chunk->number = next_number_;
  taken.result.clear();
  const Result<bool> more = source_.next(*taken.chunk, [this] { return is_stopping(); });
  taken.result.input = taken.chunk->input;
  taken.result.lines_before = taken.chunk->lines_before;
  watch.enter(Stage::kWait);
  is_source_ended_ = !more.ok() || !*more;
  if (more.ok() && !*more) return nullptr;
  // A failure of the source is reported in the order of the chunks: the earlier chunks are folded
  // first.
  if (!more.ok()) taken.result.failure = more.status();
  ++next_number_;
  return &taken;
}

void Window::fold_in_order(Slot& done, Stopwatch& watch) {
  watch.enter(Stage::kWait);
  if (done.result.failure.ok()) done.result.done = done.chunk->done;
  std::unique_lock lock(mutex_);
  done.is_done = true;
  if (done.result.failure.code() == ErrorCode::kSelfCheck) self_check_ = done.result.failure;
  while (!is_folding_ && slot(head_).is_done && slot(head_).chunk->number == head_) {
    Slot& folded = slot(head_);
    is_folding_ = true;
    lock.unlock();
    fold(folded, watch);
    lock.lock();
    folded.is_done = false;
    is_folding_ = false;
    ++head_;
    changed_.notify_all();
  }
}

Next Window::hand_over(Slot& taken, Stopwatch& watch) {
  watch.enter(Stage::kWait);
  {
    std::unique_lock lock(mutex_);
    const auto is_head = [&] { return head_ == taken.chunk->number && !is_folding_; };
    if (!wait_until(lock, is_head)) return Next::kAbandon;
    is_folding_ = true;
  }
  const Next next = fold(taken, watch);
  taken.result.clear();
  const std::lock_guard lock(mutex_);
  is_folding_ = false;
  changed_.notify_all();
  return next;
}

Next Window::fold(Slot& folded, Stopwatch& watch) {
  if (is_failed_.load()) return Next::kAbandon;
  watch.enter(Stage::kWrite);
  Status status = source_.check();
  if (status.ok()) status = fold_.take(folded.result);
  watch.enter(Stage::kWait);
  if (status.ok()) return Next::kGoOn;
  fail(std::move(status));
  return Next::kAbandon;
}

void Window::help_fold(Stopwatch& watch) {
  while (fold_.wants_help() && !is_stopping()) {
    watch.enter(Stage::kCompress);
    fold_.help();
    watch.enter(Stage::kWait);
  }
}

bool Window::is_stopping() {
  if (is_failed_.load(std::memory_order_relaxed)) return true;
  try {
    fold_.beat();
    if (!should_stop_ || !should_stop_()) return false;
    fail({ErrorCode::kInterrupted, "interrupted"});
  } catch (...) {
    fail(status_of_exception());
  }
  return true;
}

void Window::fail(Status status) {
  const std::lock_guard lock(mutex_);
  if (failure_.ok()) failure_ = std::move(status);
  is_failed_ = true;
  changed_.notify_all();
}

Status Window::status() const {
  const bool is_reported = failure_.code() == ErrorCode::kSelfCheck;
  return is_reported || self_check_.ok() ? failure_ : self_check_;
}

}  // namespace dokumill::batch
