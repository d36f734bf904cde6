#include "base/text/format.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/number_text.hpp"

namespace dokumill {
namespace {

using Kind = FormatValue::Kind;

TEST(Format, WritesValues) {
  EXPECT_EQ(format_text("{} {} {} {}", "a", std::string("b"), std::string_view("c"), 'd'),
            "a b c d");
  EXPECT_EQ(format_text("{} {} {}", true, 0.5, std::uint8_t{65}), "true 0.5 65");
  EXPECT_EQ(format_text("{} {}", std::numeric_limits<std::int64_t>::min(),
                        std::numeric_limits<std::uint64_t>::max()),
            "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(format_text("{1}{0}{1}", 1, 2), "212");
  EXPECT_EQ(format_text("{{{}}} }}{{", 1), "{1} }{");
  EXPECT_EQ(format_text("no values"), "no values");
  EXPECT_EQ(format_text("{:d}{:d}", true, false), "10");
  EXPECT_EQ(joined(std::vector<int>{1, -2, 3}, ", "), "1, -2, 3");
  EXPECT_EQ(joined(std::vector<std::string>{}, ", "), "");
}

TEST(Format, WritesAsPrintfDoes) {
  std::array<char, 128> expected{};
  for (const std::int64_t value : {0L, 7L, 12L, 255L, 123456789L}) {
    std::snprintf(expected.data(), expected.size(), "%02ld|%6ld|%-6ld|%lx|%04lX|%lo|%016lx", value,
                  value, value, value, value, value, value);
    EXPECT_EQ(format_text("{:02}|{:6}|{:<6}|{:x}|{:04X}|{:o}|{:016x}", value, value, value, value,
                          value, value, value),
              expected.data());
  }
  for (const double value : {0.0, -1.25, 2.5, 1e9 / 3, 99.995}) {
    std::snprintf(expected.data(), expected.size(), "%.2f|%7.2f|%4.1f|%3.0f|%f|%.*f|%09.3f", value,
                  value, value, value, value, 4, value, value);
    EXPECT_EQ(format_text("{:.2f}|{:>7.2f}|{:4.1f}|{:3.0f}|{:f}|{:.{}f}|{:09.3f}", value, value,
                          value, value, value, value, 4, value),
              expected.data());
  }
  EXPECT_EQ(format_text("{:05}", -42), "-0042");
  EXPECT_EQ(format_text("{:>5}|{:<5}|{:5}|", "ab", "ab", "ab"), "   ab|ab   |ab   |");
  EXPECT_EQ(format_text("[{:=<{}}{: <{}}]", "", 3, "", 2), "[===  ]");
}

TEST(Format, RefusesPatternsThatDoNotFit) {
  static_assert(is_format("{} {:d}", std::array{Kind::kText, Kind::kInteger}));
  for (const char* const pattern : {"{", "}", "{}{}{}", "{2}", "{:x}", "{:.2}", "{:.2f}", "{:q}",
                                    "{ }", "{0", "{:{}}", "{1:.1f}", "{:<", "{:5"}) {
    EXPECT_FALSE(is_format(pattern, std::array{Kind::kText, Kind::kText})) << pattern;
  }
}

TEST(NumberText, IsReadBackAsTheSameValue) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 4'000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 400) - 264) *
        (random() % 2 == 0 ? 1 : -1);
    const std::string text = to_text(value);
    EXPECT_EQ(read_number(text), value) << text;
  }
  constexpr std::pair<double, std::string_view> kTexts[] = {
      {0.0, "0"},          {5.0, "5"},
      {0.1, "0.1"},        {1e15, "1000000000000000"},
      {1e16, "1e+16"},     {1.5e-4, "0.00015"},
      {1.5e-5, "1.5e-05"}, {-2.75, "-2.75"},
      {1e100, "1e+100"},   {1.0 / 3, "0.3333333333333333"}};
  for (const auto& [value, text] : kTexts) EXPECT_EQ(to_text(value), text);
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(to_text(std::nan("")), "nan");
  for (const char* const text : {"", "+1", "1 ", " 1", "0x10", "nan", "inf", "1e999", "1,5", "."}) {
    EXPECT_EQ(read_number(text), std::nullopt) << text;
  }
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

}  // namespace
}  // namespace dokumill
