// Tests of files that programs save as XML, and of tables of HTML.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "batch/sources/solver_judge.hpp"
#include "formats/import/import.hpp"

namespace dokumill {
namespace {

const std::string kSaved =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

std::string with_zeros(std::string cells) {
  for (char& c : cells) c = c == '.' ? '0' : c;
  return cells;
}

std::string read_saved(std::string_view text, std::string_view layout = "markup") {
  records::ImportOptions options;
  options.layout = layout;
  options.judge = batch::solver_judge();
  const Result<records::ImportedText> markup = records::import_text(text, options);
  if (!markup.ok()) {
    const bool is_nothing = markup.status().option() == "input.any_layout" ||
                            markup.status().message().starts_with("no reading");
    return is_nothing ? "nothing" : "error " + markup.status().message();
  }
  std::string words = markup->text;
  for (const records::ImportFault& fault : markup->faults) {
    words += std::to_string(fault.line) + " " + std::to_string(fault.error.line + 1) + ":" +
             std::to_string(fault.error.column) + ": " + records::describe(fault.error) + "\n";
  }
  return words + markup->reading;
}

// A saved game of OpenSudoku, in which the player has placed a 9 in the last empty cell.
std::string saved_game(int version) {
  std::string data = "version: " + std::to_string(version) + "&#10;";
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const bool is_given = kSaved[cell] != '.';
    data += is_given ? kSaved[cell] : cell == 76 ? '9' : '0';
    data += version == 1 ? "|1,2,|" : version == 2 ? "|12||" : version == 3 ? "|12|" : "|12|3|";
    data += is_given ? "0|" : "1|";
  }
  return data;
}

TEST(Markup, ReadsOpenSudoku) {
  const std::string game = "<game data=\"" + with_zeros(kSaved) + "\"";
  EXPECT_EQ(
      read_saved(
          "<?xml version=\"1.0\"?>\n<!-- <game data=\"1\"/> -->\n<opensudoku>\n<name>x</name>\n" +
          game + " />\n<game data='1'/>" + game + " note=\"a &lt; b&#10;c\"></game></opensudoku>"),
      kSaved + "\n?\n" + kSaved +
          "\ta < b c\n1 6:1: the puzzle has 1 cell, expected 81\n3 games, saved by OpenSudoku");
  for (const int version : {1, 2, 3, 4}) {
    EXPECT_EQ(read_saved("<opensudoku version=\"2\"><game time=\"5\" data=\"" +
                         saved_game(version) + "\" /></opensudoku>"),
              kSaved + "\n1 game, saved by OpenSudoku")
        << version;
  }
  EXPECT_EQ(read_saved("<opensudoku version=\"3\"><game cells_data=\"" +
                       saved_game(4).substr(0, 300) + "\"/></opensudoku>"),
            "nothing");
}

TEST(Markup, ReadsKSudoku) {
  std::string values;
  for (const char cell : kSaved) values += cell == '.' ? '_' : static_cast<char>(cell - '0' + 'a');
  const auto file = [&](const std::string& graph, const std::string& cells) {
    return "<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help=\"0\">\n  <puzzle>\n   <graph " + graph +
           "/>\n   <values>" + cells + "</values>\n  </puzzle></game></ksudoku>";
  };
  // The cells of the file run down the columns.
  std::string columns;
  for (std::size_t cell = 0; cell < 81; ++cell) columns += values[cell % 9 * 9 + cell / 9];
  values = columns;
  const std::string plain = "specific-type=\"Plain\" type=\"sudoku\" order=\"9\"";
  EXPECT_EQ(read_saved(file(plain, values)), kSaved + "\n1 puzzle, saved by KSudoku");
  EXPECT_EQ(read_saved(file(plain, "a" + values.substr(1))), "nothing");
  EXPECT_EQ(read_saved(file("type=\"custom\" order=\"9\" specific-type=\"KillerSudoku\"", values)),
            "error :5: a puzzle of KSudoku, 'KillerSudoku': only plain 9x9 Sudoku is read");
  EXPECT_EQ(read_saved(file("type=\"sudoku\" order=\"16\"", values)),
            "error :5: a puzzle of KSudoku, 'of order 16': only plain 9x9 Sudoku is read");
}

std::string table(const std::string& empty, const std::string& before, const std::string& after) {
  std::string text = "<table border=1>";
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += cell % 9 == 0 ? "<tr>\n" : "";
    text += before + (kSaved[cell] == '.' ? empty : std::string(1, kSaved[cell])) + after;
  }
  return text + "</table>";
}

