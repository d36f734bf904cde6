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
