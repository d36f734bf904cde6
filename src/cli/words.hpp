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

// A number of bytes, low..2^63: digits, and K, M, G or T behind them for 2^10, 2^20, 2^30 or 2^40.
// kUsage where it is anything else.
Result<std::uint64_t> parse_size(std::string_view flag, std::string_view word, std::uint64_t low);

// A share in percent, "10%" or "0.5%", from 0 to 100 with up to six digits behind the point, as a
// number of 100,000,000ths. kUsage where it is anything else.
Result<std::uint64_t> parse_percent(std::string_view flag, std::string_view word);

// A positive number in decimal digits, with a fraction or without ("0.9"), at most `high`.
Result<double> parse_ratio(std::string_view flag, std::string_view word, double high);

// The index of `word` in `names`, or kUsage with the list.
Result<std::size_t> parse_choice(std::string_view flag, std::string_view word,
                                 const std::vector<std::string_view>& names);

// The one of `names` that is at most two edits (and less than half its length) away from `word`.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

// The word in quotes, control bytes as \xNN.
std::string in_quotes(std::string_view word);

}  // namespace dokumill::cli
