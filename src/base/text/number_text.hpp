// Numbers as text, and text as numbers, the same in every locale. (The C++ libraries of macOS and
// of Clang before 20 cannot read floating-point numbers with std::from_chars.)
//
// Failure: std::bad_alloc.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dokumill {

// A short decimal number that is read back as the same value: "0.1", "5", "1e+20". "inf" or
// "nan" if it is no number.
std::string to_text(double value);

std::string to_text(std::integral auto value) {
  return std::to_string(value);
}
std::string to_text(bool) = delete;  // not a number

// The value with this number of digits after the point.
std::string fixed_text(double value, int digits);

// The digits with a comma between groups of three: 1,000,000.
std::string grouped(std::uint64_t value);

// The value of a decimal number such as -1.5e3, which is all of `text`. Nullopt if the text is
// something else or the number does not fit in a double.
std::optional<double> read_number(std::string_view text);

}  // namespace dokumill
