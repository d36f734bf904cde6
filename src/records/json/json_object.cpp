#include "records/json/json_object.hpp"

#include <bitset>

#include "core/bytes16.hpp"
#include "records/lines/lines.hpp"

namespace dokumill::records {
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

// Returns the length of the UTF-8 character at `at`, or 0 if it is invalid. REQUIRES: the byte at
// `at` is not ASCII. The limits for the second byte reject characters that are not in their
// shortest form, surrogates, and characters above U+10FFFF.
int utf8_bytes(const char* at, const char* end) {
  const auto byte = [at](int i) { return static_cast<unsigned char>(at[i]); };
  const unsigned lead = byte(0);
  const int bytes = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (bytes == 0 || end - at < bytes) return 0;
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  for (int i = 2; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  return bytes;
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

void append_utf8(std::uint32_t character, std::string& out) {
  const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0 | character >> 6);
    add(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    add(0xE0 | character >> 12);
    add(0x80 | (character >> 6 & 0x3F));
    add(0x80 | (character & 0x3F));
  } else {
    add(0xF0 | character >> 18);
    add(0x80 | (character >> 12 & 0x3F));
    add(0x80 | (character >> 6 & 0x3F));
    add(0x80 | (character & 0x3F));
  }
}

}  // namespace

JsonObject::JsonObject(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {
  skip_blanks();
  if (at_ == end_ || *at_ != '{') {
    fail(at_, RecordErrorKind::kNotAnObject);
  } else {
    ++at_;
  }
}

bool JsonObject::fail(const char* at, RecordErrorKind fault) {
  fault_at_ = at;
  fault_ = fault == RecordErrorKind::kJsonByte && at == end_ ? RecordErrorKind::kJsonEnd : fault;
  return false;
}

void JsonObject::skip_blanks() {
  at_ = records::skip_blanks(at_, end_);
}

bool JsonObject::next(JsonMember& member) {
  if (fault_at_ != nullptr || at_ == nullptr) return false;
  skip_blanks();
  if (at_ == end_) return fail(at_);
  if (*at_ == '}') return finish(at_ + 1);
  if (!is_first_) {
    if (*at_ != ',') return fail(at_);
    ++at_;
    skip_blanks();
  }
  is_first_ = false;
  const char* const name = at_;
  if (!skip_string()) return false;
  member.name = {name + 1, static_cast<std::size_t>(at_ - name) - 2};
  skip_blanks();
  if (at_ == end_ || *at_ != ':') return fail(at_);
  ++at_;
  skip_blanks();
  const char* const value = at_;
  if (!skip_value()) return false;
  member.value = {value, static_cast<std::size_t>(at_ - value)};
  return true;
}

// Only blanks may follow the object.
bool JsonObject::finish(const char* after_object) {
  at_ = after_object;
  skip_blanks();
  if (at_ != end_) return fail(at_);
  at_ = nullptr;
  return false;
}

bool JsonObject::skip_string() {
  if (at_ == end_ || *at_ != '"') return fail(at_);
  ++at_;
  for (;;) {
    at_ = find_special(at_, end_);
    if (at_ == end_) return fail(at_);
    if (*at_ == '"') {
      ++at_;
      return true;
    }
    if (*at_ == '\\') {
      if (!skip_escape()) return false;
    } else if (const int bytes = utf8_bytes(at_, end_); bytes != 0) {
      at_ += bytes;
    } else {
      return fail(at_);
    }
  }
}

bool JsonObject::skip_escape() {
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

bool JsonObject::skip_number() {
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

bool JsonObject::skip_word(std::string_view word) {
  for (const char c : word) {
    if (at_ == end_ || *at_ != c) return fail(at_);
    ++at_;
  }
  return true;
}

bool JsonObject::skip_scalar() {
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

bool JsonObject::skip_name_and_colon() {
  if (!skip_string()) return false;
  skip_blanks();
  if (at_ == end_ || *at_ != ':') return fail(at_);
  ++at_;
  skip_blanks();
  return true;
}

bool JsonObject::skip_value() {
  std::bitset<kJsonDepth> is_object;  // for each object or array around at_, outermost first
  std::size_t depth = 0;
  for (;;) {
    if (at_ == end_) return fail(at_);
    if (*at_ == '{' || *at_ == '[') {
      // The outermost object counts as one level, too.
      if (depth + 1 == kJsonDepth) return fail(at_, RecordErrorKind::kJsonDepth);
      is_object[depth++] = *at_ == '{';
      ++at_;
      skip_blanks();
      if (at_ == end_) return fail(at_);
      if (*at_ != (is_object[depth - 1] ? '}' : ']')) {
        if (is_object[depth - 1] && !skip_name_and_colon()) return false;
        continue;
      }
    } else if (!skip_scalar()) {
      return false;
    }
    // A value has ended, or an empty object or array is about to end.
    for (;;) {
      if (depth == 0) return true;
      skip_blanks();
      if (at_ == end_) return fail(at_);
      if (*at_ == (is_object[depth - 1] ? '}' : ']')) {
        ++at_;
        --depth;
        continue;
      }
      if (*at_ != ',') return fail(at_);
      ++at_;
      skip_blanks();
      if (is_object[depth - 1] && !skip_name_and_colon()) return false;
      break;
    }
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

bool is_member_name(std::string_view inside, std::string_view name) {
  if (inside.find('\\') == std::string_view::npos) return inside == name;
  return json_unescape(inside) == name;
}

}  // namespace dokumill::records
