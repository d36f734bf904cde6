// The server of `dokumill play`: serves the page, its API and the mill to browsers. The command
// `play` includes only this header of the folder.
//
// By default, the server listens on 127.0.0.1 and ::1, so it serves this machine only. It answers
// only requests that name the server as their host and come from its own page (request_policy.hpp).
// If the server listens on another address (ServerOptions::listen), the host may have any name, but
// every call needs a token (access.hpp). docs/api.md documents the calls.
// One thread serves all connections. Limits::connections is the largest number of connections. If a
// client connects when there are that many connections already, the server closes one of them: the
// connection on which the server has waited the longest for the client. The server waits for a
// client until the client has sent a whole request, and again until the client has received the
// answer. A request has one deadline for all of its bytes, not one deadline for each read. An
// upload and a download have a minimum rate.
//
// Thread safety: several threads may each run one server. Memory: constant, whatever clients send
// and however many connect. Failure: kUsage if `listen` is not a numeric address, or if it is set
// without a token. kIo if an address, a descriptor or a thread is not available at the start. After
// the start, neither a client nor a shortage ends the server. If descriptors run out, new clients
// wait. If memory runs out, a call is answered with 503, or its connection is closed.
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

// The limits of the server: numbers, and the longest time for each action. Only tests use values
// other than the defaults.
struct Limits {
  std::size_t connections = 64;
  // To receive all bytes of a request; the time begins when the server begins to wait for the
  // request. In an upload: to receive each 64 KiB.
  std::chrono::milliseconds request{10'000};
  std::chrono::milliseconds answer{1'500};    // to run an API call; after it, the answer is 503
  std::chrono::milliseconds write{10'000};    // to send an answer, or a piece of a large answer
  std::chrono::milliseconds linger{500};      // for a client to read the last answer and close
  std::chrono::milliseconds forget{600'000};  // from the last request for a mill job to its removal
  // If an upload made the server wait this long for the current 64 KiB, the mill may drop the job
  // of this upload to make room for a new job.
  std::chrono::milliseconds give_way{2'000};
  std::uint64_t free_bytes = std::uint64_t{1} << 30;  // MillJob::Means::free_bytes
};

struct ServerOptions {
  std::uint16_t port = 0;  // 0: any free port
  // If this is set and another program uses `port`, the server takes any free port. on_ready() gets
  // the port that the server uses.
  bool may_use_another_port = false;
  // A numeric address of this machine, for example "0.0.0.0". If it is set, `token` must be set,
  // too. Empty: the loopback addresses.
  std::string listen;
  std::string token;  // every call of the API must have it; empty: calls need no token
  int threads = 0;    // of a mill job; 0: all that the process may use
  std::string engine = "auto";
  MillFunctions functions;  // the functions that run the jobs of the mill
  // The server ends when this descriptor becomes readable. The server does not read from it.
  int stop_fd = -1;
  // Called when the server begins to accept connections. If on_ready() fails, the server ends, and
  // serve() returns the failure.
  std::function<Status(std::uint16_t port)> on_ready;
  Limits limits;
};

// Serves until `stop_fd` becomes readable. Then closes every connection and frees the port.
// REQUIRES: the process ignores SIGPIPE (ignore_write_signals()).
Status serve(Platform& platform, const ServerOptions& options);

}  // namespace dokumill::web
