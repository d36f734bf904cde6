#include "base/text/json_escape.hpp"

#include "base/bytes16.hpp"
#include "base/text/format.hpp"
#include "base/text/utf8.hpp"

namespace dokumill {
namespace {

// True if the text is ASCII without quotes, backslashes and bytes below 0x20.
bool needs_no_escape(std::string_view text) {
  const auto is_special = [](Bytes16 bytes) {
    return at_most(bytes, 0x1F) | ~at_most(bytes, 0x7F) | equal(bytes, '"') | equal(bytes, '\\');
  };
  const char* at = text.data();
  const char* const end = at + text.size();
  for (; end - at >= 16; at += 16) {
    if (!is_zero(is_special(load16(at)))) return false;
  }
  for (; at != end; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x20 || byte > 0x7F || byte == '"' || byte == '\\') return false;
  }
  return true;
}

void append_escaped_byte(char c, std::string& out) {
  constexpr std::string_view kShort = "\b\t\n\f\r\"\\";
  constexpr std::string_view kLetters = "btnfr\"\\";
  if (const std::size_t found = kShort.find(c); found != std::string_view::npos) {
    out += '\\';
    out += kLetters[found];
  } else if (static_cast<unsigned char>(c) < 0x20) {
    out += format_text("\\u{:04x}", static_cast<unsigned char>(c));
  } else {
    out += c;
  }
}

}  // namespace

bool append_json_escaped(std::string_view text, std::string& out) {
  if (needs_no_escape(text)) {
    out += text;
    return true;
  }
  if (!is_utf8(text)) return false;
  for (const char c : text) append_escaped_byte(c, out);
  return true;
}

}  // namespace dokumill
