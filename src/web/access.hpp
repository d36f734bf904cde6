// Access: the token that a server on a network requires. Without the token, a client can load the
// page, which is public, but it cannot call the API.
//
// The address that the command prints has the token in its query. If a client requests this
// address, the server sets a cookie with the token, and redirects to the address without the token.
// Browsers send a cookie to all ports of a host. So the name of the cookie contains the port, and
// servers on different ports have different cookies. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "web/http_head.hpp"

namespace dokumill::web {

struct Access {
  std::string token;       // empty: no token is needed
  bool any_host = false;   // the Host may have any name (request_policy.hpp)
  std::uint16_t port = 0;  // the port that the server listens on
};

// True if the request has the token, in the cookie or as "Authorization: Bearer TOKEN", or if no
// token is needed.
bool has_token(const RequestHead& head, const Access& access);

// A request for the printed address, with the right or a wrong token. entry_of() returns nullopt if
// the target has no token, or if the server needs no token.
struct Entry {
  bool is_right = false;
  std::string fields;  // header fields for the answer, as complete lines; only if is_right
};
std::optional<Entry> entry_of(std::string_view target, const Access& access);

// Compares in a time that depends on the lengths only.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace dokumill::web
