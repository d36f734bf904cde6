// Tests of printable(), which prepares untrusted text for terminals and logs.
#include "base/text/printable.hpp"

#include <gtest/gtest.h>

#include "base/text/utf8.hpp"
#include "support/test_random.hpp"

namespace dokumill {
namespace {

using namespace std::string_literals;

TEST(Printable, OrdinaryTextStays) {
  for (const std::string text : {"", "puzzles.txt", "a b", "题目", "naïve é", "\xF0\x9F\x98\x80",
                                 "back\\slash", "'quoted'"}) {
    EXPECT_TRUE(is_printable(text)) << text;
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ControlBytesAndBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("a\x1B[2Jb"), "a\\x1B[2Jb");
  EXPECT_EQ(printable("a\nb\rc\td\0e\x7F"s), "a\\x0Ab\\x0Dc\\x09d\\x00e\\x7F");
  EXPECT_EQ(printable("\x9B"
                      "31m"),
            "\\x9B31m");  // C1 as a single byte
  EXPECT_EQ(printable("\xFF\xFE"), "\\xFF\\xFE");
  EXPECT_EQ(printable("\xC3"), "\\xC3");                             // truncated
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF");                    // not the shortest form
  EXPECT_EQ(printable("\xE0\x80\x9B"), "\\xE0\\x80\\x9B");           // CSI in a longer form
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");  // beyond U+10FFFF
}

TEST(Printable, CharactersThatDriveTurnOrHideText) {
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u{9B}31m");
  EXPECT_EQ(printable("\xC2\x85"), "\\u{85}");
  EXPECT_EQ(printable("\xE2\x80\xA8\xE2\x80\xA9"), "\\u{2028}\\u{2029}");
  EXPECT_EQ(printable("txt.\xE2\x80\xAE"), "txt.\\u{202E}");
  const std::vector<std::pair<std::string, std::string>> hidden = {
      {"\xE2\x80\xAA", "202A"}, {"\xE2\x81\xA6", "2066"},      {"\xE2\x81\xA9", "2069"},
      {"\xE2\x80\x8E", "200E"}, {"\xE2\x80\x8F", "200F"},      {"\xD8\x9C", "61C"},
      {"\xE2\x80\x8B", "200B"}, {"\xE2\x80\x8D", "200D"},      {"\xC2\xAD", "AD"},
      {"\xEF\xBB\xBF", "FEFF"}, {"\xF3\xA0\x80\xA0", "E0020"}, {"\xEF\xB8\x8F", "FE0F"}};
  for (const auto& [text, shown] : hidden) {
    EXPECT_EQ(printable(text), "\\u{" + shown + "}");
    EXPECT_FALSE(is_printable("x" + text));
  }
  // The code points next to these are printed unchanged.
  for (const std::string text : {"\xC2\xA0", "\xE2\x80\x90", "\xE2\x80\xAF", "\xE2\x81\xB0"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, LongTextsKeepBothEnds) {
  const std::string text = "begin" + std::string(10'000, 'x') + "end";
  const std::string shown = printable(text, 100);
  EXPECT_LE(shown.size(), 100 + "...(10,008 bytes)..."s.size());
  EXPECT_TRUE(shown.starts_with("beginxxx"));
  EXPECT_TRUE(shown.ends_with("xxxend"));
  EXPECT_NE(shown.find("x...(10,008 bytes)...x"), std::string::npos);
  EXPECT_EQ(printable(std::string(100, 'x'), 100), std::string(100, 'x'));
  // Escapes and characters are never cut in two.
  for (const std::string piece : {"\x1B", "题", "\xE2\x80\xAE"}) {
    std::string many;
    for (int i = 0; i < 1000; ++i) many += piece;
    for (std::size_t most = 20; most < 40; ++most) {
      std::string cut = printable(many, most);
      const std::string one = printable(piece);
      EXPECT_TRUE(is_printable(cut)) << cut;
      for (std::size_t at; (at = cut.find(one)) != std::string::npos;) cut.erase(at, one.size());
      EXPECT_EQ(cut, "...(" + std::string(piece.size() == 1 ? "1" : "3") + ",000 bytes)...");
    }
  }
}

TEST(Printable, LongListsAreShortened) {
  EXPECT_EQ(printable_list({}), "");
  EXPECT_EQ(printable_list({"id", "grid", "rating"}), "id, grid, rating");
  EXPECT_EQ(printable_list({"a\nb", "\x1B"}), "a\\x0Ab, \\x1B");
  const std::string shown = printable_list(std::vector<std::string>(60'000, "c"));
  EXPECT_TRUE(shown.ends_with(", c, ... and 59,980 more")) << shown;
  const std::string wide = printable_list(std::vector<std::string>(1000, std::string(5000, 'w')));
  EXPECT_LT(wide.size(), 600U);
}

// For any bytes, the result is one line of valid UTF-8 without control characters, and escaping it
// again changes nothing.
TEST(Printable, HoldsForAnyBytes) {
  testing::TestRandom random(12);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const auto size = random.index(40);
    while (text.size() < size) {
      constexpr std::string_view kLikely = "\xE2\x80\x81\xAE\xC2\x9B\xF0\xED\x1B\n a";
      text += random.below(3) == 0 ? static_cast<char>(random.below(256)) : random.of(kLikely);
    }
    for (const std::string& shown : {printable(text), printable(text, 24)}) {
      EXPECT_TRUE(is_utf8(shown));
      EXPECT_TRUE(is_printable(shown));
      EXPECT_EQ(printable_all(shown), shown);
      for (const char c : shown) EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
    }
    EXPECT_EQ(is_printable(text), printable_all(text) == text);
  }
}

}  // namespace
}  // namespace dokumill
