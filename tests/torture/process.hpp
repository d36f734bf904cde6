// One run of the command, with its streams and signals in the trial's hands.
//
// Standard input is /dev/null, or a pipe that a second process fills from a file. Standard output
// and error are pipes that serve() reads; a run that is not served is a run whose reader sleeps.
// Nothing outlives the object: both processes are killed and reaped with it. Thread safety: the
// torture program has one thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dokumill::torture {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin);

struct Launch {
  std::string program;
  std::vector<std::string> words;
  std::string folder;
  std::string feed = {};  // the file that comes through a pipe; empty: /dev/null
  std::optional<std::uint64_t> feed_bytes = {};  // the feeder ends after so many bytes,
  bool feeder_stays = false;                     // or says no more and keeps the pipe open
  std::optional<std::uint64_t> take_bytes = {};  // the reader of stdout goes away after so many
  std::function<void()> in_child = {};           // limits: plain system calls, before the program
};

struct Ending {
  int status = -1;  // the exit status; -1 if a signal ended the process
  int signal = 0;
  bool timed_out = false;  // killed, because it did not end by itself
  std::string out, err;
  double seconds = 0;  // from the start to the end

  int shell_status() const { return signal != 0 ? 128 + signal : status; }
  std::string text() const;  // for messages
};

class Process {
 public:
  explicit Process(const Launch& launch);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  // Reads what comes for so long. True: the process has closed its streams.
  bool serve(double seconds);
  // Lets the time pass without reading.
  static void rest(double seconds);
  // Reads to the end; a process that is still there after `limit` seconds is killed.
  Ending end(double limit = 60);
  void kill_feeder();
  std::uint64_t out_bytes() const { return ending_.out.size(); }
  // Bytes of memory at the peak, by /proc; 0 if it has ended.
  std::uint64_t peak_bytes() const;

 private:
  void start_feeder(const Launch& launch, int write_end);
  void run(const Launch& launch, int in, int out, int err, int failure) const;
  void read_some(int& fd, std::string& into);

  pid_t pid_ = -1;
  pid_t feeder_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::optional<std::uint64_t> take_bytes_;
  Clock::time_point begin_;
  Ending ending_;
};

}  // namespace dokumill::torture
