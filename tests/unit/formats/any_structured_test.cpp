// Small texts in structured layouts: what each is read as.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "batch/sources/solver_judge.hpp"
#include "formats/import/import.hpp"

namespace dokumill {
namespace {

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string kOther =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

// The boards of the text, "?" for a damaged one, or "refused: " and the message.
std::string boards_of(std::string_view text) {
  records::ImportOptions options;
  options.judge = batch::solver_judge();
  const Result<records::ImportedText> any = records::import_text(text, options);
  if (!any.ok()) return "refused: " + any.status().message();
  std::string boards;
  for (std::size_t at = 0; at < any->text.size();) {
    const std::string line = any->text.substr(at, any->text.find('\n', at) - at);
    at += line.size() + 1;
    if (any->format != TextFormat::kJsonl) {
      boards += line.substr(0, line.find('\t'));
      continue;
    }
    const std::string name = "\"" + any->column + "\":\"";
    const std::size_t value = line.find(name) + name.size();
    boards += line.substr(value, line.find('"', value) - value);
  }
  std::replace(boards.begin(), boards.end(), '0', '.');
  return boards;
}

// The cells with `write(cell)` for each, in nine lists.
template <class Write>
std::string lists(const std::string& board, const Write& write) {
  std::string text = "[";
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += cell == 0 ? "[" : cell % 9 == 0 ? "],[" : ",";
    text += write(board[cell]);
  }
  return text + "]]";
}

std::string zero_based(char cell) {
  return cell == '.' ? "null" : std::string(1, static_cast<char>(cell - 1));
}
std::string plain(char cell) {
  return cell == '.' ? "0" : std::string(1, cell);
}

// The clues with `begin`, row, `first`, column, `second`, digit and `end` for each.
std::string clues(const std::string& board, std::size_t base, const std::string& begin,
                  const std::string& first, const std::string& second, const std::string& end) {
  std::string text;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (board[cell] == '.') continue;
    text += begin + std::to_string(cell / 9 + base) + first + std::to_string(cell % 9 + base);
    text += second + board[cell] + end;
  }
  return text;
}

std::string boxes(const std::string& board) {
  std::string text;
  for (std::size_t i = 0; i < 81; ++i) {
    text += board[(i / 27 * 3 + i % 9 / 3) * 9 + i / 9 % 3 * 3 + i % 3];
  }
  return text;
}

// Nine rows, with `between` between the cells.
std::string grid(const std::string& board, const std::string& begin, const std::string& between,
                 const std::string& end) {
  std::string text;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += cell % 9 == 0 ? begin : between;
    text += board[cell];
    if (cell % 9 == 8) text += end;
  }
  return text;
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

// The rows of two boards side by side.
std::string beside(const std::string& left, const std::string& right, const std::string& between,
                   const std::string& gap) {
  std::string text;
  for (std::size_t row = 0; row < 81; row += 9) {
    for (std::size_t i = 0; i < 18; ++i) {
      if (i != 0) text += i == 9 ? gap : between;
      text += i < 9 ? left[row + i] : right[row + i - 9];
    }
    text += '\n';
  }
  return text;
}

struct StructuredText {
  std::string name;
  std::string text;
  std::string boards;
};

