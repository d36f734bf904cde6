// Case 82 of docs/reliability.md: a bug is planted in the solver or in the boards. The command must
// detect the wrong board, exit with 70, report the puzzle and the board, and leave the output
// alone.
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cli/support/cli_test.hpp"
#include "support/available_engines.hpp"

namespace dokumill::testing {
namespace {

const std::string kFailed = "internal error: a board failed verification: ";

// Relabels the digits: for kSolution, the result is a complete board that does not solve kPuzzle.
std::string renamed(std::string board) {
  for (char& digit : board) digit = digit == '9' ? '1' : static_cast<char>(digit + 1);
  return board;
}

// Exchanges the first two rows: the board stays complete, but its cells no longer match the givens.
std::string with_exchanged_rows(const std::string& board) {
  return board.substr(9, 9) + board.substr(0, 9) + board.substr(18);
}

class SelfCheck : public CliTest {
 protected:
  using Variables = std::vector<std::pair<std::string, std::string>>;
  static Variables wrong_answer(const std::string& puzzle, const std::string& board,
                                const std::string& solutions = "one") {
    return {{"DOKUMILL_PLANTED_PUZZLE", puzzle},
            {"DOKUMILL_PLANTED_BOARD", board},
            {"DOKUMILL_PLANTED_SOLUTIONS", solutions}};
  }
  static Variables wrong_cell(std::uint64_t index, int cell) {
    return {{"DOKUMILL_PLANTED_INDEX", std::to_string(index)},
            {"DOKUMILL_PLANTED_CELL", std::to_string(cell)}};
  }
  static Variables wrong_row(std::uint64_t index, int at, int to) {
    return {{"DOKUMILL_PLANTED_INDEX", std::to_string(index)},
            {"DOKUMILL_PLANTED_ROWS", std::to_string(at) + std::to_string(to)}};
  }

