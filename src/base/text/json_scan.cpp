#include "base/text/json_scan.hpp"

#include <cstdint>

#include "base/bytes16.hpp"
#include "base/text/utf8.hpp"
#include "base/work_count.hpp"

namespace dokumill {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The value of a hexadecimal digit, or -1.
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads four hexadecimal digits at `at`. Returns -1 if one of the four bytes is missing or is not
// such a digit.
int hex4(const char* at, const char* end) {
  if (end - at < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_value(at[i]);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

bool is_high_surrogate(int unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_surrogate(int unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

// Returns the first byte of [at, end) that ends the plain part of a string: a quote, a backslash, a
// control character or a byte that is not ASCII.
const char* find_special(const char* at, const char* end) {
  for (; end - at >= 16; at += 16) {
    const Bytes16 bytes = load16(at);
    const Bytes16 special =
        at_most(bytes, 0x1F) | ~at_most(bytes, 0x7F) | equal(bytes, '"') | equal(bytes, '\\');
    if (!is_zero(special)) break;
  }
  for (; at != end; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x20 || byte > 0x7F || byte == '"' || byte == '\\') break;
  }
  return at;
}

}  // namespace

void JsonScan::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
}

bool JsonScan::fail(const char* at) {
  fault_at_ = at;
  return false;
}

bool JsonScan::take(char mark) {
  if (at_ == end_ || *at_ != mark) return fail(at_);
  ++at_;
  return true;
}

bool JsonScan::skip_string() {
  if (!take('"')) return false;
  for (;;) {
    at_ = find_special(at_, end_);
    if (at_ == end_) return fail(at_);
    if (*at_ == '"') {
      ++at_;
      return true;
    }
    if (*at_ == '\\') {
      if (!skip_escape()) return false;
    } else {
      const auto [character, bytes] = utf8_at({at_, static_cast<std::size_t>(end_ - at_)}, 0);
      if (character < 0x20 || character == kNoCharacter) return fail(at_);
      at_ += bytes;
    }
  }
}

bool JsonScan::skip_escape() {
  const char* const backslash = at_;
  if (end_ - at_ < 2) return fail(end_);
  if (at_[1] != 'u') {
    if (std::string_view("\"\\/bfnrt").find(at_[1]) == std::string_view::npos) return fail(at_);
    at_ += 2;
    return true;
  }
  const int unit = hex4(at_ + 2, end_);
  if (unit < 0 || is_low_surrogate(unit)) return fail(backslash);
  at_ += 6;
  if (!is_high_surrogate(unit)) return true;
  if (end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u' || !is_low_surrogate(hex4(at_ + 2, end_))) {
    return fail(backslash);
  }
  at_ += 6;
  return true;
}

bool JsonScan::skip_number() {
  const auto skip_digits = [this] {
    if (at_ == end_ || !is_digit(*at_)) return fail(at_);
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return true;
  };
  if (*at_ == '-') ++at_;
  if (at_ != end_ && *at_ == '0') {
    ++at_;
  } else if (!skip_digits()) {
    return false;
  }
  if (at_ != end_ && *at_ == '.') {
    ++at_;
    if (!skip_digits()) return false;
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    return skip_digits();
  }
  return true;
}

bool JsonScan::skip_word(std::string_view word) {
  for (const char c : word) {
    if (at_ == end_ || *at_ != c) return fail(at_);
    ++at_;
  }
  return true;
}

bool JsonScan::skip_scalar() {
  if (at_ == end_) return fail(at_);
  switch (*at_) {
    case '"':
      return skip_string();
    case 't':
      return skip_word("true");
    case 'f':
      return skip_word("false");
    case 'n':
      return skip_word("null");
    default:
      return *at_ == '-' || is_digit(*at_) ? skip_number() : fail(at_);
  }
}

std::string json_unescape(std::string_view inside) {
  count_work(inside.size());
  std::string text;
  const char* at = inside.data();
  const char* const end = at + inside.size();
  while (at != end) {
    if (*at != '\\') {
      text += *at++;
      continue;
    }
    if (at[1] != 'u') {
      constexpr std::string_view kLetters = "bfnrt";
      constexpr std::string_view kMeanings = "\b\f\n\r\t";
      const std::size_t found = kLetters.find(at[1]);
      text += found == std::string_view::npos ? at[1] : kMeanings[found];
      at += 2;
      continue;
    }
    auto character = static_cast<std::uint32_t>(hex4(at + 2, end));
    at += 6;
    if (is_high_surrogate(static_cast<int>(character))) {
      const auto low = static_cast<std::uint32_t>(hex4(at + 2, end));
      character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
      at += 6;
    }
    append_utf8(character, text);
  }
  return text;
}

}  // namespace dokumill
