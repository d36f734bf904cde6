// Pearson's chi-square: measures how far counts are from their expected values, and computes the
// probability that random counts are at least as far away.
//
// Cost: chance_of() takes a few hundred steps. No allocation.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace dokumill::testing {

struct ChiSquare {
  double sum = 0;
  double freedom = 0;  // degrees of freedom
};

// Compares counts with expected shares that add up to 1. REQUIRES: as many shares as counts, at
// least two; every share is above 0.
inline ChiSquare chi_square(std::span<const std::uint64_t> counts, std::span<const double> shares) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  ChiSquare result{0, static_cast<double>(counts.size()) - 1};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * shares[i];
    const double difference = static_cast<double>(counts[i]) - expected;
    result.sum += difference * difference / expected;
  }
  return result;
}

// The probability of a sum this high or higher if the expected shares are correct. This is the
// upper incomplete gamma function Q(freedom / 2, sum / 2). If sum / 2 is below freedom / 2 + 1, Q
// is computed from its series, otherwise from its continued fraction (Lentz's method).
inline double chance_of(ChiSquare found) {
  const double a = found.freedom / 2;
  const double x = found.sum / 2;
  if (x <= 0) return 1;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  constexpr double kTiny = std::numeric_limits<double>::min() / 1e-16;
  if (x < a + 1) {
    double term = 1 / a;
    double series = term;
    for (double n = a + 1; term > series * 1e-15; ++n) series += term *= x / n;
    return 1 - front * series;
  }
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < 100'000; ++i) {
    const double step = -i * (i - a);
    b += 2;
    d = step * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + step / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    fraction *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return front * fraction;
}

}  // namespace dokumill::testing
