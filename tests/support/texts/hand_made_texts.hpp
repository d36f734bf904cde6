// Hand-written texts that are hard for a reader: texts that are almost in a format, and lines at
// the length limit of a format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/format.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::testing {

// A board of `rows` rows, each ended by `line_end`.
inline std::string board_rows(std::string_view line_end, int rows = 9) {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += "1 2 3 4 5 6 7 8 9";
    text += line_end;
  }
  return text;
}

// Boards as people write them, with rules, frames, titles and lines of other formats, and texts
// that are almost such boards.
inline std::vector<std::string> hand_made_boards(const std::string& end) {
  const std::string nine = board_rows(end);
  const std::string band = board_rows(end, 3);
  const std::string foreign(81, '5');
  std::vector<std::string> texts;
  for (const std::string rule :
       {"---------", "*********", "_________", "=========", "-----", "------+-------+------",
        "\xE2\x94\x80\xE2\x94\xBC\xE2\x94\x80", "| - - - | - - - | - - - |"}) {
    const std::string line = rule + end;
    const std::string ruled = band + line + band + line + band;
    texts.push_back(nine + line + nine + line + nine);
    texts.push_back(line + nine + line + nine + line);
    texts.push_back(ruled + end + ruled);
    texts.push_back(line + ruled + line + end + line + ruled + line);
    texts.push_back(line + ruled + line + ruled + line);
    texts.push_back(ruled + ruled);
    texts.push_back(ruled + "1" + end + ruled);
    texts.push_back("2024-01-01" + end + ruled + end + "2024-01-02" + end + nine);
    texts.push_back(band + line + line + band + line + band);
    texts.push_back(band + band + line + band + end + nine);
    texts.push_back(board_rows(end, 2) + line + ruled);
    texts.push_back(line + line + ruled);
    texts.push_back("20251122" + end + line + ruled + line + nine);
    texts.push_back("20251122" + end + line + nine + line + "1" + end + line + line + nine);
    texts.push_back(line + board_rows(end, 8) + end + line + board_rows(end, 7));
    for (const int rows : {1, 2, 4, 5, 7, 8, 10}) {
      texts.push_back(board_rows(end, rows) + line + nine + line + nine);
      texts.push_back(board_rows(end, rows) + line + line + nine);
    }
    std::string every_row;
    for (int rows = 0; rows < 9; ++rows) every_row += board_rows(end, 1) + line;
    texts.push_back(every_row + end + every_row);
    for (int lines : {2, 8, 9, 10, 11, 19}) {
      std::string all;
      for (; lines > 0; --lines) all += line;
      texts.push_back(all);
      texts.push_back(nine + all);
    }
  }
  for (const std::string title :
       {"Grid 01", "EOF", "\x1A", "2024-01-01", "20251122", "[Puzzle]", "% x", "1", "1.", "?",
        "12345678", "1234567890", "Q 2 3 4 5 6 7 8 9",
        "\xEF\xBB\xBF"
        "A2345678\xC2\xB7",
        "\xE9\xA2\x98 1"}) {
    const std::string line = title + end;
    texts.push_back(line + nine + line + nine);
    texts.push_back(line + end + nine + end + line + end + nine);
    texts.push_back(line + line + nine);
    texts.push_back(line + board_rows(end, 8) + end + nine);
    texts.push_back(line + board_rows(end, 10) + end + nine);
    texts.push_back(board_rows(end, 5) + line + board_rows(end, 4) + end + nine);
    texts.push_back(board_rows(end, 5) + line + board_rows(end, 3) + nine + nine);
  }
  for (const std::string& line : {foreign + end, std::string(41, '-') + "5" + end,
                                  std::string(5000, ' ') + end, "# inside" + end}) {
    texts.push_back(line + nine + line + nine + nine + line);
    texts.push_back(board_rows(end, 5) + line + nine);
    texts.push_back(board_rows(end, 3) + line + board_rows(end, 6) + nine);
    texts.push_back(nine + board_rows(end, 4) + line + board_rows(end, 14) + end + nine);
  }
  return texts;
}