  Outcome run_planted(Args args, const Variables& bug, Stdin in = Stdin::null()) const {
    Variables environment = bug;
    // The bug is in the engines, but "auto" solves a single puzzle without an engine. So an engine
    // is named.
    if (!bug.empty()) environment.emplace_back("DOKUMILL_ENGINE", "reference");
    return run(Command{.args = std::move(args),
                       .in = std::move(in),
                       .program = DOKUMILL_WITH_PLANTED_BUGS,
                       .environment = environment});
  }
  static std::string reported(const std::string& puzzle, const std::string& board) {
    return kFailed + "puzzle " + puzzle + ", board " + board;
  }
};

TEST_F(SelfCheck, WithoutABugTheProgramIsTheShippedOne) {
  const std::vector<Record> records = mixed_records(300);
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    const Args args{"solve", "in", "--quiet"};
    const Outcome shipped = run(args);
    EXPECT_TRUE(gives(run_planted(args, {}), shipped.status, shipped.out, shipped.err));
  }
  for (const std::string family : {"classic", "wide", "random"}) {
    const Args args{"generate", "boards", "-n", "3000", "--family", family, "--quiet"};
    EXPECT_TRUE(gives(run_planted(args, {}), 0, run(args).out, ""));
  }
}

// A single wrong cell is detected in each format, whatever number of solutions the engine
// claims.
TEST_F(SelfCheck, WrongCellsOfASolution) {
  dir.write("out", "old");
  for (const Format format : kFormats) {
    dir.write("in", input_text(std::vector{record_of(kPuzzle)}, format));
    for (std::size_t cell = 0; cell < 81; cell += format == Format::kLine ? 4 : 20) {
      std::string board = kSolution;
      board[cell] = cell % 10 == 0 ? '0' : board[cell] == '9' ? '1' : '9';
      const std::string solutions = cell % 3 == 0 ? "one" : cell % 3 == 1 ? "several" : "none";
      const Outcome run = run_planted({"solve", "in", "-o", "out", "--to", name_of(format)},
                                      wrong_answer(kPuzzle, board, solutions));
      const std::string line = format == Format::kCsv ? "2" : "1";
      EXPECT_TRUE(gives(run, 70, "",
                        "dokumill: in:" + line + ": record 1: " + reported(kPuzzle, board) + "\n"))
          << "cell " << cell;
    }
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(SelfCheck, ABoardThatChangesGivens) {
  ASSERT_TRUE(is_board(renamed(kSolution)));
  ASSERT_TRUE(is_board(with_exchanged_rows(kSolution)));
  dir.write("in", kPuzzle + "\n");
  for (const std::string& board : {renamed(kSolution), with_exchanged_rows(kSolution)}) {
    for (const std::string solutions : {"one", "several", "none"}) {
      const Outcome run =
          run_planted({"solve", "in", "-o", "out"}, wrong_answer(kPuzzle, board, solutions));
      EXPECT_TRUE(
          gives(run, 70, "", "dokumill: in:1: record 1: " + reported(kPuzzle, board) + "\n"));
    }
  }
  // A wrong board is also detected if the puzzle has a single given.
  const std::string one_clue = "2" + std::string(80, '0');
  dir.write("in", one_clue + "\n");
  EXPECT_TRUE(gives(run_planted({"solve", "in", "-o", "out"}, wrong_answer(one_clue, kSolution)),
                    70, "", "dokumill: in:1: record 1: " + reported(one_clue, kSolution) + "\n"));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// Values that are not digits are shown as escaped bytes.
TEST_F(SelfCheck, ValuesThatAreNoDigits) {
  std::string board = kSolution;
  board[80] = static_cast<char>('0' + 79);
  board[0] = static_cast<char>('0' + 200);
  dir.write("in", kPuzzle + "\n");
  const Outcome run = run_planted({"solve", "in", "-o", "out"}, wrong_answer(kPuzzle, board));
  EXPECT_TRUE(gives(run, 70, "",
                    "dokumill: in:1: record 1: " +
                        reported(kPuzzle, "\\xF8" + kSolution.substr(1, 79) + "\\x7F") + "\n"));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// The position of the record and the number of threads do not matter. Standard output has only the
// records before the wrong one.
TEST_F(SelfCheck, AnywhereInAFile) {
  constexpr std::size_t kRecords = 5'000;
  const Record other = record_of(kPuzzle);
  dir.write("out", "old");
  for (const Format format : kFormats) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{1'023}, kRecords / 2, kRecords - 1}) {
      std::vector<Record> records(kRecords, other);
      records[at] = record_of(kInkala);
      dir.write("in", input_text(records, format));
      const std::size_t line = 1 + (format == Format::kGrid  ? 10 * at
                                    : format == Format::kCsv ? at + 1
                                                             : at);
      const std::string words = "dokumill: in:" + std::to_string(line) + ": record " +
                                std::to_string(at + 1) + ": " + reported(kInkala, kSolution) + "\n";
      std::string before = output_text(std::span(records).first(at), format);
      // csv: the header is always written.
      if (format == Format::kCsv && at == 0) before = "puzzle,solution\n";
      for (const std::string threads : {"1", "2", "8"}) {
        const auto bug = wrong_answer(kInkala, kSolution);
        EXPECT_TRUE(gives(run_planted({"solve", "in", "-o", "out", "--threads", threads}, bug), 70,
                          "", words));
        EXPECT_TRUE(
            gives(run_planted({"solve", "in", "--threads", threads}, bug), 70, before, words));
        EXPECT_TRUE(gives(run_planted({"check", "in", "--threads", threads}, bug), 70, "", words));
      }
    }
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

// Boards are checked two at a time. The wrong one is found, whichever board of the pair it is, and
// whether its neighbours have a board or not.
TEST_F(SelfCheck, InEitherBoardOfAPair) {
  std::string board = kInkalaSolution;
  std::swap(board[40], board[41]);
  for (const std::string& neighbour :
       {kPuzzle, "11" + std::string(79, '0'), std::string(80, '0')}) {
    for (std::size_t at = 0; at < 4; ++at) {
      std::string text;
      for (std::size_t i = 0; i < 4; ++i) text += (i == at ? kInkala : neighbour) + '\n';
      dir.write("in", text);
      const Outcome run = run_planted({"solve", "in", "-o", "out"}, wrong_answer(kInkala, board));
      const std::string record = std::to_string(at + 1);
      EXPECT_EQ(run.status, 70) << run;
      EXPECT_TRUE(run.err.ends_with("dokumill: in:" + record + ": record " + record + ": " +
                                    reported(kInkala, board) + "\n"))
          << run;
    }
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// The file has a valid solution that contradicts the engine: the engine found no solution, claims
// that another solution is the only one, or returned a larger solution as the smallest one.
TEST_F(SelfCheck, AGivenSolutionThatDisprovesOurs) {
  const std::string smallest =
      run({"solve", "-q"}, Stdin::bytes(kSeveral + "\n")).out.substr(0, 81);
  ASSERT_TRUE(is_board(smallest));
  ASSERT_LT(smallest, kSolution);
  struct Case {
    std::string puzzle, given, board, solutions;
  };
  const std::vector<Case> cases = {
      {kPuzzle, kSolution, kPuzzle, "none"},      {kSeveral, kSolution, kSeveral, "none"},
      {kSeveral, kSolution, smallest, "one"},     {kSeveral, smallest, kSolution, "one"},
      {kSeveral, smallest, kSolution, "several"},
  };
  for (const Case& bad : cases) {
    for (const std::size_t before : {0U, 3'000U}) {
      std::string text = "puzzle,solution\n";
      for (std::size_t i = 0; i < before; ++i) text += kInkala + ',' + kInkalaSolution + '\n';
      dir.write("in", text + bad.puzzle + ',' + bad.given + '\n' + kInkala + ",\n");
      const std::string words = "dokumill: in:" + std::to_string(before + 2) + ": record " +
                                std::to_string(before + 1) + ": " +
                                reported(bad.puzzle, bad.board) +
                                "; the given solution is right: " + bad.given + '\n';
      for (const std::string threads : {"1", "3"}) {
        for (const Args& more : {Args{}, Args{"-o", "out", "--each", "--report", "report"}}) {
          const Args args =
              with({"check", "in", "--solution-column", "solution", "--threads", threads}, more);
          const Outcome run = run_planted(args, wrong_answer(bad.puzzle, bad.board, bad.solutions));
          EXPECT_EQ(run.status, 70) << run;
          EXPECT_EQ(run.out, "") << run;
          EXPECT_TRUE(run.err.ends_with(words)) << run << words;  // other problems may come first
        }
      }
      // The unmodified program finds no error in this record.
      EXPECT_FALSE(mentions(run({"check", "in", "--solution-column", "solution"}), kFailed));
    }
  }
  // A wrong solution in the file never contradicts the engine, whatever the engine found.
  dir.write("in", "puzzle,solution\n" + kPuzzle + ',' + kInkalaSolution + '\n');
  EXPECT_EQ(run_planted({"check", "in", "--solution-column", "solution"},
                        wrong_answer(kPuzzle, kPuzzle, "none"))
                .status,
            1);
  std::filesystem::remove(dir / "report");
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(SelfCheck, EveryEngine) {
  ASSERT_GE(available_engines().size(), 2U);
  dir.write("in", kPuzzle + "\n");
  for (const std::string& engine : available_engines()) {
    EXPECT_TRUE(gives(
        run_planted({"solve", "in", "--engine", engine}, wrong_answer(kPuzzle, kInkalaSolution)),
        70, "", "dokumill: in:1: record 1: " + reported(kPuzzle, kInkalaSolution) + "\n"))
        << engine;
  }
}

TEST_F(SelfCheck, TheClassicCommands) {
  dir.write("in", kPuzzle + "\n" + kInkala + "\n");
  dir.write("sudoku.txt", "old");
  EXPECT_TRUE(gives(run_planted({"-s", "in"}, wrong_answer(kInkala, kSolution)), 70, "",
                    "dokumill: in:2: record 2: " + reported(kInkala, kSolution) + "\n"));
  for (const int cell : {0, 1, 40, 80}) {
    const Outcome run = run_planted({"-c", "3000"}, wrong_cell(2'000, cell));
    EXPECT_EQ(run.status, 70);
    EXPECT_TRUE(has_line_starting(run, "dokumill: " + kFailed + "board "));
  }
  EXPECT_EQ(dir.read("sudoku.txt"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "sudoku.txt"}));
}

// --- boards --------------------------------------------------------------------------------------

TEST_F(SelfCheck, WrongCellsOfABoard) {
  dir.write("out", "old");
  for (const std::string family : {"classic", "wide", "random"}) {
    for (const std::string format : {"grid", "line"}) {
      for (int cell = 0; cell < 81; cell += 7) {
        const Outcome run = run_planted(
            {"generate", "boards", "-n", "1", "--family", family, "--to", format, "-o", "out"},
            wrong_cell(0, cell));
        EXPECT_EQ(run.status, 70) << run;
        EXPECT_TRUE(has_line_starting(run, "dokumill: " + kFailed + "board 0: "));
        const std::string reported = run.err.substr(run.err.rfind(' ') + 1);
        ASSERT_EQ(reported.size(), 82U) << run;
        EXPECT_FALSE(is_board(reported.substr(0, 81)));
      }
    }
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
}

// Row `to` is written twice, the second time in place of row `at`. The two rows are in the same
// band or in different bands.
TEST_F(SelfCheck, EveryWrongRowOfABoard) {
  for (const std::string family : {"classic", "wide"}) {
    for (int at = 0; at < 9; ++at) {
      for (int to = 0; to < 9; ++to) {
        if (at == to) continue;
        const std::string format = to % 2 == 0 ? "grid" : "line";
        const Outcome run = run_planted({"generate", "boards", "--start", "5", "-n", "7",
                                         "--family", family, "--to", format, "-o", "out"},
                                        wrong_row(8, at, to));
        EXPECT_EQ(run.status, 70) << run;
        EXPECT_TRUE(has_line_starting(run, "dokumill: " + kFailed + "board 8: "));
      }
    }
  }
  EXPECT_TRUE(has_only(dir, {}));
}

// The message has the number and the cells of the wrong board, wherever the board is.
TEST_F(SelfCheck, TheWrongBoardIsReported) {
  constexpr std::uint64_t kStart = 2'903'040 - 3'000;  // 3,000 classic boards, then wide ones
  for (const std::uint64_t index :
       {kStart, kStart + 71, kStart + 2'999, kStart + 3'000, kStart + 4'000, kStart + 39'999}) {
    const Outcome right = run({"generate", "boards", "-n", "1", "--start", std::to_string(index),
                               "--to", "line", "--quiet"});
    const std::string board = right.out.substr(0, 81);
    ASSERT_TRUE(is_board(board)) << right;
    for (const std::string threads : {"1", "2", "8"}) {
      const Outcome run = run_planted({"generate", "boards", "-n", "40000", "--start",
                                       std::to_string(kStart), "--threads", threads, "-o", "out"},
                                      wrong_row(index, 8, 0));
      EXPECT_EQ(run.status, 70);
      ASSERT_TRUE(
          has_line_starting(run, "dokumill: " + kFailed + "board " + std::to_string(index) + ": "));
      const std::string reported = run.err.substr(run.err.rfind(' ') + 1, 81);
      EXPECT_EQ(reported, board.substr(0, 72) + board.substr(0, 9)) << run;
    }
  }
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(SelfCheck, RandomBoardsAnywhere) {
  for (const std::uint64_t index : {0U, 1U, 1'295U, 1'296U, 9'999U}) {
    const Outcome right = run({"generate", "boards", "--family", "random", "-n", "1", "--start",
                               std::to_string(index), "--to", "line", "--quiet"});
    std::string wrong = right.out.substr(0, 81);
    wrong[30] = wrong[30] == '9' ? '1' : static_cast<char>(wrong[30] + 1);
    for (const std::string threads : {"1", "3"}) {
      EXPECT_TRUE(gives(
          run_planted({"generate", "boards", "--family", "random", "-n", "10000", "--threads",
                       threads, "-o", "out"},
                      wrong_cell(index, 30)),
          70, "", "dokumill: " + kFailed + "board " + std::to_string(index) + ": " + wrong + "\n"));
    }
  }
  EXPECT_TRUE(has_only(dir, {}));
}

// --- precedence ----------------------------------------------------------------------------------

// Exit status 70 takes precedence over 1. Neither earlier malformed and unsolvable records nor a
// report that cannot be written hides it. If the report can be written, it has the reason.
TEST_F(SelfCheck, BeforeTheOtherStatuses) {
  dir.write("in", kPuzzle.substr(1) + '\n' + kNoSolution + '\n' + kPuzzle + "\njunk\n");
  const auto bug = wrong_answer(kPuzzle, kInkalaSolution);
  Outcome run = run_planted({"solve", "in", "-o", "out", "--report", "report"}, bug);
  EXPECT_EQ(run.status, 70) << run;
  EXPECT_TRUE(has_line(run, "dokumill: in:3: record 3: " + reported(kPuzzle, kInkalaSolution)));
  EXPECT_NE(dir.read("report").find("\"exit\": 70"), std::string::npos);
  EXPECT_NE(dir.read("report").find("\"kind\": \"self-check\""), std::string::npos);
  std::filesystem::remove(dir / "report");
  run = run_planted({"solve", "in", "-o", "out", "--report", "/dev/full"}, bug);
  EXPECT_EQ(run.status, 70) << run;
  // With --strict, the malformed first record ends the job before the wrong board.
  run = run_planted({"solve", "in", "-o", "out", "--strict"}, bug);
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_TRUE(has_only(dir, {"in"}));
  // A failed write in the same chunk does not hide the failed check.
  run = run_planted({"solve", "in", "-o", "/dev/full"}, bug);
  EXPECT_EQ(run.status, 70) << run;
}

// The board from which puzzle 1,003 is made is wrong. The search finds no solution for givens from
// this board, so no clue can be removed.
TEST_F(SelfCheck, ThePuzzleOfAWrongBoard) {
  RandomStream random(6, 1003, RandomPurpose::kFirstPuzzleTry);
  std::uint64_t words[2];
  for (std::uint64_t& word : words) {
    const std::uint64_t high = random.next();
    word = high << 32 | random.next();
  }
  dir.write("out", "old");
  const auto generate = [&](const std::string& count, const Args& more, const Variables& bug) {
    return run_planted(with({"generate", "puzzles", "-n", count, "--seed", "6", "--quiet"}, more),
                       bug);
  };
  const std::string before = generate("1003", {}, {}).out;
  for (const std::string threads : {"1", "3"}) {
    const Outcome to_file =
        generate("3000", {"-o", "out", "--threads", threads}, wrong_cell(words[1], 40));
    EXPECT_EQ(to_file.status, 70) << to_file;
    EXPECT_TRUE(has_line_starting(to_file, "dokumill: " + kFailed + "puzzle 1003: puzzle "));
    EXPECT_EQ(dir.read("out"), "old");
    EXPECT_TRUE(has_only(dir, {"out"}));
    const Outcome to_stdout = generate("3000", {"--threads", threads}, wrong_cell(words[1], 40));
    EXPECT_EQ(to_stdout.status, 70) << to_stdout;
    EXPECT_TRUE(before.starts_with(to_stdout.out));
  }
}

}  // namespace
}  // namespace dokumill::testing
