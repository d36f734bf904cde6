#include "cli/support/page_client.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <charconv>
#include <utility>

namespace dokumill::testing {

PageClient::PageClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval patience{kPatience.count(), 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  EXPECT_EQ(::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

PageClient::~PageClient() {
  if (fd_ >= 0) ::close(fd_);
}

PageClient::PageClient(PageClient&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

void PageClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string PageClient::read_all() {
  std::string all;
  char piece[65536];
  for (;;) {
    const ssize_t got = ::recv(fd_, piece, sizeof piece, 0);
    if (got < 0 && errno == EAGAIN) ADD_FAILURE() << "the server is silent";
    if (got <= 0) return all;
    all.append(piece, static_cast<std::size_t>(got));
  }
}

std::string get_page(std::uint16_t port, std::string_view target, std::string_view method) {
  PageClient client(port);
  client.send(std::string(method) + " " + std::string(target) +
              " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return client.read_all();
}

int status_of(std::string_view answer) {
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  int status = 0;
  if (answer.starts_with(kVersion))
    std::from_chars(answer.data() + kVersion.size(), answer.data() + answer.size(), status);
  return status;
}

}  // namespace dokumill::testing
