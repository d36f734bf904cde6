#include "web/response.hpp"

#include "core/fmt.hpp"
#include "core/json_text.hpp"

namespace dokumill::web {
namespace {

// With these fields, the page loads nothing from other origins and nothing inline, and no page may
// show our page in a frame. Browsers must not guess the type of an answer, and must not send our
// addresses to other sites. There are no CORS fields, so other origins get no access.
constexpr std::string_view kSafety =
    "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n";

}  // namespace

std::string_view reason_of(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Content";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

std::string to_text(const ResponseHead& head) {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", head.status, reason_of(head.status));
  // A response whose status allows no body has no Content-Length either.
  if (head.status != 204 && head.status != 304) {
    text += fmt::format("Content-Length: {}\r\n", head.body_bytes);
    if (!head.type.empty()) text += fmt::format("Content-Type: {}\r\n", head.type);
  }
  text += fmt::format("Cache-Control: {}\r\n{}{}", head.caching, kSafety, head.more);
  if (head.closes) text += "Connection: close\r\n";
  return text + "\r\n";
}

std::string last_answer(const Answer& answer) {
  return to_text({answer.status, kJsonType, answer.body.size(), "no-store", "", true}) +
         answer.body;
}

Answer error_answer(int status, std::string_view code, std::string_view message) {
  JsonText error("{}");
  error.add("code", code);
  error.add("message", message);
  JsonText body("{}");
  body.add_text("error", error.text());
  return {status, body.text()};
}

}  // namespace dokumill::web
