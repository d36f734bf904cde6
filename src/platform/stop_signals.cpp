#include "platform/stop_signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace dokumill {
namespace {

constexpr std::size_t kMaxPath = 4096;

std::atomic<int> first_signal{0};
std::atomic<bool> has_temporary{false};
char temporary_path[kMaxPath];
int wakeup_pipe[2] = {-1, -1};

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "used inside a signal handler");

void on_signal(int number) {
  const int saved_errno = errno;
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) {
    if (has_temporary.load()) ::unlink(temporary_path);
    ::_exit(128 + number);
  }
  if (wakeup_pipe[1] >= 0) {
    const char byte = 0;
    [[maybe_unused]] const ssize_t ignored = ::write(wakeup_pipe[1], &byte, 1);
  }
  errno = saved_errno;
}

}  // namespace

void install_stop_signals() {
  if (wakeup_pipe[0] < 0 && ::pipe2(wakeup_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    wakeup_pipe[0] = wakeup_pipe[1] = -1;
  }
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) ::sigaction(number, &action, nullptr);
  struct sigaction present {};
  if (::sigaction(SIGHUP, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) {
    ::sigaction(SIGHUP, &action, nullptr);
  }
}

int stop_signal() {
  return first_signal.load();
}

int stop_wakeup_fd() {
  return wakeup_pipe[0];
}

void remember_temporary(const std::string& path) {
  has_temporary = false;
  if (path.empty() || path.size() >= kMaxPath) return;
  std::memcpy(temporary_path, path.c_str(), path.size() + 1);
  has_temporary = true;
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

void ignore_broken_pipes() {
  ::signal(SIGPIPE, SIG_IGN);
}

}  // namespace dokumill
