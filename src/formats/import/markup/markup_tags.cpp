#include "formats/import/markup/markup_tags.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/lower_case.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kMarkupBlanks = " \t\r\n\f";

bool is_name_begin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct MarkupEntity {
  std::string_view name;
  char meaning;
};
constexpr MarkupEntity kEntities[] = {{"lt", '<'},   {"gt", '>'},    {"amp", '&'},
                                      {"quot", '"'}, {"apos", '\''}, {"nbsp", ' '}};

// The ASCII character of an entity, without its '&' and ';'. Returns 0 if it has no such character.
char meaning_of(std::string_view entity) {
  for (const MarkupEntity& known : kEntities) {
    if (known.name == entity) return known.meaning;
  }
  if (entity.size() < 2 || entity[0] != '#') return 0;
  const bool is_hex = entity[1] == 'x' || entity[1] == 'X';
  const std::string_view digits = entity.substr(is_hex ? 2 : 1);
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) return 0;
  if (value == 0xA0) return ' ';
  return value < 0x80 ? static_cast<char>(value) : '\0';
}

}  // namespace

bool MarkupTag::is(std::string_view lower_name) const {
  return name.size() == lower_name.size() && lower_case(name) == lower_name;
}

std::optional<std::string> MarkupTag::attribute(std::string_view wanted) const {
  std::optional<std::string> found;
  each_attribute([&](std::string_view each, const std::string& value) {
    if (!found && lower_case(each) == wanted) found = value;
  });
  return found;
}

void MarkupTag::each_attribute(
    const std::function<void(std::string_view name, const std::string& value)>& use) const {
  count_work(attributes.size());
  std::string_view rest = attributes;
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kMarkupBlanks), rest.size()));
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return;
    std::string_view found = rest.substr(0, equals);
    found = found.substr(0, found.find_last_not_of(kMarkupBlanks) + 1);
    // Names without a value stand before it, as in <input disabled value="5">.
    if (const std::size_t blank = found.find_last_of(kMarkupBlanks);
        blank != std::string_view::npos) {
      found.remove_prefix(blank + 1);
    }
    rest.remove_prefix(equals + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(kMarkupBlanks), rest.size()));
    const bool is_quoted = !rest.empty() && (rest[0] == '"' || rest[0] == '\'');
    const std::size_t begin = is_quoted ? 1 : 0;
    const std::size_t end = std::min(
        is_quoted ? rest.find(rest[0], 1) : rest.find_first_of(kMarkupBlanks), rest.size());
    const std::string_view value = rest.substr(std::min(begin, end), end - std::min(begin, end));
    use(found, without_entities(value));
    rest.remove_prefix(std::min(end + begin, rest.size()));
  }
}

bool MarkupTags::next(MarkupTag& tag) {
  const std::size_t begin = at_;
  for (std::size_t at = at_;;) {
    const std::size_t from = at;
    at = text_.find('<', at);
    count_work(std::min(at, text_.size()) - from + 1);
    if (at == std::string_view::npos || at + 1 >= text_.size()) break;
    if (is_stopped_after(watch_, at - from + 1)) return false;
    const bool is_closing = text_[at + 1] == '/';
    const std::size_t name = at + (is_closing ? 2 : 1);
    if (name < text_.size() && is_name_begin(text_[name])) {
      go_to(at);
      tag.text_before = text_.substr(begin, at - begin);
      tag.is_closing = is_closing;
      tag.line = line_;
      tag.column = static_cast<std::uint32_t>(at - line_begin_) + 1;
      const std::size_t end = find_tag_end(name);
      if (end == std::string_view::npos || is_stopped_after(watch_, end - name)) break;
      std::string_view inside = text_.substr(name, end - name);
      tag.is_self_closing = inside.ends_with('/');
      if (tag.is_self_closing) inside.remove_suffix(1);
      const std::size_t name_end = std::min(inside.find_first_of(kMarkupBlanks), inside.size());
      tag.name = inside.substr(0, name_end);
      tag.attributes = inside.substr(name_end);
      go_to(end + 1);
      return true;
    }
    if (!skip_other(at)) break;
    at = std::max(at + 1, at_);
  }
  at_ = text_.size();
  return false;
}

// Skips a comment, an instruction or a declaration at text_[at], or nothing. Returns false if its
// end is missing.
bool MarkupTags::skip_other(std::size_t at) {
  const std::string_view here = text_.substr(at);
  if (!here.starts_with("<!") && !here.starts_with("<?")) return true;
  const std::string_view last = here.starts_with("<!--") ? "-->" : ">";
  const std::size_t end = text_.find(last, at);
  if (end == std::string_view::npos) return false;
  go_to(end + last.size());
  return true;
}

// Returns the '>' that is not in quotes.
std::size_t MarkupTags::find_tag_end(std::size_t at) {
  for (; at < text_.size() && text_[at] != '>'; ++at) {
    const char c = text_[at];
    if (c != '"' && c != '\'') continue;
    bool& has_more = has_quote_[c == '"' ? 0 : 1];
    const std::size_t end = has_more ? text_.find(c, at + 1) : std::string_view::npos;
    has_more = end != std::string_view::npos;
    if (has_more) at = end;
  }
  return at < text_.size() ? at : std::string_view::npos;
}

// Goes to `at`, and counts the lines up to it.
void MarkupTags::go_to(std::size_t at) {
  count_work(at - at_);
  const char* const end = text_.data() + text_.size();
  while (at_ < at) {
    const char* const line_end = find_line_end(text_.data() + at_, text_.data() + at);
    at_ = static_cast<std::size_t>(line_end - text_.data());
    if (at_ == at) break;
    at_ = static_cast<std::size_t>(skip_line_end(line_end, end) - text_.data());
    ++line_;
    line_begin_ = at_;
  }
  at_ = std::max(at_, at);
}

std::string without_entities(std::string_view text) {
  constexpr std::size_t kMostEntityBytes = 10;
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end =
        text[at] == '&' ? text.substr(at, kMostEntityBytes).find(';') : std::string_view::npos;
    const char meaning =
        end == std::string_view::npos ? '\0' : meaning_of(text.substr(at + 1, end - 1));
    out += meaning != 0 ? meaning : text[at];
    if (meaning != 0) at += end;
  }
  return out;
}

}  // namespace dokumill::records
