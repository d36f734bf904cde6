// Tests of the detection of formats: the rules of docs/formats.md. For every prefix of an input,
// detect() must give the answer for the whole input or ask for more.
#include "formats/detect/detect.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/test_size.hpp"
#include "support/texts/detected_words.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/slow_detect.hpp"
#include "support/texts/texts.hpp"

namespace dokumill {
namespace {

using records::Detection;
using records::DetectOptions;
using namespace std::string_literals;

const std::string kLine(81, '5');

// Returns the answer of detect() as text.
std::string words(const Result<std::optional<Detection>>& found) {
  if (!found.ok()) {
    EXPECT_EQ(found.status().code(), ErrorCode::kInput);
    return "error " + found.status().message();
  }
  if (!*found) return "more";
  return testing::words_of(**found);
}

// Returns what is detected in the whole text. Every prefix must ask for more or give the same
// answer.
std::string detect(const std::string& text, const DetectOptions& options = {}) {
  std::string found = words(records::detect(text, true, options));
  EXPECT_NE(found, "more");
  const std::size_t step = text.size() > 5000 ? 997 : 1;
  for (std::size_t bytes = 0; bytes <= text.size(); bytes += step) {
    const std::string early = words(records::detect(text.substr(0, bytes), false, options));
    EXPECT_TRUE(early == "more" || early == found)
        << early << ", not " << found << ", after " << bytes << " bytes of " << text;
  }
  return found;
}
std::string detect_column(const std::string& text, const std::string& column) {
  return detect(text, {std::nullopt, column});
}

const std::string kRow = "1 2 3 4 5 6 7 8 9\n";
const std::string kBoard = kRow + kRow + kRow + kRow + kRow + kRow + kRow + kRow + kRow;

bool is_refused(const std::string& text, const DetectOptions& options = {}) {
  return detect(text, options).starts_with("error");
}

TEST(Detect, Lines) {
  for (const std::string& text : std::vector<std::string>{
           ""s, "\n"s, "#\n"s, " \t\r\n# puzzle\r"s, kLine, kLine + "\n", "# a\n\n" + kLine + "\n",
           kLine + "," + kLine + "\n", kLine + ";puzzle\n" + kLine + ";easy\n",
           // The next texts have lines before the first record, or a truncated first record.
           "2024-01-01\n" + kLine + "\n", "20251122\n" + kLine + "\n",
           "10000000\n" + kLine + "\n" + kLine + "\n", "one word\n" + kLine + "\n",
           "123456789\n" + kLine + "\n", "5 1\n" + kLine + "\n", kLine.substr(0, 60) + "\n",
           kLine.substr(0, 50) + "Q\n", kLine + kLine + "\n"}) {
    EXPECT_EQ(detect(text), "line from byte 0 line 0") << text;
  }
  EXPECT_EQ(detect("\xEF\xBB\xBF" + kLine), "line from byte 3 line 0");
}

// `cat a.txt b.txt` leaves the byte-order mark of b.txt in the middle.
TEST(Detect, ByteOrderMarksOfLaterLines) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& first :
       {"# a\n"s, "made by x\n"s, "\n"s, mark + "\n"s, mark + "# a\n"s}) {
    const std::string begin = first.starts_with(mark) ? "3" : "0";
    EXPECT_EQ(detect(first + mark + kLine + "\n"), "line from byte " + begin + " line 0") << first;
    EXPECT_EQ(detect(first + mark + " " + kLine + "12Question\n"),
              "line from byte " + begin + " line 0")
        << first;
    EXPECT_EQ(detect(first + mark + "x " + kLine + "\n"),
              "line from byte " + begin + " line 0 word 2")
        << first;
  }
  EXPECT_EQ(detect("\n" + mark + "puzzle,id\n"),
            "csv from byte 14 line 2 column 0 of 2 [puzzle,id] <puzzle> <id>");
  EXPECT_EQ(detect("# a\n" + mark + "[1,2]\n"),
            "error looks like JSON, and no string of it is 81 cells, and no list nine rows");
}

