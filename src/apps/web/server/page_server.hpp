// The server of `dokumill play`: sends the page, one file, to browsers. Everything else happens in
// the browser.
//
// It answers GET and HEAD of "/" and refuses all other requests, with one answer per connection. It
// compresses the page for browsers that accept gzip.
// Thread safety: several threads may each run one server. Memory: constant, at most kMaxClients
// connections. Failure: kUsage if `listen` is not a numeric address; kIo if the address is not
// available. Clients cannot end the server: a slow client is disconnected after kPatience, and
// while there are kMaxClients, further ones are disconnected at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::web {

inline constexpr std::size_t kMaxClients = 64;
inline constexpr std::chrono::seconds kPatience{10};  // for a request, and again for its answer

struct PageServerOptions {
  std::string_view page;   // UTF-8 text of HTML; must outlive the call
  std::uint16_t port = 0;  // 0: any free port
  // If this is set and another program uses `port`, the server takes any free port. on_ready() gets
  // the port that the server uses.
  bool may_use_another_port = false;
  std::string listen = "127.0.0.1";  // a numeric address of this machine
  // The server ends when this descriptor becomes readable. The server does not read from it.
  int stop_fd = -1;
  // Called when the server begins to accept connections. If on_ready() fails, the server ends, and
  // serve() returns the failure.
  std::function<Status(std::uint16_t port)> on_ready;
};

// Serves until `stop_fd` becomes readable. Then closes every connection and frees the port.
// REQUIRES: the process ignores SIGPIPE (ignore_write_signals()).
Status serve(const PageServerOptions& options);

}  // namespace dokumill::web
