// Runs the command in the test process: calls cli_main() while the standard streams of this process
// are those of the run. This takes less time than run_command(), above all with sanitizers, and
// gives the same Outcome, but without the memory. What main() adds is missing: signals that stop a
// job, streams that never block, and limits. A run that needs these, or that watches a process, is
// made by run_command(). A crash of the command ends the test program, which then prints the run.
//
// Thread safety: one run at a time, because the process has one set of streams and one working
// directory.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "cli/cli_main.hpp"
#include "support/command/child.hpp"
#include "support/command/command.hpp"
#include "support/command/conversation.hpp"

#ifdef DOKUMILL_SANITIZED
extern "C" void __sanitizer_set_report_fd(void* fd);
#endif

namespace dokumill::testing {

// True if the run needs no process of its own.
inline bool can_run_here(const Command& command) {
  const bool has_limits = command.address_space_bytes || command.file_size_bytes ||
                          command.processes || command.stack_bytes || command.unprivileged;
  const bool has_special_streams =
      command.in.kind == Stdin::Kind::kClosed || command.in.kind == Stdin::Kind::kTerminal ||
      (command.in.feeder && !command.in.is_text) || command.out.kind == Stdout::Kind::kClosed ||
      command.out.kind == Stdout::Kind::kTerminal || command.out.reader ||
      command.out.nonblocking || command.close_stderr || command.stderr_terminal;
  // play runs until it is stopped, bench measures its process, and book is another program, whose
  // bytes of SVG depend on the books that its process made before.
  const std::string first = command.args.empty() ? std::string() : command.args.front();
  const bool needs_process = first == "play" || first == "bench" || first == "book";
  return !command.as_process && command.program.empty() && command.environment.empty() &&
         !command.ignore_sigpipe && command.file_mask == 022 && !has_limits &&
         !has_special_streams && !needs_process;
}

// Makes `streams` the standard streams of this process until the end of its lifetime. If a signal
// ends the process before that, prints `command` to the standard error of the test.
class BorrowedStreams {
 public:
  BorrowedStreams(Streams& streams, const std::string& command) {
    std::array<Fd*, 3> theirs{&streams.in.theirs, &streams.out.theirs, &streams.err.theirs};
    for (int fd = 0; fd < 3; ++fd) {
      own_[fd] = Fd(fcntl(fd, F_DUPFD_CLOEXEC, 3));
      if (dup2(theirs[fd]->get(), fd) < 0) throw_errno("dup2");
      theirs[fd]->reset();
    }
    report_to(own_[2].get());
    crash_text_ = "the test program crashed in the run: " + command + "\n";
    crash_fd_ = own_[2].get();
    on_crash(print_run);
  }
  BorrowedStreams(const BorrowedStreams&) = delete;
  BorrowedStreams& operator=(const BorrowedStreams&) = delete;
  ~BorrowedStreams() {
    on_crash(SIG_DFL);
    for (int fd = 0; fd < 3; ++fd) dup2(own_[fd].get(), fd);
    report_to(2);
  }

 private:
  // A sanitizer writes its reports to this descriptor.
  static void report_to([[maybe_unused]] int fd) {
#ifdef DOKUMILL_SANITIZED
    __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(fd)));
#endif
  }

  // The sanitizers have handlers of their own, which print a stack with the test.
  static void on_crash([[maybe_unused]] void (*handler)(int)) {
#ifndef DOKUMILL_SANITIZED
    for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL}) std::signal(number, handler);
#endif
  }
  static void print_run(int number) {
    [[maybe_unused]] const ssize_t done = write(crash_fd_, crash_text_.data(), crash_text_.size());
    std::signal(number, SIG_DFL);
    std::raise(number);
  }

  static inline std::string crash_text_;
  static inline int crash_fd_ = -1;
  std::array<Fd, 3> own_;
};

inline Outcome run_here(const Command& command) {
  static std::mutex mutex;
  const std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock) throw std::logic_error("runs at the same time need Command::as_process");
  std::signal(SIGPIPE, SIG_IGN);
  Outcome outcome;
  outcome.command = "dokumill " + words_of(command.args);
  const Clock::time_point begin = Clock::now();
  std::atomic<bool> has_ended = false;
  Streams streams = open_streams(command);
  std::thread conversation([&command, &outcome, &has_ended, begin, in = std::move(streams.in.ours),
                            out = std::move(streams.out.ours),
                            err = std::move(streams.err.ours)]() mutable {
    Conversation(command, outcome, std::move(in), std::move(out), std::move(err), [&has_ended] {
      return has_ended.load();
    }).hold(begin);
  });
  const std::filesystem::path home = std::filesystem::current_path();
  std::filesystem::current_path(command.directory);
  {
    const BorrowedStreams borrowed(streams, outcome.command);
    outcome.status = cli::cli_main(command.args, system_platform());
  }
  std::filesystem::current_path(home);
  has_ended = true;
  conversation.join();
  if (outcome.status == cli::kReaderWentAway) {
    outcome.status = -1;
    outcome.signal = SIGPIPE;
  }
  outcome.seconds = seconds_since(begin);
  return outcome;
}

}  // namespace dokumill::testing
