// MillJob: one file in the mill, from its upload to its result.
//
//   waiting --start()--> receiving --> running --> done
//                            `------------`------> failed, cancelled
//
// The server writes the bytes of the upload into a pipe. The job's thread copies them from the pipe
// into a file without a name, so that a slow disk makes the client wait, but not the server. When
// this file is complete, the job does not need its client any more. The thread runs the command
// over the file, and the output goes to a second file without a name.
//
// Thread safety: only the server's thread uses a job. The job's thread (and its team) shares data
// with the server's thread only under a lock, in atomic variables, and in the output file. Memory:
// that of the command, and kMaxProblems problems. Disk: the file and the output. Failure: the state
// has the reason.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "platform/scratch_file.hpp"
#include "web/answer.hpp"
#include "web/mill_command.hpp"
#include "web/mill_options.hpp"
#include "web/pace.hpp"

namespace dokumill::web {

class MillJob {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { kWaiting, kReceiving, kRunning, kDone, kFailed, kCancelled };

  struct Means {
    Platform* platform;
    int threads;
    std::string engine;
    MillFunctions functions;
    // A small compressed file can contain a text that is a thousand times as long. So the output in
    // bytes, and the number of cells of all records, are limited. The limit is the larger one of
    // two numbers: free_bytes, and kMostGrowth times the size of the file.
    std::uint64_t free_bytes;
  };
  static constexpr std::uint64_t kMostGrowth = 64;

  // The two files and the pipe of a job.
  struct Room {
    ScratchFile spool;
    ScratchFile output;
    Pipe pipe;
    // kIo: no descriptor or no disk space.
    static Result<Room> create(Platform& platform);
  };

  MillJob(MillOptions options, Means means, Room room);
  ~MillJob();
  MillJob(const MillJob&) = delete;
  MillJob& operator=(const MillJob&) = delete;

  // The descriptor to which the input is written after start(). After take_input_end(), the caller
  // must close this descriptor.
  int input_end() const { return room_.pipe.writing_end(); }
  void take_input_end() { room_.pipe.take_writing_end(); }
  // Starts the job for an input of `bytes` bytes. If the pipe is closed before all bytes are
  // written, the job ends as cancelled. The job's thread calls `on_end` when the job is over.
  // `on_end` may throw std::bad_alloc, and the end is then not reported. So check is_over() as
  // well. Failure: kIo if no thread can be started; kOutOfMemory. REQUIRES: state() is kWaiting.
  Status start(std::uint64_t bytes, std::function<void()> on_end);
  void cancel() { is_cancelled_ = true; }
  bool is_cancelled() const { return is_cancelled_; }
  // Call add_bytes() for each part of the upload that was received, with the number of its bytes.
  void add_bytes(std::uint64_t bytes) { bytes_ += bytes; }

  State state() const;
  bool is_over() const { return state() > State::kRunning; }
  // True while the job needs its client.
  bool needs_input() const { return state() <= State::kReceiving; }
  // The state, in the format of docs/api.md.
  Answer answer() const;

  // REQUIRES (all three functions): state() is kDone. A job that ends otherwise discards its
  // output.
  const ScratchFile& output() const { return room_.output; }
  // Two parameters of a Content-Disposition, `filename` and `filename*`. Each one gives the name of
  // the output.
  std::string output_disposition() const;
  std::string output_type() const;

  // The pace of the upload.
  Pace& pace() { return pace_; }

  Clock::time_point last_asked() const { return last_asked_; }
  void touch() { last_asked_ = Clock::now(); }

 private:
  void run();
  Status receive();
  Result<MillOutcome> run_command();
  void watch_growth(std::uint64_t records);
  bool should_stop() const;
  // Replaces the path of the output's descriptor at the beginning of a message by "the output".
  std::string with_output_named(const std::string& message) const;
  void finish(MillOutcome outcome);
  // `code`: a string literal, see docs/api.md.
  void fail(State state, std::string_view code, std::string_view error);
  // The progress of the upload or of the current step of the command: which part is done (0 to 1),
  // and how many seconds this part has taken. nullopt if the progress is not known. REQUIRES:
  // mutex_ is locked.
  struct Share {
    double done;
    double seconds;
  };
  std::optional<Share> share() const;

  const MillOptions options_;
  const Means means_;
  Room room_;
  Clock::time_point last_asked_ = Clock::now();
  Clock::time_point started_;
  std::uint64_t bytes_ = 0;        // the number of bytes of the upload that were received
  std::uint64_t input_bytes_ = 0;  // the size of the upload, as the client announced
  Pace pace_;
  std::atomic<bool> is_cancelled_{false};
  std::atomic<bool> is_too_large_{false};
  std::function<void()> on_end_;
  std::thread thread_;

  mutable std::mutex mutex_;  // protects everything below
  State state_ = State::kWaiting;
  Progress progress_;
  Census census_;  // only solve sets it
  MillOutcome outcome_;
  std::vector<Problem> problems_;
  std::string_view error_code_;
  std::string error_;
};

}  // namespace dokumill::web
