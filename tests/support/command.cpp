#include "support/command.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

extern char** environ;

namespace dokumill::test {
namespace {

// LLVM's OpenMP runtime registers each process by number in a file of shared memory, which stays
// behind when the process is killed; where the file is empty, because a limit on file sizes cut it
// short, the next process of that number dies by SIGBUS.
void forget_openmp_process(pid_t pid) {
  for (const uid_t owner : {getuid(), uid_t{65534}}) {
    const std::string name =
        "/__KMP_REGISTERED_LIB_" + std::to_string(pid) + "_" + std::to_string(owner);
    shm_unlink(name.c_str());
  }
}

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uid_t kNobody = 65'534;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A file descriptor that is closed with its owner and never reaches a child by itself.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

struct Pair {
  Fd ours;
  Fd theirs;
};

Pair make_pipe(bool we_write) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  return we_write ? Pair{Fd(ends[1]), Fd(ends[0])} : Pair{Fd(ends[0]), Fd(ends[1])};
}

Pair make_socket() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  return {Fd(ends[0]), Fd(ends[1])};
}

Pair make_terminal() {
  Fd master(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!master.open() || grantpt(master.get()) != 0 || unlockpt(master.get()) != 0) fail("pty");
  std::array<char, 128> name{};
  if (ptsname_r(master.get(), name.data(), name.size()) != 0) fail("ptsname");
  Fd slave(open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!slave.open()) fail("open pty");
  return {std::move(master), std::move(slave)};
}

