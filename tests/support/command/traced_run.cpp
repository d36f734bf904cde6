#include "support/command/traced_run.hpp"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "support/command/child.hpp"

namespace dokumill::testing {
namespace {

// glibc's headers do not have this structure; the kernel's header conflicts with them.
struct CallInfo {
  std::uint8_t op;
  std::uint8_t padding[3];
  std::uint32_t arch;
  std::uint64_t instruction_pointer;
  std::uint64_t stack_pointer;
  std::uint64_t number;  // only if op is kEntry
  std::uint64_t more[8];
};
constexpr int kGetCallInfo = 0x420e;  // PTRACE_GET_SYSCALL_INFO
constexpr std::uint8_t kEntry = 1;

constexpr int kCallStop = SIGTRAP | 0x80;  // with PTRACE_O_TRACESYSGOOD

[[noreturn]] void run_child(const std::string& program, const std::vector<std::string>& args,
                            const std::string& directory) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(number, SIG_DFL);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
  if (::chdir(directory.c_str()) != 0) std::_Exit(127);
  std::vector<std::string> words{program};
  words.insert(words.end(), args.begin(), args.end());
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) std::_Exit(126);
  ::execv(program.c_str(), pointers_to(words).data());
  std::_Exit(127);
}

std::string describe_call(pid_t thread) {
  CallInfo info{};
  const long bytes = ::ptrace(static_cast<__ptrace_request>(kGetCallInfo), thread,
                              reinterpret_cast<void*>(sizeof info), &info);
  if (bytes <= 0) return "unknown";
  return info.op == kEntry ? "before call " + std::to_string(info.number) : "after a call";
}

}  // namespace

bool can_trace() {
  static const bool can = [] {
    const TracedRun run = run_traced("/bin/true", {}, "/", {});
    return run.shell_status == 0 && run.stops != 0;
  }();
  return can;
}

TracedRun run_traced(const std::string& program, const std::vector<std::string>& args,
                     const std::string& directory, const std::vector<Strike>& strikes) {
  TracedRun run;
  const pid_t child = ::fork();
  if (child == 0) run_child(program, args, directory);
  if (child < 0) return run;
  const auto resume = [](pid_t thread, int signal) {
    ::ptrace(PTRACE_SYSCALL, thread, nullptr, reinterpret_cast<void*>(std::intptr_t{signal}));
  };
  std::set<pid_t> known;  // the threads whose first stop has come
  for (;;) {
    int state = 0;
    const pid_t thread = ::waitpid(-1, &state, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) return run;
    if (WIFEXITED(state) || WIFSIGNALED(state)) {
      if (thread != child) continue;
      run.shell_status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
      return run;
    }
    const int signal = WSTOPSIG(state);
    if (signal == kCallStop) {
      for (const Strike& strike : strikes) {
        if (strike.stop != run.stops) continue;
        run.is_struck = true;
        run.call = describe_call(thread);
        for (const int number : strike.signals) ::syscall(SYS_tgkill, child, thread, number);
      }
      ++run.stops;
      resume(thread, 0);
    } else if (known.insert(thread).second) {  // after exec, or the first stop of a new thread
      if (thread == child) {
        ::ptrace(PTRACE_SETOPTIONS, thread, nullptr,
                 reinterpret_cast<void*>(std::intptr_t{PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
                                                       PTRACE_O_EXITKILL}));
      }
      resume(thread, 0);
    } else {
      // A signal, which is passed on, or the event that a thread was created.
      resume(thread, signal == SIGTRAP ? 0 : signal);
    }
  }
}

}  // namespace dokumill::testing
