#include "cli/table/words.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>
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
      {"65536", 65536},      {"65536B", 65536},        {"64K", 65536},
      {"64k", 65536},        {"64KB", 65536},          {"64kb", 65536},
      {"64KiB", 65536},      {"64kIb", 65536},         {"0512M", kOne << 29},
      {"512MB", kOne << 29}, {"1GB", kOne << 30},      {"1GiB", kOne << 30},
      {"1gb", kOne << 30},   {"3G", 3 * (kOne << 30)}, {"2T", kOne << 41},
      {"2TiB", kOne << 41},  {"8388608T", kOne << 63}, {"9223372036854775808", kOne << 63}};
  for (const auto& [word, value] : good) {
    const Result<std::uint64_t> found = parse_size("--memory", word, 65536);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value) << word;
  }
  for (const std::string word :
       {"",         "K",    "B",       "GB",         "65535",
        "65535B",   "63K",  "63KiB",   "1k",         "64i",
        "64iB",     "64KI", "64KBi",   "64KK",       "64BK",
        "1.5G",     "-1G",  "+1G",     " 1G",        "1G ",
        "1 G",      "1 GB", "0x1G",    "1P",         "1PB",
        "8388609T", "1G1",  "65536 B", "64\xD0\x9A", "9223372036854775809",
        "1G\n",     "1e9",  "1_000G",  "8388609TiB", "99999999999999999999G"}) {
    const Result<std::uint64_t> found = parse_size("--memory", word, 65536);
    ASSERT_FALSE(found.ok()) << word;
    EXPECT_EQ(found.status().code(), ErrorCode::kUsage);
  }
  EXPECT_EQ(parse_size("--memory", "1P", 65536).status().message(),
            "--memory: expected a size like 512M or 2GB (K, M, G or T, 1K = 1024 bytes), at least "
            "64K, got '1P'");
}

TEST(ParseShare, IsExact) {
  const std::vector<std::pair<std::string, std::uint64_t>> good{{"0%", 0},
                                                                {"10%", 10'000'000},
                                                                {"100%", 100'000'000},
                                                                {"100.000000%", 100'000'000},
                                                                {"0.5%", 500'000},
                                                                {"0.000001%", 1},
                                                                {"007%", 7'000'000},
                                                                {"33.333333%", 33'333'333},
                                                                {"99.999999%", 99'999'999},
                                                                {"0.1", 10'000'000},
                                                                {"0.005", 500'000},
                                                                {"0.0", 0},
                                                                {"1.0", 100'000'000},
                                                                {"0.00000001", 1},
                                                                {"0.33333333", 33'333'333},
                                                                {"1.00000000", 100'000'000}};
  for (const auto& [word, value] : good) {
    const Result<std::uint64_t> found = parse_share("--share", word);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value) << word;
  }
  for (const std::string word :
       {"",           "%",      "10",   "1",     "0",           "101%",  "100.000001%",
        "1.%",        ".5%",    "-1%",  "+1%",   "1e1%",        "1,5%",  "1.0000000%",
        "1%%",        "1.2.3%", "1 %",  "0100%", "1.x%",        "1.",    "18446744073709551617%",
        ".1",         "1.1",    "10.0", "0,1",   "0.000000001", "0.1x",  "-0.1",
        "1.00000001", "0.1.0",  "0.1 ", "1e-1",  "0100.0%",     "0x0.1", "+0.1"}) {
    EXPECT_FALSE(parse_share("--share", word).ok()) << word;
  }
}

TEST(ParseRatio, TakesNumbersAndPercentages) {
  const std::vector<std::pair<std::string, double>> good{
      {"0.9", 0.9}, {"1", 1}, {"10", 10}, {"90%", 0.9}, {"1000%", 10}, {"0.5%", 0.005}};
  for (const auto& [word, value] : good) {
    const Result<double> found = parse_ratio("--fail-under", word, 10);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_DOUBLE_EQ(*found, value) << word;
  }
  for (const std::string word : {"", "%", "0", "0%", "-1", "+1", "10.1", "1001%", "90 %", "90%%",
                                 "1e0", "0x1", "nan", "inf", "0,9", "1.2.3", " 1", "1 "}) {
    EXPECT_FALSE(parse_ratio("--fail-under", word, 10).ok()) << word;
  }
}

TEST(ParseRange, TakesTwoNumbersOrOne) {
  const std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> good{
      {"30..36", 30, 36}, {"30-36", 30, 36}, {"30", 30, 30},
      {"30..30", 30, 30}, {"17-81", 17, 81}, {"017", 17, 17}};
  for (const auto& [word, first, last] : good) {
    const Result<NumberRange> found = parse_range("--clues", word, 17, 81);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(found->first, first) << word;
    EXPECT_EQ(found->last, last) << word;
  }
  for (const std::string word :
       {"",        "16",       "82",      "30..",   "..30",    "..",         "-",
        "30-",     "-30",      "30~36",   "36..30", "36-30",   "16..30",     "30..82",
        "30...36", "30--36",   "30-.36",  "30.36",  "30..-36", "30..36..40", "a..b",
        "30..3x",  "30-36-40", "+30..36", " 30",    "30 ",     "30 - 36",    "30 .. 36",
        "0x20",    "3O",       "30,36",   "30:36",  "30\n",    "30..36\n"}) {
    const Result<NumberRange> found = parse_range("--clues", word, 17, 81);
    ASSERT_FALSE(found.ok()) << word;
    EXPECT_EQ(found.status().code(), ErrorCode::kUsage);
  }
  EXPECT_EQ(parse_range("--clues", "x", 17, 81).status().message(),
            "--clues: expected A..B with 17 <= A <= B <= 81, or one number, got 'x'");
}

TEST(ParseNumber, ReportsTheRange) {
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
