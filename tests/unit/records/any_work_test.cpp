// Tests that the work of the readers of the patient door, measured as bytes scanned, is a
// small multiple of the input for any text.
//
// This file is a part of reader_work_test, which compiles the sources of core and records itself.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/work_count.hpp"
#include "dokumill/score.hpp"
#include "records/any/board_text.hpp"
#include "records/any/brackets/brackets.hpp"
#include "records/any/layouts/any_lines.hpp"
#include "records/any/links/links.hpp"
#include "records/any/markup/markup.hpp"
#include "records/any/tables.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::records {
namespace {

using testing::TestRandom;

constexpr std::size_t kAnyTextBytes = std::size_t{1} << 16;

std::string many(std::string_view unit) {
  std::string text;
  while (text.size() < kAnyTextBytes) text += unit;
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
  deep = "\"" + std::string(kAnyTextBytes, 'a') + "\"";
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
    const std::string begin = text.substr(0, 60);
    const std::uint64_t most = kWorkPerByte * text.size();
    EXPECT_LE(work_of([&] { (void)read_board_text(text); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_brackets(text, {}); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_links(text, {}); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_markup(text, {}); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_answer(text); }), most) << begin;
    EXPECT_LE(work_of([&] { (void)read_table(text, {}); }), 2 * most) << begin;
    // Each of ten layouts reads the text.
    EXPECT_LE(work_of([&] { (void)read_any_lines(text, {}); }), 5 * most) << begin;
  }
}

}  // namespace
}  // namespace dokumill::records
