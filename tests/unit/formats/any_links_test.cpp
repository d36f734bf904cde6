// Tests of links with puzzles.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "batch/sources/solver_judge.hpp"
#include "formats/import/import.hpp"
#include "formats/import/links/links.hpp"
#include "formats/import/links/lz_string.hpp"
#include "formats/import/links/packed_puzzles.hpp"
#include "support/test_random.hpp"

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

// The texts of other programs come back with the same bytes.
TEST(Links, CompressesAsLzStringDoes) {
  for (const std::string& packed : {kFPuzzle, kSudokuPad}) {
    EXPECT_EQ(records::compress_lz(*records::decompress_lz(packed)), packed);
  }
  // lz-string 1.5.0: texts at the edges of its widths and of its padding.
  EXPECT_EQ(records::compress_lz("a"), "IZA=");
  EXPECT_EQ(records::compress_lz("aaaa"), "IY5A");
  testing::TestRandom random(1);
  for (std::size_t size = 0; size < 3000; size += 1 + size / 10) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('!' + random.below(94));
    EXPECT_EQ(records::decompress_lz(records::compress_lz(text)), text) << size;
  }
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
  records::ImportOptions options;
  options.layout = "links";
  options.judge = batch::solver_judge();
  const auto links = records::import_text(text, options);
  if (!links.ok()) return "nothing";
  std::string words = links->text;
  for (const records::ImportFault& fault : links->faults) {
    words += std::to_string(fault.line) + " " + std::to_string(fault.error.line + 1) + ":" +
             std::to_string(fault.error.column) + ": " + records::describe(fault.error) + "\n";
  }
  return words + links->reading;
}

TEST(Links, ATextOfLinksHasARecordForEachLine) {
  const std::string link = "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros(kKnown);
  EXPECT_EQ(
      read_text("# mine\n\n" + link + "\r\n1. " + link + " (hard)\nx: https://sudokupad.app/ab\n"),
      kKnown + "\n" + kKnown +
          "\t1. (hard)\n?\n"
          "2 5:4: the link has no cells: open it, and copy the puzzle\n3 links");
  for (const std::string& text : {std::string(), std::string("\n"), kKnown + " https://x.org/\n"}) {
    EXPECT_EQ(read_text(text), "nothing") << text;
  }
}

TEST(Links, ALinkInAMessageIsRead) {
  const std::string link = "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros(kKnown);
  EXPECT_EQ(read_text("Try this:\n" + link + "\nIt has 30 digits.\n"),
            kKnown + "\n1 link, 2 other lines skipped (the first is line 1: 'Try this:')");
  EXPECT_EQ(read_text("a\n" + link + "\n" + kKnown), "nothing") << "a board is no other line";
}

TEST(Links, BlanksInBase64WerePlusSigns) {
  std::string blanks = kFPuzzle;
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  ASSERT_NE(blanks, kFPuzzle);
  EXPECT_EQ(read_text("https://f-puzzles.com/?load=" + blanks), kKnown + "\n1 link");
}

// kKnown as identifiers of Solo, of puzz.link and of SudokuWiki.
TEST(Links, ReadsIdentifiersOfGames) {
  std::string solo;
  std::string puzz;
  std::string wiki;
  const auto end_run = [&](std::size_t& run) {
    if (run != 0) solo += static_cast<char>('a' + run - 1);
    if (run != 0) puzz += static_cast<char>('g' + run - 1);
    run = 0;
  };
  std::size_t run = 0;
  for (const char c : kKnown) {
    wiki += c == '.' ? "ep" : std::string{'0', c};
    if (c == '.') {
      if (++run == 20) end_run(run);
      continue;
    }
    end_run(run);
    if (!solo.empty() && solo.back() >= '1' && solo.back() <= '9') solo += '_';
    solo += c;
    puzz += c;
  }
  end_run(run);
  for (const std::string& text :
       {"3x3:" + solo, "3x3dt:" + solo, "https://x.org/solo.html#3x3:" + solo,
        "https://puzz.link/p?sudoku/9/9/" + puzz, "S9B" + wiki}) {
    EXPECT_TRUE(read_text(text).starts_with(kKnown + "\n1 link")) << text;
  }
  const std::string save = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n";
  EXPECT_TRUE(read_text(save + "PARAMS  :3:3x3\nDESC    :57:" + solo + "\n")
                  .starts_with(kKnown + "\n1 link, 2 other lines skipped"));
  for (const std::string& text : {"3x3x:" + solo, "2x3:" + solo, "3x3:" + solo.substr(2),
                                  "https://puzz.link/p?sudoku/16/16/" + puzz}) {
    EXPECT_EQ(read_text(text), "nothing") << text;
  }
}

TEST(Links, ReadsFilesOfPzpr) {
  std::string rows;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    rows += kKnown[cell];
    rows += cell % 9 == 8 ? " \n" : " ";
  }
  std::string answers(rows);
  for (char& c : answers) c = c >= '1' && c <= '9' ? '.' : c;
  records::ImportOptions options;
  options.judge = batch::solver_judge();
  const auto read = records::import_text("pzprv3\nsudoku\n9\n" + rows + answers, options);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->whole, 1U);
  EXPECT_EQ(read->reading, "1 board, a puzzle of pzprv3, 1 answer skipped");
}

}  // namespace
}  // namespace dokumill
