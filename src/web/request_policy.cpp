#include "web/request_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace dokumill::web {
namespace {

bool is_same(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The names by which a browser on this machine reaches the server. Without a port, the port is 80.
bool is_our_host(std::string_view host, std::uint16_t port) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (is_same(host, fmt::format("{}:{}", name, port))) return true;
    if (port == 80 && is_same(host, name)) return true;
  }
  return false;
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

std::optional<Answer> refusal(const RequestHead& head, std::uint16_t port) {
  if (head.count("host") != 1) return bad("expected one Host");
  const std::string_view host = head.value("host");
  if (!is_our_host(host, port)) return foreign("the Host is not this server");

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
  if (head.count("sec-fetch-site") == 1 && site != "same-origin" && site != "none")
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
  std::string_view rest = head.value("connection");
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (is_same(trim(rest.substr(0, comma)), "close")) return false;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return true;
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
