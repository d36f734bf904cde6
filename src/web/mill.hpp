// The mill: files of puzzles that the page uploads, through the pipeline of `dokumill solve`.
//
// What arrives is written into a pipe, the job reads from its other end, and its output goes into a
// file without a name: nothing is kept in memory, and a job that cannot keep up makes the client
// wait. Thread safety: Mill and its jobs are for the server's thread; each running job has a thread
// (and its team) of its own, which only meets the others under a lock. Memory: that of a solve and
// kMaxProblems problems a job.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "dokumill/batch.hpp"
#include "platform/scratch_file.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

struct MillWishes {
  std::string name;  // of the user's file
  std::optional<TextFormat> to;
  bool rate = false;
};

// The body of a request for a job. Failure: kMalformed.
Result<MillWishes> read_mill_wishes(std::string_view body);

class MillJob {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { kWaiting, kRunning, kDone, kFailed, kCancelled };

  struct Means {
    Platform* platform;
    int threads;
    std::string engine;
  };

  MillJob(MillWishes wishes, Means means, ScratchFile output, Pipe input);
  ~MillJob();
  MillJob(const MillJob&) = delete;
  MillJob& operator=(const MillJob&) = delete;

  // Where the input is written to, from start() on. Who takes it closes it.
  int input_end() const { return input_.writing_end(); }
  void take_input_end() { input_.take_writing_end(); }
  // Begins. `on_end` is called by the job's thread when it is over; it may throw std::bad_alloc,
  // and is_over() is what counts. kIo where no thread can be had. REQUIRES: kWaiting.
  Status start(std::function<void()> on_end);
  void cancel() { is_cancelled_ = true; }
  // So many bytes more have arrived.
  void add_bytes(std::uint64_t bytes) { bytes_ += bytes; }

  State state() const;
  bool is_over() const { return state() > State::kRunning; }
  // The state as docs/api.md has it.
  Answer answer() const;

  // REQUIRES: kDone. A job that ends otherwise keeps nothing of its output.
  const ScratchFile& output() const { return output_; }
  // "solved-puzzles.txt", as two parameters of a Content-Disposition.
  std::string output_name() const;
  std::string_view output_type() const;

  Clock::time_point last_asked() const { return last_asked_; }
  void touch() { last_asked_ = Clock::now(); }

 private:
  void run();
  Result<SolveReport> solve_input();
  // The output's failures name a descriptor, which tells nobody anything, and the input's the pipe.
  std::string in_words_of_the_user(const std::string& message) const;
  void fail(State state, std::string_view error);

  const MillWishes wishes_;
  const Means means_;
  ScratchFile output_;
  Pipe input_;
  Clock::time_point last_asked_ = Clock::now();
  std::uint64_t bytes_ = 0;
  std::atomic<bool> is_cancelled_{false};
  std::function<void()> on_end_;
  std::thread thread_;

  mutable std::mutex mutex_;  // everything below
  State state_ = State::kWaiting;
  Census census_;
  double seconds_ = 0;
  std::vector<Problem> problems_;
  std::uint64_t problems_omitted_ = 0;
  std::string error_;
};

class Mill {
 public:
  // At the same time; where more ask, 503.
  static constexpr std::size_t kMostRunning = 2;
  // Jobs that are over and wait to be fetched; the oldest goes first.
  static constexpr std::size_t kMostOver = 2;

  Mill(MillJob::Means means, std::chrono::milliseconds forget);
  ~Mill();

  // POST /api/v1/mill
  Answer open(std::string_view body);
  // nullptr: there is none of that name (any more).
  std::shared_ptr<MillJob> find(std::string_view id);
  void cancel(std::string_view id);
  // Forgets the jobs that nobody has asked for in a while.
  void sweep();

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<MillJob> job;
  };
  void forget(std::size_t index);
  // Forgets the oldest job in that state or, with `is_over`, of those that are over.
  bool forget_oldest(bool is_over);

  MillJob::Means means_;
  std::chrono::milliseconds forget_;
  std::vector<Entry> jobs_;                       // in the order of their making
  std::vector<std::shared_ptr<MillJob>> ending_;  // with room for all of jobs_
};

}  // namespace dokumill::web
