// The server of `dokumill play`: the page, the API behind it, and the mill, for browsers on this
// machine only. The one header of this folder that the command sees.
//
// It listens on 127.0.0.1 and ::1 and answers only requests that name it as their host and come
// from its own page (guard.hpp); docs/api.md has the calls. One thread serves all connections, at
// most Limits::connections: where more come, the one that has kept us waiting the longest for its
// request goes. A request has a deadline for all of its bytes, not for each read.
// Thread safety: serve() may run once in each of several threads. Memory: flat, whatever is sent
// and however many come. Failure: kIo where an address, a descriptor or a thread to begin with
// cannot be had; nothing that a client does, and nothing that is missing later: without descriptors
// clients wait, and without memory a call is answered with 503 or its connection ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill::web {

// Other values are for tests.
struct Limits {
  std::size_t connections = 64;
  std::chrono::milliseconds request{10'000};  // from the first wait for a request to its last byte
  std::chrono::milliseconds answer{1'500};    // of our own work; 503 then
  std::chrono::milliseconds write{10'000};    // of an answer, or of a piece of a large one
  std::chrono::milliseconds linger{500};      // for a client to take the last answer and go
  std::chrono::milliseconds forget{600'000};  // a job of the mill that nobody asks for
};

struct ServerOptions {
  std::uint16_t port = 0;  // 0: any free one
  int threads = 0;         // of a job of the mill; 0: all that the process may use
  std::string engine = "auto";
  // A descriptor that becomes readable when the server is to end; it is not read.
  int stop_fd = -1;
  // Connections are taken from now on. A failure ends the server, which returns it.
  std::function<Status(std::uint16_t port)> on_ready;
  Limits limits;
};

// Serves until it is told to end; then every connection is closed and the port is free. REQUIRES:
// the process ignores SIGPIPE (ignore_write_signals()).
Status serve(Platform& platform, const ServerOptions& options);

}  // namespace dokumill::web
