#include "formats/import/links/loose_json.hpp"

#include <cstddef>

#include "base/work_count.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kJsonBlanks = " \t\r\n";

std::string_view trimmed_item(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kJsonBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kJsonBlanks) + 1 - begin);
}

// Returns the byte after the string at text[at].
std::size_t after_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

}  // namespace

LooseItems::LooseItems(std::string_view container) {
  const std::string_view text = trimmed_item(container);
  is_object_ = text.starts_with('{');
  is_done_ = !is_object_ && !text.starts_with('[');
  if (!is_done_) rest_ = text.substr(1);
}

bool LooseItems::next(std::string_view& name, std::string_view& value) {
  if (is_done_) return false;
  int depth = 0;
  std::size_t colon = std::string_view::npos;
  std::size_t at = 0;
  while (at < rest_.size()) {
    const char c = rest_[at];
    if (c == '"' || c == '\'') {
      at = after_string(rest_, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == ']' || c == '}')) break;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == ':' && depth == 0 && colon == std::string_view::npos) colon = at;
    ++at;
  }
  count_work(at);
  const bool is_cut = at >= rest_.size();
  const std::string_view item = rest_.substr(0, at);
  is_done_ = is_cut || rest_[at] != ',';
  is_complete_ = is_done_ && !is_cut;
  rest_ = rest_.substr(is_cut ? rest_.size() : at + 1);
  const bool has_name = is_object_ && colon != std::string_view::npos;
  name = has_name ? loose_text(trimmed_item(item.substr(0, colon))) : std::string_view();
  value = trimmed_item(has_name ? item.substr(colon + 1) : item);
  return true;
}

std::optional<std::string_view> loose_member(std::string_view object, std::string_view name,
                                             std::string_view short_name) {
  LooseItems items(object);
  std::string_view found;
  for (std::string_view value; items.next(found, value);) {
    if (found == name || found == short_name) return value;
  }
  return std::nullopt;
}

std::string_view loose_text(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                         value.back() == value.front();
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace dokumill::records
