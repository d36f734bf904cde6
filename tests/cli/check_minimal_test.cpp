// Tests of `check --minimal`: totals, the output of --each, report, exit status.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/cli_test.hpp"
#include "support/available_engines.hpp"

namespace dokumill::testing {
namespace {

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

TEST_F(CheckMinimal, EveryEngineCountsTheSame) {
  dir.write("in", input_text(mixed_records(300), Format::kLine));
  const Outcome one = run({"check", "in", "--minimal", "-q", "--threads", "1"});
  EXPECT_EQ(one.status, 1);
  for (const std::string& engine : available_engines()) {
    EXPECT_TRUE(gives(run({"check", "in", "--minimal", "-q", "--threads", "3", "--engine", engine}),
                      1, one.out, one.err));
  }
}

}  // namespace
}  // namespace dokumill::testing
