#include "web/request_policy.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <charconv>

#include "core/fmt.hpp"

namespace dokumill::web {
namespace {

boost::beast::string_view view(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_same(std::string_view a, std::string_view b) {
  return boost::beast::iequals(view(a), view(b));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0 && text[0] != '0';
}

// True for the names by which a browser on this machine reaches the server. The port may be any
// valid port, because the browser may use another port than the server if a program forwards the
// port, as `ssh -L` does. The check of the name protects from DNS rebinding: the name of another
// site may point to any address, but it is not one of these names.
bool is_our_host(std::string_view host) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (!is_same(host.substr(0, name.size()), name)) continue;
    const std::string_view rest = host.substr(name.size());
    if (rest.empty() || (rest[0] == ':' && is_port(rest.substr(1)))) return true;
  }
  return false;
}

// True if the host has only characters that occur in "name", "name:port", "[address]" and
// "[address]:port".
bool is_host(std::string_view host) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-._:[]").find(c) != std::string_view::npos;
  };
  return !host.empty() && std::all_of(host.begin(), host.end(), fits);
}

// True if the browser opens our page in a tab or window, for example after a click on a link in a
// mail. Such a visit does no harm: the page with the link cannot read the answer, and a GET changes
// nothing. A page that shows our page in a frame could trick the player into clicking. So requests
// for frames are rejected here, and response.cpp forbids frames.
bool is_visit(const RequestHead& head) {
  const auto has = [&head](std::string_view name, std::string_view value) {
    return head.count(name) == 1 && head.value(name) == value;
  };
  const std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  return head.method == "GET" && path == "/" && head.count("origin") == 0 &&
         has("sec-fetch-mode", "navigate") && has("sec-fetch-dest", "document");
}

bool is_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Answer bad(std::string_view message) {
  return error_answer(400, "bad_request", message);
}

Answer foreign(std::string_view message) {
  return error_answer(403, "foreign", message);
}

}  // namespace

std::optional<Answer> refusal(const RequestHead& head, bool any_host) {
  if (head.count("host") != 1) return bad("expected one Host");
  const std::string_view host = head.value("host");
  if (any_host ? !is_host(host) : !is_our_host(host)) return foreign("the Host is not this server");

  if (head.count("content-length") > 1) return bad("more than one Content-Length");
  if (head.count("content-length") == 1 && !is_number(head.value("content-length")))
    return bad("Content-Length is not a number");
  if (head.count("transfer-encoding") != 0) {
    if (head.count("content-length") != 0) return bad("Content-Length and Transfer-Encoding");
    return error_answer(411, "length_required", "expected a Content-Length");
  }

  if (head.count("origin") > 1 || head.count("sec-fetch-site") > 1) return bad("two origins");
  if (head.count("origin") == 1 && !is_same(head.value("origin"), fmt::format("http://{}", host)))
    return foreign("the request comes from another page");
  const std::string_view site = head.value("sec-fetch-site");
  if (head.count("sec-fetch-site") == 1 && site != "same-origin" && site != "none" &&
      !is_visit(head))
    return foreign("the request comes from another page");

  // The target must be a path: no absolute form, no "*", only printable ASCII.
  if (!head.target.starts_with('/') || std::any_of(head.target.begin(), head.target.end(),
                                                   [](char c) { return c < '!' || c > '~'; }))
    return bad("the target is not a path");
  return std::nullopt;
}

std::uint64_t body_bytes(const RequestHead& head) {
  const std::string_view text = head.value("content-length");
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool keeps_alive(const RequestHead& head) {
  if (head.minor_version == 0) return false;
  return !boost::beast::http::token_list(view(head.value("connection"))).exists("close");
}

bool expects_continue(const RequestHead& head) {
  return head.minor_version != 0 && is_same(head.value("expect"), "100-continue");
}

bool has_type(const RequestHead& head, std::string_view type) {
  if (head.count("content-type") != 1) return false;
  const std::string_view value = head.value("content-type");
  return is_same(trim(value.substr(0, value.find(';'))), type);
}

}  // namespace dokumill::web
