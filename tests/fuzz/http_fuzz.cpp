// Fuzz target: any bytes as the beginning of a connection to the page's server. Whether the bytes
// are a request head must not depend on how they are split. A head that the guard accepts must not
// be ambiguous for other programs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "web/access.hpp"
#include "web/http_head.hpp"
#include "web/request_policy.hpp"
#include "web/routes.hpp"

namespace {

using namespace dokumill::web;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "http_fuzz: %s\n", what);
  std::abort();
}

struct Parsed {
  HeadParser::State state = HeadParser::State::kMore;
  int status = 0;
  std::size_t used = 0;
  RequestHead head;
};

Parsed parse(std::string_view bytes, std::size_t piece) {
  Parsed parsed;
  HeadParser parser;
  std::string waiting;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    waiting += bytes.substr(at, piece);
    std::size_t used = 0;
    parsed.state = parser.read(waiting, used);
    require(used <= waiting.size(), "more was used than there is");
    waiting.erase(0, used);
    parsed.used += used;
    if (parsed.state != HeadParser::State::kMore) break;
  }
  if (parsed.state == HeadParser::State::kBad) parsed.status = parser.status();
  if (parsed.state == HeadParser::State::kDone) parsed.head = parser.head();
  return parsed;
}

void check_head(const RequestHead& head) {
  require(head.fields.size() <= kMostFields, "too many fields");
  const Access access{"a1b2c3", true, 4321};
  if (!refusal(head, access.any_host)) {
    has_token(head, access);
    entry_of(head.target, access);
  }
  if (refusal(head, false)) return;
  require(head.count("host") == 1, "not one Host");
  require(head.value("host").find(".example") == std::string_view::npos, "another host");
  require(head.count("content-length") <= 1, "two lengths");
  require(head.count("transfer-encoding") == 0, "a coded body");
  require(head.target.starts_with('/'), "a target that is no path");
  require(std::to_string(body_bytes(head)).size() <= 20, "the length");
  for (const auto& [name, value] : head.fields) {
    require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
            "a line end in a field");
  }
  const Route route = find_route(head.target);
  if (route.place != Place::kNowhere) require(!methods_of(route.place).empty(), "no method");
  keeps_alive(head);
  expects_continue(head);
  has_type(head, "application/json");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const Parsed whole = parse(text, std::max<std::size_t>(size, 1));
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}}) {
    const Parsed cut = parse(text, piece);
    // If bytes arrive in pieces, the parser may wait for the empty line that ends the head before
    // it parses them. So it may find a bad head later than if all bytes arrive at once.
    const bool is_later =
        whole.state == HeadParser::State::kBad && cut.state == HeadParser::State::kMore;
    require(cut.state == whole.state || is_later, "another state in pieces");
    if (whole.state != HeadParser::State::kDone) continue;
    require(cut.head.fields == whole.head.fields && cut.head.target == whole.head.target &&
                cut.head.method == whole.head.method,
            "another head in pieces");
    require(cut.used == whole.used, "another length");
  }
  if (whole.state == HeadParser::State::kBad) {
    require(
        whole.status == 400 || whole.status == 414 || whole.status == 431 || whole.status == 505,
        "an unknown status");
  }
  if (whole.state == HeadParser::State::kDone) check_head(whole.head);
  return 0;
}
