// Access: the token that a server on a network asks for. Without the token, a client gets the page,
// which is public, and no call of the API.
//
// The printed address has the token in its query. The server answers it with a cookie and with the
// address without the token. Cookies do not depend on the port, so the name of the cookie has it.
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "web/http_head.hpp"

namespace dokumill::web {

struct Access {
  std::string token;       // empty: no client needs one
  bool any_host = false;   // the Host may have any name (request_policy.hpp)
  std::uint16_t port = 0;  // that the server listens on
};

// True if the request has the token, in the cookie or as "Authorization: Bearer TOKEN", or if no
// token is needed.
bool has_token(const RequestHead& head, const Access& access);

// A request whose target is the printed address, with the right or a wrong token.
struct Entry {
  bool is_right = false;
  std::string fields;  // of the answer, as complete lines, if the token is right
};
std::optional<Entry> entry_of(std::string_view target, const Access& access);

// Compares in a time that depends on the lengths only.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace dokumill::web
