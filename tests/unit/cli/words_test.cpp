#include "cli/table/words.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "support/texts/texts.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// `words` are separated by blanks. All have the same value.
template <class Parse, class Value>
void expect_value(const Parse& parse, Value value, const std::string& words) {
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const auto found = parse(word);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(*found, value) << word;
  }
}
template <class Parse, class Words = std::vector<std::string>>
void expect_refused(const Parse& parse, const Words& bad) {
  for (const std::string& word : bad) {
    EXPECT_EQ(parse(word).status().code(), ErrorCode::kUsage) << word;
  }
}

TEST(ParseNumber, TakesPlainDecimalDigitsOnly) {
  const auto parse = [](const std::string& word) { return parse_number("-n", word, 0, kMost); };
  expect_value(parse, 0U, "0");
  expect_value(parse, 7U, "7 007");
  expect_value(parse, 1'000'000U, "1000000");
  expect_value(parse, std::uint64_t{1} << 32, "4294967296");
  expect_value(parse, kMost, "18446744073709551615");
  expect_refused(parse, testing::texts("abc", "12abc", "1.5", "1e6", "+7", "-5", "-0", "", " 5",
                                       "5 ", "0x10", "\xD9\xA3", "1_000", "1,000", "1M",
                                       "18446744073709551616", "99999999999999999999999", "1e400",
                                       "\n5", "inf", std::string("5\0", 2)));
}

TEST(ParseSize, TakesDigitsAndOneUnit) {
  const auto parse = [](const std::string& word) { return parse_size("--memory", word, 65536); };
  constexpr std::uint64_t kOne = 1;
  expect_value(parse, 65536U, "65536 65536B 64K 64k 64KB 64kb 64KiB 64kIb");
  expect_value(parse, kOne << 29, "0512M 512MB");
  expect_value(parse, kOne << 30, "1GB 1GiB 1gb");
  expect_value(parse, 3 * (kOne << 30), "3G");
  expect_value(parse, kOne << 41, "2T 2TiB");
  expect_value(parse, kOne << 63, "8388608T 9223372036854775808");
  expect_refused(parse, {"",         "K",    "B",       "GB",         "65535",
                         "65535B",   "63K",  "63KiB",   "1k",         "64i",
                         "64iB",     "64KI", "64KBi",   "64KK",       "64BK",
                         "1.5G",     "-1G",  "+1G",     " 1G",        "1G ",
                         "1 G",      "1 GB", "0x1G",    "1P",         "1PB",
                         "8388609T", "1G1",  "65536 B", "64\xD0\x9A", "9223372036854775809",
                         "1G\n",     "1e9",  "1_000G",  "8388609TiB", "99999999999999999999G"});
  EXPECT_EQ(parse_size("--memory", "1P", 65536).status().message(),
            "--memory: expected a size like 512M or 2GB (K, M, G or T, 1K = 1024 bytes), at least "
            "64K, got '1P'");
}

TEST(ParseShare, IsExact) {
  const auto parse = [](const std::string& word) { return parse_share("--share", word); };
  expect_value(parse, 0U, "0% 0.0");
  expect_value(parse, 1U, "0.000001% 0.00000001");
  expect_value(parse, 500'000U, "0.5% 0.005");
  expect_value(parse, 7'000'000U, "007%");
  expect_value(parse, 10'000'000U, "10% 0.1");
  expect_value(parse, 33'333'333U, "33.333333% 0.33333333");
  expect_value(parse, 99'999'999U, "99.999999%");
  expect_value(parse, 100'000'000U, "100% 100.000000% 1.0 1.00000000");
  expect_refused(
      parse,
      {"",           "%",      "10",   "1",     "0",           "101%",  "100.000001%",
       "1.%",        ".5%",    "-1%",  "+1%",   "1e1%",        "1,5%",  "1.0000000%",
       "1%%",        "1.2.3%", "1 %",  "0100%", "1.x%",        "1.",    "18446744073709551617%",
       ".1",         "1.1",    "10.0", "0,1",   "0.000000001", "0.1x",  "-0.1",
       "1.00000001", "0.1.0",  "0.1 ", "1e-1",  "0100.0%",     "0x0.1", "+0.1"});
}

TEST(ParseRatio, TakesNumbersAndPercentages) {
  const auto parse = [](const std::string& word) { return parse_ratio("--fail-under", word, 10); };
  expect_value(parse, 0.9, "0.9 90%");
  expect_value(parse, 1.0, "1");
  expect_value(parse, 10.0, "10 1000%");
  expect_value(parse, 0.005, "0.5%");
  expect_refused(parse, {"", "%", "0", "0%", "-1", "+1", "10.1", "1001%", "90 %", "90%%", "1e0",
                         "0x1", "nan", "inf", "0,9", "1.2.3", " 1", "1 "});
}

TEST(ParseRange, TakesTwoNumbersOrOne) {
  const auto parse = [](const std::string& word) { return parse_range("--clues", word, 17, 81); };
  const std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> good{
      {"30..36", 30, 36}, {"30-36", 30, 36}, {"30", 30, 30},
      {"30..30", 30, 30}, {"17-81", 17, 81}, {"017", 17, 17}};
  for (const auto& [word, first, last] : good) {
    const Result<NumberRange> found = parse(word);
    ASSERT_TRUE(found.ok()) << word;
    EXPECT_EQ(found->first, first) << word;
    EXPECT_EQ(found->last, last) << word;
  }
  expect_refused(parse,
                 {"",        "16",       "82",      "30..",   "..30",    "..",         "-",
                  "30-",     "-30",      "30~36",   "36..30", "36-30",   "16..30",     "30..82",
                  "30...36", "30--36",   "30-.36",  "30.36",  "30..-36", "30..36..40", "a..b",
                  "30..3x",  "30-36-40", "+30..36", " 30",    "30 ",     "30 - 36",    "30 .. 36",
                  "0x20",    "3O",       "30,36",   "30:36",  "30\n",    "30..36\n"});
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
