#include "cli/table/words.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kMaxPieces = 1'000'000'000;

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

// The exponent of the power of two that a unit of bytes stands for: 10 for K, which is 2^10 bytes.
// The unit may be empty, B, K, KB or KiB, or the same with M, G or T, in upper or lower case. All
// units are binary, as is usual for sizes of memory.
std::optional<int> shift_of_unit(std::string_view unit) {
  constexpr std::string_view kUnits = "kmgt";
  const std::string lower = lower_case(unit);
  if (lower.empty() || lower == "b") return 0;
  const std::size_t power = kUnits.find(lower[0]);
  const std::string_view rest = std::string_view(lower).substr(1);
  const bool is_known =
      power != std::string_view::npos && (rest.empty() || rest == "b" || rest == "ib");
  if (!is_known) return std::nullopt;
  return 10 * (static_cast<int>(power) + 1);
}

// Parses a decimal number with at most three digits before the point and at most `decimals` digits
// after it. Returns the number times 10^decimals.
std::optional<std::uint64_t> parse_decimal(std::string_view number, std::size_t decimals) {
  constexpr std::size_t kMaxWhole = 3;
  const auto is_digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t point = number.find('.');
  const std::string_view whole = number.substr(0, point);
  if (!is_digits(whole) || whole.size() > kMaxWhole) return std::nullopt;
  std::string digits(whole);
  if (point != std::string_view::npos) {
    const std::string_view fraction = number.substr(point + 1);
    if (!is_digits(fraction) || fraction.size() > decimals) return std::nullopt;
    digits.append(fraction);
    decimals -= fraction.size();
  }
  digits.append(decimals, '0');
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// The two ends of a range with ".." or "-". Without a separator, both ends are the whole word.
std::pair<std::string_view, std::string_view> ends_of_range(std::string_view word) {
  const std::size_t dots = word.find("..");
  const std::size_t dash = word.find('-');
  const std::size_t first_bytes = std::min(dots, dash);
  const std::size_t separator_bytes = first_bytes == dots ? 2 : 1;
  const std::string_view first = word.substr(0, first_bytes);
  if (first_bytes == std::string_view::npos) return {first, first};
  return {first, word.substr(first_bytes + separator_bytes)};
}

}  // namespace

Result<std::uint64_t> parse_number(std::string_view flag, std::string_view word, std::uint64_t low,
                                   std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_whole = error == std::errc() && end == word.data() + word.size();
  if (is_whole && value >= low && value <= high) return value;
  return usage_error(format_text("{}: expected a whole number from {} to {}, got {}", flag, low,
                                 high, in_quotes(word)));
}

Result<std::uint64_t> parse_size(std::string_view flag, std::string_view word, std::uint64_t low) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 63;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const std::optional<int> shift =
      shift_of_unit(word.substr(static_cast<std::size_t>(end - word.data())));
  const bool is_size = error == std::errc() && shift;
  if (is_size && value <= kMax >> *shift && value << *shift >= low) return value << *shift;
  return usage_error(
      format_text("{}: expected a size like 512M or 2GB (K, M, G or T, 1K = 1024 bytes), "
                  "at least {}K, got {}",
                  flag, low >> 10, in_quotes(word)));
}

Result<std::uint64_t> parse_share(std::string_view flag, std::string_view word) {
  constexpr std::uint64_t kAll = 100'000'000;
  const bool is_percent = word.ends_with('%');
  // A number needs a % or a point, because a bare 1 could mean 1 % or 100 %.
  const bool is_clear = is_percent || word.find('.') != std::string_view::npos;
  const std::string_view number = word.substr(0, word.size() - (is_percent ? 1 : 0));
  const std::optional<std::uint64_t> parts = parse_decimal(number, is_percent ? 6 : 8);
  if (is_clear && parts && *parts <= kAll) return *parts;
  return usage_error(
      format_text("{}: expected a share from 0% to 100%, like 10%, 0.5% or 0.1, got {}", flag,
                  in_quotes(word)));
}

Result<double> parse_ratio(std::string_view flag, std::string_view word, double high) {
  const bool is_percent = word.ends_with('%');
  const std::string_view number = word.substr(0, word.size() - (is_percent ? 1 : 0));
  const bool is_plain = number.find_first_not_of("0123456789.") == std::string_view::npos;
  double value = is_plain ? read_number(number).value_or(0) : 0;
  if (is_percent) value /= 100;
  if (value > 0 && value <= high) return value;
  return usage_error(
      format_text("{}: expected a number above 0 and up to {}, like 0.9 or 90%, got {}", flag, high,
                  in_quotes(word)));
}

