// WorkThread: the calls of the API, one at a time, away from the thread that serves the
// connections.
//
// Thread safety: start() from one thread. Memory: kMostWaiting calls that wait. Failure: a call
// that throws is answered with 500, 503 where there is no memory; without the memory for that, too,
// it has no answer, and who waits for it gives it up when its time is over.
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
  static constexpr std::size_t kMostWaiting = 32;

  // What a call has while it works: a solver, which asks `should_stop`, too.
  struct Bench {
    Solver& solver;
    const std::function<bool()>& should_stop;
  };
  using Call = std::function<Answer(Bench&)>;
  using Done = std::function<void(Answer)>;

  // Kept by who waits for an answer: give_up() ends the call or keeps it from beginning.
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

  // `done` is called by the work's thread, unless the ticket was given up before the call began. It
  // may throw std::bad_alloc.
  // nullptr: too many wait.
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
