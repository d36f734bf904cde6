// Tests of cuts: a text read in chunks of any size gives the same records as the whole text.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/text/printable.hpp"
#include "formats/chunk_boundary.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/formats.hpp"
#include "support/texts/hand_made_texts.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/read_text.hpp"
#include "support/texts/slow_reader.hpp"

namespace dokumill {
namespace {

using testing::NastyTexts;
using testing::ReadText;
using testing::SlowReader;
using testing::TextReader;

class Cuts : public ::testing::TestWithParam<TextFormat> {
 protected:
  // The sets of options with which the texts of a format are read and cut.
  static std::vector<records::ReadOptions> ways() {
    records::ReadOptions options;
    options.format = GetParam();
    options.csv = {3, 1};
    std::vector<records::ReadOptions> all{options};
    if (GetParam() == TextFormat::kCsv) {
      options.keep_rows = true;
      options.csv.solution_column = 2;
    }
    if (GetParam() == TextFormat::kLine) options.line_word = 2;
    if (GetParam() != TextFormat::kGrid) all.push_back(options);
    if (GetParam() == TextFormat::kLine) {
      options.keep_rows = true;
      all.push_back(options);
      options.line_word = 1;
      all.push_back(options);
    }
    if (GetParam() == TextFormat::kCsv) {
      for (const char separator : testing::kSeparators) {
        options.csv.separator = separator;
        options.header_row = testing::nasty_header(separator);
        all.push_back(options);
      }
    }
    return all;
  }

  // Reads the whole text with several batch capacities. True if TextReader finds the same records
  // as SlowReader each time.
  static bool is_read_alike(const std::string& text) {
    for (const records::ReadOptions& options : ways()) {
      const ReadText expected = SlowReader(options).read(text);
      for (const std::size_t capacity : {1, 2, 7, 1000}) {
        const ReadText found = TextReader(options, capacity).read_whole(text);
        EXPECT_TRUE(found == expected) << "expected\n"
                                       << to_string(expected) << "found\n"
                                       << to_string(found) << "text\n"
                                       << printable(text, 8000);
        if (!(found == expected)) return false;
      }
    }
    return true;
  }

