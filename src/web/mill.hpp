// The mill: solves files of puzzles that the page uploads, with the pipeline of `dokumill solve`.
//
// The server writes the bytes that arrive into a pipe. The job reads from the other end of the
// pipe, and its output goes into a file without a name. So nothing is kept in memory, and a job
// that cannot keep up makes the client wait.
//
// Thread safety: only the server's thread uses Mill and its jobs. Each running job has a thread
// (and its team) of its own, which shares data with the server's thread only under a lock. Memory:
// that of a solve and kMaxProblems problems per job.
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
#include "web/pace.hpp"

namespace dokumill::web {

struct Limits;

struct MillOptions {
  std::string name;  // of the user's file
  std::optional<TextFormat> to;
  bool rate = false;
};

// Parses the body of a request for a job. Failure: kMalformed.
Result<MillOptions> read_mill_options(std::string_view body);

class MillJob {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { kWaiting, kRunning, kDone, kFailed, kCancelled };

  struct Means {
    Platform* platform;
    int threads;
    std::string engine;
    std::function<Result<SolveReport>(const SolveOptions&)> solve;
  };

  MillJob(MillOptions options, Means means, ScratchFile output, Pipe input);
  ~MillJob();
  MillJob(const MillJob&) = delete;
  MillJob& operator=(const MillJob&) = delete;

  // The descriptor to write the input to, from start() on. Code that takes it must close it.
  int input_end() const { return input_.writing_end(); }
  void take_input_end() { input_.take_writing_end(); }
  // Starts the job. The job's thread calls `on_end` when the job is over. `on_end` may throw
  // std::bad_alloc, so check is_over() as well. kIo: no thread can be started; kOutOfMemory. REQUIRES: kWaiting.
  Status start(std::function<void()> on_end);
  void cancel() { is_cancelled_ = true; }
  // Counts bytes that have arrived.
  void add_bytes(std::uint64_t bytes) { bytes_ += bytes; }

  State state() const;
  bool is_over() const { return state() > State::kRunning; }
  // The state, in the format of docs/api.md.
  Answer answer() const;

  // REQUIRES: kDone. A job that ends otherwise discards its output.
  const ScratchFile& output() const { return output_; }
  // The name of the output, for example "solved-puzzles.txt", as two parameters of a
  // Content-Disposition.
  std::string output_name() const;
  std::string_view output_type() const;

  // Of the upload.
  Pace& pace() { return pace_; }

  Clock::time_point last_asked() const { return last_asked_; }
  void touch() { last_asked_ = Clock::now(); }

 private:
  void run();
  Result<SolveReport> solve_input();
  // Replaces the path of the output's descriptor at the beginning of a message by "the output".
  std::string with_output_named(const std::string& message) const;
  void fail(State state, std::string_view error);

  const MillOptions options_;
  const Means means_;
  ScratchFile output_;
  Pipe input_;
  Clock::time_point last_asked_ = Clock::now();
  std::uint64_t bytes_ = 0;
  Pace pace_;
  std::atomic<bool> is_cancelled_{false};
  std::function<void()> on_end_;
  std::thread thread_;

  mutable std::mutex mutex_;  // protects everything below
  State state_ = State::kWaiting;
  Census census_;
  double seconds_ = 0;
  std::vector<Problem> problems_;
  std::uint64_t problems_omitted_ = 0;
  std::string error_;
};

class Mill {
 public:
  // The most jobs that wait for their input or run at the same time. For a new job, one that waits
  // for its input gives way, or else the one whose upload is the slowest, if it is slower than
  // Limits::give_way. If there is none, the answer is 503.
  static constexpr std::size_t kMostRunning = 2;
  // Jobs that are over and wait to be fetched. The oldest is dropped first.
  static constexpr std::size_t kMostOver = 2;

  Mill(MillJob::Means means, const Limits& limits);
  ~Mill();

  // POST /api/v1/mill
  Answer open(std::string_view body);
  // nullptr: there is no such job, or no longer.
  std::shared_ptr<MillJob> find(std::string_view id);
  void cancel(std::string_view id);
  // Forgets the jobs that no request has asked for in a while. Running jobs are kept.
  void sweep();

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<MillJob> job;
  };
  void forget(std::size_t index);
  // Forgets the oldest job that is over or, without `is_over`, the oldest that waits for its input.
  // False: there is no such job.
  bool forget_oldest(bool is_over);
  // Forgets the running job whose upload is the slowest. False: no upload is slow.
  bool forget_slowest();

  MillJob::Means means_;
  const Limits& limits_;
  std::vector<Entry> jobs_;                       // in order of creation
  std::vector<std::shared_ptr<MillJob>> ending_;  // forgotten, still running; has room for jobs_
};

}  // namespace dokumill::web
