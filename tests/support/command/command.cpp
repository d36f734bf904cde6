#include "support/command/command.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <ostream>

#include "support/command/child.hpp"
#include "support/command/conversation.hpp"
#include "support/command/file_descriptor.hpp"

extern char** environ;

namespace dokumill::testing {
namespace {

constexpr uid_t kNobody = 65'534;

std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with("OMP_") || variable.starts_with("GOMP_") ||
        variable.starts_with("KMP_")) {
      continue;
    }
    const std::string_view name = variable.substr(0, variable.find('='));
    const auto given = [&](const auto& pair) { return pair.first == name; };
    if (std::ranges::any_of(command.environment, given)) continue;
    variables.emplace_back(variable);
  }
  for (const auto& [name, value] : command.environment) variables.push_back(name + "=" + value);
  return variables;
}

// Everything that the child needs. It is prepared before the fork, so that the child only makes
// plain system calls.
struct ChildPlan {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::string directory;
  int in = -1;
  int out = -1;
  int err = -1;
  int failure = -1;  // receives errno if the program cannot be started
};

void limit(int resource, const std::optional<std::uint64_t>& most) {
  if (!most) return;
  const rlimit value{*most, *most};
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

void give_up_in_child(const ChildPlan& plan) {
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(plan.failure, &error, sizeof error);
  _exit(127);
}

void run_child(const Command& command, const ChildPlan& plan) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXFSZ}) {
    signal(number, number == SIGPIPE && command.ignore_sigpipe ? SIG_IGN : SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  const std::array<int, 3> wanted{plan.in, plan.out, plan.err};
  for (int fd = 0; fd < 3; ++fd) {
    if (wanted[fd] < 0) {
      close(fd);
    } else if (dup2(wanted[fd], fd) < 0) {
      give_up_in_child(plan);
    }
  }
  umask(command.file_mask);
  if (chdir(plan.directory.c_str()) != 0) give_up_in_child(plan);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit(RLIMIT_FSIZE, command.file_size_bytes);
  if (command.unprivileged &&
      (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
    give_up_in_child(plan);
  }
  limit(RLIMIT_NPROC, command.processes);
  limit(RLIMIT_STACK, command.stack_bytes);
  limit(RLIMIT_AS, command.address_space_bytes);
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  give_up_in_child(plan);
}

// Waits for the child to end, and kills it when its time limit is over.
void await_end(const Command& command, Outcome& outcome, Clock::time_point begin) {
  rusage usage{};
  int state = 0;
  for (;;) {
    const pid_t ended = wait4(outcome.pid, &state, WNOHANG, &usage);
    if (ended == outcome.pid) break;
    if (ended < 0 && errno != EINTR) throw_errno("wait4");
    if (seconds_since(begin) > command.time_limit_s) {
      kill(outcome.pid, SIGKILL);
      outcome.timed_out = true;
    }
    usleep(500);
  }
  forget_openmp_process(outcome.pid);
  outcome.seconds = seconds_since(begin);
  outcome.peak_kib = usage.ru_maxrss;
  if (WIFEXITED(state)) outcome.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) outcome.signal = WTERMSIG(state);
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

}  // namespace

std::string words_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + printable(word, 300);
  return text;
}

std::vector<std::string> Outcome::messages() const {
  std::vector<std::string> lines;
  std::string_view rest = err;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  stream << "\n  command: " << outcome.command << "\n  ended with ";
  if (outcome.timed_out) stream << "its time limit, ";
  if (outcome.signal != 0) {
    stream << "signal " << outcome.signal;
  } else {
    stream << "exit status " << outcome.status;
  }
  stream << " after " << outcome.seconds << " s, " << outcome.peak_kib << " KiB\n  stdout ("
         << outcome.out_bytes << " bytes): " << printable(outcome.out, 600)
         << "\n  stderr: " << printable(outcome.err) << '\n';
  return stream;
}

Stdin Stdin::bytes(std::string bytes) {
  return pieces(std::move(bytes), {1 << 16});
}

Stdin Stdin::socket(std::string bytes) {
  Stdin in = Stdin::bytes(std::move(bytes));
  in.kind = Kind::kSocket;
  return in;
}

Stdin Stdin::pieces(std::string bytes, std::vector<std::size_t> sizes, int pause_ms) {
  struct State {
    std::string bytes;
    std::vector<std::size_t> sizes;
    std::size_t at = 0;
    std::size_t next_size = 0;
  };
  const auto state = std::make_shared<State>(State{std::move(bytes), std::move(sizes)});
  Stdin in = feed([state, pause_ms](const Outcome&) -> Piece {
    if (state->at == state->bytes.size()) return {.last = true};
    const std::size_t size = state->sizes[state->next_size++ % state->sizes.size()];
    const std::string_view piece = std::string_view(state->bytes).substr(state->at, size);
    state->at += piece.size();
    return {.bytes = piece, .wait_ms = pause_ms};
  });
  in.is_text = true;
  return in;
}

