// lower_case(): returns the text with 'A' to 'Z' in lower case. All other bytes stay as they are,
// whatever the locale is. Used for names of columns, endings of file names, header fields and
// units.
#pragma once

#include <string>
#include <string_view>

namespace dokumill {

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace dokumill
