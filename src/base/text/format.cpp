#include "base/text/format.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/number_text.hpp"

namespace dokumill {
namespace {

std::string_view digits_of(std::uint64_t magnitude, char type, char (&space)[24]) {
  const int base = type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  char* const end = std::to_chars(std::begin(space), std::end(space), magnitude, base).ptr;
  if (type == 'X') {
    std::transform(space, end, space,
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
  }
  return {space, static_cast<std::size_t>(end - space)};
}

// Appends `value` as the field says, whose width and precision are numbers.
void append_value(std::string& text, const FormatValue& value, const ReplacementField& how) {
  using Kind = FormatValue::Kind;
  const bool is_whole =
      value.kind == Kind::kInteger || (value.kind == Kind::kFlag && how.type != '\0');
  char space[24];
  std::string number;
  std::string_view body = value.text;
  bool is_negative = false;
  if (is_whole) {
    is_negative = value.is_negative;
    body = digits_of(value.magnitude, how.type, space);
  } else if (value.kind == Kind::kFlag) {
    body = value.magnitude != 0 ? "true" : "false";
  } else if (value.kind == Kind::kNumber) {
    number =
        how.type == 'f'
            ? fixed_text(value.number, how.precision == ReplacementField::kNone ? 6 : how.precision)
            : to_text(value.number);
    body = number;
    is_negative = body.starts_with('-');
    if (is_negative) body.remove_prefix(1);
  }
  const std::size_t size = body.size() + (is_negative ? 1 : 0);
  const std::size_t width = static_cast<std::size_t>(std::max(how.width, 0));
  const std::size_t missing = width > size ? width - size : 0;
  const bool is_number = is_whole || value.kind == Kind::kNumber;
  const bool has_zeros = how.has_zeros && is_number && how.alignment == '\0';
  const bool is_right = how.alignment == '>' || (how.alignment == '\0' && is_number);
  if (is_right && !has_zeros) text.append(missing, how.fill);
  if (is_negative) text += '-';
  if (has_zeros) text.append(missing, '0');
  text += body;
  if (!is_right) text.append(missing, how.fill);
}

}  // namespace

void append_formatted(std::string& text, std::string_view pattern,
                      std::span<const FormatValue> values) {
  std::size_t next = 0;
  const auto number_at = [&](int number) {
    return number == ReplacementField::kNext ? static_cast<int>(values[next++].magnitude) : number;
  };
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t brace = std::min(pattern.find_first_of("{}", at), pattern.size());
    text += pattern.substr(at, brace - at);
    if (brace == pattern.size()) return;
    at = brace + 1;
    if (at < pattern.size() && pattern[at] == pattern[brace]) {
      text += pattern[at++];
      continue;
    }
    ReplacementField how;
    at = read_field(pattern, at, how);
    const FormatValue& value =
        values[how.value == ReplacementField::kNext ? next++ : static_cast<std::size_t>(how.value)];
    how.width = number_at(how.width);
    how.precision = number_at(how.precision);
    append_value(text, value, how);
  }
}

}  // namespace dokumill