void set_nonblocking(const Fd& fd) {
  fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with("OMP_") || variable.starts_with("GOMP_")) continue;
    const std::string_view name = variable.substr(0, variable.find('='));
    const auto given = [&](const auto& pair) { return pair.first == name; };
    if (std::ranges::any_of(command.environment, given)) continue;
    variables.emplace_back(variable);
  }
  for (const auto& [name, value] : command.environment) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> pointers_of(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Everything the child needs, made before the fork: after it only plain system calls are made.
struct ChildPlan {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::string directory;
  int in = -1;
  int out = -1;
  int err = -1;
  int failure = -1;  // takes errno if the program cannot be started
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
  limit(RLIMIT_AS, command.address_space_bytes);
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  give_up_in_child(plan);
}

// The parent's part of a run: one loop over the three streams.
class Conversation {
 public:
  Conversation(const Command& command, Outcome& outcome, Fd in, Fd out, Fd err)
      : command_(command),
        outcome_(outcome),
        in_(std::move(in)),
        out_(std::move(out)),
        err_(std::move(err)) {
    for (const Fd* fd : {&in_, &out_, &err_}) {
      if (fd->open()) set_nonblocking(*fd);
    }
  }

  void hold(Clock::time_point begin) {
    while (in_.open() || out_.open() || err_.open()) {
      const double left = command_.time_limit_s - seconds_since(begin);
      if (left <= 0) {
        kill(outcome_.pid, SIGKILL);
        outcome_.timed_out = true;
        return;
      }
      prepare_input();
      if (in_.open() && !out_.open() && !err_.open() && child_has_ended()) return;
      wait_and_serve(left);
    }
  }

 private:
  bool input_rests() const { return Clock::now() < input_rests_until_; }
  bool output_rests() const { return Clock::now() < output_rests_until_; }

  bool child_has_ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(outcome_.pid), &info, WEXITED | WNOHANG | WNOWAIT) ==
               0 &&
           info.si_pid == outcome_.pid;
  }

  void prepare_input() {
    if (!in_.open() || !pending_.empty() || input_rests()) return;
    if (!command_.in.feeder) return;  // a terminal: nothing is typed
    const Piece piece = command_.in.feeder(outcome_);
    pending_ = piece.bytes;
    input_rests_until_ = Clock::now() + std::chrono::milliseconds(piece.wait_ms);
    if (piece.last && pending_.empty()) in_.reset();
  }

  void wait_and_serve(double left) {
    std::array<pollfd, 3> polls{};
    // A pause follows a piece: what is pending is written first.
    polls[0] = {!pending_.empty() ? in_.get() : -1, POLLOUT, 0};
    polls[1] = {output_rests() ? -1 : out_.get(), POLLIN, 0};
    polls[2] = {err_.get(), POLLIN, 0};
    int timeout_ms = static_cast<int>(std::min(left * 1'000, 100.0)) + 1;
    if ((in_.open() && pending_.empty() && command_.in.feeder) || output_rests()) timeout_ms = 1;
    if (poll(polls.data(), polls.size(), timeout_ms) < 0 && errno != EINTR) fail("poll");
    if (polls[0].revents != 0) write_input();
    if (polls[1].revents != 0) read_output();
    if (polls[2].revents != 0) read_messages();
  }

  void write_input() {
    const ssize_t done = write(in_.get(), pending_.data(), pending_.size());
    if (done > 0) pending_.remove_prefix(static_cast<std::size_t>(done));
    if (done < 0 && errno != EAGAIN && errno != EINTR) {  // the program does not read any more
      pending_ = {};
      in_.reset();
    }
  }

  void read_output() {
    static thread_local std::array<char, 1 << 16> buffer;
    const ssize_t done = read(out_.get(), buffer.data(), buffer.size());
    if (done < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (done <= 0) {
      out_.reset();
      return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(done));
    outcome_.out_bytes += bytes.size();
    if (command_.out.reader) {
      command_.out.reader(bytes);
    } else {
      outcome_.out += bytes;
    }
    if (command_.out.close_after_bytes && outcome_.out_bytes >= *command_.out.close_after_bytes) {
      out_.reset();
    }
    output_rests_until_ = Clock::now() + std::chrono::milliseconds(command_.out.pause_ms);
  }

  void read_messages() {
    std::array<char, 1 << 14> buffer;
    const ssize_t done = read(err_.get(), buffer.data(), buffer.size());
    if (done > 0) outcome_.err.append(buffer.data(), static_cast<std::size_t>(done));
    if (done == 0 || (done < 0 && errno != EAGAIN && errno != EINTR)) err_.reset();
  }

  const Command& command_;
  Outcome& outcome_;
  Fd in_;
  Fd out_;
  Fd err_;
  std::string_view pending_;
  Clock::time_point input_rests_until_{};
  Clock::time_point output_rests_until_{};
};

// Reaps the child, killing it when its time is over.
void await_end(const Command& command, Outcome& outcome, Clock::time_point begin) {
  rusage usage{};
  int state = 0;
  for (;;) {
    const pid_t ended = wait4(outcome.pid, &state, WNOHANG, &usage);
    if (ended == outcome.pid) break;
    if (ended < 0 && errno != EINTR) fail("wait4");
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

std::string words_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + printable(word, 300);
  return text;
}

}  // namespace

TempDir::TempDir() {
  std::string name = (fs::temp_directory_path() / "dokumill-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) fail("mkdtemp");
  path_ = name;
  chmod(path_.c_str(), 0777);
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempDir::operator/(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

void TempDir::write(std::string_view name, std::string_view bytes) const {
  write_file(*this / name, bytes);
}

std::string TempDir::read(std::string_view name) const {
  return read_file(*this / name);
}

bool TempDir::exists(std::string_view name) const {
  struct stat info {};
  return lstat((*this / name).c_str(), &info) == 0;
}

std::vector<std::string> TempDir::list() const {
  return list_dir(path_);
}

void write_file(const std::string& path, std::string_view bytes) {
  const Fd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd.open()) fail("open " + path);
  while (!bytes.empty()) {
    const ssize_t done = write(fd.get(), bytes.data(), bytes.size());
    if (done < 0) fail("write " + path);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

std::string read_file(const std::string& path) {
  const Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.open()) {
    ADD_FAILURE() << "cannot read " << path << ": " << std::strerror(errno);
    return {};
  }
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t done = read(fd.get(), buffer.data(), buffer.size());
    if (done < 0) fail("read " + path);
    if (done == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(done));
  }
}

std::vector<std::string> list_dir(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
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
  return feed([state, pause_ms](const Outcome&) -> Piece {
    if (state->at == state->bytes.size()) return {.last = true};
    const std::size_t size = state->sizes[state->next_size++ % state->sizes.size()];
    const std::string_view piece = std::string_view(state->bytes).substr(state->at, size);
    state->at += piece.size();
    return {.bytes = piece, .wait_ms = pause_ms};
  });
}

Outcome run_command(const Command& command) {
  std::signal(SIGPIPE, SIG_IGN);  // of this process; the child gets its own
  Outcome outcome;
  std::vector<std::string> words{command.program.empty() ? DOKUMILL_BINARY : command.program};
  words.insert(words.end(), command.args.begin(), command.args.end());
  outcome.command = words_of(words);
  std::vector<std::string> variables = environment_of(command);

  Pair in;
  Pair out;
  Pair err;
  Pair failure = make_pipe(/*we_write=*/false);
  switch (command.in.kind) {
    case Stdin::Kind::kClosed:
      break;
    case Stdin::Kind::kNull:
      in.theirs = Fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
      break;
    case Stdin::Kind::kFile:
      in.theirs = Fd(open(command.in.path.c_str(), O_RDONLY | O_CLOEXEC));
      if (!in.theirs.open()) fail("open " + command.in.path);
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
    if (!out.theirs.open()) fail("open " + command.out.path);
  }
  if (!command.close_stderr) err = make_pipe(/*we_write=*/false);

  const ChildPlan plan{pointers_of(words),  pointers_of(variables), command.directory,
                       in.theirs.get(),     out.theirs.get(),       err.theirs.get(),
                       failure.theirs.get()};
  const Clock::time_point begin = Clock::now();
  outcome.pid = fork();
  if (outcome.pid < 0) fail("fork");
  if (outcome.pid == 0) run_child(command, plan);
  for (Pair* pair : {&in, &out, &err, &failure}) pair->theirs.reset();

  int error = 0;
  const bool not_started = read(failure.ours.get(), &error, sizeof error) == sizeof error;
  Conversation(command, outcome, std::move(in.ours), std::move(out.ours), std::move(err.ours))
      .hold(begin);
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

}  // namespace dokumill::test
