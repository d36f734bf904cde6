// Writes a text as a field of a csv row.
#pragma once

#include <algorithm>
#include <string_view>

namespace dokumill::records {

// The most bytes that write_csv_field() writes.
inline std::size_t most_field_bytes(std::string_view text) {
  return 2 * text.size() + 2;
}

// Writes the text, in quotes if it has a quote or one of the bytes `special`, such as the separator
// of the fields. Returns the end of what was written.
inline char* write_csv_field(std::string_view text, std::string_view special, char* out) {
  if (text.find('"') == std::string_view::npos && text.find_first_of(special) == text.npos) {
    return std::ranges::copy(text, out).out;
  }
  *out++ = '"';
  for (const char c : text) {
    if (c == '"') *out++ = c;
    *out++ = c;
  }
  *out++ = '"';
  return out;
}

}  // namespace dokumill::records
