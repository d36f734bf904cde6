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
    0x25A1,  // white square
    0x30FB,  // Katakana middle dot
    0xFF0A,  // full-width * - . 0 ? _
    0xFF0D,
    0xFF0E,
    0xFF10,
    0xFF1F,
    0xFF3F,
});

Kind kind_of(std::uint32_t point) {
  if (std::ranges::find(kEmptyMarks, point) != kEmptyMarks.end()) return Kind::kEmpty;
  if (point >= 0xFF11 && point <= 0xFF19) return Kind::kDigit;
  if (point >= 0x2500 && point <= 0x257F) return Kind::kBar;
  if (point == 0xFF5C) return Kind::kBar;
  const bool is_blank_point = point == 0xA0 || (point >= 0x2000 && point <= 0x200B) ||
                              point == 0x202F || point == 0x3000 || point == 0xFEFF;
  return is_blank_point ? Kind::kBlank : Kind::kLetter;
}

}  // namespace

Character wide_character_at(const char* at, const char* end) {
  const auto [point, bytes] = code_point_at(at, end);
  Character found{Kind::kLetter, 0, 0, bytes};
  if (point == 0) return found;
  found.kind = kind_of(point);
  if (found.kind == Kind::kEmpty) found.cell = '.';
  if (found.kind == Kind::kDigit) found.cell = static_cast<char>('1' + (point - 0xFF11));
  return found;
}

}  // namespace dokumill::records
