// SIGINT, SIGTERM, SIGHUP and SIGXCPU as a request to stop: the first one is remembered, a second
// one ends the process at once.
//
// The handlers only store, write one byte and, the second time, remove the temporary outputs, say
// one line and leave: all of it async-signal-safe. What was decided:
// - Jobs started in the background of a script have SIGINT ignored, and some parents pass on a mask
//   that blocks signals; INT and TERM are caught all the same. An ignored HUP (nohup) stays so.
// - SIGXCPU, the warning of a limit on processor time, is a stop like the others (status 152).
// - SIGQUIT keeps its default: who asks for a core dump gets it, and the temporary with it.
// - SIGXFSZ and SIGPIPE are ignored, so that a limit on file sizes shows as EFBIG and a reader that
//   goes away as EPIPE.
// - Until an output is flushed and renamed, a signal keeps the old one. From then on it changes
//   nothing: the job is done, and the status tells of the job. Only a report that cannot be written
//   without waiting is given up then; the message says that the output is in its place.
// - A second signal never comes between an output and its place: the rename is finished first. When
//   an output is in its place already, the line says so.
// What waits in the kernel (fsync, a rename on a slow disk) cannot be stopped by any signal.
//
// Thread safety: install from one thread before others start; the rest from any thread.
#pragma once

#include <string>

namespace dokumill {

// Outputs that came to their places before are forgotten.
void install_stop_signals();

// The number of the first signal that came, or 0.
int stop_signal();

// Readable as soon as a signal came; -1 when no handlers are installed.
int stop_wakeup_fd();

// The files that a second signal removes before the process ends: up to 8 of the jobs that run at
// the same time. A path is remembered before its file is made. Paths that no system call takes
// (4,096 bytes or more) are not remembered.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);

// Removes them all. Async-signal-safe; for an end of the process that no OutputFile sees.
void remove_temporaries();

// Some libraries end the process themselves: OpenMP's runtime does, without memory or a thread.
// After watch_exit(), such an end removes the temporaries, says one line and has this status,
// until expect_exit() announces the program's own end.
void watch_exit(int status);
void expect_exit();

// Stands around the rename of a temporary to its place.
class Replacement {
 public:
  Replacement();
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  void succeeded() { has_succeeded_ = true; }

 private:
  bool has_succeeded_ = false;
};

// Ends the process as the signal would have: the parent sees death by that signal.
[[noreturn]] void die_by_signal(int signal_number);

// Signals that tell of failed writes are ignored; the writes say so too.
void ignore_write_signals();

}  // namespace dokumill
