// Tests of --as: columns of the output get other names, and nothing else changes.
#include <string>

#include "cli/support/cli_test.hpp"
#include "support/sample_commands.hpp"

namespace dokumill::testing {
namespace {

using ColumnNames = CliTest;

TEST_F(ColumnNames, OfEveryCommandThatWritesTables) {
  dir.write("in", kPuzzle + '\n' + kInkala + '\n');
  int commands = 0;
  for (const SampleCommand& command : sample_commands()) {
    const std::string& name = command.name;
    if (name == "check" || name == "steps" || name == "export" || name == "book") continue;
    ++commands;
    for (const std::string ending : {"csv", "jsonl", "json", "parquet"}) {
      Args plain = with(command.to("a." + ending), {"-q", "--to", ending});
      Args renamed =
          with(command.to("b." + ending), {"-q", "--to", ending, "--as", "puzzle=question"});
      if (command.reads_records) {
        plain.push_back("in");
        renamed.push_back("in");
      }
      ASSERT_EQ(run(plain).status, 0) << name;
      ASSERT_EQ(run(renamed).status, 0) << name;
      std::string before = dir.read("a." + ending);
      std::string after = dir.read("b." + ending);
      if (ending == "parquet") {
        const Args to_csv{"convert", "--keep-columns", "--to", "csv", "-q"};
        before = run(with(to_csv, {"a.parquet"})).out;
        after = run(with(to_csv, {"b.parquet", "--column", "question"})).out;
      }
      EXPECT_NE(before.find("puzzle"), before.npos) << name;
      EXPECT_EQ(after, replace_all(before, "puzzle", "question")) << name << ' ' << ending;
    }
  }
  EXPECT_EQ(commands, 14);
}

TEST_F(ColumnNames, AreExchangedAndKept) {
  dir.write("in.csv", "id,quizzes,\"a, b\"\n1," + kPuzzle + ",x\n");
  EXPECT_TRUE(gives(run({"solve", "in.csv", "-q", "--as", "puzzle=solution,solution=puzzle"}), 0,
                    "solution,puzzle\n" + kPuzzle + ',' + kSolution + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "in.csv", "-q", "--keep-columns", "--as",
                         "quizzes=my; puzzle,id=no,solution=answer"}),
                    0, "no,\"my; puzzle\",\"a, b\",answer\n1," + kPuzzle + ",x," + kSolution + '\n',
                    ""));
}

TEST_F(ColumnNames, ThatTheOutputDoesNotHaveAreRefused) {
  dir.write("in", kPuzzle + '\n');
  dir.write("in.jsonl", "{\"puzzle\":\"" + kPuzzle + "\"}\n");
  dir.write("in.csv", kPuzzle + ",x\n");
  const auto refused = [&](const Args& more, const std::string& why) {
    return refuses(run(with({"solve", "-q", "--as"}, more)), {why, "--as"});
  };
  EXPECT_TRUE(refused({"x=y", "in", "--to", "csv"},
                      "no column 'x'; the columns of the output are: puzzle, solution"));
  EXPECT_TRUE(
      refused({"puzzle=solution", "in", "--to", "csv"}, "two columns have the name 'solution'"));
  EXPECT_TRUE(
      refused({"puzzle=a,puzzle=b", "in", "--to", "csv"}, "two names for the column 'puzzle'"));
  EXPECT_TRUE(refused({"puzzle=q", "in", "--to", "line"}, "this output is line"));
  EXPECT_TRUE(refused({"puzzle=q", "in.jsonl"}, "keeps the objects of jsonl input"));
  EXPECT_TRUE(refused({"1=q", "in.csv", "--no-header", "--keep-columns"}, "without a header"));
  for (const std::string words : {"", "puzzle", "=q", "puzzle=", "puzzle=q,"}) {
    EXPECT_TRUE(refused({words, "in", "--to", "csv"}, "expected COLUMN=NAME"));
  }
}

}  // namespace
}  // namespace dokumill::testing
