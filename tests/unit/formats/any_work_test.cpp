// Tests that the work of the readers of the importer, measured as bytes scanned, is a
// small multiple of the input for any text.
//
// This file is a part of reader_work_test, which compiles the sources of core and records itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/work_count.hpp"
#include "dokumill/score.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/import.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::records {
namespace {

using testing::TestRandom;

constexpr std::size_t kImportedTextBytes = std::size_t{1} << 16;

std::string many(std::string_view unit) {
  std::string text;
  while (text.size() < kImportedTextBytes) text += unit;
  return text;
}

std::vector<std::string> hostile_any_texts() {
  std::vector<std::string> texts;
  const std::string board =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  for (const std::string_view unit : testing::texts(
           "[", "]", "[]", "[[", "{\"a\":", "{\"a\":1,", "[1,", "((1)", "\"", "'", "`", "\"\"\"",
           "'''", "\\\"", "\"\\", "'\\''", "\"'`", "/*", "/* *", "//", "#\n", "a'b", "b'", "\"5\" ",
           "\"   ", "\"\" ", "'5 ' ", "5 ", "-1 ", "null ", "x", "<", "<a", "<a ", "<a \"",
           "<a '\"", "<!--", "<![", "<?", "</", "<td>", "<td>5", "<table>", "&", "&#", "&lt;",
           "://", "http://", "http:// ", "https://x\n", "%", "\xC2", "\xE2\x94", "\r", "\n", "=",
           ":", "=>", "a=", "a:")) {
    texts.push_back(many(unit));
    texts.push_back("[" + many(unit));
    texts.push_back("<a>" + many(unit));
    texts.push_back("{\"puzzle\":\"" + board + "\",\"a\":" + many(unit));
  }
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "{\"puzzle\":\"" + board + "\",\"a\":";
  texts.push_back(many(deep));
  // Each object is written again as a part of the object around it.
  deep = "\"" + std::string(kImportedTextBytes, 'a') + "\"";
  for (int i = 0; i < 200; ++i) deep = "{\"puzzle\":\"" + board + "\",\"a\":" + deep + "}";
  texts.push_back(deep);
  texts.push_back(many("https://f-puzzles.com/?load=BIgYgYgYgYgYgYgYgYgYgYg&load=\n"));
  texts.push_back("https://f-puzzles.com/?load=" + many("&load=?load="));
  texts.push_back("<opensudoku>" + many("<game data=\"version: 3\n5|"));
  texts.push_back("<a " + many("b=\"c\" "));
  for (const std::string_view unit : testing::texts(
           "410068050\n", "4 1 . . 6 8 . 5 .\n---------\n", "---------\n", "1\n", "A 1\n",
           ",,,,,,,,\n", "1,2,3,4,5,6,7,8,9,\n", ",", ";", "9,,9", "sep=;\n", "E+", "4.3E+78", "+5",
           "? ", "|", "|  |", "<answer>", "</answer>", "Row 1: 534678912 ", "12 3 ", "[Puzzle]\n",
           "[State]\n5\n", "\x1A\n", "\"a,b\"\n", "\\color{a}", "\\end{", "5.0 ", "[\n1,\n",
           "&nbsp;<b>5</b>", "- - - - - - - - -\n5 3 4 6 7 8 9 1 2\n",
           "Rows 1-3:\n5 3 4 6 7 8 9 1 2\n5 3 4 6 7 8 9 1 2\n5 3 4 6 7 8 9 1 2\n")) {
    texts.push_back(many(unit));
    texts.push_back("puzzle,solution\n" + many(unit));
    texts.push_back(many(board + std::string(unit)));
  }
  TestRandom random(7);
  constexpr std::string_view kBytes = "[](){}\"'`\\,:=#/*<>!-&; \n5.x";
  for (int i = 0; i < testing::test_rounds(40); ++i) {
    std::string unit;
    for (int size = 1 + random.below(14); size > 0; --size) unit += random.of(kBytes);
    texts.push_back(many(unit));
  }
  return texts;
}

TEST(AnyWork, EveryReaderIsLinear) {
  constexpr std::uint64_t kWorkPerByte = 50;
  for (const std::string& text : hostile_any_texts()) {
    const auto work_of = [&](auto read) {
      const std::uint64_t before = counted_work;
      read();
      return counted_work - before;
    };
    const std::string begin = text.substr(0, 130);
    const std::uint64_t most = kWorkPerByte * text.size();
    EXPECT_LE(work_of([&] { (void)read_board_text(text); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_answer(text); }), most) << begin;
    // Each proposal reads the text.
    EXPECT_LE(work_of([&] { (void)import_text(text, {}); }), 12 * most) << begin;
  }
}

// A text of about `bytes` bytes in one of the layouts of the importer.
struct WatchedText {
  const char* name;
  std::string begin;
  std::string unit;
  std::string end;