Streams open_streams(const Command& command) {
  Streams streams;
  auto& [in, out, err] = streams;
  switch (command.in.kind) {
    case Stdin::Kind::kClosed:
      break;
    case Stdin::Kind::kNull:
      in.theirs = Fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
      break;
    case Stdin::Kind::kFile:
      in.theirs = Fd(open(command.in.path.c_str(), O_RDONLY | O_CLOEXEC));
      if (!in.theirs.open()) throw_errno("open " + command.in.path);
      break;
    case Stdin::Kind::kPipe:
      in = make_pipe(/*we_write=*/true);
      break;
    case Stdin::Kind::kSocket:
      in = make_socket();
      break;
    case Stdin::Kind::kTerminal:
      in = make_terminal();
      break;
  }
  if (command.out.kind == Stdout::Kind::kCapture) {
    out = make_pipe(/*we_write=*/false);
    if (command.out.nonblocking) set_nonblocking(out.theirs);
  } else if (command.out.kind == Stdout::Kind::kFile) {
    out.theirs = Fd(open(command.out.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!out.theirs.open()) throw_errno("open " + command.out.path);
  }
  const bool shares_terminal = command.out.kind == Stdout::Kind::kTerminal;
  if (shares_terminal) out = make_terminal();
  if (command.stderr_terminal) {
    err = make_terminal();
  } else if (!command.close_stderr && !shares_terminal) {
    err = make_pipe(/*we_write=*/false);
  }
  return streams;
}

Outcome run_command(const Command& command) {
  std::signal(SIGPIPE, SIG_IGN);  // in this process; run_child() sets SIGPIPE in the child
  Outcome outcome;
  std::vector<std::string> words{command.program.empty() ? DOKUMILL_BINARY : command.program};
  words.insert(words.end(), command.args.begin(), command.args.end());
  outcome.command = words_of(words);
  std::vector<std::string> variables = environment_of(command);

  auto [in, out, err] = open_streams(command);
  Pair failure = make_pipe(/*we_write=*/false);
  const bool shares_terminal = command.out.kind == Stdout::Kind::kTerminal;
  const ChildPlan plan{pointers_to(words),  pointers_to(variables),
                       command.directory,   in.theirs.get(),
                       out.theirs.get(),    shares_terminal ? out.theirs.get() : err.theirs.get(),
                       failure.theirs.get()};
  malloc_trim(0);  // the memory of this process counts as the child's; see command.hpp
  const Clock::time_point begin = Clock::now();
  outcome.pid = fork();
  if (outcome.pid < 0) throw_errno("fork");
  if (outcome.pid == 0) run_child(command, plan);
  for (Pair* pair : {&in, &out, &err, &failure}) pair->theirs.reset();

  int error = 0;
  const bool not_started = read(failure.ours.get(), &error, sizeof error) == sizeof error;
  Conversation(command, outcome, std::move(in.ours), std::move(out.ours), std::move(err.ours), [&] {
    return has_ended(outcome.pid);
  }).hold(begin);
  await_end(command, outcome, begin);
  if (not_started) {
    ADD_FAILURE() << "cannot start: " << std::strerror(error) << outcome;
  } else if (outcome.timed_out) {
    ADD_FAILURE() << "over the time limit of " << command.time_limit_s << " s" << outcome;
  }
  return outcome;
}

bool can_drop_privileges() {
  if (geteuid() != 0) return false;
  static const bool can = [] {
    const pid_t child = fork();
    if (child == 0) {
      const bool dropped =
          setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0;
      _exit(dropped && access(DOKUMILL_BINARY, X_OK) == 0 ? 0 : 1);
    }
    int state = 0;
    return child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
  }();
  return can;
}

std::string printable(std::string_view bytes, std::size_t most) {
  std::string text;
  for (const char byte : bytes.substr(0, most)) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value >= 0x20 && value < 0x7F) || byte == '\n') {
      text += byte;
    } else {
      std::array<char, 8> hex{};
      std::snprintf(hex.data(), hex.size(), "\\x%02X", value);
      text += hex.data();
    }
  }
  if (bytes.size() > most) text += "... (" + std::to_string(bytes.size()) + " bytes)";
  return text;
}

}  // namespace dokumill::testing
