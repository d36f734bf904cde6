// Tests of links with puzzles.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/import/links/links.hpp"
#include "formats/import/links/lz_string.hpp"
#include "formats/import/links/packed_puzzles.hpp"

namespace dokumill {
namespace {

using records::LinkProblem;

const std::string kKnown =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
// kKnown, packed by lz-string 1.5.0 as a puzzle of f-puzzles, and as one of SudokuPad.
const std::string kFPuzzle =
    "N4IgzglgXgpiBcBOANCALhNAbO8QA8RUBDAVzQAsB7AJwRAE8iQBzGiAEwQG1vQA3YllK4ArKhYR+"
    "MAHYI0NEQF9kAoSIQB"
    "mCVNnzFMFcCNGQg4bgDsO6XPgLlqk06cBdZHzPrcANht77A2djVS8LBABGfzsHQ1DzDSRo/"
    "Uc1cPhxVl0YoJcQ43c+UwTcFC"
    "zbFLi0xIAOZMDU4OCwxL9ygNiTQurcOvacxrzi7wQ2yQqGqqb4kfhtfsqlbpbcABZ6zqGZ9L7xjtz8la0Ng+"
    "aSyJPlZfP4aw"
    "XJ6cObgCZLqa2e0beljyfZseyiw+Z1mr3um0+8F2gIebl+jyO8HW4IOiKiKNSiLKewG7z+6UyOMW3Uewx23w+"
    "iLuRNhkOxMM"
    "6rlcSiAA=";
const std::string kSudokuPad =
    "N4SwJgXAhgRgxgGjgZwgVgAxIKYQNp7ABu6AvgsRAMzkIUkDstdAugoSQGzOUCM5lAJwCSaZmzz0IwqQA5mdStwQTK8uoq"
    "4L"
    "KNVSQAsPEuqk0NfUnohMNUgEzatEqctuUHc8s80RDU/"
    "lIyPmLePiZSNkKWbABOuAR4WBgSWLws6QgAttgALlBgUHkQwDkgOQ"
    "A2uADkAJI5CAAEIMgNeFAsDSUxUAAOVaSkQA";
const std::string kWiki =
    "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34"
    "3060"
    "40c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi";

std::string read_link_text(std::string_view text) {
  const auto link = records::read_link(text);
  if (!link) return "no link";
  if (link->problem != LinkProblem::kNone) return std::to_string(static_cast<int>(link->problem));
  return {link->cells.data(), link->cells.size()};
}
std::string problem(LinkProblem problem) {
  return std::to_string(static_cast<int>(problem));
}

std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '+' ? "%2B" : c == '/' ? "%2f" : c == '=' ? "%3D" : std::string(1, c);
  return out;
}

std::string zeros(std::string cells) {
  for (char& c : cells) c = c == '.' ? '0' : c;
  return cells;
}

TEST(Links, ReadsEveryProgramsLinks) {
  const std::string pad = "https://sudokupad.app/";
  for (const std::string& link : std::vector<std::string>{
           "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros(kKnown),
           "See https://f-puzzles.com/?load=" + kFPuzzle + ".",
           "https://f-puzzles.com/?load=" + encoded(kFPuzzle), pad + "fpuzzles" + encoded(kFPuzzle),
           pad + "fpuz" + kFPuzzle + "?setting-nogrid=1",
           "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles" + encoded(kFPuzzle),
           pad + "scl" + kSudokuPad, pad + "sudoku/scl" + encoded(kSudokuPad),
           "sudokupad://puzzle/ctc" + kSudokuPad, pad + "classic5NlQ19j9mGca3OIN1bWGk2m41TjS79",
           pad + kKnown, "HTTPS://sudokuexchange.com/play/?s=" + kKnown,
           "http://localhost:8080/#p=" + kKnown + "."}) {
    EXPECT_EQ(read_link_text(link), kKnown) << link;
  }
  EXPECT_EQ(read_link_text("https://www.sudokuwiki.org/sudoku.htm?bd=" + kWiki),
            ".1.9.36......8....9.....5.7..2.1.43....4.2....64.7.2..7.1.....5....3......56.1.2.")
      << "only the given digits";
}

TEST(Links, SaysWhyALinkHasNoPuzzle) {
  EXPECT_EQ(read_link_text("https://sudokupad.app/k7qc98e00u"), problem(LinkProblem::kElsewhere));
  EXPECT_EQ(read_link_text("https://f-puzzles.com/?id=yhkyz63b"), problem(LinkProblem::kElsewhere));
  EXPECT_EQ(read_link_text("https://f-puzzles.com/?load=" + kFPuzzle.substr(0, 60)),
            problem(LinkProblem::kDamaged));
  EXPECT_EQ(read_link_text("https://x.org/?s=" + kKnown.substr(1)), problem(LinkProblem::kDamaged));
  EXPECT_EQ(read_link_text("https://f-puzzles.com/"
                           "?load=N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="),
            problem(LinkProblem::kSize));
  EXPECT_EQ(read_link_text("https://www.sudokuwiki.org/sudoku.htm?bd=" + kWiki.substr(0, 90)),
            problem(LinkProblem::kSize));
  for (const std::string& text :
       {std::string(), kKnown, std::string("sudoku"), std::string("ftp://x")}) {
    EXPECT_EQ(read_link_text(text), "no link") << text;
  }
}

// A puzzle of f-puzzles with `more` after its size, and one of SudokuPad.
std::string f_puzzle(const std::string& more) {
  std::string rows;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    rows += cell == 0 ? "[" : cell % 9 == 0 ? "],[" : ",";
    const std::string value(1, kKnown[cell]);
    rows += value == "." ? "{}" : "{\"value\":" + value + ",\"given\":true}";
  }
  return "{\"size\":9" + more + ",\"grid\":[" + rows + "]]}";
}
std::string sudoku_pad(const std::string& more) {
  std::string rows;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    rows += cell == 0 ? "[" : cell % 9 == 0 ? "],[" : ",";
    const std::string value(1, kKnown[cell]);
    rows += value == "." ? "" : "{v:" + value + "}";
  }
  return "{id:x" + more + ",ce:[" + rows + "]]}";
}

