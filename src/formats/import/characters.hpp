// Says what one character of a text can be in a board: a digit, an empty cell, a blank, a part of a
// frame, or something else.
//
// People and programs write empty cells and frames with many characters, also beyond ASCII. The
// fast readers know only ASCII marks and box drawing; this table is for the importer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/work_count.hpp"

namespace dokumill::records {

enum class CharacterKind : std::uint8_t {
  kDigit,    // 1 to 9, also as full-width digits
  kEmpty,    // an empty cell
  kBlank,    // a blank of any width
  kNothing,  // a part of the character before it, or a colour of a terminal
  kBar,      // a vertical line, or any box drawing
  kRule,     // = ~ + and the like, of which lines are drawn
  kLetter,   // a letter, or any other character beyond ASCII
  kOther,    // punctuation and control characters
};

struct Character {
  CharacterKind kind = CharacterKind::kOther;
  char cell = 0;           // kDigit: '1' to '9'; kEmpty: '0' for a zero, or '.'; otherwise 0
  char mark = 0;           // kEmpty: '-', '_' or '*', which also draw lines; otherwise 0
  std::uint8_t bytes = 1;  // its length
};

inline constexpr std::array<Character, 128> kAsciiCharacters = [] {
  std::array<Character, 128> table{};
  table.fill({CharacterKind::kOther, 0, 0, 1});
  for (int c = 'a'; c <= 'z'; ++c) table[c].kind = CharacterKind::kLetter;
  for (int c = 'A'; c <= 'Z'; ++c) table[c].kind = CharacterKind::kLetter;
  for (int c = '1'; c <= '9'; ++c) table[c] = {CharacterKind::kDigit, static_cast<char>(c), 0, 1};
  table['0'] = {CharacterKind::kEmpty, '0', 0, 1};
  for (const char c : {'.', 'x', 'X', '?'}) table[c] = {CharacterKind::kEmpty, '.', 0, 1};
  for (const char c : {'-', '_', '*'}) table[c] = {CharacterKind::kEmpty, '.', c, 1};
  for (const char c : {' ', '\t', '\f', '\v'}) table[c].kind = CharacterKind::kBlank;
  for (const char c : {'=', '~', '+', '#'}) table[c].kind = CharacterKind::kRule;
  table['|'].kind = CharacterKind::kBar;
  return table;
}();

// As character_at(), for a byte beyond ASCII, or ESC.
Character wide_character_at(const char* at, const char* end);

// REQUIRES: at < end.
inline Character character_at(const char* at, const char* end) {
  count_work(1);
  const auto byte = static_cast<unsigned char>(*at);
  return byte < 0x80 && byte != 0x1B ? kAsciiCharacters[byte] : wide_character_at(at, end);
}

// The line without the colours of terminals.
std::string without_signs(std::string_view line);

}  // namespace dokumill::records