TEST(Detect, WordsOfLines) {
  for (const std::string& text : std::vector<std::string>{
           "1 " + kLine, "0000183b305c " + kLine + " 7.1\n", "1," + kLine + "\n2," + kLine + "\n",
           "a\n1;" + kLine + "\n2;\n", "x | " + kLine + " | easy\n"}) {
    EXPECT_EQ(detect(text), "line from byte 0 line 0 word 2") << text;
  }
  EXPECT_EQ(detect("a b : " + kLine), "line from byte 0 line 0 word 3");
  // The second line shows that the first line is a title or a malformed record.
  EXPECT_EQ(detect("like " + kLine + "\n" + kLine + "\n"), "line from byte 0 line 0");
  EXPECT_TRUE(is_refused("1 " + kLine + " " + kLine + "\n"));
  EXPECT_EQ(detect_column("1 " + kLine + " " + kLine + "\n", "3"),
            "line from byte 0 line 0 word 3");
  EXPECT_EQ(detect_column(kLine + "\n", "2"), "line from byte 0 line 0 word 2");
  EXPECT_EQ(detect(kLine, {TextFormat::kLine, "2"}), "line from byte 0 line 0 word 2");
  EXPECT_TRUE(is_refused(kLine, {TextFormat::kLine, "board"}));
  EXPECT_TRUE(is_refused(kLine, {TextFormat::kLine, "0"}));
}

TEST(Detect, HeadersOfWords) {
  EXPECT_EQ(detect("hash puzzle rating\n1 " + kLine + " 7.1\n"), "line from byte 19 line 1 word 2");
  EXPECT_EQ(detect("# x\n\nid | Quiz\n1 | " + kLine + "\n"), "line from byte 15 line 3 word 2");
  // The first line is no header: it has another number of words than the second line, or its word
  // "puzzle" is not at the position of the cells.
  EXPECT_EQ(detect("the puzzle of today\n1 " + kLine + " 7.1\n"), "line from byte 0 line 0 word 2");
  EXPECT_EQ(detect("puzzle hash rating\n1 " + kLine + " 7.1\n"), "line from byte 0 line 0 word 2");
}

TEST(Detect, Grids) {
  for (const std::string& text : std::vector<std::string>{
           "1 2 3 4 5 6 7 8 9\n"s, "# x\r\r 123456789\r"s, "xxxxXXXX-\n"s, kBoard,
           "Grid 01\n" + kBoard, "2024-01-01\n" + kBoard + kBoard, "puzzle\n" + kBoard,
           "puzzle\n+---+---+\n" + kBoard, "#A me\n% x\n" + kBoard, "---------\n" + kBoard,
           std::string(50, '-') + "\n" + kBoard, "10000000\n" + kBoard, "12345678\n\n" + kBoard,
           kRow + kRow + kRow + "------+-------+------\n" + kBoard}) {
    EXPECT_EQ(detect(text), "grid from byte 0 line 0") << text;
  }
  EXPECT_EQ(detect("\xEF\xBB\xBF\n123456789\n"), "grid from byte 3 line 0");
  // Nine rows are enough to decide.
  EXPECT_EQ(detect(kBoard + kLine + "\n"), "grid from byte 0 line 0");
  EXPECT_EQ(detect(kRow + kLine + "\n"), "line from byte 0 line 0");
}

TEST(Detect, RefusesWhatItCannotTell) {
  for (const std::string& text : testing::texts(
           "1234567\n"s, "12345678\n"s, "12345678901\n"s, "x,y\n"s, ",\n"s, "1,2\n"s, "one word\n"s,
           "a\n"s, "a,b!\n"s, ",,a\n"s, "\"puzzle\n"s, "\0\0"s, "id,solution\n1\n"s,
           "<html>\n"s + kBoard, "{\"puzzles\": [\"" + kLine + "\"]}", "[\n" + kBoard,
           "[ 5, 3]\n" + kBoard, "[[5, 3]]", "[\"" + kLine + "\"]", "<puzzle>" + kLine,
           std::string(70000, 'q') + ",puzzle\n")) {
    EXPECT_TRUE(is_refused(text)) << text;
  }
}

