// printable(): makes text from outside safe for a terminal and a log.
//
// File names, column names, flags, environment values and file contents may contain anything:
// escape sequences that control the terminal, line ends that forge a message, characters that
// reverse or hide text. Every message shows such text through this function. The result has no
// control character and no invisible character, it is valid UTF-8, and escaping it again does not
// change it.
//
//   ESC (0x1B), 0x7F, a byte that is not UTF-8    \x1B \x7F \xFF
//   U+009B, U+202E, U+200B, U+2028                \u{9B} \u{202E} \u{200B} \u{2028}
//   all other characters, such as U+9898, U+00E9  unchanged
//
// Memory: the result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill {

// The usual limits of printable(): for a file name with its folders, and for a single word.
inline constexpr std::size_t kMaxPathBytes = 1024;
inline constexpr std::size_t kMaxWordBytes = 200;

// True if printable_all() returns the text unchanged.
bool is_printable(std::string_view text);

// Returns the text with escapes. A result of more than `max_bytes` bytes is shortened to its
// beginning and its end, with "...(N bytes)..." between them; N is the size of `text`.
std::string printable(std::string_view text, std::size_t max_bytes = kMaxWordBytes);

// Returns the text with escapes, never shortened.
std::string printable_all(std::string_view text);

// Returns "a, b, c", or "a, b, c, ... and 59,997 more" for a long list.
std::string printable_list(const std::vector<std::string>& names);

}  // namespace dokumill
