// One run of the command, whose streams and signals the trial controls.
//
// Standard input is /dev/null, or a pipe that a second process fills from a file. Standard output
// and error are pipes that serve() reads; while serve() is not called, nothing reads them. The
// destructor kills and reaps both processes. Thread safety: the torture program has one thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/command/child.hpp"
#include "support/command/file_descriptor.hpp"

namespace dokumill::torture {

using testing::Clock;
using testing::Fd;
using testing::seconds_since;

struct Launch {
  std::string program;
  std::vector<std::string> words;
  std::string folder;
  std::string feed = {};                         // a file to feed through a pipe; "": /dev/null
  std::optional<std::uint64_t> feed_bytes = {};  // the feeder stops after this number of bytes
  bool feeder_stays = false;                     // after its last byte, it keeps the pipe open
  std::optional<std::uint64_t> take_bytes = {};  // close stdout after this number of bytes
  std::function<void()> in_child = {};           // runs before the program: system calls only
};

struct Ending {
  int status = -1;  // the exit status; -1 if a signal ended the process
  int signal = 0;
  bool timed_out = false;  // killed after the limit of end()
  std::string out, err;
  double seconds = 0;  // from start to end

  int shell_status() const { return signal != 0 ? 128 + signal : status; }
  // The job was done; 1: some records are malformed or have no answer.
  bool is_done() const { return status == 0 || status == 1; }
  std::string text() const;  // for failure messages
};

class Process {
 public:
  explicit Process(const Launch& launch);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  // Reads the streams for the given time. Returns true if the process has closed its streams.
  bool serve(double seconds);
  // Waits without reading.
  static void rest(double seconds);
  // Reads to the end, and kills the process if it still runs after `limit` seconds.
  Ending end(double limit = 60);
  void kill_feeder();
  std::uint64_t out_bytes() const { return ending_.out.size(); }
  // Peak memory in bytes, from /proc; 0 if the process has ended.
  std::uint64_t peak_bytes() const;

 private:
  void start_feeder(const Launch& launch, int write_end);
  void run(const Launch& launch, int in, int out, int err, int failure) const;
  void read_some(Fd& fd, std::string& into);

  pid_t pid_ = -1;
  pid_t feeder_ = -1;
  Fd out_;
  Fd err_;
  std::optional<std::uint64_t> take_bytes_;
  Clock::time_point begin_;
  Ending ending_;
};

}  // namespace dokumill::torture