TEST(Links, RulesBesidesThoseOfSudokuAreAProblem) {
  for (const std::string& more :
       std::vector<std::string>{"", ",\"title\":\"a, [b\"", ",\"arrow\":[]", ",\"solution\":[1,2]",
                                ",\"diagonal+\":false"}) {
    EXPECT_EQ(records::read_f_puzzle(f_puzzle(more)).problem, LinkProblem::kNone) << more;
  }
  for (const std::string& more : std::vector<std::string>{
           ",\"antiknight\":true", ",\"arrow\":[{\"cells\":[]}]", ",\"cage\":[\"x\"]"}) {
    EXPECT_EQ(records::read_f_puzzle(f_puzzle(more)).problem, LinkProblem::kRules) << more;
  }
  for (const std::string& more :
       std::vector<std::string>{"", ",l:[]", ",metadata:{title:'It\\'s [a] {trap'}",
                                ",ca:[{v:'title: x'}]", ",re:[[[0,0],[1,2]],[[3,3],[5,5]]]"}) {
    EXPECT_EQ(records::read_sudoku_pad(sudoku_pad(more)).problem, LinkProblem::kNone) << more;
  }
  for (const std::string& more :
       std::vector<std::string>{",l:[{c:1}]", ",arrows:[{}]", ",o:[{ct:[1,1]}]",
                                ",ca:[{ce:[[0,0],[0,1]],v:9}]", ",re:[[[0,0],[1,3]]]"}) {
    EXPECT_EQ(records::read_sudoku_pad(sudoku_pad(more)).problem, LinkProblem::kRules) << more;
  }
  const std::string cut = f_puzzle("").substr(0, 700);
  EXPECT_EQ(records::read_f_puzzle(cut).problem, LinkProblem::kDamaged);
}

TEST(Links, DecompressesNothingElse) {
  ASSERT_TRUE(records::decompress_lz(kFPuzzle));
  EXPECT_TRUE(records::decompress_lz(kFPuzzle)->starts_with("{\"size\":9"));
  for (const std::string& text :
       {std::string(), std::string("!"), kFPuzzle.substr(0, 40), std::string(300, 'A')}) {
    EXPECT_FALSE(records::decompress_lz(text)) << text;
  }
  // Each code can double the text, so its length is limited.
  for (const char c : std::string("ABCDEGHIJKLMNOPQRSTUVWXYZ/+0123456789")) {
    const auto text = records::decompress_lz("BI" + std::string(100'000, c));
    EXPECT_LE(text.value_or("").size(), records::kMostLzBytes) << c;
  }
}

std::string read_text(std::string_view text) {
  const auto links = records::read_links(text, {});
  if (!links.ok() || !*links) return "nothing";
  std::string words = (*links)->text;
  for (const records::ImportFault& fault : (*links)->faults) {
    words += std::to_string(fault.line) + " " + std::to_string(fault.error.line + 1) + ":" +
             std::to_string(fault.error.column) + ": " + records::describe(fault.error) + "\n";
  }
  return words + (*links)->reading;
}

TEST(Links, ATextOfLinksHasARecordForEachLine) {
  const std::string link = "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros(kKnown);
  EXPECT_EQ(
      read_text("# mine\n\n" + link + "\r\n1. " + link + " (hard)\nx: https://sudokupad.app/ab\n"),
      kKnown + "\n" + kKnown +
          "\t1. (hard)\n?\n"
          "2 5:4: the link has no cells: open it, and copy the puzzle\n3 links");
  for (const std::string& text : {std::string(), std::string("\n"), "a\n" + link, link + "\nb\n",
                                  kKnown + " https://x.org/\n"}) {
    EXPECT_EQ(read_text(text), "nothing") << text;
  }
}

TEST(Links, ALinkInAMessageIsRead) {
  const std::string link = "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros(kKnown);
  for (const std::string& text :
       {"Try this:\n" + link + "\nIt has 30 digits.\n", "\n1.\n" + link + " (hard)"}) {
    const auto message = records::read_link_in_message(text, {});
    ASSERT_TRUE(message) << text;
    EXPECT_TRUE(message->text.starts_with(kKnown)) << text;
    EXPECT_EQ(message->whole, 1U) << text;
  }
  const auto other = records::read_link_in_message("Try:\nhttps://sudokupad.app/ab\n", {});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->faults.front().error.kind, records::RecordErrorKind::kLinkElsewhere);
  EXPECT_EQ(other->faults.front().error.line, 1U);
  for (const std::string& text : {std::string(), std::string("a\n"), "a\n" + link + "\n" + link,
                                  "a\n" + link + "\n" + kKnown, kKnown + " " + link}) {
    EXPECT_FALSE(records::read_link_in_message(text, {})) << text;
  }
}

}  // namespace
}  // namespace dokumill
