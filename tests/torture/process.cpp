#include "torture/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace dokumill::torture {

using testing::make_pipe;
using testing::Pair;
using testing::set_nonblocking;
using testing::throw_errno;

namespace {

void reap(pid_t& pid) {
  if (pid <= 0) return;
  ::kill(pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid = -1;
}

}  // namespace

std::string Ending::text() const {
  std::string text = timed_out     ? "did not end by itself"
                     : signal != 0 ? "ended by signal " + std::to_string(signal)
                                   : "exit status " + std::to_string(status);
  text += ", " + std::to_string(out.size()) + " bytes on stdout, stderr '";
  for (const char c : err.substr(0, 400)) text += c == '\n' ? '|' : c;
  return text + "'";
}

Process::Process(const Launch& launch) : take_bytes_(launch.take_bytes) {
  Pair in;
  Pair out = make_pipe(/*we_write=*/false);
  Pair err = make_pipe(/*we_write=*/false);
  Pair failure = make_pipe(/*we_write=*/false);
  if (launch.feed.empty()) {
    in.theirs = Fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  } else {
    in = make_pipe(/*we_write=*/true);
    start_feeder(launch, in.ours.get());
    in.ours.reset();
  }
  pid_ = ::fork();
  if (pid_ < 0) throw_errno("fork");
  if (pid_ == 0) {
    run(launch, in.theirs.get(), out.theirs.get(), err.theirs.get(), failure.theirs.get());
  }
  for (Pair* pair : {&in, &out, &err, &failure}) pair->theirs.reset();
  out_ = std::move(out.ours);
  err_ = std::move(err.ours);
  for (const Fd* fd : {&out_, &err_}) set_nonblocking(*fd);
  // The pipe `failure` is closed when the program starts. From here on, signals reach the program.
  char byte = 0;
  const bool has_failed = ::read(failure.ours.get(), &byte, 1) == 1;
  begin_ = Clock::now();
  if (has_failed) throw std::runtime_error("cannot start " + launch.program);
}

Process::~Process() {
  reap(pid_);
  reap(feeder_);
}

void Process::start_feeder(const Launch& launch, int write_end) {
  feeder_ = ::fork();
  if (feeder_ < 0) throw_errno("fork");
  if (feeder_ != 0) return;
  // The feeder keeps only the write end of its pipe.
  ::dup2(write_end, 0);
  ::close_range(1, ~0U, 0);
  ::signal(SIGPIPE, SIG_DFL);
  const int file = ::open(launch.feed.c_str(), O_RDONLY | O_CLOEXEC);
  std::uint64_t left = launch.feed_bytes.value_or(UINT64_MAX);
  std::array<char, 1 << 16> buffer;
  while (left > 0) {
    const ssize_t got = ::read(file, buffer.data(), std::min<std::uint64_t>(left, buffer.size()));
    if (got <= 0) break;
    for (ssize_t at = 0; at < got;) {
      const ssize_t wrote = ::write(0, buffer.data() + at, got - at);
      if (wrote <= 0) ::_exit(1);
      at += wrote;
    }
    left -= static_cast<std::uint64_t>(got);
  }
  while (launch.feeder_stays) ::pause();
  ::_exit(0);
}

void Process::run(const Launch& launch, int in, int out, int err, int failure) const {
  for (int number = 1; number < 32; ++number) ::signal(number, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::vector<std::string> words{launch.program};
  words.insert(words.end(), launch.words.begin(), launch.words.end());
  const std::vector<char*> arguments = testing::pointers_to(words);
  if (::dup2(in, 0) == 0 && ::dup2(out, 1) == 1 && ::dup2(err, 2) == 2 &&
      ::chdir(launch.folder.c_str()) == 0) {
    if (launch.in_child) launch.in_child();
    ::execv(arguments[0], arguments.data());
  }
  [[maybe_unused]] const ssize_t ignored = ::write(failure, "!", 1);
  ::_exit(127);
}

void Process::send(int signal) const {
  ::kill(pid_, signal);
}

void Process::read_some(Fd& fd, std::string& into) {
  static std::array<char, 1 << 18> buffer;
  const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return fd.reset();
  into.append(buffer.data(), static_cast<std::size_t>(got));
  if (&fd == &out_ && take_bytes_ && into.size() >= *take_bytes_) fd.reset();
}

bool Process::serve(double seconds) {
  const Clock::time_point begin = Clock::now();
  while (out_.open() || err_.open()) {
    const double left = seconds - seconds_since(begin);
    if (left <= 0) return false;
    pollfd waits[2] = {{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}};
    const auto whole = static_cast<time_t>(left);
    const timespec wait{whole, static_cast<long>((left - static_cast<double>(whole)) * 1e9)};
    if (::ppoll(waits, 2, &wait, nullptr) <= 0) continue;
    if (waits[0].revents != 0) read_some(out_, ending_.out);
    if (waits[1].revents != 0) read_some(err_, ending_.err);
  }
  return true;
}

void Process::rest(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

Ending Process::end(double limit) {
  if (!serve(limit)) {
    ending_.timed_out = true;
    ::kill(pid_, SIGKILL);
  }
  int state = 0;
  while (::waitpid(pid_, &state, 0) < 0 && errno == EINTR) {
  }
  ending_.seconds = seconds_since(begin_);
  if (WIFEXITED(state)) ending_.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) ending_.signal = WTERMSIG(state);
  testing::forget_openmp_process(pid_);
  pid_ = -1;
  kill_feeder();
  return ending_;
}

void Process::kill_feeder() {
  reap(feeder_);
}

std::uint64_t Process::peak_bytes() const {
  const std::string path = "/proc/" + std::to_string(pid_) + "/status";
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long long kib = 0;
  for (char line[256]; std::fgets(line, sizeof line, file) != nullptr;) {
    if (std::sscanf(line, "VmHWM: %llu kB", &kib) == 1) break;
  }
  std::fclose(file);
  return kib * 1024;
}

}  // namespace dokumill::torture