std::vector<StructuredText> structured_texts() {
  std::string mask;
  for (const char cell : kPuzzle) mask += cell == '.' ? '0' : '1';
  const std::string insert = "INSERT INTO s (id, puzzle, solution) VALUES\n(1,'";
  const std::string row = kPuzzle + "', '" + kSolution + "')";
  std::string blanks = kPuzzle;
  std::replace(blanks.begin(), blanks.end(), '.', ' ');
  std::string rows;
  std::string items;
  std::string lines;
  for (std::size_t at = 0; at < 81; at += 9) {
    rows += "  \"" + blanks.substr(at, 9) + "\"\n";
    items += "    - \"" + kPuzzle.substr(at, 9) + "\"\n";
    lines += "\"    [";
    for (std::size_t i = at; i < at + 9; ++i) lines += plain(kPuzzle[i]) + ", ";
    lines += "],\\n\",\n";
  }
  return {
      {"digits from 0", lists(kPuzzle, zero_based), kPuzzle},
      {"complete digits from 0", lists(kSolution, zero_based), kSolution},
      {"Just and Nothing",
       lists(kPuzzle, [](char c) { return c == '.' ? "Nothing" : "Just " + std::string(1, c); }),
       kPuzzle},
      {"Some and None",
       lists(kPuzzle, [](char c) { return c == '.' ? "None" : "Some(" + std::string(1, c) + ")"; }),
       kPuzzle},
      {"boxes", lists(boxes(kPuzzle), plain), kPuzzle},
      {"mask and solution",
       "{\"given\":" + lists(mask, plain) + ",\"solution\":" + lists(kSolution, plain) + "}",
       kPuzzle},
      {"mask without a meaning",
       "{\"m\":" + lists(mask, plain) + ",\"solution\":" + lists(kSolution, plain) + "}",
       "refused: :1: member 'm' is a mask of 'solution', but its name does not say if 1 is a given "
       "digit or an empty cell"},
      {"message and answer",
       "{\"input\":[{\"content\":\"Solve:\\n" + kPuzzle + "\"}],\"ideal\":\"" + kSolution + "\"}",
       kPuzzle},
      {"unnamed puzzle and answer", "[{\"q\":\"" + kPuzzle + "\",\"a\":\"" + kSolution + "\"}]",
       kPuzzle},
      {"strings and lists",
       "{\"p\":[\"" + kPuzzle + "\",\"" + kOther + "\"],\"more\":" + lists(kPuzzle, plain) + "}",
       kPuzzle + kOther + kPuzzle},
      {"a first object without a board",
       "[{\"size\":4,\"grid\":[[1,0,0,4],[0,0,1,0]]},{\"size\":9,\"grid\":" +
           lists(kPuzzle, plain) + "}]",
       "?" + kPuzzle},
      {"lines of a notebook",
       "{\"cells\":[{\"source\":[\"import x\\n\",\n\"b = [\\n\",\n" + lines + "\"]\"]}]}", kPuzzle},
      {"SQL with names", insert + row + ",\n(2,'" + row + ";\n", kPuzzle + kPuzzle},
      {"SQL with CREATE TABLE",
       "CREATE TABLE s (id INT, board CHAR(81), t TEXT);\nINSERT INTO s VALUES (1,'" + kPuzzle +
           "','x');\nINSERT INTO s VALUES (2,'" + kOther + "','x');\n",
       kPuzzle + kOther},
      {"blanks in strings", "let s =\n[|\n" + rows + "|]\n", kPuzzle},
      {"YAML", "- name: a\n  grid:\n" + items + "- name: b\n  grid:\n" + items, kPuzzle + kPuzzle},
      {"another mark",
       "[\"" + kPuzzle + "\",\n\"?" + kPuzzle.substr(1) + "\",\n\"" + kOther + "\"]",
       kPuzzle + "?" + kOther},
      {"objects of cells",
       "{\"cells\":[" + clues(kPuzzle, 0, "{\"row\":", ",\"col\":", ",\"value\":", "},") + "]}",
       kPuzzle},
      {"names of cells", "{" + clues(kPuzzle, 1, "\"r", "c", "\":", ",") + "}", kPuzzle},
      {"rows of a matrix", "B = [\n" + clues(kPuzzle, 1, "  ", ",", ",", ";\n") + "];\n", kPuzzle},
      {"tuples from 0", "data = {\n" + clues(kPuzzle, 0, "<", ",", ",", ">,\n") + "};\n", kPuzzle},
      {"facts", clues(kPuzzle, 1, "given(", ", ", ", ", ").\n"), kPuzzle},
      {"answer sets",
       "Answer: 1\n" + clues(kSolution, 1, "x(", ",", ",", ") ") + "\nAnswer: 2\n" +
           clues(kPuzzle, 1, "x(", ",", ",", ") ") + "\nSATISFIABLE\n",
       kSolution + kPuzzle},
      {"assignments", clues(kPuzzle, 0, "g[", "][", "] = ", ";\n"), kPuzzle},
      {"messages",
       "{\"messages\":[{\"role\":\"user\",\"content\":\"Solve:\\n" + grid(kPuzzle, "", " ", "\\n") +
           "\"},{\"role\":\"assistant\",\"content\":\"" + kSolution + "\"}]}\n",
       kPuzzle},
      {"attributes",
       "<div data-puzzle=\"" + kPuzzle + "\" data-solution=\"" + kSolution + "\"></div>", kPuzzle},
      {"YAML with an answer", "puzzle: \"" + kPuzzle + "\"\nsolution: \"" + kSolution + "\"\n",
       kPuzzle},
      {"true and false",
       "{\"solution\":\"" + kSolution + "\",\"given\":" +
           lists(kPuzzle, [](char c) { return c == '.' ? "false" : "true"; }) + "}",
       kPuzzle},
      {"Some 5",
       lists(kPuzzle, [](char c) { return c == '.' ? "None" : "Some " + std::string(1, c); }),
       kPuzzle},
      {"rows without an element around them", grid(kPuzzle, "<p><b>", "</b><b>", "</b></p>\n"),
       kPuzzle},
      {"lists of ten and of eight cells", lists(kPuzzle, plain).replace(19, 5, ",6],["),
       "refused: "},
      {"another mark beside zeros",
       "p = [\n\"" + replaced(kPuzzle, '.', '0') + "\",\n\"" +
           replaced(kPuzzle, '.', '0').replace(2, 1, "?") + "\",\n]\n",
       kPuzzle + "?"},
      {"a screen with text",
       "+---------+   Sudoku 1.4\n" + grid(blanks, "|", "", "|   h - hint\n") +
           "+---------+   Time 00:12\n",
       kPuzzle},
      {"an empty column at the side",
       grid(replaced(blanks, '5', ' ').replace(0, 1, " "), "", "", "x"), "refused: "},
      {"titles above boards",
       "Puzzle,,,,,,,,,,Solution,,,,,,,,\n" + beside(blanks, kSolution, ",", ",,"),
       kPuzzle + kSolution},
      {"a line of code after rows",
       "```\n" + grid(kPuzzle, "", "", "\n") + "```\n\nor `" + kOther + "`\n", kPuzzle + kOther},
      {"a first row that is too long",
       "||||||||||\n|-|-|-|-|-|-|-|-|-|\n|_" + grid(replaced(kOther, '.', '_'), "|", "|", "|\n") +
           "\n||||||||||\n|-|-|-|-|-|-|-|-|-|\n" +
           grid(replaced(kPuzzle, '.', '_'), "|", "|", "|\n"),
       "?" + kPuzzle},
      {"a gap and a clue against the rules",
       beside("4" + replaced(kPuzzle, '.', '-').substr(1), kSolution, ",", ",,"),
       "4" + kPuzzle.substr(1) + kSolution},
      {"a ruler below a header",
       "puzzle\n" + std::string(81, '-') + "\n" + kPuzzle + "\n" + kOther + "\n(2 rows)\n",
       "puzzle" + kPuzzle + kOther},
      {"a sheet whose first row breaks a rule",
       grid("55" + blanks.substr(2), "", ",", "\n") + ",,,,,,,,\n", "refused: "},
      {"one field too many", grid(replaced(kPuzzle, '.', '0'), "", ",", ",") + "6\n", "refused: "},
      {"elements below rows",
       grid(kPuzzle, "", " ", "\n") + "\n<game><values>" + std::string(27, '_') + "bcdefghij" +
           std::string(45, '_') + "</values></game>\n",
       "refused: "},
      {"boxes by name", "{\"boxes\":" + lists(boxes(kOther), plain) + "}", kOther},
      {"rows and a first row as header",
       "|" + grid(kSolution, "", "|", "|\n|").replace(18, 0, "\n|-|-|-|-|-|-|-|-|-|") + "\n",
       kSolution},
      {"a field too few below names",
       replaced(grid(kPuzzle, "", ",", ","), '.', 'c') + "id,level\n7," +
           replaced(grid(kPuzzle, "", ",", ","), '.', '0').substr(2) + "easy\n",
       "refused: "},
      {"a damaged first row of a sheet",
       ";;;;Q;;;;7\n" + replaced(grid(kPuzzle, "", ";", "\n"), '.', ' ').substr(18) + ";;;;;;;;\n",
       "refused: "},
      {"a number above rows of blanks",
       "1\n" + grid(replaced(blanks, '9', ' ').substr(0, 72) + "         ", "", "", "\n"),
       "refused: "},
      {"triples of a matrix among boards",
       "b = " + lists(kPuzzle, plain) + "\nm = [" +
           clues(kPuzzle.substr(0, 76) + ".....", 1, "", ",", ",", ";") + "]\n",
       "refused: "},
      {"boards that are no header",
       "p1: " + replaced(kPuzzle, '.', 'o') + "\np2: " + kSolution + "\n", "refused: "},
      {"clues twice in a cell", clues(kPuzzle, 1, "x(", ",", ",", ").\n") + "x(1,1,6).\n",
       kPuzzle + "?"},
  };
}

TEST(Structured, ReadsEachLayoutOrRefusesIt) {
  for (const StructuredText& each : structured_texts()) {
    const std::string found = boards_of(each.text);
    if (each.boards == "refused: ") {
      EXPECT_TRUE(found.starts_with(each.boards)) << each.name << ": " << found;
    } else {
      EXPECT_EQ(found, each.boards) << each.name;
    }
  }
}

}  // namespace
}  // namespace dokumill