TEST(Detect, CsvHeaders) {
  EXPECT_EQ(detect("puzzle"), "csv from byte 6 line 0 column 0 of 1 [puzzle] <puzzle>");
  EXPECT_EQ(detect("puzzle\r\n1"), "csv from byte 8 line 1 column 0 of 1 [puzzle] <puzzle>");
  EXPECT_EQ(detect("puzzle\r1"), "csv from byte 7 line 1 column 0 of 1 [puzzle] <puzzle>");
  EXPECT_EQ(detect("puzzle\n\r1"), "csv from byte 7 line 1 column 0 of 1 [puzzle] <puzzle>");
  for (const std::string& name : {"puzzle"s, "Puzzles"s, "QUIZ"s, "quizzes"s, "Question"s}) {
    EXPECT_EQ(detect("id, " + name + "\t,5\n"), "csv from byte " + std::to_string(name.size() + 8) +
                                                    " line 1 column 1 of 3 [id, " + name +
                                                    "\t,5] <id> <" + name + "> <5>");
  }
  EXPECT_EQ(detect("\"puz\"\"zle\",\" Quiz\"\n"),
            "csv from byte 19 line 1 column 1 of 2 [\"puz\"\"zle\",\" Quiz\"] <puz\"zle> <Quiz>");
  EXPECT_EQ(detect("\xEF\xBB\xBF# x\n \n\"a\r\nb\",quiz\n"),
            "csv from byte 21 line 4 column 1 of 2 [\"a\r\nb\",quiz] <a\r\nb> <quiz>");
  // A header without a known name is recognized by the puzzle in the row after it.
  EXPECT_EQ(detect("#\n\nid,,rating 1\n5," + kLine + ",x\n"),
            "error :3: no puzzle column; the columns are: id, , rating 1");
  EXPECT_TRUE(is_refused("id;board\n5;" + kLine + "\n"));
  EXPECT_EQ(detect_column("id;board\n5;" + kLine + "\n", "2"),
            "csv from byte 9 line 1 column 1 of 2 [id;board] <id> <board> separator ;");
  // A quoted field of the second line may contain line ends.
  EXPECT_EQ(detect_column("id;board\n\"a\nb\";" + kLine + "\n", "board"),
            "csv from byte 9 line 1 column 1 of 2 [id;board] <id> <board> separator ;");
  EXPECT_EQ(detect("id,site\n\"a\nb\"," + kLine + "\n"),
            "error :1: no puzzle column; the columns are: id, site");
  EXPECT_EQ(detect("quiz,x,Puzzle\n"),
            "error :1: several puzzle columns; the columns are: quiz, x, Puzzle");
}

TEST(Detect, AnEmptyPuzzleIsNoFrame) {
  for (const char mark : {'_', '-', '*', '.', '0'}) {
    EXPECT_EQ(detect("puzzle\n" + std::string(81, mark) + "\n" + kLine + "\n"),
              "csv from byte 7 line 1 column 0 of 1 [puzzle] <puzzle>");
  }
}

TEST(Detect, HeadersInEveryDelimiterAndScript) {
  for (const char separator : ",;\t"s) {
    const std::string found = separator == ',' ? "" : std::string(" separator ") + separator;
    for (const std::string& name :
         {"puzzle"s, "\"Puzzle\""s, " \"puzzle\" "s, "题目"s, "題目"s, "谜题"s, "謎題"s}) {
      const std::string header = "答案" + std::string(1, separator) + name;
      const std::string answer = detect(header + "\n" + kLine + separator + kLine + "\n");
      EXPECT_TRUE(answer.starts_with("csv from byte " + std::to_string(header.size() + 1) +
                                     " line 1 column 1 of 2 [" + header + "] <答案>"))
          << answer;
      EXPECT_TRUE(answer.ends_with(found)) << answer;
    }
    const std::string numbered = "#" + std::string(1, separator) + "puzzle";
    EXPECT_EQ(detect(numbered + "\n1" + separator + kLine + "\n"),
              "csv from byte 9 line 1 column 1 of 2 [" + numbered + "] <#> <puzzle>" + found);
  }
  // If several separators are possible, the first one that gives a known name is used.
  EXPECT_EQ(detect("a;b,puzzle\n"),
            "csv from byte 11 line 1 column 1 of 2 [a;b,puzzle] <a;b> <puzzle>");
  // A comment is not a header, even if it contains a known name.
  EXPECT_EQ(detect("# puzzle\n" + kLine), "line from byte 0 line 0");
}

