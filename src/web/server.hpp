// The server of `dokumill play`: serves the page, its API and the mill to browsers. It is the only
// header of this folder that the command includes.
//
// By default, the server listens on 127.0.0.1 and ::1: it serves this machine only. It answers only
// requests that name it as their host and come from its own page (request_policy.hpp). On another
// address, a token protects it (access.hpp). docs/api.md documents the calls. One thread serves all
// connections, at most Limits::connections. When another client arrives, the server closes the
// connection for which it has waited the longest, either for a request or for the client to take an
// answer. A request has one deadline for all of its bytes, not one for each read. An upload and a
// download have a minimum rate.
//
// Thread safety: several threads may each run serve() once. Memory: constant, whatever clients send
// and however many connect. Failure: kUsage if `listen` is
// no numeric address or has no token. kIo if an address, a descriptor or a thread is not available
// at the start. Nothing that a client does ends the server, and no later shortage does: without
// descriptors clients wait, and without memory a call is answered with 503 or its connection is
// closed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"
#include "web/mill_command.hpp"

namespace dokumill::web {

// Only tests use values other than the defaults.
struct Limits {
  std::size_t connections = 64;
  // From the first wait for a request to its last byte. In an upload: for each 64 KiB.
  std::chrono::milliseconds request{10'000};
  std::chrono::milliseconds answer{1'500};    // for a call of the API; then the answer is 503
  std::chrono::milliseconds write{10'000};    // of an answer, or of a piece of a large one
  std::chrono::milliseconds linger{500};      // for a client to read the last answer and close
  std::chrono::milliseconds forget{600'000};  // for a mill job that no request asks for
  // An upload that made the server wait this long for its current 64 KiB gives way to another file.
  std::chrono::milliseconds give_way{2'000};
  std::uint64_t free_bytes = std::uint64_t{1} << 30;  // MillJob::Means::free_bytes
};

struct ServerOptions {
  std::uint16_t port = 0;  // 0: any free port
  // True: any free port replaces a `port` that another program uses. Compare the port of on_ready().
  bool may_use_another_port = false;
  // A numeric address of this machine, for example "0.0.0.0". Empty: the loopback addresses. Any
  // other value needs a token.
  std::string listen;
  std::string token;  // every call of the API must have it; empty: calls need no token
  int threads = 0;    // of a mill job; 0: all that the process may use
  std::string engine = "auto";
  MillFunctions functions;  // that run the jobs of the mill
  // The server ends when this descriptor becomes readable. The server does not read from it.
  int stop_fd = -1;
  // Called when the server begins to accept connections. A failure ends the server, and serve()
  // returns it.
  std::function<Status(std::uint16_t port)> on_ready;
  Limits limits;
};

// Serves until `stop_fd` becomes readable. Then closes every connection and frees the port.
// REQUIRES: the process ignores SIGPIPE (ignore_write_signals()).
Status serve(Platform& platform, const ServerOptions& options);

}  // namespace dokumill::web
