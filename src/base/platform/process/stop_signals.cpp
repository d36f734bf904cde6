#include "base/platform/process/stop_signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace dokumill {
namespace {

std::atomic<int> first_signal{0};

// A handler that is about to exit sets `leaving` and then reads `renaming` and `creating`. A thread
// that is about to rename or to create increments one of these and then reads `leaving`. So they
// never both continue.
std::atomic<bool> leaving{false};
std::atomic<int> renaming{0};
std::atomic<int> creating{0};
// The signal that came while `creating` was not 0. The last Creation ends the process.
std::atomic<int> signal_after_creation{0};
std::atomic<bool> is_result_in_place{false};
// Whether a further signal came after the result was put in its place.
std::atomic<bool> is_hurried{false};

int wakeup_pipe[2] = {-1, -1};
std::atomic<int> status_of_a_sudden_exit{0};
std::atomic<bool> is_exit_expected{true};
std::atomic<bool> is_stderr_a_terminal{false};

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "used inside a signal handler");

// Prints a line on standard error, unless the write would block.
template <std::size_t kSize>
void say(const char (&line)[kSize]) {
  pollfd wait{2, POLLOUT, 0};
  if (::poll(&wait, 1, 0) != 1) return;
  constexpr char kClearLine[] = "\r\x1B[K";  // a progress bar may be shown
  [[maybe_unused]] ssize_t ignored = 0;
  if (is_stderr_a_terminal) ignored = ::write(2, kClearLine, sizeof kClearLine - 1);
  ignored = ::write(2, line, kSize - 1);
}

[[noreturn]] void end_process(int number) {
  remove_temporaries();
  if (is_result_in_place) {
    say("dokumill: ended by a further signal; the output is in its place\n");
    constexpr int kNotAllWritten = 2;
    ::_exit(kNotAllWritten);
  }
  say("dokumill: ended by a second signal\n");
  ::_exit(128 + number);
}

// Ends the process on the second signal. Returns if an output is being put in its place, and at the
// first call after the result was put in its place. Returns, too, if a temporary file is being
// created: the last Creation calls this function again.
void leave(int number) {
  do {
    if (leaving.exchange(true)) return;  // another call ends the process, or one around this one
    if (renaming != 0 || (is_result_in_place && !is_hurried.exchange(true))) {
      leaving = false;
      return;
    }
    signal_after_creation = number;
    if (creating == 0) end_process(number);
    leaving = false;
    // If the last Creation ended in the meantime, it found `leaving` set, and has returned.
  } while (creating == 0);
}

// Waits until the handler of another thread either ends the process or returns.
void wait_for_handler() {
  while (leaving) ::poll(nullptr, 0, 1);
}

void on_signal(int number) {
  const int saved_errno = errno;
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) leave(number);
  if (wakeup_pipe[1] >= 0) {
    const char byte = 0;
    [[maybe_unused]] const ssize_t ignored = ::write(wakeup_pipe[1], &byte, 1);
  }
  errno = saved_errno;
}

}  // namespace

void install_stop_signals() {
  if (wakeup_pipe[0] < 0 && ::pipe(wakeup_pipe) != 0) wakeup_pipe[0] = wakeup_pipe[1] = -1;
  for (const int end : wakeup_pipe) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  is_stderr_a_terminal = ::isatty(2) == 1;
  is_result_in_place = false;
  is_hurried = false;
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  sigset_t caught;
  ::sigemptyset(&caught);
  for (const int number : {SIGINT, SIGTERM, SIGXCPU}) {
    ::sigaction(number, &action, nullptr);
    ::sigaddset(&caught, number);
  }
  struct sigaction present {};
  if (::sigaction(SIGHUP, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) {
    ::sigaction(SIGHUP, &action, nullptr);
  }
  ::sigprocmask(SIG_UNBLOCK, &caught, nullptr);
}

int stop_signal() {
  return first_signal.load();
}

bool is_result_placed() {
  return is_result_in_place;
}

int stop_wakeup_fd() {
  return wakeup_pipe[0];
}

void watch_exit(int status) {
  status_of_a_sudden_exit = status;
  is_exit_expected = false;
  std::atexit([] {
    if (is_exit_expected) return;
    remove_temporaries();
    say("dokumill: ended by a library that it uses\n");
    ::_exit(status_of_a_sudden_exit);
  });
}

void expect_exit() {
  is_exit_expected = true;
}

Replacement::Replacement() {
  ++renaming;
  wait_for_handler();
}

Replacement::~Replacement() {
  if (has_result_) is_result_in_place = true;
  --renaming;
}

Creation::Creation() {
  ++creating;
  wait_for_handler();
}

Creation::~Creation() {
  if (--creating != 0) return;
  const int number = signal_after_creation.exchange(0);
  if (number != 0) leave(number);
}

void die_by_signal(int signal_number) {
  ::signal(signal_number, SIG_DFL);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, signal_number);
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal_number);
  ::_exit(128 + signal_number);
}

void ignore_write_signals() {
  for (const int number : {SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
}

}  // namespace dokumill