TEST(Detect, NamedColumns) {
  EXPECT_EQ(detect_column("id,Board\n", " board"),
            "csv from byte 9 line 1 column 1 of 2 [id,Board] <id> <Board>");
  EXPECT_EQ(detect_column("quiz,puzzle\n", "puzzle"),
            "csv from byte 12 line 1 column 1 of 2 [quiz,puzzle] <quiz> <puzzle>");
  EXPECT_EQ(detect_column("id,puzzle\n", "board"),
            "error :1: no column 'board'; the columns are: id, puzzle");
  EXPECT_EQ(detect_column("board,Board\n", "board"),
            "error :1: column 'board' stands 2 times; the columns are: board, Board");
  // A line with a known name is a header, even if the user asked for another column.
  EXPECT_EQ(detect_column("puzzle\n", "board"),
            "error :1: no column 'board'; the columns are: puzzle");
  EXPECT_EQ(detect_column("1,puzzle\n", "board"),
            "error :1: no column 'board'; the columns are: 1, puzzle");
  // A column may have any name, even one that looks like cells.
  EXPECT_EQ(detect_column("123456789\n", "123456789"),
            "csv from byte 10 line 1 column 0 of 1 [123456789] <123456789>");
  EXPECT_TRUE(is_refused(kLine + "\n", {std::nullopt, "board"}));
  EXPECT_TRUE(is_refused(kBoard, {std::nullopt, "board"}));
  // A name takes precedence over a number.
  EXPECT_EQ(detect_column("1,2,puzzle\n", "2"),
            "csv from byte 11 line 1 column 1 of 3 [1,2,puzzle] <1> <2> <puzzle>");
  EXPECT_EQ(detect_column("id,1,puzzle\n", "3"),
            "csv from byte 12 line 1 column 2 of 3 [id,1,puzzle] <id> <1> <puzzle>");
  EXPECT_TRUE(is_refused("id,puzzle\n", {std::nullopt, "3"}));
}

TEST(Detect, RequestedFormats) {
  EXPECT_EQ(detect("puzzle\n", {TextFormat::kLine, ""}), "line from byte 0 line 0");
  EXPECT_EQ(detect("\xEF\xBB\xBFpuzzle\n", {TextFormat::kGrid, ""}), "grid from byte 3 line 0");
  EXPECT_EQ(detect("\n#\nx,quiz\r\n", {TextFormat::kCsv, ""}),
            "csv from byte 11 line 3 column 1 of 2 [x,quiz] <x> <quiz>");
  EXPECT_EQ(detect("", {TextFormat::kCsv, ""}), "csv from byte 0 line 0 column 0 of 1 []");
  EXPECT_EQ(detect("\n\n", {TextFormat::kCsv, ""}), "csv from byte 2 line 0 column 0 of 1 []");
  EXPECT_EQ(detect("5\n", {TextFormat::kCsv, ""}),
            "error :1: no puzzle column; the columns are: 5");
  EXPECT_EQ(detect("\"puzzle\"x\n", {TextFormat::kCsv, ""}),
            "error :1: a quoted field of the csv header is not closed");
  EXPECT_EQ(detect("\n\"puzzle\n", {TextFormat::kCsv, ""}),
            "error :2: a quoted field of the csv header is not closed");
}

TEST(Detect, OtherKindsOfFiles) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"\xFF\xFE"s, "looks like UTF-16 text; convert it to UTF-8"},
      {"\xFE\xFF"s, "looks like UTF-16 text; convert it to UTF-8"},
      {"\x1F\x8B\x08"s, "looks compressed (gzip) twice; decompress it once"},
      {"\x28\xB5\x2F\xFD"s, "looks compressed (zstd) twice; decompress it once"},
      {"\xFD"
       "7zXZ\0"s,
       "looks compressed (xz); try xzcat"},
      {"BZh9"s, "looks compressed (bzip2); try bzcat"},
      {"PK\x03\x04"s, "looks like a zip archive or an office document"},
      {"7z\xBC\xAF\x27\x1C"s, "looks like a 7z archive"},
      {"\x04\x22\x4D\x18"s, ""},
      {"Rar!\x1A\x07"s, ""},
      {"PAR1"s, ""},
      {"ARROW1"s, ""},
      {"Obj\x01"s, ""},
      {"\x89HDF\r\n\x1A\n"s, ""},
      {"SQLite format 3\0"s, ""},
      {"\x7F"
       "ELF"s,
       ""},
      {"\xFF\xD8\xFF"s, ""},
      {"GIF89a"s, ""},
      {"\xFF\xFE\0\0"s, "UTF-32"},
      {"\0\0\xFE\xFF"s, "UTF-32"},
      {"\x89PNG\r\n"s, "looks like a PNG picture"},
      {"%PDF-1.5"s, "looks like a PDF document"}};
  for (const auto& [bytes, message] : files) {
    for (const std::string& text :
         std::vector<std::string>{bytes, bytes + "\1\0\0\0"s, bytes + kLine + "\n"}) {
      // Without an expected message, any error is enough.
      for (const DetectOptions& options :
           {DetectOptions{}, {TextFormat::kLine, ""}, {TextFormat::kCsv, ""}}) {
        const std::string found = detect(text, options);
        EXPECT_TRUE(found.starts_with("error") && found.find(message) != std::string::npos)
            << found;
      }
    }
  }
}

