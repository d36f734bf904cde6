// WorkThread: runs the calls of the API one at a time, on a separate thread that does not serve
// connections.
//
// Thread safety: one thread may call start(). Memory: kMostWaiting calls that wait. Failure: a call
// that throws is answered with 500, or with 503 if memory ran out. If memory ran out even for this
// answer, the call has no answer, and the caller stops waiting at its own deadline.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "dokumill/solver.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

class WorkThread {
 public:
  // The largest number of calls that wait. It equals the limit of the server's connections, and
  // each connection waits for at most one call. So there is room for one call of every connection.
  static constexpr std::size_t kMostWaiting = 64;

  // What a call can use: a solver, and `should_stop`, which the solver also checks.
  struct Bench {
    Solver& solver;
    const std::function<bool()>& should_stop;
  };
  using Call = std::function<Answer(Bench&)>;
  using Done = std::function<void(Answer)>;

  // The caller keeps the ticket while it waits for the answer. give_up() ends the call, or prevents
  // the call from beginning.
  class Ticket {
   public:
    void give_up() { is_given_up_ = true; }
    bool is_given_up() const { return is_given_up_; }

   private:
    std::atomic<bool> is_given_up_{false};
  };

  explicit WorkThread(Solver solver);
  ~WorkThread();
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  // Queues a call. The work thread calls `done` with the answer, unless the ticket was given up
  // before the call began. `done` may throw std::bad_alloc. Returns nullptr if too many calls are
  // waiting.
  std::shared_ptr<Ticket> start(Call call, Done done);

 private:
  struct Item {
    Call call;
    Done done;
    std::shared_ptr<Ticket> ticket;
  };
  void run();
  void do_item(const Item& item);
  Answer answer(const Item& item);

  Solver solver_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> waiting_;
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace dokumill::web
