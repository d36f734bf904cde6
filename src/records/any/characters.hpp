// Says what one character of a text can be in a board: a digit, an empty cell, a blank, a part of a
// frame, or something else.
//
// People and programs write empty cells and frames with many characters, also beyond ASCII. The
// fast readers know only ASCII marks and box drawing; this table is for the patient door.
#pragma once

#include <cstdint>

namespace dokumill::records {

enum class CharacterKind : std::uint8_t {
  kDigit,   // 1 to 9, also as full-width digits
  kEmpty,   // an empty cell
  kBlank,   // a blank of any width
  kBar,     // a vertical line, or any box drawing
  kRule,    // = ~ + and the like, of which lines are drawn
  kLetter,  // a letter, or any other character beyond ASCII
  kOther,   // punctuation and control characters
};

struct Character {
  CharacterKind kind = CharacterKind::kOther;
  char cell = 0;           // kDigit: '1' to '9'; kEmpty: '.'; otherwise 0
  char mark = 0;           // kEmpty: '-', '_' or '*', which also draw lines; otherwise 0
  std::uint8_t bytes = 1;  // its length
};

// REQUIRES: at < end.
Character character_at(const char* at, const char* end);

}  // namespace dokumill::records
