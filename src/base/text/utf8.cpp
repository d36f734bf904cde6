#include "base/text/utf8.hpp"

#include <array>

#include "base/bytes16.hpp"

namespace dokumill {

Utf8Character utf8_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr Utf8Character kInvalid{kNoCharacter, 1};
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < bytes) return kInvalid;
  std::uint32_t character = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return kInvalid;
    character = character << 6 | (byte(at + i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kMin{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < kMin[bytes] || character > 0x10FFFF || is_surrogate) return kInvalid;
  return {character, bytes};
}

void append_utf8(std::uint32_t value, std::string& text) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (value < 0x80) {
    add(value);
  } else if (value < 0x800) {
    add(0xC0 | value >> 6);
    add(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    add(0xE0 | value >> 12);
    add(0x80 | (value >> 6 & 0x3F));
    add(0x80 | (value & 0x3F));
  } else {
    add(0xF0 | value >> 18);
    add(0x80 | (value >> 12 & 0x3F));
    add(0x80 | (value >> 6 & 0x3F));
    add(0x80 | (value & 0x3F));
  }
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // Most texts are ASCII: skip sixteen bytes at a time.
    if (text.size() - at >= 16 && is_zero(~at_most(load16(text.data() + at), 0x7F))) {
      at += 16;
      continue;
    }
    const auto [character, bytes] = utf8_at(text, at);
    if (character == kNoCharacter) return false;
    at += bytes;
  }
  return true;
}

}  // namespace dokumill
