// Response: the head of an HTTP response as text, with the security fields that every response
// carries.
//
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "web/answer.hpp"

namespace dokumill::web {

inline constexpr std::string_view kJsonType = "application/json";

struct ResponseHead {
  int status = 200;
  std::string_view type;         // empty: no body and no type
  std::uint64_t body_bytes = 0;  // the size of the body; for HEAD, the size that GET would send
  std::string_view caching = "no-store";
  std::string_view more;  // further fields as whole lines, each with its line end
  bool closes = false;
};

std::string to_text(const ResponseHead& head);

// The complete text of an answer. The connection is closed after it.
std::string last_answer(const Answer& answer);

// For example "Not Found".
std::string_view reason_of(int status);

}  // namespace dokumill::web
