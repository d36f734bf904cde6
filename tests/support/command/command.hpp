// Runs the command as a user does: as a process with arguments, standard streams, a working
// directory and limits. Collects its output, exit status, time and peak memory.
//
// If a run exceeds its time limit, the process is killed and the test fails. The test process
// itself stays small while it writes and reads the streams, because Linux includes its memory in
// the peak memory of the child. Thread safety: runs are independent of each other.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/command/file_descriptor.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::testing {

// The state of a run, while it runs and at its end.
struct Outcome {
  std::string command;  // for messages
  pid_t pid = -1;
  int status = -1;  // the exit status, -1 if a signal ended the process
  int signal = 0;   // the signal that ended the process, or 0
  bool timed_out = false;
  std::string out;              // captured stdout
  std::string err;              // captured stderr
  std::uint64_t out_bytes = 0;  // bytes read from stdout, whether `out` keeps them or not
  long peak_kib = 0;            // peak resident memory
  double seconds = 0;

  // What a shell shows as `$?`.
  int shell_status() const { return signal != 0 ? 128 + signal : status; }
  // The lines of stderr, without their line ends.
  std::vector<std::string> messages() const;
};

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

// The result of a call of a feeder: bytes to write, a pause after these bytes, or the end of the
// input. The bytes must stay valid until the next call.
struct Piece {
  std::string_view bytes = {};
  int wait_ms = 0;
  bool last = false;
};
using Feeder = std::function<Piece(const Outcome& so_far)>;

// What the command gets as standard input.
struct Stdin {
  enum class Kind { kNull, kClosed, kFile, kPipe, kSocket, kTerminal };

  static Stdin null() { return {}; }
  static Stdin closed() { return {.kind = Kind::kClosed}; }
  static Stdin terminal() { return {.kind = Kind::kTerminal}; }
  static Stdin file(std::string path) { return {.kind = Kind::kFile, .path = std::move(path)}; }
  static Stdin bytes(std::string bytes);
  static Stdin socket(std::string bytes);
  // A pipe that receives `bytes` in pieces, with a pause after each piece. The pieces have the
  // given sizes, which repeat after the last size.
  static Stdin pieces(std::string bytes, std::vector<std::size_t> sizes, int pause_ms = 0);
  static Stdin feed(Feeder feeder) { return {.kind = Kind::kPipe, .feeder = std::move(feeder)}; }

  Kind kind = Kind::kNull;
  std::string path = {};
  Feeder feeder = {};
  bool is_text = false;  // the feeder only writes bytes that were given before the run
};

// What the command gets as standard output.
struct Stdout {
  enum class Kind { kCapture, kClosed, kFile, kTerminal };

  static Stdout capture() { return {}; }
  static Stdout closed() { return {.kind = Kind::kClosed}; }
  // A terminal that is also standard error. Outcome::out has everything written to it.
  static Stdout terminal() { return {.kind = Kind::kTerminal}; }
  static Stdout file(std::string path) { return {.kind = Kind::kFile, .path = std::move(path)}; }
  // A pipe. `reader` gets the bytes, and Outcome::out does not keep them.
  static Stdout look(std::function<void(std::string_view)> reader) {
    return {.reader = std::move(reader)};
  }
  // A pipe whose reader closes it after it has read `bytes` bytes.
  static Stdout close_after(std::uint64_t bytes) { return {.close_after_bytes = bytes}; }
  // A pipe that is read slowly and never blocks the writer: writes to the full pipe fail with
  // EAGAIN.
  static Stdout slow_nonblocking(int pause_ms) {
    return {.pause_ms = pause_ms, .nonblocking = true};
  }

  Kind kind = Kind::kCapture;
  std::string path = {};
  std::function<void(std::string_view)> reader = {};
  std::optional<std::uint64_t> close_after_bytes = {};
  int pause_ms = 0;
  bool nonblocking = false;
};

struct Command {
  std::vector<std::string> args = {};
  Stdin in = {};
  Stdout out = {};
  bool close_stderr = false;
  bool stderr_terminal = false;  // a separate terminal; Outcome::err has its output
  std::string directory = "/";
  std::string program = {};  // the path of the program; empty: the built command
  // Variables to set. Other OMP_*, GOMP_* and KMP_* variables are removed.
  std::vector<std::pair<std::string, std::string>> environment = {};
  double time_limit_s = 60;
  std::optional<std::uint64_t> address_space_bytes = {};
  std::optional<std::uint64_t> file_size_bytes = {};  // writes beyond this size fail with EFBIG
  std::optional<std::uint64_t> processes = {};
  std::optional<std::uint64_t> stack_bytes = {};  // of the first thread (ulimit -s)
  bool unprivileged = false;                      // as the user nobody; see can_drop_privileges()
  bool ignore_sigpipe = false;
  mode_t file_mask = 022;
  bool as_process = false;  // never in the test process; see run_here.hpp
};

Outcome run_command(const Command& command);

// The standard streams of a run: the test's end and the command's end of each.
struct Streams {
  Pair in, out, err;
};
Streams open_streams(const Command& command);

// The program and its arguments, for messages.
std::string words_of(const std::vector<std::string>& words);

// True if a child of this process can stop being root, so that file permissions apply to it, and
// can still start the command.
bool can_drop_privileges();

// The bytes as text. A byte that is neither printable ASCII nor a line feed becomes \xNN. Bytes
// after the first `limit` are left out.
std::string printable(std::string_view bytes, std::size_t limit = 2'000);

}  // namespace dokumill::testing
