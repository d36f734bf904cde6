#include "support/command/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace dokumill::testing {

void throw_errno(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

void Fd::reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

Pair make_pipe(bool we_write) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe");
  return we_write ? Pair{Fd(ends[1]), Fd(ends[0])} : Pair{Fd(ends[0]), Fd(ends[1])};
}

Pair make_socket() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_errno("socketpair");
  return {Fd(ends[0]), Fd(ends[1])};
}

Pair make_terminal() {
  Fd master(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!master.open() || grantpt(master.get()) != 0 || unlockpt(master.get()) != 0)
    throw_errno("pty");
  std::array<char, 128> name{};
  if (ptsname_r(master.get(), name.data(), name.size()) != 0) throw_errno("ptsname");
  Fd slave(open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!slave.open()) throw_errno("open pty");
  return {std::move(master), std::move(slave)};
}

void set_nonblocking(const Fd& fd) {
  fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace dokumill::testing