// Hand-made texts for each rule of docs/formats.md and for its edge cases.
inline std::vector<std::string> hand_made_texts(TextFormat format) {
  using namespace std::string_literals;
  const std::string cells =
      "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
  const auto edges = testing::texts("", "\n", "\r", "\r\n", "\n\r", "\r\r\n", " \t \n \t", "#",
                                    "#\n", " # x\r", "\n\n\n\r\n\r\r\n", "\0"s, "\0\n\0"s, "x");
  std::vector<std::string> texts(edges.begin(), edges.end());
  const std::string ends[] = {"\n", "\r\n", "\r"};
  for (const std::string& end : ends) {
    for (const std::string& last : {""s, end, end + end, " "s + end, "\r"s}) {
      switch (format) {
        case TextFormat::kLine:
          texts.push_back(cells + end + cells + last);
          texts.push_back("  " + cells + "\t" + end + end + " #" + end + cells + ",5" + last);
          texts.push_back(cells + "Q" + end + cells + "5" + end + cells.substr(1) + last);
          texts.push_back("id " + cells + " 7.1" + end + "id " + end + "id" + end + " id , " +
                          cells + end + "id,," + cells + end + ", " + cells + last);
          texts.push_back("\xEF\xBB\xBF" + cells + end + "\xEF\xBB\xBF# x" + end + "\xEF\xBB\xBF" +
                          end + "\xEF\xBB\xBF " + cells.substr(1) + last);
          texts.push_back(cells + end + cells.substr(0, 40) + "\0"s + cells.substr(41) + last);
          for (const std::string mark : {"end", " EOF.\t", "\x1A", "\x1A\x1A", "\x1A.", "ends"}) {
            texts.push_back(mark + end + cells + end + mark + end + mark + end + cells + mark +
                            last);
          }
          break;
        case TextFormat::kGrid:
          for (const std::string row :
               {"123 456 789", "1 2 3 4 5 6 7 8 9", "123|456|789", "1 23 456 789", "12 3456789",
                "1 2 3 456 789", "-111 -112 0", "---- -----", "12345678", "123 456 78"}) {
            texts.push_back(board_rows(end, 8) + row + end + end + row + end + board_rows(end, 8) +
                            last);
          }
          for (const int rows : {1, 5, 8, 9, 10, 17, 18, 19, 26, 27, 36}) {
            texts.push_back(board_rows(end, rows) + last);
            texts.push_back(board_rows(end, rows) + end + board_rows(end, 18) + last);
            texts.push_back(board_rows(end, rows) + "1 2 3" + end + board_rows(end, rows) + end +
                            board_rows(end) + last);
            texts.push_back("# one" + end + board_rows(end, rows) + "# two" + end +
                            board_rows(end) + last);
          }
          texts.push_back(board_rows(end, 4) + end + board_rows(end, 5) + last);
          for (const std::string& text : hand_made_boards(end)) texts.push_back(text + last);
          texts.push_back(" " + end + "\t" + end + board_rows(" \t" + end) + last);
          break;
        case TextFormat::kCsv:
          texts.push_back("a," + cells + ",b" + end + end + "\"a\"," + cells + ",\"b\"" + last);
          texts.push_back("\"a" + end + "b\"," + cells + ",\"" + end + end + "\"" + last);
          texts.push_back("\"a" + end + "b," + cells + ",c" + end + "d," + cells + "," + last);
          texts.push_back("a,\"" + cells.substr(0, 40) + end + cells.substr(40) + "\",b" + last);
          texts.push_back("a,\"" + cells + "\"x,b" + end + "a," + cells + ",\"\"\"\"" + last);
          texts.push_back("a, \"" + cells + "\" , \"b\" " + end + " \"a\" x," + cells + ",b" +
                          last);
          texts.push_back("a;" + cells + ";\"b\" " + end + "a\t" + cells + "\t \"\"" + last);
          for (const char separator : kSeparators) {
            const std::string header = nasty_header(separator);
            const std::string row = std::string("a") + separator + cells + separator + "b" + end;
            texts.push_back(row + header + end + row + "\xEF\xBB\xBF" + header + end + row +
                            header + " " + end + row + header + last);
          }
          texts.push_back("a,\"" + cells + end + "\"x,b" + end + "a," + cells + ",\"\"\"" + last);
          texts.push_back("a," + cells + end + "a," + cells + ",b,c" + end + ",," + last);
          texts.push_back(" \"a," + cells + ",b\"" + end + "a,\t" + cells + " ,\"" + last);
          break;
        case TextFormat::kJsonl:  // see jsonl_test.cpp
        case TextFormat::kNpy:    // no text
        default:                  // never an input
          break;
      }
    }
  }
  return texts;
}