  // Reads the text in chunks, with windows of several sizes up to `longest`. The sizes are 1 to 40
  // bytes, and then every 17th size. With sanitizers, they are 1 to 8 bytes, and then grow by half.
  // A window without a cut is doubled. In a second run, for windows of at most 3 bytes and texts of
  // at most 3,000 bytes, such a window grows byte by byte. True if all chunks give the same records
  // as the whole text.
  static bool is_cut_alike(const std::string& text, std::size_t longest) {
    constexpr bool kFew = testing::kIsSanitized;
    const std::size_t last = std::min(longest, text.size() + 1);
    for (std::size_t window = 1; window <= last;) {
      if (!is_cut_alike_at(text, window)) return false;
      window += window < (kFew ? 8 : 40) ? 1 : kFew ? window / 2 : 17;
    }
    return true;
  }
  static bool is_cut_alike_at(const std::string& text, std::size_t window) {
    static constexpr std::array<std::size_t, 4> kCapacities{1000, 1, 7, 2};
    for (const records::ReadOptions& options : ways()) {
      TextReader reader(options, kCapacities[window % 4]);
      const ReadText whole = reader.read_whole(text);
      for (const auto growth : {TextReader::Growth::kDouble, TextReader::Growth::kByOne}) {
        const bool is_slow = growth == TextReader::Growth::kByOne && text.size() > 3000;
        if (is_slow || (growth == TextReader::Growth::kByOne && window > 3)) continue;
        const ReadText found = reader.read_cut(text, window, growth);
        EXPECT_TRUE(found == whole) << "window " << window << "\nwhole\n"
                                    << to_string(whole) << "cut\n"
                                    << to_string(found) << "text\n"
                                    << printable(text, 8000);
        if (!(found == whole)) return false;
      }
    }
    return true;
  }
};

// There are 11,000 grid texts, in 15 groups of equal size. With sanitizers, only every seventh text
// is cut. 7 does not divide the size of a group, so each group cuts different texts.
TEST_P(Cuts, HandMadeTextsReadAlikeInChunksOfEverySize) {
  constexpr std::size_t kStep = testing::kIsSanitized ? 7 : 1;
  const std::vector<std::string> texts = testing::hand_made_texts(GetParam());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_TRUE(is_read_alike(texts[i]));
    if (i % kStep == 0) {
      ASSERT_TRUE(is_cut_alike(texts[i], 700));
    }
  }
}

TEST_P(Cuts, RandomTextsReadAlikeInChunksOfEverySize) {
  NastyTexts texts(2024);
  for (int round = 0; round < testing::slow_test_rounds(400); ++round) {
    const std::string text = texts.make(GetParam(), 1 + round % 5, false);
    ASSERT_TRUE(is_read_alike(text)) << "round " << round;
    ASSERT_TRUE(is_cut_alike(text, 500)) << "round " << round;
  }
}

TEST_P(Cuts, RandomTextsReadAsTheRulesSay) {
  NastyTexts texts(7);
  for (int round = 0; round < testing::slow_test_rounds(10000); ++round) {
    ASSERT_TRUE(is_read_alike(texts.make(GetParam(), 1 + round % 20, false))) << "round " << round;
  }
}

// There are only a few windows, because the whole long text is read for each window.
constexpr std::array<std::size_t, 14> kWindows{1,    2,     3,     40,    1000,  4095,  4096,
                                               4097, 10000, 65535, 65536, 65537, 65538, 131072};

TEST_P(Cuts, LinesAroundTheLimitReadAlike) {
  std::size_t number = 0;
  for (const std::string& text : testing::long_texts(GetParam())) {
    if (testing::is_tested(number++)) {
      ASSERT_TRUE(is_read_alike(text));
    }
    for (const std::size_t window : kWindows) {
      if (testing::is_tested(number++)) {
        ASSERT_TRUE(is_cut_alike_at(text, window));
      }
    }
  }
}

TEST_P(Cuts, RandomTextsWithLongLinesReadAlike) {
  NastyTexts texts(11);
  const int rounds = GetParam() == TextFormat::kCsv ? 60 : 200;
  for (int round = 0; round < testing::slow_test_rounds(rounds); ++round) {
    const std::string text = texts.make(GetParam(), 6, true);
    ASSERT_TRUE(is_read_alike(text)) << "round " << round;
    for (const std::size_t window : kWindows)
      ASSERT_TRUE(is_cut_alike_at(text, window)) << "round " << round;
  }
}

// Reads texts of one endless line, one endless block of rows or endless quotes. A cut must be found
// in a window of at most kEnoughForACut bytes, and the chunks must give the same records as the
// whole text.
TEST_P(Cuts, EndlessThingsHaveCuts) {
  const std::string row = "1 2 3 4 5 6 7 8 9\n";
  std::vector<std::string> texts{std::string(400000, '5'),        std::string(400000, ' '),
                                 std::string(400000, '"'),        std::string(400000, ','),
                                 "\"" + std::string(400000, 'a'), std::string(300000, '#')};
  std::string rows, quoted;
  for (int i = 0; i < 20000; ++i) {
    rows += row;
    quoted += i % 7 == 0 ? "a,\"b\n\",c\n" : "\"a\n";
  }
  texts.push_back(rows);
  texts.push_back(rows + "x\n" + rows);
  std::string rules, frames, titles, bad_rows;
  for (int i = 0; i < 20000; ++i) {
    rules += "---------\n";
    frames += "+---+\n";
    titles += "Grid 01\n";
    bad_rows += "12345678\n";
  }
  texts.push_back(rules);
  texts.push_back(frames);
  texts.push_back(bad_rows + frames + rows);
  texts.push_back(titles + rows);
  texts.push_back(bad_rows + rows);
  texts.push_back(rows + std::string(200000, ' ') + rows);
  texts.push_back(quoted);
  std::size_t number = 0;
  for (const std::string& text : texts) {
    for (const std::size_t window : {1000UL, 65537UL, records::kEnoughForACut}) {
      if (!testing::is_tested(number++)) continue;
      ASSERT_TRUE(is_cut_alike_at(text, window));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Cuts, ::testing::ValuesIn(dokumill::testing::kFormats),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(Cut, FollowsTheLastCompleteRecord) {
  const auto cut = [](TextFormat format, std::string_view window) {
    return records::find_chunk_boundary(format, window, {}, false).bytes;
  };
  EXPECT_EQ(cut(TextFormat::kLine, "ab"), 0U);
  EXPECT_EQ(cut(TextFormat::kLine, "ab\ncd"), 3U);
  EXPECT_EQ(cut(TextFormat::kLine, "ab\r\nc\r"), 6U);  // an LF may follow
  EXPECT_EQ(cut(TextFormat::kLine, "ab\r"), 3U);
  EXPECT_EQ(cut(TextFormat::kCsv, "a,\"b\"\r"), 6U);
  EXPECT_EQ(cut(TextFormat::kCsv, "a,\"b\r"), 0U);
  EXPECT_EQ(cut(TextFormat::kGrid, "1 2 3\r\r"), 7U);
  EXPECT_EQ(cut(TextFormat::kCsv, "a,\"b\nc"), 0U);
  EXPECT_EQ(cut(TextFormat::kCsv, "a\n\"b\nc"), 2U);
  EXPECT_EQ(cut(TextFormat::kCsv, "a\n\"b\nc\"\nd"), 8U);
  EXPECT_EQ(cut(TextFormat::kGrid, "1 2 3\n\n4"), 7U);
  EXPECT_EQ(cut(TextFormat::kGrid, "123456789\n"), 0U);
  EXPECT_EQ(cut(TextFormat::kGrid, "123\n456"), 4U);  // the record is malformed, wherever it ends
}

// After a record that ends with a lone CR, the cut does not wait for the next byte.
TEST(Cut, FollowsACrWhoseLfMayCome) {
  for (const TextFormat format : testing::kFormats) {
    const records::ChunkBoundary first = records::find_chunk_boundary(format, "5\r\r", {}, false);
    EXPECT_EQ(first.bytes, 3U);
    EXPECT_TRUE(first.next.after_cr);
    // The next chunk may be only the LF, the LF and a line, or text without the LF.
    const records::ChunkBoundary alone =
        records::find_chunk_boundary(format, "\n", first.next, false);
    EXPECT_EQ(alone.bytes, 1U);
    EXPECT_EQ(alone.next, records::Entry{});
    const records::ChunkBoundary both =
        records::find_chunk_boundary(format, "\n\nrest", first.next, false);
    EXPECT_EQ(both.bytes, 2U);
    EXPECT_EQ(both.next, records::Entry{});
    EXPECT_EQ(records::find_chunk_boundary(format, "\r", first.next, false).bytes, 1U);
    EXPECT_EQ(records::find_chunk_boundary(format, "\nrest", first.next, true).bytes, 5U);
  }
  // After a chunk that is only the LF, the next chunk continues the malformed record before it.
  const records::Entry second{.after_cr = true, .malformed_rows = 4};
  const records::ChunkBoundary next =
      records::find_chunk_boundary(TextFormat::kGrid, "\n", second, false);
  EXPECT_EQ(next.bytes, 1U);
  EXPECT_EQ(next.next.malformed_rows, 4);
  EXPECT_FALSE(next.next.after_cr);
}

// Cuts csv rows with windows longer than any row. The rows are with and without quotes, well formed
// and malformed. Some have several lines, and some are nearly as long as the limit or longer.
class CsvCut : public ::testing::TestWithParam<int> {
 protected:
  CsvCut() : random_(static_cast<std::uint64_t>(GetParam())) {}

  bool one_in(int n) { return random_.below(n) == 0; }
  std::string row() {
    const std::string cells = testing::random_cells(random_, 81);
    // The parameter modulo 5:
    //     0: no quotes
    //     1: quotes in every row
    //     2, 3: quoted lines within some rows, too
    //     4: well-formed rows of two lines; the second line of a row and the first line of the
    //        next row together are a well-formed row, too
    const int kind = GetParam() % 5;
    if (kind == 4) return "x," + cells + ",\"\n\"";
    if (kind == 0) return one_in(3000) ? std::string(70000, ',') : "1," + cells + ",x";
    if (kind >= 2 && one_in(400)) {
      const auto lines = random_.index(kind == 2 ? 40 : 720);
      std::string text = "\"";
      for (std::size_t i = 0; i < lines; ++i)
        text += i % 5 == 0 ? "\n1,2,3" : "\r\n" + cells + "\"\"";
      return text + (one_in(3) ? "" : "\"") + "," + cells + ",y";
    }
    if (one_in(50)) return one_in(2) ? "\"open" : "\"shut\"x";
    return "\"1\",\"" + cells + "\",\"a \"\"b\"\"\"";
  }

  testing::TestRandom random_;
};

TEST_P(CsvCut, LongWindowsReadAlike) {
  std::string text;
  while (text.size() < 500000) text += row() + (one_in(4) ? "\r\n" : "\n");
  records::ReadOptions options;
  options.format = TextFormat::kCsv;
  options.csv = {3, 1};
  options.keep_rows = true;
  TextReader reader(options, 100);
  const ReadText whole = reader.read_whole(text);
  for (int round = 0; round < 12; ++round) {
    const auto window = static_cast<std::size_t>(80000 + random_.below(150000));
    const ReadText found = reader.read_cut(text, window, TextReader::Growth::kDouble);
    ASSERT_TRUE(found == whole) << "window " << window;
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, CsvCut, ::testing::Range(0, 15));

// A line of more than 65,536 bytes is malformed if its text is kept, wherever it is cut.
TEST(LineCut, TextsAroundTheLimitReadAlike) {
  const std::string cells(81, '.');
  records::ReadOptions options;
  for (const bool keeps : {false, true}) {
    options.keep_rows = keeps;
    TextReader reader(options, 7);
    for (const std::string_view line_end : {"\n", "\r", "\r\n"}) {
      for (const std::size_t bytes : {4096, 4097, 65'535, 65'536, 65'537, 65'538, 131'073}) {
        for (const std::string_view begin : {"", "\xEF\xBB\xBF ", "x", "# "}) {
          std::string line = std::string(begin) + cells + " ";
          line.resize(bytes, 'y');
          std::string text;
          for (const std::string& part : {cells, line, cells + " 1", line, cells}) {
            (text += part) += line_end;
          }
          const ReadText whole = reader.read_whole(text);
          ASSERT_TRUE(whole == SlowReader(options).read(text)) << begin << bytes;
          for (const std::size_t window : {82, 4096, 65'619, 65'620, 65'621, 65'622, 83'968}) {
            ASSERT_TRUE(reader.read_cut(text, window, TextReader::Growth::kDouble) == whole)
                << begin << bytes << " window " << window;
          }
        }
      }
    }
  }
}

TEST(Cut, AWholeInputEndsAtItsEnd) {
  for (const TextFormat format : testing::kFormats) {
    const records::ChunkBoundary cut = records::find_chunk_boundary(format, "\"a\nb", {}, true);
    EXPECT_EQ(cut.bytes, 4U);
    EXPECT_EQ(cut.next, records::Entry{});
  }
}

}  // namespace
}  // namespace dokumill
