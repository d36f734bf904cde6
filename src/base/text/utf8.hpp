// UTF-8: Unicode scalar values, each in its shortest form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dokumill {

inline constexpr std::uint32_t kNoCharacter = ~std::uint32_t{0};

struct Utf8Character {
  std::uint32_t value;  // or kNoCharacter, if the byte is not part of a valid character
  std::size_t bytes;
};

// The character that begins at `at`. REQUIRES: at < text.size().
Utf8Character utf8_at(std::string_view text, std::size_t at);

// REQUIRES: `value` is a scalar value.
void append_utf8(std::uint32_t value, std::string& text);

// True if the whole text is valid.
bool is_utf8(std::string_view text);

}  // namespace dokumill
