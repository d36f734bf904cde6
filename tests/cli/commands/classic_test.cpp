// Tests of the classic commands `-c`, `-s` and `-n` and of their errors: cases 56, 57, 60, 61 and
// 87 of docs/reliability.md.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::testing {
namespace {

class Classic : public CliTest {
 protected:
  // True if the command refuses the arguments (see refuses()) and leaves an existing sudoku.txt
  // unchanged.
  ::testing::AssertionResult refused(Args args, const std::vector<std::string>& parts = {}) const {
    dir.write("sudoku.txt", "old");
    const auto result = refuses(run(std::move(args)), parts);
    if (!result) return result;
    if (dir.read("sudoku.txt") != "old") {
      return ::testing::AssertionFailure() << "sudoku.txt was touched";
    }
    std::filesystem::remove(dir / "sudoku.txt");
    return result;
  }
  std::string boards(const std::string& count, const Args& more = {}) const {
    const Outcome outcome =
        run(with({"generate", "boards", "-n", count, "--to", "grid", "--quiet"}, more));
    EXPECT_EQ(outcome.status, 0) << outcome;
    return outcome.out;
  }
  // Returns the puzzles of sudoku.txt, 81 cells each.
  std::vector<std::string> puzzles() const {
    std::vector<std::string> all;
    const std::string text = dir.read("sudoku.txt");
    EXPECT_EQ((text.size() + 1) % 163, 0U);
    for (std::size_t at = 0; at + 162 <= text.size(); at += 163) {
      std::string cells;
      for (const char c : text.substr(at, 162)) {
        if (c >= '0' && c <= '9') cells += c;
      }
      EXPECT_EQ(text.substr(at, 162), rows_of(cells));
      EXPECT_TRUE(at + 162 == text.size() || text[at + 162] == '\n');
      all.push_back(cells);
    }
    return all;
  }
};

// --- -c ------------------------------------------------------------------------------------------

TEST_F(Classic, CreateWritesBoards) {
  for (const std::string count : {"1", "2", "3", "71", "72", "73", "1000", "5001"}) {
    for (const std::string old : {"", "no", "old"}) {
      if (old != "no") dir.write("sudoku.txt", repeat(old, 1'000'000));
      const Outcome run = this->run({"-c", count});
      EXPECT_TRUE(gives(run, 0, ""));
      EXPECT_TRUE(dir.read("sudoku.txt") == boards(count)) << count;
      EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
      std::filesystem::remove(dir / "sudoku.txt");
    }
  }
}

TEST_F(Classic, CreateAMillion) {
  EXPECT_TRUE(gives(run({"-c", "1000000"}), 0, ""));
  EXPECT_EQ(std::filesystem::file_size(dir / "sudoku.txt"), 163'000'000U - 1);
  EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
}

TEST_F(Classic, CreateWithAFirstDigit) {
  for (int digit = 1; digit <= 9; ++digit) {
    const std::string word = std::to_string(digit);
    for (const Args& args :
         {Args{"-c", "20", "--first-digit", word}, Args{"--first-digit", word, "-c", "20"}}) {
      EXPECT_TRUE(gives(run(args), 0, ""));
      EXPECT_EQ(dir.read("sudoku.txt"), boards("20", {"--first-digit", word}));
    }
  }
  EXPECT_TRUE(refused({"-c", "5", "--first-digit", "0"}, {"--first-digit"}));
  EXPECT_TRUE(refused({"-c", "5", "--first-digit", "x"}, {"--first-digit"}));
}

TEST_F(Classic, TheLinkNamedSudoku) {
  const std::filesystem::path link =
      std::filesystem::path(DOKUMILL_BINARY).parent_path() / "sudoku";
  ASSERT_TRUE(std::filesystem::exists(link)) << link;
  const Outcome run = this->run({.args = {"-c", "3"}, .program = link.string()});
  EXPECT_TRUE(gives(run, 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), boards("3"));
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(gives(this->run({.args = {"-s", "in"}, .program = link.string()}), 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), rows_of(kSolution));
}

TEST_F(Classic, CountsOutOfRange) {
  for (const std::string count :
       {"0", "-5", "1000001", "10000000", "2147483648", "4294967297", "9223372036854775808",
        "18446744073709551616", "18446744073709551617", "1e400"}) {
    dir.write("sudoku.txt", "old");
    const Outcome run = this->run({"-c", count});
    EXPECT_TRUE(refuses(run, {"-c"}));
    EXPECT_TRUE(bool(mentions(run, "1000000")) || bool(mentions(run, "1,000,000"))) << run;
    EXPECT_EQ(dir.read("sudoku.txt"), "old");
  }
  EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
}

TEST_F(Classic, InvalidCounts) {
  for (const std::string count :
       {"abc", "12abc", "12x", "1.5", "1e6", "+7", "", " 5", "5 ", "0x10", "1_000_000", "1M",
        "1,000", "\xD9\xA3", "5\n", "\t5", "--", "-", "five"}) {
    EXPECT_TRUE(refused({"-c", count})) << printable(count);
  }
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Classic, FlagsWithoutAValue) {
  for (const std::string flag : {"-c", "-s", "-n", "-m", "-r"}) {
    EXPECT_TRUE(refused({flag}, {flag})) << flag;
  }
  EXPECT_TRUE(refused({"-n", "5", "-m"}, {"-m"}));
  EXPECT_TRUE(refused({"-n", "5", "-r"}, {"-r"}));
  EXPECT_TRUE(refused({"-c", "5", "-c", "6"}, {"-c"}));
  EXPECT_TRUE(refused({"-s", "a", "-s", "a"}, {"-s"}));
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Classic, WhereSudokuTxtCannotBeWritten) {
  std::filesystem::create_directory(dir / "sudoku.txt");
  EXPECT_TRUE(refuses(run({"-c", "3"}), {"sudoku.txt"}));
  EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
  std::filesystem::remove(dir / "sudoku.txt");
  dir.write("sudoku.txt", "old");
  const Outcome full = run({.args = {"-c", "1000"}, .file_size_bytes = 10'000});
  EXPECT_EQ(full.status, 2) << full;
  EXPECT_TRUE(mentions(full, "File too large"));
  EXPECT_EQ(dir.read("sudoku.txt"), "old");
  EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
}

// --- -s ------------------------------------------------------------------------------------------

TEST_F(Classic, SolveWritesGrids) {
  const std::vector<Record> records = mixed_records(200);
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    for (const std::string& path : {std::string("in"), dir / "in"}) {
      const Outcome run = this->run({"-s", path});
      EXPECT_TRUE(gives(run, 1, ""));
      EXPECT_EQ(dir.read("sudoku.txt"), output_text(records, Format::kGrid));
      EXPECT_TRUE(totals_fit(run, records));
    }
    dir.write("in", input_text(good_records(30), format));
    EXPECT_TRUE(gives(run({"-s", "in"}), 0, ""));
    EXPECT_EQ(dir.read("sudoku.txt"), output_text(good_records(30), Format::kGrid));
  }
  EXPECT_TRUE(has_only(dir, {"in", "sudoku.txt"}));
}

TEST_F(Classic, SolveTheCoursesOwnFile) {
  // The original Windows programs of the classic commands write such a file: CRLF line ends, and a
  // blank line after the last board.
  std::string text;
  const std::vector<Record> records = good_records(10);
  for (const Record& record : records) text += rows_of(record.cells) + '\n';
  dir.write("puzzles.txt", replace_all(text, "\n", "\r\n"));
  EXPECT_TRUE(gives(run({"-s", "puzzles.txt"}), 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), output_text(records, Format::kGrid));
}

TEST_F(Classic, SolveSudokuTxtItself) {
  dir.write("sudoku.txt", rows_of(kPuzzle) + '\n' + rows_of(kInkala));
  EXPECT_TRUE(gives(run({"-s", "sudoku.txt"}), 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), rows_of(kSolution) + '\n' + rows_of(kInkalaSolution));
  EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
}

TEST_F(Classic, SolveNothing) {
  dir.write("in", "");
  EXPECT_TRUE(gives(run({"-s", "in"}), 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), "");
}

TEST_F(Classic, SolveSeveralSolutionsIsFine) {
  // The definition of the classic commands asks for any one valid solution.
  dir.write("in", rows_of(kEmptyGrid));
  EXPECT_TRUE(gives(run({"-s", "in"}), 0, ""));
  EXPECT_EQ(dir.read("sudoku.txt"), rows_of(kEmptyGridSmallest));
}

TEST_F(Classic, SolveUnreadablePaths) {
  EXPECT_TRUE(refused({"-s", "gone"}, {"gone", "No such file or directory"}));
  EXPECT_TRUE(refused({"-s", "."}, {"Is a directory"}));
  EXPECT_TRUE(refused({"-s", ""}));
  EXPECT_TRUE(refused({"-s", "gone/in"}, {"gone/in"}));
  dir.write("zip", "PK\3\4");
  EXPECT_TRUE(refused({"-s", "zip"}, {"zip"}));
  EXPECT_TRUE(has_only(dir, {"zip"}));
}

// --- -n ------------------------------------------------------------------------------------------

TEST_F(Classic, PuzzlesOfAMode) {
  Solver judge = Solver::create("reference").value();
  const std::vector<std::string> levels{"easy", "medium", "hard"};
  for (std::size_t mode = 1; mode <= 3; ++mode) {
    dir.write("sudoku.txt", "old");
    const std::string word = std::to_string(mode);
    EXPECT_TRUE(gives(run({"-n", "60", "-m", word, "--seed", "3", "-q"}), 0, ""));
    const std::vector<std::string> made = puzzles();
    ASSERT_EQ(made.size(), 60U);
    for (const std::string& puzzle : made) {
      EXPECT_EQ(judge.count(grid_of(puzzle), 2), 1U) << puzzle;
      EXPECT_EQ(name_of(level_of(Rater().rate(grid_of(puzzle)).score)), levels[mode - 1]);
    }
    const Outcome same = run({"generate", "puzzles", "-n", "60", "--seed", "3", "--difficulty",
                              levels[mode - 1], "--to", "grid", "-q"});
    EXPECT_TRUE(same.out == dir.read("sudoku.txt"));
    EXPECT_TRUE(has_only(dir, {"sudoku.txt"}));
  }
}

TEST_F(Classic, PuzzlesWithEmptyCells) {
  Solver judge = Solver::create("reference").value();
  for (const auto& [low, high] : {std::pair{20, 55}, {20, 20}, {55, 55}, {40, 45}}) {
    const std::string range = std::to_string(low) + '~' + std::to_string(high);
    for (const bool is_unique : {true, false}) {
      Args args{"-n", "400", "-r", range, "--seed", "8", "-q"};
      if (is_unique) args.emplace_back("-u");
      EXPECT_TRUE(gives(run(args), 0, ""));
      const std::vector<std::string> made = puzzles();
      ASSERT_EQ(made.size(), 400U);
      std::map<int, int> numbers;
      int several = 0;
      for (const std::string& puzzle : made) {
        ++numbers[static_cast<int>(std::count(puzzle.begin(), puzzle.end(), '0'))];
        std::array<int, 9> in_box{};
        for (int cell = 0; cell < 81; ++cell) {
          in_box[cell / 27 * 3 + cell % 9 / 3] += puzzle[cell] == '0';
        }
        EXPECT_GE(*std::min_element(in_box.begin(), in_box.end()), 2) << puzzle;
        const std::uint64_t solutions = judge.count(grid_of(puzzle), 2);
        EXPECT_GE(solutions, 1U) << puzzle;
        several += solutions > 1;
      }
      EXPECT_GE(numbers.begin()->first, low);
      EXPECT_LE(numbers.rbegin()->first, high);
      // Nearly every number of empty cells must occur: in the widest range, 11 puzzles are expected
      // for each number.
      EXPECT_GE(static_cast<int>(numbers.size()), std::min(high - low + 1, 33)) << range;
      if (is_unique) {
        EXPECT_EQ(several, 0);
      }
      if (!is_unique && low >= 40) {
        EXPECT_GT(several, 0) << range;
      }
    }
  }
}

TEST_F(Classic, PuzzlesWithoutASeed) {
  std::set<std::string> all;
  for (const Args& what : {Args{"-m", "2"}, Args{"-r", "30~40"}, Args{"-r", "30~40", "-u"}}) {
    for (int i = 0; i < 2; ++i) {
      const Args args = with({"-n", "5", "-q"}, what);
      const Outcome first = run(args);
      ASSERT_EQ(first.status, 0) << first;
      ASSERT_TRUE(has_line_starting(first, "dokumill: seed "));
      const std::string text = dir.read("sudoku.txt");
      EXPECT_TRUE(all.insert(text).second);
      const std::string seed = first.err.substr(15, first.err.find(' ', 15) - 15);
      EXPECT_TRUE(gives(run(with(args, {"--seed", seed})), 0, ""));
      EXPECT_EQ(dir.read("sudoku.txt"), text) << seed;
    }
  }
  EXPECT_EQ(all.size(), 6U);
}

TEST_F(Classic, TheMostPuzzles) {
  const Outcome most = run({"-n", "10000", "-r", "20~55", "-u", "--seed", "1"});
  EXPECT_EQ(most.status, 0) << most;
  EXPECT_TRUE(has_line_starting(most, "dokumill: 10,000 puzzles in sudoku.txt, "));
  EXPECT_EQ(puzzles().size(), 10'000U);
}

// --- bad combinations ----------------------------------------------------------------------------

TEST_F(Classic, Combinations) {
  dir.write("f", kPuzzle + '\n');
  const std::vector<std::pair<Args, std::vector<std::string>>> table{
      {{"-c", "5", "-s", "f"}, {"-c", "-s"}},
      {{"-s", "f", "-c", "5"}, {"-c", "-s"}},
      {{"-c", "5", "-n", "5"}, {"-c", "-n"}},
      {{"-c", "5", "-m", "1"}, {"-c", "-m"}},
      {{"-c", "5", "-r", "20~55"}, {"-c", "-r"}},
      {{"-c", "5", "-u"}, {"-c", "-u"}},
      {{"-s", "f", "-n", "5"}, {"-s", "-n"}},
      {{"-s", "f", "-m", "1"}, {"-s", "-m"}},
      {{"-s", "f", "-u"}, {"-s", "-u"}},
      {{"-n", "5", "-m", "1", "-r", "20~55"}, {"-m", "-r"}},
      {{"-n", "5"}, {"-n"}},
      {{"-n", "5", "-u"}, {"-u"}},
      {{"-u"}, {"-u", "-n"}},
      {{"-m", "1"}, {"-m", "-n"}},
      {{"-r", "20~55"}, {"-r", "-n"}},
      {{"-r", "20~55", "-u"}, {"-n"}},
      {{"-n", "5", "-m", "1", "-u"}, {"-u"}},
      {{"-s", "f", "--first-digit", "5"}, {"--first-digit"}},
      {{"-c", "5", "6"}, {"6"}},
      {{"-s", "f", "f"}, {"f"}},
      {{"-c", "5", "solve", "f"}, {}},
      {{"-x", "1"}, {"-x"}}};
  for (const auto& [args, parts] : table) EXPECT_TRUE(refused(args, parts));
  EXPECT_TRUE(has_only(dir, {"f"}));
}

TEST_F(Classic, RangesOfEmptyCells) {
  for (const std::string range : {"55~20",
                                  "20~",
                                  "~55",
                                  "~",
                                  "20-55",
                                  "20",
                                  "19~55",
                                  "20~56",
                                  "20~~55",
                                  "20~55~60",
                                  "a~b",
                                  "20~5x",
                                  "+20~55",
                                  " 20~55",
                                  "20 ~ 55",
                                  "20~55 ",
                                  "",
                                  "-20~55",
                                  "0x20~55",
                                  "20.5~55",
                                  "20~18446744073709551636",
                                  "18446744073709551636~55"}) {
    EXPECT_TRUE(refused({"-n", "5", "-r", range}, {"-r", "20", "55"})) << range;
    EXPECT_TRUE(refused({"-n", "5", "-r", range, "-u"}, {"-r", "20", "55"})) << range;
  }
}

TEST_F(Classic, CountsAndModes) {
  for (const std::string count :
       {"0", "10001", "-1", "abc", "5x", "+5", "", "1.5", "18446744073709551617"}) {
    for (const Args& mode : {Args{"-m", "1"}, Args{"-r", "20~55"}, Args{"-r", "20~55", "-u"}}) {
      dir.write("sudoku.txt", "old");
      const Outcome run = this->run(with({"-n", count}, mode));
      EXPECT_TRUE(refuses(run, {"-n"}));
      EXPECT_TRUE(bool(mentions(run, "10000")) || bool(mentions(run, "10,000"))) << run;
      EXPECT_EQ(dir.read("sudoku.txt"), "old");
    }
  }
  for (const std::string seed : {"-1", "x", "", "+1", "18446744073709551616"}) {
    EXPECT_TRUE(refused({"-n", "5", "-m", "1", "--seed", seed}, {"--seed"})) << seed;
  }
  EXPECT_TRUE(refused({"-c", "5", "--seed", "1"}, {"--seed", "-n"}));
  for (const std::string mode : {"0", "4", "-1", "easy", "1x", "", "+1", "1.0"}) {
    EXPECT_TRUE(refused({"-n", "5", "-m", mode}, {"-m", "1", "3"})) << mode;
  }
}

}  // namespace
}  // namespace dokumill::testing