  std::string text(std::size_t bytes) const {
    std::string whole = begin;
    while (whole.size() < bytes) whole += unit;
    return whole + end;
  }
};

std::vector<WatchedText> watched_texts() {
  const std::string board =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const auto joined = [&](std::size_t group, std::string_view between, bool has_zeros = false) {
    std::string text;
    for (std::size_t at = 0; at < board.size(); at += group) {
      text.append(at == 0 ? "" : between).append(board.substr(at, group));
    }
    if (has_zeros) std::ranges::replace(text, '.', '0');
    return text;
  };
  const std::string rows = joined(9, "\n") + "\n";
  std::string table = "<table>";
  for (std::size_t cell = 0; cell < board.size(); ++cell) {
    table += (cell % 9 == 0 ? "<tr><td>" : "<td>") + board.substr(cell, 1) + "</td>";
  }
  table += "</table>\n";
  return {
      {"lines", "", board + "\n", ""},
      {"rows", "", rows + "\n", ""},
      {"rows without blank lines", "", rows, ""},
      {"titled rows", "", "Puzzle\n" + rows + "\n", ""},
      {"framed rows", "", "+---+---+---+\n" + rows, ""},
      {"broken rows", "", "12345678\n" + rows, ""},
      {"commas", "", joined(1, ",") + "\n", ""},
      {"csv", "name,puzzle\n", "one," + board + "\n", ""},
      {"csv with slashes", "name,puzzle\n", "one," + joined(9, "/") + "\n", ""},
      {"lines in quotes", "", "\"name,puzzle\"\n", ""},
      {"lists", "[", "[" + joined(1, ",", true) + "],\n", "]"},
      {"objects", "[", "{\"id\":1,\"puzzle\":\"" + board + "\"},\n", "{}]"},
      {"tables of html", "<html>", table, "</html>"},
      {"games", "<opensudoku>", "<game data=\"" + joined(81, "", true) + "\"/>\n", "</opensudoku>"},
      {"links", "", "https://example.org/?puzzle=" + board + "\n", ""},
      {"boards in one line", "", board + " ", "\n"},
      {"numbers in one line", "", "1 2 3 ", "\n"},
      {"clues in one line", "", "given(1,2,3). ", "\n"},
      {"words", "", "no puzzle is in this line\n", ""},
      {"blank lines", "", "\n", ""},
  };
}

// Between two checks, and after the check that stops the reading, every reader reads a bounded
// number of bytes.
TEST(AnyWork, EveryReaderAsksWhetherToStop) {
  constexpr std::size_t kTextBytes = std::size_t{1} << 19;
  constexpr std::size_t kBetweenBytes = std::size_t{1} << 14;
  // A reader scans a byte of its text many times. If none asked, all of the text would be scanned
  // ten times or more.
  constexpr std::uint64_t kMostBetween = 64 * kBetweenBytes;
  for (const WatchedText& watched : watched_texts()) {
    SCOPED_TRACE(watched.name);
    const std::string text = watched.text(kTextBytes);
    // A line is searched for its end, and for a mark, in one go.
    const std::uint64_t most_between = kMostBetween + 2 * text.find('\n');
    // Every second run of a text has a guess to compare with, as `auto` has.
    DetectOptions as_lines;
    as_lines.format = TextFormat::kLine;
    const Result<std::optional<Detection>> line = detect(text, true, as_lines);
    for (const auto& found : {Verdict{Status(ErrorCode::kInput, ""), true}.found, line}) {
      // The fast reader, which counts the records of the guess, skips blank lines in one call.
      if (found.ok() && watched.name == std::string_view("blank lines")) continue;
      std::uint64_t checks = 0;
      std::uint64_t longest = 0;
      std::uint64_t last = counted_work;
      std::uint64_t stop_at = UINT64_MAX;
      const auto read = [&] {
        checks = 0;
        last = counted_work;
        const auto should_stop = [&] {
          longest = std::max(longest, counted_work - last);
          last = counted_work;
          return ++checks >= stop_at;
        };
        ImportWatch watch(should_stop, kBetweenBytes);
        ImportOptions options;
        options.watch = &watch;
        const auto any = import_if_better(found, text, options);
        longest = std::max(longest, counted_work - last);
        return any.status().code();
      };
      EXPECT_NE(read(), ErrorCode::kInterrupted);
      EXPECT_LE(longest, most_between) << "of " << text.size();
      const std::uint64_t all = checks;
      EXPECT_GE(all, 8U);
      for (int share = 1; share < 8; share += 3) {
        stop_at = std::max<std::uint64_t>(all * static_cast<std::uint64_t>(share) / 8, 1);
        EXPECT_EQ(read(), ErrorCode::kInterrupted);
        EXPECT_EQ(checks, stop_at);
        EXPECT_LE(longest, most_between) << "stopped at check " << stop_at << " of " << all;
      }
    }
  }
}

}  // namespace
}  // namespace dokumill::records