TEST(Detect, TheSolutionsColumn) {
  const auto with = [](const std::string& text, const std::string& puzzle,
                       const std::string& solution) {
    return detect(text, {std::nullopt, puzzle, solution});
  };
  EXPECT_EQ(with("id,puzzle, Solution \n5\n", "", "solution"),
            "csv from byte 21 line 1 column 1 of 3 [id,puzzle, Solution ] <id> <puzzle> <Solution>"
            " solution 2");
  EXPECT_EQ(with("answer,grid\n", "grid", "ANSWER"),
            "csv from byte 12 line 1 column 1 of 2 [answer,grid] <answer> <grid> solution 0");
  EXPECT_EQ(with("\nid,puzzle\n", "", "solution"),
            "error :2: no column 'solution'; the columns are: id, puzzle");
  EXPECT_EQ(with("x,puzzle,X\n", "", "x"),
            "error :1: column 'x' stands 2 times; the columns are: x, puzzle, X");
  EXPECT_EQ(with("id,puzzle\n", "", "Puzzle"),
            "error :1: column 'Puzzle' is the puzzle's and cannot be the solution's; the columns "
            "are: id, puzzle");
  EXPECT_EQ(with("puzzle,id,id\n", "id", "puzzle"),
            "error :1: column 'id' stands 2 times; the columns are: puzzle, id, id");
  EXPECT_EQ(with("puzzle,\n", "", ""),
            "csv from byte 8 line 1 column 0 of 2 [puzzle,] <puzzle> <> solution 1");
}

// Compares detect() with SlowDetect, a second implementation of the rules.
TEST(Detect, AnswersAsTheRulesSay) {
  testing::TestRandom random(8);
  const auto pieces = testing::texts(
      "puzzle", "Quizzes", "id", " ", ",", ",", ";", "\t", "|", "\"", "\"\"", "\n", "\n", "\r\n",
      "\r", "# ", "#", "a b", "x.", "1 2 3 4 5 6 7 8", "9", "5,5", "\xEF\xBB\xBF", "题目", kLine,
      kLine, kLine.substr(0, 40), kRow, kRow + kRow, kBoard, "---+---+---\n", "---------\n", "[",
      "<", "{", "2024-01-01\n", "\xE2\x94\x80");
  const std::vector<DetectOptions> options{{},
                                           {{}, "ID"},
                                           {TextFormat::kCsv, ""},
                                           {TextFormat::kCsv, " id"},
                                           {{}, "", "id"},
                                           {TextFormat::kCsv, "Id", "A b"},
                                           {{}, "2"},
                                           {TextFormat::kLine, "3"},
                                           {TextFormat::kCsv, "", ""}};
  for (int round = 0; round < testing::slow_test_rounds(20000); ++round) {
    std::string text;
    for (int i = random.below(8); i >= 0; --i) text += random.of(pieces);
    const DetectOptions& wish = options[static_cast<std::size_t>(round) % options.size()];
    std::string found = words(records::detect(text, true, wish));
    // The error messages are tested above.
    if (found.starts_with("error")) found = "error";
    ASSERT_EQ(found, testing::SlowDetect(wish).detect(text)) << text;
  }
}

