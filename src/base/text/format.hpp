// Composes texts: format_text("{} of {:.1f} %", count, share).
//
// A pattern has replacement fields as those of std::format ([format.string.std]), which GCC 12 does
// not have: {} takes the next value, {2} the third. After ':' may stand a fill character with an
// alignment (< or >), 0, a width, '.' and a precision, and one of the types d, x, X, o (integers)
// and f (floating-point numbers). Width and precision may be {}, which takes the next value. The
// braces {{ and }} stand for one. The compiler checks all this. Numbers look the same in every
// locale.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace dokumill {

// One value, as a replacement field writes it. A text must live as long as the value.
struct FormatValue {
  enum class Kind : std::uint8_t { kInteger, kFlag, kNumber, kText };

  template <class Value>
  static constexpr Kind kind_of() {
    if constexpr (std::same_as<Value, bool>) return Kind::kFlag;
    if constexpr (std::integral<Value> && !std::same_as<Value, char>) return Kind::kInteger;
    if constexpr (std::floating_point<Value>) return Kind::kNumber;
    return Kind::kText;
  }

  template <class Value>
  static FormatValue of(const Value& value) {
    FormatValue result{kind_of<Value>()};
    if constexpr (kind_of<Value>() == Kind::kNumber) {
      result.number = static_cast<double>(value);
    } else if constexpr (std::same_as<Value, char>) {
      result.text = {&value, 1};
    } else if constexpr (std::integral<Value>) {
      if constexpr (std::is_signed_v<Value>) result.is_negative = value < 0;
      result.magnitude = static_cast<std::uint64_t>(value);
      if (result.is_negative) result.magnitude = 0 - result.magnitude;
    } else {
      result.text = std::string_view(value);
    }
    return result;
  }

  Kind kind;
  bool is_negative = false;
  std::uint64_t magnitude = 0;  // of an integer or a flag
  double number = 0;
  std::string_view text = {};
};

// What stands between the braces of a replacement field.
struct ReplacementField {
  static constexpr int kNext = -1;  // the value after the one that was taken last
  static constexpr int kNone = -2;

  int value = kNext;
  char fill = ' ';
  char alignment =
      '\0';  // '<', '>', or '\0': numbers stand at the right end, and texts at the left
  bool has_zeros = false;
  int width = 0;          // or kNext
  int precision = kNone;  // or kNext
  char type = '\0';
};

// Reads a field whose opening brace is before `at`. Returns the place after its closing
// brace, or npos if the pattern is wrong.
constexpr std::size_t read_field(std::string_view pattern, std::size_t at,
                                 ReplacementField& found) {
  const auto here = [&] { return at < pattern.size() ? pattern[at] : '\0'; };
  const auto is_digit = [&] { return here() >= '0' && here() <= '9'; };
  const auto read_number = [&] {
    if (pattern.substr(at).starts_with("{}")) {
      at += 2;
      return ReplacementField::kNext;
    }
    int number = 0;
    for (; is_digit() && number < 1000; ++at) number = 10 * number + (here() - '0');
    return number;
  };
  if (is_digit()) found.value = read_number();
  if (here() == ':') {
    ++at;
    const auto is_alignment = [](char c) { return c == '<' || c == '>'; };
    if (at + 1 < pattern.size() && is_alignment(pattern[at + 1])) found.fill = pattern[at++];
    if (is_alignment(here())) found.alignment = pattern[at++];
    if (here() == '0') {
      found.has_zeros = true;
      ++at;
    }
    found.width = read_number();
    if (here() == '.') {
      ++at;
      found.precision = read_number();
    }
    if (here() != '}') found.type = at < pattern.size() ? pattern[at++] : '\0';
  }
  return here() == '}' ? at + 1 : std::string_view::npos;
}

// True if the pattern is right for values of these kinds.
constexpr bool is_format(std::string_view pattern, std::span<const FormatValue::Kind> kinds) {
  int next = 0;
  const auto take = [&](int value) { return value == ReplacementField::kNext ? next++ : value; };
  const auto is_integer = [&](int value) {
    return value >= 0 && static_cast<std::size_t>(value) < kinds.size() &&
           kinds[static_cast<std::size_t>(value)] == FormatValue::Kind::kInteger;
  };
  for (std::size_t at = 0; at < pattern.size();) {
    const char c = pattern[at++];
    if (c != '{' && c != '}') continue;
    if (at < pattern.size() && pattern[at] == c) {
      ++at;
      continue;
    }
    ReplacementField found;
    at = c == '{' ? read_field(pattern, at, found) : std::string_view::npos;
    if (at == std::string_view::npos) return false;
    const auto value = static_cast<std::size_t>(take(found.value));
    if (value >= kinds.size()) return false;
    if (found.width == ReplacementField::kNext && !is_integer(take(found.width))) return false;
    if (found.precision == ReplacementField::kNext && !is_integer(take(found.precision)))
      return false;
    const FormatValue::Kind kind = kinds[value];
    const bool is_whole = kind == FormatValue::Kind::kInteger || kind == FormatValue::Kind::kFlag;
    const bool is_number = kind == FormatValue::Kind::kNumber;
    switch (found.type) {
      case '\0':
        if (found.precision != ReplacementField::kNone) return false;
        break;
      case 'd':
      case 'x':
      case 'X':
      case 'o':
        if (!is_whole || found.precision != ReplacementField::kNone) return false;
        break;
      case 'f':
        if (!is_number) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

// A pattern for values of these types. The compiler accepts only literals that are right.
template <class... Values>
class Pattern {
 public:
  template <std::size_t kSize>
  consteval Pattern(const char (&pattern)[kSize]) : text_(pattern, kSize - 1) {  // NOLINT: implicit
    constexpr FormatValue::Kind kKinds[] = {FormatValue::kind_of<std::remove_cvref_t<Values>>()...,
                                            FormatValue::Kind::kText};
    if (!is_format(text_, std::span(kKinds, sizeof...(Values)))) throw "the pattern is wrong";
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// Appends the text of a pattern that is not known to the compiler. REQUIRES: is_format().
void append_formatted(std::string& text, std::string_view pattern,
                      std::span<const FormatValue> values);

template <class... Values>
void append_text(std::string& text, Pattern<std::type_identity_t<Values>...> pattern,
                 const Values&... values) {
  const FormatValue all[] = {FormatValue::of(values)..., FormatValue{FormatValue::Kind::kText}};
  append_formatted(text, pattern.text(), std::span(all, sizeof...(Values)));
}

template <class... Values>
std::string format_text(Pattern<std::type_identity_t<Values>...> pattern, const Values&... values) {
  std::string text;
  append_text(text, pattern, values...);
  return text;
}

// The texts or numbers of `items`, with `mark` between them.
template <class Items>
std::string joined(const Items& items, std::string_view mark) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) text += mark;
    is_first = false;
    append_text(text, "{}", item);
  }
  return text;
}

}  // namespace dokumill
