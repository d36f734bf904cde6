// The guard: which well-formed requests are none of ours, whatever they ask for.
//
// The server listens on the loopback addresses only, yet every page that the browser shows can
// send requests there. So a request must name the server as its host (a page that points its own
// name at 127.0.0.1 does not), and where it tells who sent it, that must be our own page. Framing
// that two programs could read in two ways is refused. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "web/answer.hpp"
#include "web/http_head.hpp"

namespace dokumill::web {

// Why the request is refused; then its connection is closed. `port`: the one we listen on.
std::optional<Answer> refusal(const RequestHead& head, std::uint16_t port);

// The length of the body, 0 where there is none. REQUIRES: no refusal.
std::uint64_t body_bytes(const RequestHead& head);

// Whether the connection stays open behind the answer. REQUIRES: no refusal.
bool keeps_alive(const RequestHead& head);

// Whether the client waits for "100 Continue" before it sends the body.
bool expects_continue(const RequestHead& head);

// True for Content-Type "application/json", with parameters or without, in any case.
bool has_type(const RequestHead& head, std::string_view type);

}  // namespace dokumill::web
