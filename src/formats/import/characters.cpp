#include "formats/import/characters.hpp"

#include <algorithm>
#include <array>

namespace dokumill::records {
namespace {

using Kind = CharacterKind;

// The code point at `at`, and its length; 0 and 1 for a byte that begins no UTF-8 character.
struct CodePoint {
  std::uint32_t value = 0;
  std::uint8_t bytes = 1;
};
CodePoint code_point_at(const char* at, const char* end) {
  const auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
  const int bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || end - at < bytes) return {};
  std::uint32_t value = byte(0) & (0x7FU >> bytes);
  for (int i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  return {value, static_cast<std::uint8_t>(bytes)};
}

constexpr auto kEmptyMarks = std::to_array<std::uint32_t>({
    0xB7,    // middle dot
    0x2022,  // bullet
    0x2219,  // bullet operator
    0x22C5,  // dot operator
    0x24EA,  // circled 0
    0x25A0,  // black square
    0x25A1,  // white square
    0x25AB,  // white small square
    0x25CB,  // white circle
    0x25EF,  // large circle
    0x2610,  // ballot box
    0x26AA,  // medium white circle
    0x26AB,  // medium black circle
    0x2B1B,  // black large square
    0x2B1C,  // white large square
    0x30FB,  // Katakana middle dot
    0xFF0A,  // full-width * - . 0 ? _
    0xFF0D, 0xFF0E, 0xFF10, 0xFF1F, 0xFF3F,
});

// Full-width and circled digits; 0 for other characters.
char digit_of(std::uint32_t point) {
  for (const std::uint32_t one : {0xFF11U, 0x2460U, 0x2776U, 0x2780U, 0x278AU}) {
    if (point >= one && point < one + 9) return static_cast<char>('1' + (point - one));
  }
  return 0;
}

// The length of a sequence such as ESC [ 1 ; 3 4 m, with which a terminal changes the colour.
std::uint8_t colour_bytes(const char* at, const char* end) {
  std::uint8_t bytes = 1;
  while (at + bytes != end && bytes < 20) {
    const char c = at[bytes++];
    if (c == 'm') return bytes;
    if (c != '[' && c != ';' && (c < '0' || c > '9')) break;
  }
  return 1;
}

Kind kind_of(std::uint32_t point) {
  if (std::ranges::find(kEmptyMarks, point) != kEmptyMarks.end()) return Kind::kEmpty;
  if (digit_of(point) != 0) return Kind::kDigit;
  // What makes a keycap of a digit.
  if (point == 0xFE0F || point == 0x20E3) return Kind::kNothing;
  if (point >= 0x2500 && point <= 0x257F) return Kind::kBar;
  if (point == 0xFF5C) return Kind::kBar;
  const bool is_blank_point = point == 0xA0 || (point >= 0x2000 && point <= 0x200B) ||
                              point == 0x202F || point == 0x3000 || point == 0xFEFF;
  return is_blank_point ? Kind::kBlank : Kind::kLetter;
}

}  // namespace

Character wide_character_at(const char* at, const char* end) {
  if (*at == '\x1B') {
    const std::uint8_t length = colour_bytes(at, end);
    return {length == 1 ? Kind::kOther : Kind::kNothing, 0, 0, length};
  }
  const auto [point, bytes] = code_point_at(at, end);
  Character found{Kind::kLetter, 0, 0, bytes};
  if (point == 0) return found;
  found.kind = kind_of(point);
  if (found.kind == Kind::kEmpty) found.cell = point == 0xFF10 || point == 0x24EA ? '0' : '.';
  if (found.kind == Kind::kDigit) found.cell = digit_of(point);
  return found;
}

std::string without_signs(std::string_view line) {
  std::string text;
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at != end;) {
    const Character c = character_at(at, end);
    if (c.kind != CharacterKind::kNothing) text.append(at, c.bytes);
    at += c.bytes;
  }
  return text;
}

}  // namespace dokumill::records
