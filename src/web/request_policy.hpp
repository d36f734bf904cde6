// The guard: rejects well-formed requests that are not meant for this server, whatever they ask
// for.
//
// Every page in the browser can send requests to the server. So a request must name the server as
// its host. (If another page points its own name to 127.0.0.1, its requests have that name as the
// host.) If a request states its origin, the origin must be our page. There is one exception: a
// link on another page may open our page, but not in a frame. A request is also rejected if two
// programs could disagree about where the request ends, for example if it states two lengths.
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "web/answer.hpp"
#include "web/http_head.hpp"

namespace dokumill::web {

// If the request is rejected, returns the answer to send; the caller must then close the
// connection. Otherwise returns nullopt. `any_host`: the Host may have any name, because a token
// protects the server (access.hpp).
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
