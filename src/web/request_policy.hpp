// The guard: rejects well-formed requests that are not meant for this server, whatever they want.
//
// Every page in the browser can send requests to the server. So a request must name the server as
// its host. (A page that points its own name at 127.0.0.1 does not.) If the request names its
// origin, the origin must be our own page. Only the page itself may be opened from another page, and
// not in a frame. Framing of requests that two programs could read in two ways is rejected. Thread
// safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "web/answer.hpp"
#include "web/http_head.hpp"

namespace dokumill::web {

// The answer if the request is rejected; then its connection is closed. `any_host`: the Host may
// have any name, because a token protects the server (access.hpp).
std::optional<Answer> refusal(const RequestHead& head, bool any_host);

// The length of the body, 0 if there is no body. REQUIRES: refusal() is empty.
std::uint64_t body_bytes(const RequestHead& head);

// True if the connection stays open after the answer. REQUIRES: refusal() is empty.
bool keeps_alive(const RequestHead& head);

// True if the client waits for "100 Continue" before it sends the body.
bool expects_continue(const RequestHead& head);

// True if the Content-Type is `type`, with or without parameters. Ignores case.
bool has_type(const RequestHead& head, std::string_view type);

}  // namespace dokumill::web
