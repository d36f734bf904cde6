// Finds lines that mark the end of a file and are not records: "end" and "EOF.", which programs of
// programming contests write, and the byte 0x1A, with which old DOS programs end a text.
#pragma once

#include <string_view>

namespace dokumill::records {

inline constexpr char kDosEnd = '\x1A';

// Returns the mark if the line [begin, end), without blanks around it, is an end mark: one or more
// bytes 0x1A, or the word "end" or "eof" in upper or lower case, with or without a '.' after it.
// Otherwise, returns an empty text.
std::string_view end_mark_of(const char* begin, const char* end);

}  // namespace dokumill::records
