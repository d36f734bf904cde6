#include "web/work_thread.hpp"

#include <exception>
#include <new>
#include <utility>

#include "web/api.hpp"

namespace dokumill::web {

WorkThread::WorkThread(Solver solver) : solver_(std::move(solver)), thread_([this] { run(); }) {}

WorkThread::~WorkThread() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<WorkThread::Ticket> WorkThread::start(Call call, Done done) {
  auto ticket = std::make_shared<Ticket>();
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() == kMostWaiting)
      std::erase_if(waiting_, [](const Item& item) { return item.ticket->is_given_up(); });
    if (waiting_.size() == kMostWaiting) return nullptr;
    waiting_.push_back({std::move(call), std::move(done), ticket});
  }
  changed_.notify_all();
  return ticket;
}

void WorkThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
    if (is_stopping_) return;
    const Item item = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (!item.ticket->is_given_up()) do_item(item);
    lock.lock();
  }
}

void WorkThread::do_item(const Item& item) {
  try {
    item.done(answer(item));
  } catch (const std::bad_alloc&) {
  }
}

Answer WorkThread::answer(const Item& item) {
  const std::function<bool()> should_stop = [this, &item] {
    return is_stopping_ || item.ticket->is_given_up();
  };
  solver_.set_stop(should_stop);
  Bench bench{solver_, should_stop};
  try {
    return item.call(bench);
  } catch (const std::bad_alloc&) {
    return busy_answer();
  } catch (const std::exception& error) {
    return error_answer(500, "internal", error.what());
  }
}

}  // namespace dokumill::web
