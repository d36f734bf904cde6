#include "web_server/client.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace dokumill::testing {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Returns true once the descriptor can be read or written, or false after kPatience.
bool wait(int fd, short events) {
  pollfd look{fd, events, 0};
  const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(kPatience);
  const int ready = ::poll(&look, 1, static_cast<int>(limit.count()));
  if (ready == 0) ADD_FAILURE() << "the server is silent";
  return ready > 0;
}

}  // namespace

Client::Client(std::uint16_t port, Address address) {
  fd_ = ::socket(address == Address::kV4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  v6.sin6_addr = in6addr_loopback;
  const int failed = address == Address::kV4
                         ? ::connect(fd_, reinterpret_cast<const sockaddr*>(&v4), sizeof v4)
                         : ::connect(fd_, reinterpret_cast<const sockaddr*>(&v6), sizeof v6);
  if (failed != 0) close();
}

Client::~Client() {
  close();
}

Client::Client(Client&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), input_(std::move(other.input_)) {}

void Client::keep_little() {
  const int bytes = 4096;
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
      if (!wait(fd_, POLLOUT)) return false;
      continue;
    }
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::size_t Client::send_until_full(std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{256} << 20;  // more than all buffers of the system
  constexpr int kQuietMs = 300;
  std::size_t sent = 0;
  while (sent < kMost) {
    const std::string_view rest = bytes.substr(sent % bytes.size());
    const ssize_t taken = ::send(fd_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken >= 0) {
      sent += static_cast<std::size_t>(taken);
      continue;
    }
    if (errno == EINTR) continue;
    pollfd look{fd_, POLLOUT, 0};
    if (errno != EAGAIN || ::poll(&look, 1, kQuietMs) <= 0) break;
  }
  return sent;
}

void Client::end_sending() {
  ::shutdown(fd_, SHUT_WR);
}

void Client::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

bool Client::receive(std::size_t most) {
  char piece[65536];
  for (;;) {
    if (!wait(fd_, POLLIN)) return false;
    const ssize_t got = ::recv(fd_, piece, std::min(most, sizeof piece), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return false;
    input_.append(piece, static_cast<std::size_t>(got));
    return true;
  }
}

Reply Client::read_reply(bool is_head) {
  Reply reply;
  std::size_t end = std::string::npos;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
    if (!receive()) return reply;
  }
  reply.head = input_.substr(0, end + 2);
  input_.erase(0, end + 4);
  reply.status = std::atoi(reply.head.substr(reply.head.find(' ') + 1).c_str());
  for (std::size_t at = reply.head.find("\r\n") + 2; at < reply.head.size();) {
    const std::size_t line_end = reply.head.find("\r\n", at);
    const std::string line = reply.head.substr(at, line_end - at);
    const std::size_t colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << line;
    reply.fields[lower(line.substr(0, colon))] = line.substr(colon + 2);
    at = line_end + 2;
  }
  if (reply.status == 100) return read_reply(is_head);
  const std::size_t bytes =
      is_head ? 0 : std::strtoull(reply.field("content-length").c_str(), nullptr, 10);
  while (input_.size() < bytes && receive()) continue;
  reply.is_whole = input_.size() >= bytes;
  reply.body = input_.substr(0, bytes);
  input_.erase(0, bytes);
  return reply;
}

void Client::reset() {
  const linger at_once{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

std::size_t Client::read_bytes(std::size_t count) {
  std::size_t got = 0;
  while (got < count) {
    if (input_.empty() && !receive(count - got)) break;
    const std::size_t here = std::min(input_.size(), count - got);
    input_.erase(0, here);
    got += here;
  }
  return got;
}

std::string Client::read_all() {
  while (receive()) continue;
  return std::exchange(input_, {});
}

bool Client::is_closed_by_server() {
  while (receive()) continue;
  char byte = 0;
  const ssize_t got = ::recv(fd_, &byte, 1, MSG_DONTWAIT);
  return got == 0 || (errno != EAGAIN && errno != EINTR);
}

std::string request_text(std::string_view method, std::string_view target, std::uint16_t port,
                         std::string_view more, std::string_view body) {
  std::string text = std::string(method) + " " + std::string(target) +
                     " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" +
                     std::string(more);
  if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + std::string(body);
}

}  // namespace dokumill::testing
