// SIGINT, SIGTERM and SIGHUP as a request to stop: the first one is remembered, a second one ends
// the process at once.
//
// The handlers only store, write one byte and, the second time, remove the temporary output and
// leave: all of it async-signal-safe. Jobs started in the background of a script have SIGINT
// ignored; INT and TERM are caught all the same, an ignored HUP (nohup) stays ignored. Thread
// safety: install from one thread before others start; the rest from any thread.
#pragma once

#include <string>

namespace dokumill {

void install_stop_signals();

// The number of the first signal that came, or 0.
int stop_signal();

// Readable as soon as a signal came; -1 when no handlers are installed.
int stop_wakeup_fd();

// The files that a second signal removes before the process ends: up to 8 of the jobs that run at
// the same time. Names of 4,096 bytes or more are not remembered.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);

// Ends the process as the signal would have: the parent sees death by that signal.
[[noreturn]] void die_by_signal(int signal_number);

// SIGPIPE is ignored, so that a reader that goes away shows as EPIPE.
void ignore_broken_pipes();

}  // namespace dokumill
