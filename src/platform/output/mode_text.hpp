// mode_text: formats permission bits in octal.
#pragma once

#include <charconv>
#include <string>

namespace dokumill {

// Returns a text such as "0644".
inline std::string mode_text(unsigned mode) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, mode, 8);
  return std::string("0").append(digits, end);
}

}  // namespace dokumill