Result<NumberRange> parse_range(std::string_view flag, std::string_view word, std::uint64_t low,
                                std::uint64_t high) {
  const auto [first, last] = ends_of_range(word);
  const Result<std::uint64_t> fewest = parse_number(flag, first, low, high);
  const Result<std::uint64_t> most = parse_number(flag, last, low, high);
  if (fewest.ok() && most.ok() && *fewest <= *most) return NumberRange{*fewest, *most};
  return usage_error(format_text("{}: expected A..B with {} <= A <= B <= {}, or one number, got {}",
                                 flag, low, high, in_quotes(word)));
}

Result<std::uint64_t> parse_score(std::string_view flag, std::string_view word, std::uint64_t low,
                                  std::uint64_t high) {
  const std::optional<std::uint64_t> score = parse_decimal(word, 1);
  if (score && low <= *score && *score <= high) return *score;
  return usage_error(format_text("{}: expected {}.{} to {}.{}, with at most one decimal, got {}",
                                 flag, low / 10, low % 10, high / 10, high % 10, in_quotes(word)));
}

Result<NumberRange> parse_scores(std::string_view flag, std::string_view word, std::uint64_t low,
                                 std::uint64_t high) {
  const auto [first, last] = ends_of_range(word);
  const std::optional<std::uint64_t> lowest = parse_decimal(first, 1);
  const std::optional<std::uint64_t> highest = parse_decimal(last, 1);
  if (lowest && highest && low <= *lowest && *lowest <= *highest && *highest <= high) {
    return NumberRange{*lowest, *highest};
  }
  return usage_error(format_text(
      "{}: expected A..B with {}.{} <= A <= B <= {}.{}, or one number, with at most one "
      "decimal, got {}",
      flag, low / 10, low % 10, high / 10, high % 10, in_quotes(word)));
}

Result<Piece> parse_piece(std::string_view flag, std::string_view word) {
  const std::size_t slash = std::min(word.find('/'), word.size());
  const std::string_view count = slash == word.size() ? std::string_view() : word.substr(slash + 1);
  const Result<std::uint64_t> pieces = parse_number(flag, count, 1, kMaxPieces);
  if (pieces.ok()) {
    const Result<std::uint64_t> number = parse_number(flag, word.substr(0, slash), 1, *pieces);
    if (number.ok()) return Piece{*number, *pieces};
  }
  return usage_error(format_text("{}: expected K/N with 1 <= K <= N <= {}, like 3/8, got {}", flag,
                                 kMaxPieces, in_quotes(word)));
}

Result<CompressionOptions> parse_compression(std::string_view flag, std::string_view word) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const Result<std::size_t> kind =
      parse_choice(flag, word.substr(0, colon), {"none", "gzip", "zstd"});
  if (!kind.ok()) return kind.status();
  CompressionOptions options{static_cast<Compression>(*kind)};
  if (colon == word.size()) return options;
  if (options.kind == Compression::kNone)
    return usage_error(format_text("{}: none has no levels", flag));
  const Result<std::uint64_t> level = parse_number(
      flag, word.substr(colon + 1), 1, static_cast<std::uint64_t>(most_level(options.kind)));
  if (!level.ok()) return level.status();
  options.level = static_cast<int>(*level);
  return options;
}

Result<std::vector<ColumnName>> parse_column_names(std::string_view flag, std::string_view words) {
  std::vector<ColumnName> names;
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const std::string_view pair = words.substr(at, end - at);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (equals == 0 || equals + 1 >= pair.size()) {
      return usage_error(format_text("{}: expected COLUMN=NAME, like puzzle=question, got {}", flag,
                                     in_quotes(pair)));
    }
    names.push_back({std::string(pair.substr(0, equals)), std::string(pair.substr(equals + 1))});
    at = end + 1;
  }
  return names;
}

Result<std::optional<Size>> parse_board_size(std::string_view flag, std::string_view word) {
  if (word == "9") return std::optional<Size>();
  const Result<Shape> shape = parse_shape(word);
  if (shape.ok()) return std::optional(Size{*shape});
  return usage_error(format_text("{}: {}", flag, shape.status().message()));
}

Result<Symbols> parse_symbols(std::string_view flag, std::string_view word, Shape shape) {
  std::vector<std::string> names;
  for (const Symbols symbols :
       {Symbols::kFromOne, Symbols::kFromZero, Symbols::kLetters, Symbols::kNumbers}) {
    names.push_back(name_of(symbols, shape));
    if (word == names.back()) return symbols;
  }
  return usage_error(
      format_text("{}: expected one of {}, got {}", flag, joined(names, ", "), in_quotes(word)));
}

Result<std::size_t> parse_choice(std::string_view flag, std::string_view word,
                                 const std::vector<std::string_view>& names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  return usage_error(
      format_text("{}: expected one of {}, got {}", flag, joined(names, ", "), in_quotes(word)));
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
  return format_text("'{}'", printable(word));
}

}  // namespace dokumill::cli
