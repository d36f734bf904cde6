// Tests of `check`: totals, the output of --each, duplicates, minimal puzzles, exit statuses.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Check : public CliTest {
 protected:
  static std::string totals(int complete, int unique, int multiple, int none, int malformed) {
    return "records: " + std::to_string(complete + unique + multiple + none + malformed) +
           "\ncomplete: " + std::to_string(complete) + "\nunique: " + std::to_string(unique) +
           "\nmultiple: " + std::to_string(multiple) + "\nnone: " + std::to_string(none) +
           "\nmalformed: " + std::to_string(malformed) + '\n';
  }
};

TEST_F(Check, TotalsOfEveryKind) {
  const std::string text = kSolution + '\n' + kPuzzle + '\n' + kEmptyGrid + '\n' + kNoSolution +
                           "\nQ\n" + kTwoFives + '\n' + kWrongBoard + '\n' + kInkala + '\n' +
                           kInkalaSolution + '\n' + kSeveral + "\n123\n";
  dir.write("in", text);
  const Outcome run = this->run({"check", "in"});
  EXPECT_TRUE(gives(run, 1, totals(2, 2, 2, 3, 2)));
  EXPECT_TRUE(mentions(run, "dokumill: in:5:1: record 5: 'Q' is not a cell\n"));
  EXPECT_TRUE(mentions(run, "dokumill: in:3: record 3: several solutions\n"));
  EXPECT_TRUE(mentions(run, "dokumill: in:4: record 4: no solution\n"));
  EXPECT_TRUE(mentions(run, "dokumill: in:6: record 6: contradiction: r1c1 and r1c5 are both 5\n"));
  EXPECT_TRUE(gives(this->run({"check", "-"}, Stdin::bytes(text)), 1, run.out));
  EXPECT_TRUE(gives(this->run({"check"}, Stdin::pieces(text, {7})), 1, run.out));
  EXPECT_TRUE(gives(this->run({"check", "in", "-o", "out"}), 1, ""));
  EXPECT_EQ(dir.read("out"), run.out);
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Check, ExitStatusOfEveryKind) {
  struct Case {
    std::string cells;
    std::string word;
    int status;
  };
  for (const Case& one :
       {Case{kSolution, "complete", 0}, Case{kPuzzle, "unique", 0}, Case{kEmptyGrid, "multiple", 1},
        Case{kSeveral, "multiple", 1}, Case{kNoSolution, "none", 1}, Case{kTwoFives, "none", 1},
        Case{kWrongBoard, "none", 1}, Case{"Q", "malformed", 1},
        Case{kPuzzle.substr(0, 80), "malformed", 1}, Case{kNorvigNoSolution, "none", 1},
        Case{kInkala, "unique", 0}, Case{kSlowForBruteForce, "unique", 0}}) {
    dir.write("in", kPuzzle + '\n' + one.cells + '\n');
    EXPECT_TRUE(gives(run({"check", "in", "--each"}), one.status, "unique\n" + one.word + '\n'));
    EXPECT_EQ(run({"check", "in"}).status, one.status);
  }
}

TEST_F(Check, NothingToCheck) {
  for (const std::string text : {"", "\n\n", "# remark\n"}) {
    dir.write("in", text);
    EXPECT_TRUE(gives(run({"check", "in"}), 0, totals(0, 0, 0, 0, 0)));
    EXPECT_TRUE(gives(run({"check", "in", "--each"}), 0, ""));
    EXPECT_TRUE(
        gives(run({"check", "in", "--duplicates"}), 0, totals(0, 0, 0, 0, 0) + "duplicates: 0\n"));
  }
}

TEST_F(Check, Duplicates) {
  const std::string dots = replace_all(kPuzzle, "0", ".");
  dir.write("in", kPuzzle + '\n' + kInkala + '\n' + dots + '\n' + kSolution + '\n' + kInkala +
                      " remark\n" + kSlowForBruteForce + '\n' + kSolution + '\n');
  const Outcome asked = run({"check", "in", "--duplicates"});
  EXPECT_TRUE(gives(asked, 1, totals(2, 5, 0, 0, 0) + "duplicates: 3\n"));
  EXPECT_TRUE(has_line(asked, "dokumill: in: record 3 is the same as record 1"));
  EXPECT_TRUE(has_line(asked, "dokumill: in: record 5 is the same as record 2"));
  EXPECT_TRUE(has_line(asked, "dokumill: in: record 7 is the same as record 4"));
  // Without --duplicates, duplicates are not a problem.
  const Outcome not_asked = run({"check", "in"});
  EXPECT_TRUE(gives(not_asked, 0, totals(2, 5, 0, 0, 0)));
  EXPECT_EQ(not_asked.err.find("same"), std::string::npos) << not_asked;
  const Outcome each = run({"check", "in", "--duplicates", "--each"});
  EXPECT_TRUE(gives(each, 1, "unique\nunique\nunique\ncomplete\nunique\nunique\ncomplete\n"));
  EXPECT_TRUE(mentions(each, "duplicates"));
}

