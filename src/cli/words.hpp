// Words of the command line to values: numbers, formats, names; and the name nearest to a wrong
// one.
//
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"

namespace dokumill::cli {

// A whole number in plain decimal digits, low..high. `flag` is for the message: kUsage, "-c:
// expected a whole number from 1 to 1000000, got 'abc'".
Result<std::uint64_t> parse_number(std::string_view flag, std::string_view word, std::uint64_t low,
                                   std::uint64_t high);

// The index of `word` in `names`, or kUsage with the list.
Result<std::size_t> parse_choice(std::string_view flag, std::string_view word,
                                 const std::vector<std::string_view>& names);

// The one of `names` that is at most two edits (and less than half its length) away from `word`.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

// The word in quotes, control bytes as \xNN.
std::string in_quotes(std::string_view word);

}  // namespace dokumill::cli
