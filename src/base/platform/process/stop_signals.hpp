// Treats SIGINT, SIGTERM, SIGHUP and SIGXCPU as a request to stop: the first signal is remembered,
// and a second signal ends the process at once, unless the result is already in its place.
//
// The handlers store a number and write one byte. On the second signal they remove the temporary
// files and folders (temporaries.hpp), print one line and exit. All of this is async-signal-safe.
// Decisions:
// - The exit status 128 + N means that the old output is untouched, or that the output is not a
//   file. So signals before the rename end the process with 128 + N, and signals after it do not:
//   the process completes what follows, which takes a moment, and ends with its own status.
// - A script starts background jobs with SIGINT ignored, and some parents pass on a mask that
//   blocks signals. SIGINT and SIGTERM are caught in both cases. An ignored SIGHUP (nohup) stays
//   ignored.
// - SIGXCPU, the warning of a limit on processor time, is a stop request like the other signals.
//   After SIGXCPU, the exit status is 152.
// - SIGQUIT keeps its default action. A user who asks for a core dump gets it, and the temporary
//   file stays.
// - SIGXFSZ and SIGPIPE are ignored. So a write beyond a limit on file sizes fails with EFBIG, and
//   a write to a pipe whose reader is gone fails with EPIPE.
// - Until an output is flushed and renamed, a signal leaves the old file in place. After that, a
//   signal changes nothing: the job is done, and the exit status describes the job. One exception
//   is the report of the job: after a signal, a report that cannot be written without blocking is
//   dropped. The command then fails with the status of a write error, and its message states that
//   the output is in its place and the report is not.
// - A second signal never interrupts putting an output in its place: the rename finishes first. If
//   the result of the program is in its place, the next signal changes nothing either. The one
//   after that ends the process with the status of a write error, in case the process hangs.
//   Reports, the files of a folder, and the pieces of a larger job do not count as results
//   (OutputOptions::is_result). Two files that belong together count as one result.
// - A second signal waits until a temporary file or folder that a thread is creating exists (or the
//   call has failed), so that it is removed, too.
// No signal can stop a system call that waits for the disk (fsync, a rename on a slow disk).
//
// Thread safety: one thread calls install_stop_signals() before other threads start. Any thread may
// call the other functions.
#pragma once

#include "base/platform/process/temporaries.hpp"

namespace dokumill {

// Installs the handlers. They ignore results that were put in their places before this call.
void install_stop_signals();

// True if the result of the program is in its place.
bool is_result_placed();

// The number of the first signal that came, or 0.
int stop_signal();

// A descriptor that is readable as soon as a signal came; -1 if no handlers are installed.
int stop_wakeup_fd();

// Some libraries end the process themselves. OpenMP's runtime does so if it cannot get memory or a
// thread. After watch_exit(), such an exit removes the temporary files, prints one line and ends
// the process with `status`. Call expect_exit() before the program's own exit.
void watch_exit(int status);
void expect_exit();

// While a Replacement exists, a second signal does not end the process. Create a Replacement around
// the rename of a temporary file to its place. Call has_result() after the rename if the result of
// the program is now complete and in its place.
class Replacement {
 public:
  Replacement();
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  void has_result() { has_result_ = true; }

 private:
  bool has_result_ = false;
};

// While a Creation exists, a second signal does not end the process; it takes effect at the end of
// the last Creation. Create a Creation around the call that creates a temporary file or folder.
// REQUIRES: the path is remembered before the Creation begins.
class Creation {
 public:
  Creation();
  ~Creation();
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;
};

// Ends the process by the default action of the signal, so that the parent sees that this signal
// ended the process.
[[noreturn]] void die_by_signal(int signal_number);

// Ignores SIGPIPE and SIGXFSZ. A failed write reports the error anyway (EPIPE, EFBIG).
void ignore_write_signals();

}  // namespace dokumill
