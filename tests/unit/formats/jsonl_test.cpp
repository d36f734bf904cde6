// Tests of the reader, the detection and the rows of JSON Lines. nlohmann::json is the reference.
#include <gtest/gtest.h>

#include <string>

#include "base/text/json_escape.hpp"
#include "base/text/json_scan.hpp"
#include "formats/detect/detect.hpp"
#include "formats/json/json_object.hpp"
#include "formats/row_cells.hpp"
#include "support/test_random.hpp"
#include "support/texts/jsonl_checks.hpp"
#include "support/texts/texts.hpp"

namespace dokumill {
namespace {

using records::Detection;
using testing::check_jsonl;

const std::string kCells =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kPuzzle = "\"puzzle\":\"" + kCells + '"';

// Returns objects of many kinds, with every kind of line end.
std::string sample() {
  return "\xEF\xBB\xBF{" + kPuzzle + "}\n{\"id\":1," + kPuzzle +
         ",\"solution\":null,\"x\":[1,-2.5e+3,{\"a\":[]},{},true,false]}\r\n\r\n \t\n{ \"a b\" : "
         "\"\\u00e9\\ud83d\\ude00\\\"\xC3\xA9\" , " +
         kPuzzle + " }\r\xEF\xBB\xBF{\"puzzl\\u0065\":\"\\u0035" + kCells.substr(1) +
         "\"}\n{}\n{\"puzzle\":1}\n{\"puzzle\":\" " + kCells + "\t\"}\n{" + kPuzzle +
         ",\"solution\":\"a\",\"solution\":\"b\"}\n{" + kPuzzle + "," + kPuzzle + "}\n[1]\nx\n{" +
         kPuzzle;
}

std::string nested(int levels) {
  const std::string opens(static_cast<std::size_t>(levels), '[');
  const std::string closes(static_cast<std::size_t>(levels), ']');
  return "{" + kPuzzle + ",\"x\":" + opens + closes + "}";
}

TEST(Jsonl, ReadsWhatAnotherParserReads) {
  for (const std::size_t window : {1U, 7U, 100U, 5000U})
    EXPECT_EQ(check_jsonl(sample(), window), "");
  for (const std::string& value :
       testing::texts("0", "-0", "01", "-", "1.", ".5", "1e", "1e+", "1E-07", "+1", "tru", "true",
                      "nul", "nulL", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
                      "\"\\ud800\\u0041\"", "\"\\uD834\\uDD1E\"", "\"\x01\"", "\"\x7F\"",
                      "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xE2\x82\"",
                      "\"\xF0\x9F\x98\x80\"", "[", "[1,]", "[,]", "{", "{\"a\"}", "{\"a\":}",
                      "{\"a\":1,}", "{a:1}", "[1 2]", "[}", "{]", "'a'", "NaN", "1e400")) {
    EXPECT_EQ(check_jsonl("{\"x\":" + value + "," + kPuzzle + "}\n", 50), "") << value;
    EXPECT_EQ(check_jsonl("{" + kPuzzle + ",\"x\":" + value, 50), "") << value;
  }
  for (const std::string line :
       {"{}", "{},", "{}{}", "{,}", "{\"a\":1", "{\"a\"", "{1:1}", "null", "\"\"", "{} x", " {} ",
        "\xEF\xBB\xBF\xEF\xBB\xBF{}", "#", "{\f}"}) {
    EXPECT_EQ(check_jsonl(line, 50), "") << line;
  }
  EXPECT_EQ(check_jsonl("{" + kPuzzle + ",\"x\":\"" + std::string(1, '\0') + "\"}", 50), "");
}

TEST(Jsonl, DepthAndLengthHaveLimits) {
  for (const int levels : {1, 254, 255, 256, 300, 30000}) {
    EXPECT_EQ(check_jsonl(nested(levels) + "\n{" + kPuzzle + "}", 1000), "") << levels;
  }
  for (const std::size_t bytes : {65535U, 65536U, 65537U, 65538U, 140000U}) {
    const std::string line = "{" + kPuzzle + ",\"x\":\"";
    const std::string text = line + std::string(bytes - line.size() - 2, 'a') + "\"}";
    ASSERT_EQ(text.size(), bytes);
    EXPECT_EQ(check_jsonl(text + "\r\n{" + kPuzzle + "}\n" + text, 1000), "") << bytes;
    EXPECT_EQ(check_jsonl(std::string(bytes, ' ') + "\n{" + kPuzzle + "}\n", 1000), "") << bytes;
  }
}

TEST(Jsonl, EveryTruncationIsAnErrorOrTheRightAnswer) {
  const std::string text = sample();
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    ASSERT_EQ(check_jsonl(text.substr(0, bytes), 64), "") << bytes;
  }
}

TEST(Jsonl, FlippedBitsAreAnErrorOrTheRightAnswer) {
  testing::TestRandom random(16);
  for (int round = 0; round < 3000; ++round) {
    std::string text = sample();
    for (int flips = 1 + static_cast<int>(random.below(3)); flips > 0; --flips) {
      char& byte = text[random.index(text.size())];
      byte = static_cast<char>(byte ^ (1 << random.below(8)));
    }
    ASSERT_EQ(check_jsonl(text, 64), "") << text;
  }
}

std::string detected(const std::string& text, const records::DetectOptions& options = {},
                     bool is_all = true) {
  const auto found = records::detect(text, is_all, options);
  if (!found.ok()) return found.status().message();
  if (!*found) return "more";
  std::string words(name_of((*found)->format));
  for (const std::string& name : (*found)->columns) words += " <" + name + ">";
  return words;
}

TEST(Jsonl, IsDetectedByItsFirstObject) {
  EXPECT_EQ(detected("{" + kPuzzle + "}\n"), "jsonl <puzzle> <solution>");
  EXPECT_EQ(detected("\n \n\xEF\xBB\xBF {\"Quiz\":1,\"answer\":2,\"id\":3}"),
            "jsonl <Quiz> <answer>");
  EXPECT_EQ(detected("{}\n{\"quiz\":1}"), "jsonl <puzzle> <solution>");
  EXPECT_EQ(detected("{\"id\":1,\"grid\":2}\n"), ":1: no puzzle member; the members are: id, grid");
  EXPECT_EQ(detected("\n{\"quiz\":1,\"puzzle\":2}\n"),
            ":2: several puzzle members; the members are: quiz, puzzle");
  EXPECT_EQ(detected("{\"id\":1}", {{}, "grid", "id"}), "jsonl <grid> <id>");
  EXPECT_EQ(detected("{\"id\":1}", {{}, "id", "other"}),
            ":1: no member 'other'; the members are: id");
  EXPECT_EQ(detected("{\"puzzle\":[\"1\"]}").find(":1: member 'puzzle' is an array or an object"),
            0U);
  EXPECT_EQ(detected("{\"id\":1}", {{}, "id", "id"}),
            ":1: member 'id' is the puzzle's and cannot be the solution's");
  EXPECT_EQ(detected("{" + kPuzzle + "}" + std::string(5000, ' '), {}, false), "more");
  EXPECT_EQ(detected("x\n", {TextFormat::kJsonl, ""}), "jsonl <puzzle> <solution>");
  EXPECT_EQ(detected("", {TextFormat::kJsonl, ""}), "jsonl <puzzle>");
  EXPECT_NE(detected("{\n  \"puzzle\": 1\n}")
                .find("begins with '{' and is not a JSON object: the JSON object is not complete"),
            std::string::npos);
  EXPECT_NE(detected("[{\"puzzle\":1}]").find("looks like JSON"), std::string::npos);
  EXPECT_NE(detected("PAR1....").find("Parquet"), std::string::npos);
  EXPECT_NE(detected("x", {TextFormat::kParquet, ""}).find("is not a Parquet file"),
            std::string::npos);
}

TEST(Jsonl, RowCellsChangeOnlyTheirMembers) {
  records::RowCells row({"puzzle", "solution"});
  Grid grid;
  grid.cells.fill(7);
  const std::string sevens(81, '7');
  const Grid* const cells[] = {&grid, nullptr};
  const auto print = [&](const std::string& text) {
    row.start(text);
    std::string out(row.max_bytes(text), '#');
    out.resize(static_cast<std::size_t>(row.print(cells, out.data()) - out.data()));
    return out;
  };
  EXPECT_EQ(print("{\"a\" :1 }"), "{\"a\" :1,\"puzzle\":\"" + sevens + "\" }\n");
  EXPECT_EQ(print("{ }"), "{\"puzzle\":\"" + sevens + "\" }\n");
  EXPECT_EQ(print(""), "{\"puzzle\":\"" + sevens + "\"}\n");
  // text() refers to the bytes of the row, so `last` must outlive the calls below.
  const std::string last = "{\"puzzle\":[1, 2],\"solution\": \" \\u0031 \",\"puzzle\":0}";
  EXPECT_EQ(print(last), "{\"puzzle\":\"" + sevens +
                             "\",\"solution\": \" \\u0031 \",\"puzzle\":\"" + sevens + "\"}\n");
  EXPECT_EQ(row.text(0), "0");
  EXPECT_EQ(row.text(1), "1");
}

TEST(Jsonl, TextIsEscaped) {
  const auto escaped = [](std::string_view text) {
    std::string out;
    return append_json_escaped(text, out) ? out : "not UTF-8";
  };
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ('"' + escaped(all) + '"', nlohmann::json(all).dump());
  EXPECT_EQ(escaped("\xC3\xA9"), "\xC3\xA9");
  EXPECT_EQ(escaped(std::string(40, 'a') + "\xC3"), "not UTF-8");
  EXPECT_EQ(json_unescape(escaped(all)), all);
}

}  // namespace
}  // namespace dokumill
