// Tests of --groups: cells as nine groups, which csv input reads as well.
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

std::string groups_of(const std::string& cells) {
  std::string text;
  for (std::size_t row = 0; row < 9; ++row) {
    text += (row == 0 ? "" : "/") + cells.substr(row * 9, 9);
  }
  return text;
}

class Groups : public CliTest {
 protected:
  Outcome run_with_groups(const std::string& command, std::string_view bytes,
                          const Args& more = {}) const {
    return run_on(bytes, with({command, "in", "--groups", "-q"}, more));
  }
};

TEST_F(Groups, OfEveryFieldWithCells) {
  const std::string lines = kPuzzle + "\n" + kInkala + "\n";
  const std::string solved = "puzzle,solution\n" + groups_of(kPuzzle) + "," + groups_of(kSolution) +
                             "\n" + groups_of(kInkala) + "," + groups_of(kInkalaSolution) + "\n";
  EXPECT_TRUE(gives(run_with_groups("solve", lines, {"--to", "csv"}), 0, solved, ""));
  EXPECT_TRUE(gives(run_with_groups("solve", lines, {"--to", "line"}), 0,
                    groups_of(kSolution) + "\n" + groups_of(kInkalaSolution) + "\n", ""));
  EXPECT_TRUE(gives(run_with_groups("convert", kPuzzle + " a remark\n"), 0,
                    groups_of(kPuzzle) + " a remark\n", ""));
  EXPECT_TRUE(gives(run_with_groups("convert", kPuzzle + "\n", {"--empty", "."}), 0,
                    groups_of(replace_all(kPuzzle, "0", ".")) + "\n", ""));
}

TEST_F(Groups, OfKeptRowsChangeOnlyTheCells) {
  const std::string rows = "note,puzzle,solution\n\"a \"\"b\"\"\"," + kPuzzle + "," + kSolution +
                           "\n," + kInkala + ",\n";
  const std::string expected = "note,puzzle,solution\n\"a \"\"b\"\"\"," + groups_of(kPuzzle) + "," +
                               groups_of(kSolution) + "\n," + groups_of(kInkala) + ",\n";
  EXPECT_TRUE(
      gives(run_with_groups("convert", rows, {"--keep-columns", "--solution-column", "solution"}),
            0, expected, ""));
  EXPECT_TRUE(
      gives(run_with_groups("solve", rows, {"--keep-columns", "--solution-column", "solution"}), 0,
            replace_all(expected, ",\n", "," + groups_of(kInkalaSolution) + "\n"), ""));
}

// Every command reads groups in csv as it reads digits, and keeps the other columns.
TEST_F(Groups, AreReadFromCsv) {
  const auto table = [](bool has_groups) {
    std::string text = "id,puzzle,solution\n";
    for (const auto& [puzzle, solution] :
         {std::pair(kPuzzle, kSolution), {kInkala, kInkalaSolution}, {kPuzzle, kSolution}}) {
      text += "7," + (has_groups ? groups_of(puzzle) : puzzle) + "," +
              (has_groups ? groups_of(solution) : solution) + "\n";
    }
    return text;
  };
  for (const Args& args : {Args{"solve", "in", "--to", "line"}, Args{"rate", "in"},
                           Args{"check", "in", "--each", "--solution-column", "solution"},
                           Args{"convert", "in", "--keep-columns", "--solution-column", "solution"},
                           Args{"augment", "in", "--times", "2"}}) {
    const Outcome digits = run_on(table(false), with(args, {"-q"}));
    const Outcome groups = run_on(table(true), with(args, {"-q"}));
    EXPECT_EQ(groups.status, digits.status) << args[0];
    EXPECT_EQ(groups.out, digits.out) << args[0];
  }
  const std::string rows = table(true);
  EXPECT_TRUE(gives(run_on(rows, {"dedupe", "in", "-q"}), 0, rows.substr(0, rows.rfind("7,")), ""));
  EXPECT_TRUE(gives(run_on(rows.substr(rows.find('\n') + 1),
                           {"solve", "in", "--no-header", "--column", "2", "--to", "line", "-q"}),
                    0, kSolution + "\n" + kInkalaSolution + "\n" + kSolution + "\n", ""));
}

TEST_F(Groups, MalformedFieldsAreNamed) {
  std::string broken = groups_of(kInkala);
  broken[29] = ' ';
  const Outcome outcome =
      run_on("puzzle\n" + groups_of(kPuzzle) + "\n" + broken + "\n", {"solve", "in", "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:3:"));
}

TEST_F(Groups, AreRefusedWhereNothingWritesThem) {
  dir.write("in", kPuzzle + "\n");
  EXPECT_TRUE(
      refuses(run({"solve", "in", "--groups", "--to", "jsonl"}), {"--groups", "csv or line"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--groups", "-o", "x.npy"}), {"--groups", "npy"}));
  EXPECT_TRUE(refuses(run({"dedupe", "in", "--groups"}), {"--groups"}));
}

}  // namespace
}  // namespace dokumill::testing
