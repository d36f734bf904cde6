// Tests of `check --solution-column`: right solutions, other valid solutions, wrong solutions,
// columns, reports, exit status.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class CheckSolutions : public CliTest {
 protected:
  static std::string judged(int right, int second, int wrong) {
    return "right solutions: " + std::to_string(right) +
           "\nsecond solutions: " + std::to_string(second) +
           "\nwrong solutions: " + std::to_string(wrong) + '\n';
  }
  Outcome check(const std::string& text, const Args& more = {}) const {
    return run_on(text, with({"check", "in", "--solution-column", "solution"}, more));
  }
};

TEST_F(CheckSolutions, WhereAndInWhichOrder) {
  const std::string text = "id,solution,puzzle\n1,\"5\r\nQ\"," + kPuzzle + "\n2," + kSolution +
                           ',' + kSeveral + "\n3,," + kEmptyGrid + "\n4," + kSolution + ',' +
                           kEmptyGrid + "\n5,few\n";
  const Outcome run = check(text, {"--report", "report"});
  EXPECT_TRUE(gives(run, 1,
                    "records: 5\ncomplete: 0\nunique: 1\nmultiple: 3\nnone: 0\nmalformed: 1\n" +
                        judged(0, 2, 2)));
  const std::vector<std::string> said = run.messages();
  ASSERT_EQ(said.size(), 7U) << run;
  EXPECT_EQ(said[0], "dokumill: in:2:5: record 1: wrong solution: '\\x0D' is not a cell");
  EXPECT_TRUE(said[1].starts_with("dokumill: in:4: record 2: several solutions"));
  EXPECT_EQ(said[2], "dokumill: in:5: record 3: several solutions");
  EXPECT_EQ(said[3], "dokumill: in:5: record 3: wrong solution: no solution is given");
  EXPECT_EQ(said[4],
            "dokumill: in:6: record 4: several solutions; the given one is valid, and not the "
            "smallest");
  EXPECT_EQ(said[5], "dokumill: in:7: record 5: found 2 columns, expected 3");
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("solutions"), (nlohmann::json{{"right", 0}, {"second", 2}, {"wrong", 2}}));
  EXPECT_EQ(report.at("problems").size(), 6U);
  EXPECT_EQ(report.at("problems")[0].at("kind"), "wrong solution");
  EXPECT_EQ(report.at("problems")[0].at("column"), 5);
  EXPECT_EQ(report.at("problems")[3].at("kind"), "wrong solution");
  EXPECT_TRUE(report.at("problems")[3].at("column").is_null());
  // With --each, the words for the records go to stdout and the totals to stderr.
  const Outcome each = check(text, {"--each"});
  EXPECT_TRUE(gives(each, 1, "unique\nmultiple\nmultiple\nmultiple\nmalformed\n"));
  EXPECT_TRUE(has_line(each, "dokumill: wrong solutions: 2"));
}

// `check` accepts the solutions that `solve` writes.
TEST_F(CheckSolutions, OurOwnSolutionsAreRight) {
  dir.write("puzzles", input_text(good_records(300), Format::kCsv));
  EXPECT_EQ(run({"solve", "puzzles", "-q", "--keep-columns", "-o", "out"}).status, 0);
  EXPECT_TRUE(gives(run({"check", "out", "-q", "--solution-column", "SOLUTION"}), 0,
                    "records: 300\ncomplete: 0\nunique: 300\nmultiple: 0\nnone: 0\nmalformed: 0\n" +
                        judged(300, 0, 0)));
}

TEST_F(CheckSolutions, ColumnsThatCannotBe) {
  const std::string text = "puzzle,a,A,b\n" + kPuzzle + ",1,2," + kSolution + '\n';
  dir.write("in", text);
  const auto column = [&](const std::string& name) {
    return run({"check", "in", "--solution-column", name, "-o", "out"});
  };
  EXPECT_TRUE(refuses(column("solution"), {"in:1: no column 'solution'; the columns are: puzzle, "
                                           "a, A, b"}));
  EXPECT_TRUE(refuses(column(""), {"in:1: no column ''; the columns are: puzzle, a, A, b"}));
  EXPECT_TRUE(refuses(column(" a"),
                      {"in:1: column ' a' stands 2 times; the columns are: puzzle, a, A, b"}));
  EXPECT_TRUE(refuses(column("Puzzle"), {"in:1: column 'Puzzle' is the puzzle's", "a, A, b"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
  EXPECT_EQ(column(" B ").status, 0);
  // The puzzles may be in the column named "b", and the solutions in the column named "puzzle".
  EXPECT_EQ(run({"check", "in", "--column", "b", "--solution-column", "puzzle"}).status, 1);
  EXPECT_TRUE(refuses(run({"check", "in", "--column", "b", "--solution-column", "b"}), {"'b' is"}));
}

TEST_F(CheckSolutions, OnlyForCsv) {
  for (const Format format : {Format::kLine, Format::kGrid}) {
    dir.write("in", input_text(good_records(3), format));
    EXPECT_TRUE(refuses(run({"check", "in", "--solution-column", "x"}),
                        {"in: solution_column needs csv or jsonl input", name_of(format)}));
    EXPECT_TRUE(refuses(run({"check", "in", "--solution-column", "x", "--from", name_of(format)}),
                        {"--solution-column is for csv and jsonl; --from names another format"}));
  }
  EXPECT_TRUE(refuses(run({"solve", "in", "--solution-column", "x"}), {"--solution-column"}));
  EXPECT_TRUE(
      refuses(run({"check", "in", "--solution-column"}), {"--solution-column needs a value"}));
  EXPECT_TRUE(gives(run({"check", "--from", "csv", "-q", "--solution-column", "x"}), 0,
                    "records: 0\ncomplete: 0\nunique: 0\nmultiple: 0\nnone: 0\nmalformed: 0\n" +
                        judged(0, 0, 0)));
}

}  // namespace
}  // namespace dokumill::testing
