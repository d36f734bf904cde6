#include "cli/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace dokumill::cli {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

Result<std::uint64_t> parse_number(std::string_view flag, std::string_view word, std::uint64_t low,
                                   std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_whole = error == std::errc() && end == word.data() + word.size();
  if (is_whole && value >= low && value <= high) return value;
  return Status(ErrorCode::kUsage, fmt::format("{}: expected a whole number from {} to {}, got {}",
                                               flag, low, high, in_quotes(word)));
}

Result<std::uint64_t> parse_size(std::string_view flag, std::string_view word, std::uint64_t low) {
  constexpr std::string_view kUnits = "KMGT";
  constexpr std::uint64_t kMost = std::uint64_t{1} << 63;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const std::string_view unit = word.substr(static_cast<std::size_t>(end - word.data()));
  const std::size_t power = unit.size() == 1 ? kUnits.find(unit[0]) : std::string_view::npos;
  const bool is_size = error == std::errc() && (unit.empty() || power != std::string_view::npos);
  const int shift = unit.empty() || !is_size ? 0 : 10 * (static_cast<int>(power) + 1);
  if (is_size && value <= kMost >> shift && value << shift >= low) return value << shift;
  return Status(
      ErrorCode::kUsage,
      fmt::format("{}: expected a size like 512M or 2G (K, M, G, T), at least {}K, got {}", flag,
                  low >> 10, in_quotes(word)));
}

Result<std::uint64_t> parse_percent(std::string_view flag, std::string_view word) {
  constexpr std::size_t kMostDecimals = 6;
  constexpr std::uint64_t kAll = 100'000'000;
  const auto is_digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string_view number = word.substr(0, word.size() - (word.ends_with('%') ? 1 : 0));
  const std::size_t point = std::min(number.find('.'), number.size());
  const std::string_view whole = number.substr(0, point);
  const std::string_view decimals = number.substr(std::min(point + 1, number.size()));
  const bool has_point = point != number.size();
  if (word.ends_with('%') && is_digits(whole) && whole.size() <= 3 &&
      (!has_point || (is_digits(decimals) && decimals.size() <= kMostDecimals))) {
    std::string digits(whole);
    digits.append(decimals).append(kMostDecimals - decimals.size(), '0');
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (value <= kAll) return value;
  }
  return Status(ErrorCode::kUsage,
                fmt::format("{}: expected a share from 0% to 100%, like 10% or 0.5%, got {}", flag,
                            in_quotes(word)));
}

Result<double> parse_ratio(std::string_view flag, std::string_view word, double high) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value, std::chars_format::fixed);
  const bool is_plain = word.find_first_not_of("0123456789.") == std::string_view::npos &&
                        error == std::errc() && end == word.data() + word.size();
  if (is_plain && value > 0 && value <= high) return value;
  return Status(ErrorCode::kUsage, fmt::format("{}: expected a number above 0 and up to {}, got {}",
                                               flag, high, in_quotes(word)));
}

Result<std::size_t> parse_choice(std::string_view flag, std::string_view word,
                                 const std::vector<std::string_view>& names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  return Status(ErrorCode::kUsage, fmt::format("{}: expected one of {}, got {}", flag,
                                               fmt::join(names, ", "), in_quotes(word)));
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names) {
  std::optional<std::string> best;
  std::size_t best_distance = 3;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(word, name);
    if (distance < best_distance && distance * 2 < name.size()) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string in_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02X}", byte) : std::string(1, c);
  }
  return text + "'";
}

}  // namespace dokumill::cli
