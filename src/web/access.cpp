#include "web/access.hpp"

#include "core/fmt.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kParameter = "token=";

std::string cookie_name(const Access& access) {
  return fmt::format("dokumill-{}=", access.port);
}

// Returns the part of the text before `separator`. Removes this part, the separator and the spaces
// after the separator from the text.
std::string_view take_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return part;
}

}  // namespace

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(
        difference | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  }
  return difference == 0;
}

bool has_token(const RequestHead& head, const Access& access) {
  if (access.token.empty()) return true;
  const std::string name = cookie_name(access);
  for (const auto& [field, value] : head.fields) {
    if (field == "authorization" && is_same_secret(value, "Bearer " + access.token)) return true;
    if (field != "cookie") continue;
    std::string_view cookies = value;
    while (!cookies.empty()) {
      const std::string_view cookie = take_part(cookies, ';');
      if (cookie.starts_with(name) && is_same_secret(cookie.substr(name.size()), access.token))
        return true;
    }
  }
  return false;
}

std::optional<Entry> entry_of(std::string_view target, const Access& access) {
  if (access.token.empty() || !target.starts_with("/?")) return std::nullopt;
  std::optional<Entry> entry;
  std::string_view query = target.substr(2);
  std::string rest;
  while (!query.empty()) {
    const std::string_view part = take_part(query, '&');
    if (part.starts_with(kParameter)) {
      entry = Entry{is_same_secret(part.substr(kParameter.size()), access.token), {}};
    } else {
      rest += (rest.empty() ? '?' : '&') + std::string(part);
    }
  }
  // SameSite=Strict: the browser does not send the cookie if a page of another site made the
  // request.
  if (entry && entry->is_right) {
    entry->fields =
        fmt::format("Location: /{}\r\nSet-Cookie: {}{}; Path=/; HttpOnly; SameSite=Strict\r\n",
                    rest, cookie_name(access), access.token);
  }
  return entry;
}

}  // namespace dokumill::web
