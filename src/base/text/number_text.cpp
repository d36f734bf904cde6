#include "base/text/number_text.hpp"

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace dokumill {
namespace {

// What printf() writes for the value.
std::string printed(const char* pattern, int precision, double value) {
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, pattern, precision, value)),
                   '\0');
  std::snprintf(text.data(), text.size() + 1, pattern, precision, value);
  return text;
}

std::string_view point() {
  return std::localeconv()->decimal_point;
}

// Replaces the decimal point of the locale.
std::string with_point(std::string text) {
  const std::size_t at = text.find(point());
  if (at != std::string::npos) text.replace(at, point().size(), ".");
  return text;
}

}  // namespace

std::string to_text(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  std::string text;
  int digits_after_first = 0;
  do {
    text = printed("%.*e", digits_after_first, value);
  } while (std::strtod(text.c_str(), nullptr) != value && ++digits_after_first < 17);
  const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  if (exponent < -4 || exponent >= 16) return with_point(std::move(text));
  return fixed_text(value, std::max(digits_after_first - exponent, 0));
}

std::string fixed_text(double value, int digits) {
  if (!std::isfinite(value)) return to_text(value);
  return with_point(printed("%.*f", digits, value));
}

std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::optional<double> read_number(std::string_view text) {
  constexpr std::string_view kDecimal = "0123456789+-.eE";
  const bool is_decimal = text.find_first_not_of(kDecimal) == std::string_view::npos &&
                          !text.empty() && text.front() != '+';
  if (!is_decimal) return std::nullopt;
  std::string local(text);
  const std::size_t at = local.find('.');
  if (at != std::string::npos) local.replace(at, 1, point());
  char* end = nullptr;
  const double value = std::strtod(local.c_str(), &end);
  if (end != local.c_str() + local.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace dokumill