// The importer is asked if the first record is not as the format says.
TEST(Detect, AsksThePatientDoorIfItIsNotCertain) {
  const std::string cells = kLine;
  const std::string json = "{\"puzzle\":\"" + kLine + "\"}\n";
  std::string board;  // of rows that are no titles
  for (int row = 0; row < 9; ++row) board += "5 1 2 . . 3 4 9 7\n";
  const auto asks = [](const std::string& text, const DetectOptions& options = {}) {
    return records::judge_text(text, true, options).asks_patient_door;
  };
  for (const std::string& text : std::vector<std::string>{
           "", "# x\n", cells, cells + " # x\n" + cells + "\n", cells + "\nend\n",
           "1 " + cells + "\n2 " + cells + "\n", board, board + "\n" + board,
           "Grid 01\n" + board + "Grid 02\n", board + "------+------\n", "puzzle\n",
           "id,puzzle\n1," + cells + "\n", json, "id,board\n1," + cells + "\n"}) {
    EXPECT_FALSE(asks(text)) << text;
  }
  for (const std::string& text : std::vector<std::string>{"hello\n",
                                                          "hello\n" + cells + "\n",
                                                          cells.substr(1) + "\n",
                                                          "1 " + cells + "\nx\n",
                                                          kRow,
                                                          kBoard,
                                                          "# # 5 # # 1 # 2 #\n# # # # # # # # #\n",
                                                          board + kRow,
                                                          "3\n" + kBoard,
                                                          "2024-01-01\n" + kBoard,
                                                          "---------\n" + kBoard,
                                                          kRow + "\n" + kBoard,
                                                          "[Puzzle]\n" + kBoard,
                                                          "id,puzzle\n1," + cells.substr(1) + "\n",
                                                          "id,puzzle\n1," + cells + ",\n",
                                                          "{\"puzzle\":[[1]]}\n",
                                                          "{\n",
                                                          "[\n",
                                                          "<x>\n",
                                                          "{\"a\":1}\n",
                                                          "sep=;\nid;puzzle\n1;" + cells + "\n"}) {
    EXPECT_TRUE(asks(text)) << text;
    EXPECT_FALSE(asks(text, {TextFormat::kLine, ""})) << text;
  }
}

// detect() answers when it has the CR of the first record. It does not wait for the next byte of a
// slow stream.
TEST(Detect, ACrEndsTheFirstLine) {
  EXPECT_EQ(words(records::detect(kLine + "\r", false, {})), "line from byte 0 line 0");
  std::string board = kBoard;
  std::replace(board.begin(), board.end(), '\n', '\r');
  // The line after the ninth row can be a tenth row.
  EXPECT_EQ(words(records::detect(board, false, {})), "more");
  EXPECT_EQ(words(records::detect(board + '\r', false, {})), "grid from byte 0 line 0");
  EXPECT_EQ(words(records::detect("puzzle\r", false, {})), "more");  // an LF may follow
}

TEST(Detect, ReadsOneMebibyteAndNoMore) {
  const std::string comments = "#" + std::string(records::kDetectBytes + 10, 'x') + "\npuzzle\n";
  const std::string_view seen = std::string_view(comments).substr(0, records::kDetectBytes);
  EXPECT_TRUE(words(records::detect(seen, false, {})).starts_with("error"));
  EXPECT_EQ(words(records::detect(seen, false, {TextFormat::kCsv, ""})),
            "error no csv header in the first mebibyte");
  std::string titles;
  for (int i = 0; i < 1000; ++i) titles += "Chapter\n";
  EXPECT_EQ(detect(titles.substr(8) + kLine + "\n"), "line from byte 0 line 0");
  EXPECT_TRUE(words(records::detect(titles + kLine + "\n", true, {})).starts_with("error"));
  EXPECT_EQ(words(records::detect(seen.substr(0, seen.size() - 1), false, {})), "more");
}

TEST(Detect, RandomTextsAnswerAlikeFromEveryPrefix) {
  testing::NastyTexts texts(5);
  testing::TestRandom random(6);
  const std::vector<std::string> pieces{"puzzle",    "quiz",         "id", ",", ",", "\"",
                                        "\n",        "\r\n",         "\r", " ", "#", "a b",
                                        "123456789", "\xEF\xBB\xBF", "x"};
  for (int round = 0; round < testing::slow_test_rounds(3000); ++round) {
    std::string text;
    if (round % 2 == 0) {
      text = texts.make(static_cast<TextFormat>(round / 2 % 3), 2, false);
    } else {
      for (int i = random.below(9); i >= 0; --i) text += random.of(pieces);
    }
    detect(text);
    detect(text, {TextFormat::kCsv, "id"});
    detect_column(text, "id");
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace dokumill
