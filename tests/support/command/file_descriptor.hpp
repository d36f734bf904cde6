// File descriptors of the test process, and pairs of them that connect it to a command.
//
// Thread safety: no shared state. Failure: an exception with the description of errno.
#pragma once

#include <string>
#include <utility>

namespace dokumill::testing {

// Throws `what` with the description of errno.
[[noreturn]] void throw_errno(const std::string& what);

// Owns a file descriptor and closes it. The descriptors made here have close-on-exec set, so a
// child does not inherit them by accident.
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
  void reset();

 private:
  int fd_ = -1;
};

// Two ends of a stream: one for the test and one for the command.
struct Pair {
  Fd ours;
  Fd theirs;
};

Pair make_pipe(bool we_write);
Pair make_socket();
Pair make_terminal();

void set_nonblocking(const Fd& fd);

}  // namespace dokumill::testing
