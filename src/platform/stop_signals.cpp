#include "platform/stop_signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

namespace dokumill {
namespace {

constexpr std::size_t kMaxPath = 4096;

std::atomic<int> first_signal{0};

// The handler looks at `is_used` and the path behind it, nothing else does without the lock.
struct Temporary {
  std::atomic<bool> is_used{false};
  char path[kMaxPath];
};
Temporary temporaries[8];
std::mutex temporaries_mutex;

int wakeup_pipe[2] = {-1, -1};

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "used inside a signal handler");

void on_signal(int number) {
  const int saved_errno = errno;
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) {
    for (const Temporary& temporary : temporaries) {
      if (temporary.is_used.load()) ::unlink(temporary.path);
    }
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
  if (path.size() >= kMaxPath) return;
  const std::lock_guard lock(temporaries_mutex);
  for (Temporary& temporary : temporaries) {
    if (temporary.is_used) continue;
    std::memcpy(temporary.path, path.c_str(), path.size() + 1);
    temporary.is_used = true;
    return;
  }
}

void forget_temporary(const std::string& path) {
  const std::lock_guard lock(temporaries_mutex);
  for (Temporary& temporary : temporaries) {
    if (temporary.is_used && path == temporary.path) temporary.is_used = false;
  }
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
