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
