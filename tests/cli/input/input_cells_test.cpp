// Tests of the contents of records: remarks, marks of cells, and puzzles without exactly one
// solution. Cases 12 to 20 of docs/reliability.md.
#include <string>
#include <tuple>
#include <vector>

#include "cli/support/input.hpp"

namespace dokumill::testing {
namespace {

// --- 12: remarks ---------------------------------------------------------------------------------

TEST_F(Input, RemarksAfterTheCells) {
  for (const std::string remark :
       {" ", "\t", ",", ";", ":", "#", "|", " a remark", "\t9.5", ",534", ";x", ":1:534", "# easy",
        "|Q", "  # 5", ", \"quoted", " \x01\xFF"}) {
    EXPECT_TRUE(gives(solve(kPuzzle + remark + '\n' + kInkala + remark), 0,
                      kSolution + '\n' + kInkalaSolution + '\n', ""))
        << printable(remark);
  }
  EXPECT_TRUE(gives(solve(kPuzzle + ',' + std::string(3'000'000, 'z') + '\n' + kInkala + '\n'), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
}

TEST_F(Input, BytesAfterTheCells) {
  for (const std::string byte : {"Q", "A", "?", "/", "\"", "=", "o", "'"}) {
    EXPECT_TRUE(gives(solve(kInkala + '\n' + kPuzzle + byte + '\n'), 1,
                      kInkalaSolution + '\n' + kUnknown + '\n',
                      problem("in:2:82", 2, '\'' + byte + "' after the 81st cell")));
  }
  EXPECT_TRUE(gives(solve(kInkala + "\n \t" + kPuzzle + "Q\n"), 1,
                    kInkalaSolution + '\n' + kUnknown + '\n',
                    problem("in:2:84", 2, "'Q' after the 81st cell")));
}

TEST_F(Input, TooManyCells) {
  for (const std::size_t more : {1, 2, 81, 500}) {
    EXPECT_TRUE(
        gives(solve(kInkala + '\n' + kPuzzle + std::string(more, '.') + '\n' + kPuzzle), 1,
              kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n',
              problem("in:2", 2,
                      "found " + std::to_string(81 + more) + " cells, expected 81" +
                          (more == 81 ? " (two records without a line end between them?)" : ""))));
  }
  for (const std::size_t all : {4'095, 4'096, 4'097, 100'000}) {
    const Outcome run = solve(kInkala + '\n' + std::string(all, '1') + '\n' + kPuzzle);
    EXPECT_TRUE(gives(run, 1, kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
    EXPECT_EQ(run.messages().size(), 1U) << run;
  }
}

TEST_F(Input, BlanksBeforeTheCells) {
  EXPECT_TRUE(gives(solve("  " + kPuzzle + "\n\t" + kInkala + " \n"), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
  const Outcome far = solve(kInkala + '\n' + std::string(5'000, ' ') + kPuzzle + '\n' + kPuzzle);
  EXPECT_TRUE(gives(far, 1, kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
  EXPECT_TRUE(has_line(far, "dokumill: in:2: record 2: the line is longer than 4,096 bytes"));
}

TEST_F(Input, CellsApartAreNoLine) {
  const Outcome run = solve(kInkala + "\n5 3 0 0 7" + std::string(72, '0') + '\n');
  EXPECT_TRUE(gives(run, 1, kInkalaSolution + '\n' + kUnknown + '\n'));
}

// --- 13, 14: which bytes are cells ---------------------------------------------------------------

TEST_F(Input, MarksOfEmptyCells) {
  for (const std::string mark : {"0", ".", "*", "_", "x", "X", "-"}) {
    const std::string puzzle = replace_all(kPuzzle, "0", mark);
    EXPECT_TRUE(gives(solve(puzzle + '\n'), 0, kSolution + '\n', "")) << mark;
    EXPECT_TRUE(gives(solve(rows_of(puzzle)), 0, rows_of(kSolution), "")) << mark;
    EXPECT_TRUE(gives(solve(replace_all(rows_of(puzzle), " ", "")), 0, rows_of(kSolution), ""))
        << mark;
    EXPECT_TRUE(gives(solve("puzzle\n" + puzzle + '\n'), 0,
                      "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n', ""))
        << mark;
    EXPECT_TRUE(gives(solve(repeat(mark, 81) + '\n'), 0, kEmptyGridSmallest + '\n', "")) << mark;
  }
  std::string all = kPuzzle;
  std::size_t next = 0;
  for (char& cell : all) {
    if (cell == '0') cell = "0.*_xX-"[next++ % 7];
  }
  EXPECT_TRUE(gives(solve(all + '\n'), 0, kSolution + '\n', ""));
}

TEST_F(Input, NothingElseIsACell) {
  std::string text;
  std::string expected;
  for (int byte = 0; byte < 256; ++byte) {
    const char cell = static_cast<char>(byte);
    if (std::string("0123456789.*_xX-\n\r").find(cell) != std::string::npos) continue;
    std::string wrong = kPuzzle;
    wrong[2] = cell;
    text += wrong + '\n' + kPuzzle + '\n';
    expected += kUnknown + '\n' + kSolution + '\n';
  }
  EXPECT_TRUE(gives(solve(text, {"--from", "line"}), 1, expected));
}

TEST_F(Input, LettersOfLargerBoards) {
  for (const char letter : std::string("ABCDEFGabcdefg")) {
    std::string wrong = kPuzzle;
    wrong[16] = letter;
    EXPECT_TRUE(
        gives(solve(wrong + '\n' + kPuzzle + '\n'), 1, kUnknown + '\n' + kSolution + '\n',
              problem("in:1:17", 1,
                      std::string("'") + letter + "' is not a cell (only 9x9 puzzles are read)")));
  }
}

TEST_F(Input, TwoDigitNumbersInAGrid) {
  const std::string wrong = replace_all(rows_of(kInkala), "8 0 0", "10 0 0");
  const Outcome run = solve(rows_of(kPuzzle) + '\n' + wrong);
  EXPECT_TRUE(gives(run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown)));
  EXPECT_TRUE(mentions(run, " has 10 cells, expected 9"));
}

TEST_F(Input, ALineOf256Cells) {
  EXPECT_TRUE(gives(solve(repeat("123.", 64) + '\n' + kPuzzle + '\n'), 1,
                    kUnknown + '\n' + kSolution + '\n',
                    problem("in:1", 1, "found 256 cells, expected 81")));
}

// --- 15 to 20: puzzles without exactly one solution ----------------------------------------------

TEST_F(Input, ContradictoryGivens) {
  const std::vector<std::tuple<int, int, std::string>> pairs{
      {0, 4, "r1c1 and r1c5"},   {2, 74, "r1c3 and r9c3"}, {30, 50, "r4c4 and r6c6"}, {0, 80, ""},
      {79, 80, "r9c8 and r9c9"}, {9, 19, "r2c1 and r3c2"}};
  for (const auto& [a, b, cells] : pairs) {
    std::string puzzle(81, '.');
    puzzle[a] = '7';
    puzzle[b] = '7';
    const std::string as_read = replace_all(puzzle, ".", "0");
    const Outcome run = solve(kPuzzle + '\n' + puzzle + '\n');
    if (cells.empty()) {
      EXPECT_EQ(run.status, 0) << run;
      continue;
    }
    EXPECT_TRUE(gives(run, 1, kSolution + '\n' + as_read + '\n',
                      problem("in:2", 2, "contradiction: " + cells + " are both 7")));
  }
}

TEST_F(Input, ContradictionInEveryFormat) {
  const std::string what = "contradiction: r1c1 and r1c5 are both 5";
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + rows_of(kTwoFives)), 1,
                    rows_of(kSolution) + '\n' + rows_of(kTwoFives), problem("in:11", 2, what)));
  EXPECT_TRUE(gives(solve("puzzle\n" + kTwoFives + '\n'), 1,
                    "puzzle,solution\n" + kTwoFives + ',' + kTwoFives + '\n',
                    problem("in:2", 1, what)));
}

TEST_F(Input, NoSolution) {
  EXPECT_TRUE(gives(solve(kNoSolution + '\n' + kPuzzle + '\n'), 1,
                    kNoSolution + '\n' + kSolution + '\n', problem("in:1", 1, "no solution")));
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + "\n\n" + rows_of(kNoSolution)), 1,
                    rows_of(kSolution) + '\n' + rows_of(kNoSolution),
                    problem("in:12", 2, "no solution")));
}

TEST_F(Input, ManySolutionsGiveTheSmallest) {
  EXPECT_TRUE(gives(solve(kEmptyGrid + '\n'), 0, kEmptyGridSmallest + '\n', ""));
  std::string sixteen(81, '0');  // the first 16 clues of kPuzzle
  int clues = 0;
  for (int cell = 0; cell < 81 && clues < 16; ++cell) {
    if (kPuzzle[cell] == '0') continue;
    sixteen[cell] = kPuzzle[cell];
    ++clues;
  }
  for (const std::string& puzzle : {sixteen, puzzle_of(3, 50), puzzle_of(4, 60)}) {
    for (const std::string threads : {"1", "2"}) {
      EXPECT_TRUE(gives(solve(puzzle + '\n', {"--threads", threads}), 0,
                        smallest_solution(puzzle) + '\n', ""));
    }
  }
}

TEST_F(Input, UniqueMakesThemProblems) {
  EXPECT_TRUE(gives(solve(kPuzzle + '\n' + kEmptyGrid + '\n', {"--unique"}), 1,
                    kSolution + '\n' + kEmptyGridSmallest + '\n',
                    problem("in:2", 2, "several solutions")));
}

TEST_F(Input, ASolvedBoardIsEchoed) {
  dir.write("in", kSolution + '\n');
  const Outcome reported = run({"solve", "in", "--unique"});
  EXPECT_TRUE(gives(reported, 0, kSolution + '\n'));
  EXPECT_TRUE(totals_are(reported, 1, 0, 0, 0));
  EXPECT_TRUE(gives(solve(rows_of(kSolution)), 0, rows_of(kSolution), ""));
}

TEST_F(Input, AFullButWrongBoard) {
  const Outcome run = solve(kWrongBoard + '\n');
  EXPECT_TRUE(gives(run, 1, kWrongBoard + '\n'));
  EXPECT_EQ(run.messages().size(), 1U) << run;
  EXPECT_TRUE(has_line_starting(run, "dokumill: in:1: record 1: contradiction: r"));
}

TEST_F(Input, HostileLinesAreExact) {
  const std::string text =
      kNorvigNoSolution + '\n' + kSlowForBruteForce + '\n' + kInkala + '\n' + kEmptyGrid + '\n';
  EXPECT_TRUE(gives(solve(text), 1,
                    kNorvigNoSolution + '\n' + kSlowForBruteForceSolution + '\n' + kInkalaSolution +
                        '\n' + kEmptyGridSmallest + '\n',
                    problem("in:1", 1, "no solution")));
}

}  // namespace
}  // namespace dokumill::testing
