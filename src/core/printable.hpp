// printable(): text from outside, made safe for a terminal and a log.
//
// File names, column names, flags, environment values and bytes of files may hold anything: escape
// sequences that drive the terminal, line ends that forge a message, characters that reverse or
// hide text. Every message shows such text through this function. What it returns has no control
// character and no invisible one, is valid UTF-8, and does not change when it is escaped again.
//
//   ESC (0x1B), 0x7F, a byte that is not UTF-8    \x1B \x7F \xFF
//   U+009B, U+202E, U+200B, U+2028                \u{9B} \u{202E} \u{200B} \u{2028}
//   everything else, such as 题目 or é             as it is
//
// Thread safety: pure functions. Memory: the result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill {

// Room for a file name with its folders, and for a single word.
inline constexpr std::size_t kMostPathBytes = 1024;
inline constexpr std::size_t kMostWordBytes = 200;

// True when printable() changes nothing (but for the length).
bool is_printable(std::string_view text);

// The text with escapes. A result of more than `most_bytes` bytes keeps its beginning and its end,
// with "...(N bytes)..." in between; N is the size of `text`.
std::string printable(std::string_view text, std::size_t most_bytes = kMostWordBytes);

// The text with escapes, whatever its length.
std::string printable_all(std::string_view text);

// "a, b, c", or "a, b, c, ... and 59,997 more" when the list is long.
std::string printable_list(const std::vector<std::string>& names);

// True when all of it is UTF-8 (of Unicode's scalar values, each in its shortest form).
bool is_utf8(std::string_view text);

}  // namespace dokumill
