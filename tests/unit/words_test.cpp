#include "cli/words.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(ParseNumber, TakesPlainDecimalDigitsOnly) {
  const std::vector<std::pair<std::string, std::uint64_t>> good{{"0", 0},
                                                                {"7", 7},
                                                                {"007", 7},
                                                                {"1000000", 1000000},
                                                                {"4294967296", 4294967296},
                                                                {"18446744073709551615", kMost}};
  for (const auto& [word, value] : good) {
    const Result<std::uint64_t> found = parse_number("-n", word, 0, kMost);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value);
  }
  for (const std::string word : {"abc",
                                 "12abc",
                                 "1.5",
                                 "1e6",
                                 "+7",
                                 "-5",
                                 "-0",
                                 "",
                                 " 5",
                                 "5 ",
                                 "0x10",
                                 "\xD9\xA3",
                                 "1_000",
                                 "1,000",
                                 "1M",
                                 "18446744073709551616",
                                 "99999999999999999999999",
                                 "1e400",
                                 "\n5",
                                 "inf"}) {
    const Result<std::uint64_t> found = parse_number("-n", word, 0, kMost);
    ASSERT_FALSE(found.ok()) << word;
    EXPECT_EQ(found.status().code(), ErrorCode::kUsage);
  }
  const std::string with_nul("5\0", 2);
  EXPECT_FALSE(parse_number("-n", with_nul, 0, kMost).ok());
}

TEST(ParseSize, TakesDigitsAndOneUnit) {
  constexpr std::uint64_t kOne = 1;
  const std::vector<std::pair<std::string, std::uint64_t>> good{
      {"65536", 65536},
      {"64K", 65536},
      {"0512M", kOne << 29},
      {"3G", 3 * (kOne << 30)},
      {"2T", kOne << 41},
      {"8388608T", kOne << 63},
      {"9223372036854775808", kOne << 63}};
  for (const auto& [word, value] : good) {
    const Result<std::uint64_t> found = parse_size("--memory", word, 65536);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value);
  }
  for (const std::string word :
       {"", "K", "65535", "63K", "1k", "1KB", "1KK", "1.5G", "-1G", "+1G", " 1G", "1G ", "1 G",
        "0x1G", "1P", "8388609T", "9223372036854775809", "99999999999999999999G"}) {
    const Result<std::uint64_t> found = parse_size("--memory", word, 65536);
    ASSERT_FALSE(found.ok()) << word;
    EXPECT_EQ(
        found.status().message(),
        "--memory: expected a size like 512M or 2G (K, M, G, T), at least 64K, got '" + word + "'");
  }
}

TEST(ParsePercent, IsExact) {
  const std::vector<std::pair<std::string, std::uint64_t>> good{{"0%", 0},
                                                                {"10%", 10'000'000},
                                                                {"100%", 100'000'000},
                                                                {"100.000000%", 100'000'000},
                                                                {"0.5%", 500'000},
                                                                {"0.000001%", 1},
                                                                {"007%", 7'000'000},
                                                                {"33.333333%", 33'333'333},
                                                                {"99.999999%", 99'999'999}};
  for (const auto& [word, value] : good) {
    const Result<std::uint64_t> found = parse_percent("--share", word);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value);
  }
  for (const std::string word :
       {"", "%", "10", "0.1", "101%", "100.000001%", "1.%", ".5%", "-1%", "+1%", "1e1%", "1,5%",
        "1.0000000%", "1%%", "1.2.3%", "1 %", "0100%", "1.x%", "18446744073709551617%"}) {
    EXPECT_FALSE(parse_percent("--share", word).ok()) << word;
  }
}

TEST(ParseNumber, SaysTheRange) {
  for (const std::string word : {"0", "1000001", "2147483648", "9223372036854775808"}) {
    EXPECT_EQ(parse_number("-c", word, 1, 1000000).status().message(),
              "-c: expected a whole number from 1 to 1000000, got '" + word + "'");
  }
  EXPECT_EQ(parse_number("-c", "a\n\x7F", 1, 9).status().message(),
            "-c: expected a whole number from 1 to 9, got 'a\\x0A\\x7F'");
  EXPECT_EQ(*parse_number("-c", "1", 1, 9), 1U);
  EXPECT_EQ(*parse_number("-c", "9", 1, 9), 9U);
}

TEST(ParseChoice, TakesNamesAsTheyAre) {
  const std::vector<std::string_view> names{"auto", "line", "grid"};
  EXPECT_EQ(*parse_choice("--from", "grid", names), 2U);
  for (const std::string word : {"Grid", "gri", "grid ", ""}) {
    EXPECT_EQ(parse_choice("--from", word, names).status().message(),
              "--from: expected one of auto, line, grid, got '" + word + "'");
  }
}

TEST(Nearest, IsAtMostTwoEditsAwayAndLessThanHalf) {
  const std::vector<std::string> names{"--output", "--to", "--threads", "solve", "-n"};
  EXPECT_EQ(nearest("--outptu", names), "--output");
  EXPECT_EQ(nearest("--treads", names), "--threads");
  EXPECT_EQ(nearest("--thread", names), "--threads");
  EXPECT_EQ(nearest("slove", names), "solve");
  EXPECT_EQ(nearest("--tp", names), "--to");
  EXPECT_EQ(nearest("solve", names), "solve");
  EXPECT_EQ(nearest("-x", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest("sssve", names), "solve");
  EXPECT_EQ(nearest("ssssve", names), std::nullopt);
  EXPECT_EQ(nearest("anything", {}), std::nullopt);
}

}  // namespace
}  // namespace dokumill::cli
