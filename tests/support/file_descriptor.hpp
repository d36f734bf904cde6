// File descriptors of the test process, and the pairs of them that join it to a command.
//
// Thread safety: values. Failure: an exception that tells errno.
#pragma once

#include <string>
#include <utility>

namespace dokumill::test {

// Throws what was tried, with the words for errno.
[[noreturn]] void throw_errno(const std::string& what);

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
  void reset();

 private:
  int fd_ = -1;
};

// Two ends: the one that the test keeps and the one that the command gets.
struct Pair {
  Fd ours;
  Fd theirs;
};

Pair make_pipe(bool we_write);
Pair make_socket();
Pair make_terminal();

void set_nonblocking(const Fd& fd);

}  // namespace dokumill::test