// Texts with lines of every length from two bytes below to two bytes above the format's limit.
inline std::vector<std::string> long_texts(TextFormat format) {
  const std::string cells(81, '4');
  const std::string before = format == TextFormat::kGrid   ? board_rows("\n") + "\n"
                             : format == TextFormat::kLine ? cells + "\n"
                                                           : "a," + cells + ",b\n";
  const std::size_t limit = limit_of(format);
  std::vector<std::string> texts;
  for (std::size_t length = limit - 2; length <= limit + 2; ++length) {
    for (const std::string_view end : {"\n", "\r\n", "\r", ""}) {
      const auto add = [&](const std::string& text) {
        texts.push_back(before + text + std::string(end) + (end.empty() ? "" : before));
      };
      add(std::string(length, ' '));
      add("#" + std::string(length - 1, ' '));
      add(std::string(length - 1, ' ') + "#");
      add(std::string(length - 1, ' ') + "##  and more");
      if (format == TextFormat::kLine) {
        add(std::string(length - 81, ' ') + cells);
        add(std::string(length - 81, ' ') + cells + ",");
        add(cells + ";" + std::string(length - 82, '!'));
        add(std::string(length, '5'));
        add(std::string(length - 1, '5') + "!");
      } else if (format == TextFormat::kGrid) {
        const std::string row = "1 2 3 4 5 6 7 8 9";
        add(std::string(length - row.size(), ' ') + row + std::string(end) + board_rows("\n", 8));
        add(row + std::string(length - row.size(), '\t') + std::string(end) + board_rows("\n", 17));
        add(board_rows("\n", 9) + row + std::string(length - row.size(), '\t'));
        add(board_rows("\n", 9) + std::string(length, ' ') + std::string(end) + row);
      } else {
        const std::string good = "a," + cells + ",";
        add(good + std::string(length - good.size(), 'b'));
        add(good + "\"" + std::string(length - good.size() - 2, 'b') + "\"");
        add(good + "\"" + std::string(length - good.size() - 1, 'b'));
        add(good + "\"" + std::string(length - good.size() - 2, 'b') + "\"\"");
        add(good + "\"" + std::string(length - good.size() - 3, 'b') + "\"c");
        add(good + "\"b\"c" + std::string(length - good.size() - 4, 'b'));
        add(good + "\"\n" + std::string(length - good.size() - 3, 'b') + "\"");
        add(good + "\"\r\n" + std::string(length - good.size() - 3, 'b') + "\"");
        add("\"\n\"," + cells + "," + std::string(length - 86, 'b'));
        add("\"\r\"," + cells + ",\"" + std::string(length - 88, '\n') + "\"");
        add("\"" + std::string(length - 1, 'b') + "\n\"," + cells + ",c");
        add("\"" + std::string(length - 1, '\n') + "\"," + cells + ",c");
      }
    }
  }
  return texts;
}

}  // namespace dokumill::testing
