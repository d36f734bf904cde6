// Parses words of the command line: numbers, sizes, shares, ranges and names. Also finds the known
// name that is nearest to an unknown name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::cli {

inline Status usage_error(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

// A whole number in plain decimal digits, low..high. Anything else is kUsage. The message names
// `flag`: "-c: expected a whole number from 1 to 1000000, got 'abc'".
Result<std::uint64_t> parse_number(std::string_view flag, std::string_view word, std::uint64_t low,
                                   std::uint64_t high);

// A number of bytes, low..2^63: digits, then an optional unit. The unit is B, or K, M, G or T,
// alone or followed by B or iB, in upper or lower case. 1K = 1 KB = 1 KiB = 1024 bytes. Anything
// else is kUsage.
Result<std::uint64_t> parse_size(std::string_view flag, std::string_view word, std::uint64_t low);

// A share, in units of 1/100,000,000. The word is a percentage from 0% to 100% ("10%", "0.5%", up
// to six decimals), or a fraction with a decimal point from 0.0 to 1.0 ("0.1", up to eight
// decimals). Anything else is kUsage.
Result<std::uint64_t> parse_share(std::string_view flag, std::string_view word);

// A positive number, at most `high`, in decimal digits with or without a fraction ("0.9"), or as a
// percentage ("90%").
Result<double> parse_ratio(std::string_view flag, std::string_view word, double high);

struct NumberRange {
  std::uint64_t first;
  std::uint64_t last;
};
// "A..B" or "A-B" with low <= A <= B <= high, or one number for A = B.
Result<NumberRange> parse_range(std::string_view flag, std::string_view word, std::uint64_t low,
                                std::uint64_t high);

// A score with at most one decimal, such as "8.0" or "8". `low`, `high` and the result are in
// tenths.
Result<std::uint64_t> parse_score(std::string_view flag, std::string_view word, std::uint64_t low,
                                  std::uint64_t high);

// Like parse_range(), for scores with at most one decimal, such as "7.0..7.2", "7-7.2" or "7.1".
// `low`, `high` and the result are in tenths.
Result<NumberRange> parse_scores(std::string_view flag, std::string_view word, std::uint64_t low,
                                 std::uint64_t high);

// "K/N" with 1 <= K <= N. Anything else is kUsage.
Result<Piece> parse_piece(std::string_view flag, std::string_view word);

// "none", or "gzip" or "zstd" with an optional level ("zstd:3"). Anything else is kUsage.
Result<CompressionOptions> parse_compression(std::string_view flag, std::string_view word);

// Pairs COLUMN=NAME with commas between them. Anything else is kUsage.
Result<std::vector<ColumnName>> parse_column_names(std::string_view flag, std::string_view words);

// The size of boards, such as "16" or "6:3x2"; nullopt for 9. Anything else is kUsage.
Result<std::optional<Size>> parse_board_size(std::string_view flag, std::string_view word);

// The symbols of this size by their name_of(). Anything else is kUsage.
Result<Symbols> parse_symbols(std::string_view flag, std::string_view word, Shape shape);

// The index of `word` in `names`, or kUsage with the list.
Result<std::size_t> parse_choice(std::string_view flag, std::string_view word,
                                 const std::vector<std::string_view>& names);

// The name in `names` that is nearest to `word`: at most two edits away, and fewer edits than half
// the length of the name. nullopt if no name is so near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

// The word in quotes, as printable() shows it.
std::string in_quotes(std::string_view word);

}  // namespace dokumill::cli
