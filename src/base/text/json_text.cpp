#include "base/text/json_text.hpp"

#include "base/text/json_escape.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace dokumill {
namespace {

void append_ascii(std::uint32_t character, std::string& text) {
  if (character < 0x10000) {
    append_text(text, "\\u{:04x}", character);
    return;
  }
  const std::uint32_t rest = character - 0x10000;
  append_text(text, "\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

}  // namespace

std::string JsonText::quoted(std::string_view text) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  const bool is_ascii = !is_printable(text);
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, bytes] = utf8_at(text, at);
    if (is_ascii && value >= 0x7F) {
      append_ascii(value == kNoCharacter ? kReplacement : value, out);
    } else {
      append_json_escaped(text.substr(at, bytes), out);
    }
    at += bytes;
  }
  out += '"';
  return out;
}

}  // namespace dokumill