TEST_F(Check, TheFirstTenPairsOfDuplicates) {
  const std::vector<Record> records = good_records(40);
  const std::string text = input_text(records, Format::kLine);
  dir.write("in", text + text + text);
  const Outcome run = this->run({"check", "in", "--duplicates", "--quiet", "--threads", "3"});
  EXPECT_TRUE(gives(run, 1, totals(0, 120, 0, 0, 0) + "duplicates: 80\n"));
  int pairs = 0;
  for (const std::string& line : run.messages()) {
    if (line.find(" is the same as record ") == std::string::npos) continue;
    ++pairs;
    EXPECT_EQ(line, "dokumill: in: record " + std::to_string(40 + pairs) +
                        " is the same as record " + std::to_string(pairs));
  }
  EXPECT_EQ(pairs, 10) << run;
  const Outcome one = this->run({"check", "in", "--duplicates", "--quiet", "--threads", "1"});
  EXPECT_TRUE(gives(run, one.status, one.out, one.err));
}

// --- --minimal -----------------------------------------------------------------------------------

using CheckMinimal = CliTest;

// A. Inkala's puzzle of 2012 (21 clues) and kSlowForBruteForce (17 clues) have one solution, and
// none of their clues can be removed.
TEST_F(CheckMinimal, CountsPuzzlesWithoutAClueThatCanGo) {
  std::string more = kInkala;
  more[1] = kInkalaSolution[1];
  std::string one_clue_less = kInkala;
  one_clue_less[0] = '0';
  dir.write("in", kInkala + '\n' + more + '\n' + kSolution + '\n' + kEmptyGrid + '\n' +
                      kNoSolution + '\n' + kSlowForBruteForce + "\nQ\n" + one_clue_less + '\n' +
                      kTwoFives + '\n');
  const std::string totals =
      "records: 9\ncomplete: 1\nunique: 3\nmultiple: 2\nnone: 2\nmalformed: 1\nminimal: 2\n";
  EXPECT_TRUE(gives(run({"check", "in", "--minimal"}), 1, totals));
  EXPECT_TRUE(
      gives(run({"check", "in", "--minimal", "--duplicates"}), 1, totals + "duplicates: 0\n"));
  // --each still prints one word per record: unique, multiple and so on. Only the totals count
  // minimal puzzles.
  const Outcome each = run({"check", "in", "--minimal", "--each"});
  EXPECT_TRUE(gives(each, 1,
                    "unique\nunique\ncomplete\nmultiple\nnone\nunique\nmalformed\nmultiple\n"
                    "none\n"));
  EXPECT_TRUE(has_line(each, "dokumill: minimal: 2"));
  const Outcome report = run({"check", "in", "--minimal", "--report", "report", "-q"});
  EXPECT_TRUE(gives(report, 1, totals));
  EXPECT_EQ(nlohmann::json::parse(dir.read("report")).at("minimal"), 2);
}

// A puzzle that is not minimal is not a problem: the exit status is 0.
TEST_F(CheckMinimal, IsNoProblem) {
  dir.write("in", kPuzzle + '\n' + kInkala + '\n');
  const std::string totals =
      "records: 2\ncomplete: 0\nunique: 2\nmultiple: 0\nnone: 0\nmalformed: 0\n";
  EXPECT_TRUE(gives(run({"check", "in", "--minimal"}), 0, totals + "minimal: 1\n"));
  EXPECT_TRUE(gives(run({"check", "in", "--report", "report"}), 0, totals));
  EXPECT_FALSE(nlohmann::json::parse(dir.read("report")).contains("minimal"));
  dir.write("nothing", "");
  EXPECT_TRUE(gives(run({"check", "nothing", "--minimal"}), 0,
                    replace_all(replace_all(totals, "2", "0"), "1", "0") + "minimal: 0\n"));
}

}  // namespace
}  // namespace dokumill::testing
