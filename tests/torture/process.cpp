#include "torture/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
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
namespace {

struct Pipe {
  int read_end;
  int write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
  return {ends[0], ends[1]};
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

void reap(pid_t& pid) {
  if (pid <= 0) return;
  ::kill(pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid = -1;
}

// LLVM's OpenMP runtime registers each process in a shared memory file, which remains if the
// process is killed.
void forget_openmp_process(pid_t pid) {
  for (const unsigned owner : {static_cast<unsigned>(::getuid()), 65534U}) {
    const std::string name =
        "/__KMP_REGISTERED_LIB_" + std::to_string(pid) + "_" + std::to_string(owner);
    ::shm_unlink(name.c_str());
  }
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string Ending::text() const {
  std::string text = timed_out     ? "did not end by itself"
                     : signal != 0 ? "ended by signal " + std::to_string(signal)
                                   : "exit status " + std::to_string(status);
  text += ", " + std::to_string(out.size()) + " bytes on stdout, stderr '";
  for (const char c : err.substr(0, 400)) text += c == '\n' ? '|' : c;
  return text + "'";
}

Process::Process(const Launch& launch) : take_bytes_(launch.take_bytes) {
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  Pipe failure = make_pipe();
  int in = -1;
  if (launch.feed.empty()) {
    in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  } else {
    Pipe feed = make_pipe();
    in = feed.read_end;
    start_feeder(launch, feed.write_end);
    ::close(feed.write_end);
  }
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) run(launch, in, out.write_end, err.write_end, failure.write_end);
  for (const int fd : {in, out.write_end, err.write_end, failure.write_end}) ::close(fd);
  out_ = out.read_end;
  err_ = err.read_end;
  for (const int fd : {out_, err_}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  // The pipe `failure` is closed when the program starts. From here on, signals reach the program.
  char byte = 0;
  const bool has_failed = ::read(failure.read_end, &byte, 1) == 1;
  ::close(failure.read_end);
  begin_ = Clock::now();
  if (has_failed) throw std::runtime_error("cannot start " + launch.program);
}

Process::~Process() {
  reap(pid_);
  reap(feeder_);
  close_fd(out_);
  close_fd(err_);
}

void Process::start_feeder(const Launch& launch, int write_end) {
  feeder_ = ::fork();
  if (feeder_ < 0) throw std::runtime_error("fork failed");
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
  const std::vector<char*> arguments = pointers_to(words);
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

void Process::read_some(int& fd, std::string& into) {
  static std::array<char, 1 << 18> buffer;
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return close_fd(fd);
  into.append(buffer.data(), static_cast<std::size_t>(got));
  if (fd == out_ && take_bytes_ && into.size() >= *take_bytes_) close_fd(fd);
}

bool Process::serve(double seconds) {
  const Clock::time_point begin = Clock::now();
  while (out_ >= 0 || err_ >= 0) {
    const double left = seconds - seconds_since(begin);
    if (left <= 0) return false;
    pollfd waits[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
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
  forget_openmp_process(pid_);
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