TEST(Markup, ReadsTablesOfHtml) {
  for (const std::string& text :
       std::vector<std::string>{table("", "<td>", "</td>"), table("&nbsp;", "<TD class='a>b'>", ""),
                                table("", "<td><b>", "</b></td>"), table(" ", "<td>\n", "\n"),
                                table("", "<td><input size=1 value=\"", "\"></td>")}) {
    EXPECT_EQ(read_saved("<html><p>x < y\n" + text + "</html>"),
              kSaved + "\n1 board, elements of XML or HTML")
        << text;
  }
  for (const std::string& text : std::vector<std::string>{
           "", kSaved, "<p>" + kSaved, "<" + kSaved, table("", "<td>", "</td>").substr(0, 700),
           "<table><tr><td>" + table("", "<td>", "</td>").substr(7), table("10", "<td>", "</td>"),
           "<table><tr><td>5</td></tr></table>", "<a \"<a '<a \"",
           "<!-- " + table("", "<td>", "")}) {
    EXPECT_EQ(read_saved(text), "nothing") << text;
  }
}

TEST(Markup, ReadsElementsOfEveryName) {
  std::string rows;
  std::string divs;
  std::string cells;
  std::string clues;
  std::string attributes;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const std::string value = kSaved[cell] == '.' ? "" : std::string(1, kSaved[cell]);
    const std::string row = std::to_string(cell / 9);
    const std::string column = std::to_string(cell % 9);
    if (cell % 9 == 0) rows += cell == 0 ? "<row>" : "</row>\n<row>";
    if (cell % 9 == 0) divs += cell == 0 ? "<div>" : "</div>\n<div>";
    rows += kSaved[cell];
    divs += "<div class=\"c9\">" + value + "</div>";
    if (value.empty()) continue;
    clues += "<Cell>\n<x>" + column + "</x><y>" + row + "</y><value>" + value + "</value></Cell>\n";
    attributes += "<cell row='" + row + "' col='" + column + "'>" + value + "</cell>";
  }
  for (const std::string& text :
       {"<sudoku id=\"4\">" + rows + "</row></sudoku>", "<div>" + divs + "</div></div>",
        "<Sudoku version=\"1\">" + clues + "</Sudoku>", "<grid>" + attributes + "</grid>"}) {
    EXPECT_TRUE(read_saved(text).starts_with(kSaved + "\n1 board, ")) << text;
  }
}

TEST(Markup, ReadsBoxesInTables) {
  std::string table = "<table>";
  for (std::size_t box = 0; box < 9; ++box) {
    table += box % 3 == 0 ? "<tr>" : "";
    table += "<td>";
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t i = 0; i < 3; ++i) {
        const char cell = kSaved[(box / 3 * 3 + row) * 9 + box % 3 * 3 + i];
        table += cell == '.' ? "0 " : std::string{cell, ' '};
      }
      table += row == 2 ? "</td>" : "<br>";
    }
  }
  EXPECT_EQ(read_saved(table + "</table>", ""), kSaved + "\n1 board, elements of boxes");
}

TEST(Markup, ReadsTextsAndAttributes) {
  const std::string other =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  EXPECT_TRUE(
      read_saved("<p>Today: <code>" + kSaved + "</code></p>\n<p title=\"" + other + "\">hover</p>")
          .starts_with(kSaved + "\n" + other + "\ttitle\n2 boards, "));
  const std::string solution =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  std::string mask;
  for (const char cell : kSaved) mask += cell == '.' ? '1' : '0';
  const std::string digits = "<INPUT NAME=cheat TYPE=hidden VALUE=\"" + solution + "\">";
  EXPECT_TRUE(
      read_saved(digits + "<INPUT ID=\"editmask\" VALUE=\"" + mask + "\">").starts_with(kSaved));
  EXPECT_TRUE(read_saved(digits + "<INPUT ID=\"m\" VALUE=\"" + mask + "\">")
                  .starts_with("error attribute 'm' is a mask"));
}

}  // namespace
}  // namespace dokumill
