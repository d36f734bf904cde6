// Tests of `solve --solution-column NAME`, which writes the solutions into the named column.
// Some test files have the columns of real files, such as those of Kaggle.
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class SolutionColumn : public CliTest {
 protected:
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
  Outcome fill(std::string_view bytes, const std::string& name, const Args& more = {}) const {
    return solve(bytes, with({"--keep-columns", "--solution-column", name}, more));
  }
};

// Runs the example of the README and of the help on tables with the headers of the Kaggle files and
// on tables with our own headers.
TEST_F(SolutionColumn, TheExampleOfTheHelpWorksOnRealFiles) {
  const std::string rows =
      kPuzzle + ',' + kSolution + '\n' + kInkala + ',' + kInkalaSolution + '\n';
  const std::string solved = kPuzzle + ',' + kSolution + ',' + kSolution + '\n' + kInkala + ',' +
                             kInkalaSolution + ',' + kInkalaSolution + '\n';
  for (const std::string header : {"quizzes,solutions\n", "puzzle,solution\n"}) {
    EXPECT_TRUE(gives(fill(header + rows, "solved"), 0,
                      header.substr(0, header.size() - 1) + ",solved\n" + solved, ""));
  }
  const std::string kaggle =
      "id,puzzle,solution,clues,difficulty\n1," + kPuzzle + ',' + kSolution + ",30,0.0\n";
  EXPECT_TRUE(gives(fill(kaggle, "solved"), 0,
                    "id,puzzle,solution,clues,difficulty,solved\n1," + kPuzzle + ',' + kSolution +
                        ",30,0.0," + kSolution + '\n',
                    ""));
  const Outcome made = run({"generate", "puzzles", "-n", "20", "-q", "--to", "csv"});
  const Outcome again = fill(made.out, "solved");
  EXPECT_EQ(again.status, 0) << again;
  // The solutions that `generate` writes are right: filling them in again changes nothing.
  EXPECT_TRUE(gives(fill(made.out, "solution"), 0, made.out, ""));
  EXPECT_TRUE(gives(fill(solve(kPuzzle).out, "x", {"--from", "line", "--to", "csv"}), 2, ""));
}

TEST_F(SolutionColumn, AnExistingColumnIsReplaced) {
  const std::string blank = "note,Solution ,puzzle\nx,," + kPuzzle + "\n\"a,\nb\",\"\"," + kInkala +
                            "\r\n,wrong," + kNoSolution + '\n';
  const std::string filled = "note,Solution ,puzzle\nx," + kSolution + ',' + kPuzzle +
                             "\n\"a,\nb\",\"" + kInkalaSolution + "\"," + kInkala + "\n," +
                             kNoSolution + ',' + kNoSolution + '\n';
  EXPECT_TRUE(gives(fill(blank, "solution"), 1, filled));
  EXPECT_TRUE(gives(fill(blank, " SOLUTION"), 1, filled));
  // The solution column comes right after the puzzle column. One other column comes before these
  // two, and one after them.
  EXPECT_TRUE(gives(fill("id,quizzes,answer,z\n1," + kPuzzle + ",old,9\n", "answer"), 0,
                    "id,quizzes,answer,z\n1," + kPuzzle + ',' + kSolution + ",9\n", ""));
}

// A malformed record keeps its row and its place. A row with the wrong number of fields is replaced
// by a row with '?' in both columns.
TEST_F(SolutionColumn, MalformedRowsAreReplacedInPlace) {
  const std::string text = "id,puzzle,solution\n1,123,old\n2," + kPuzzle + "\n3,\"" + kPuzzle +
                           ",x\n4," + kInkala + ",\n";
  EXPECT_TRUE(gives(fill(text, "solution"), 1,
                    "id,puzzle,solution\n1,123," + kUnknown + "\n," + kUnknown + ',' + kUnknown +
                        "\n," + kUnknown + ',' + kUnknown + "\n4," + kInkala + ',' +
                        kInkalaSolution + '\n'));
  const std::string before = "solution,id,puzzle\nold,1,123\n" + kPuzzle + ",2\n";
  EXPECT_TRUE(
      gives(fill(before, "solution"), 1,
            "solution,id,puzzle\n" + kUnknown + ",1,123\n" + kUnknown + ",," + kUnknown + '\n'));
}

TEST_F(SolutionColumn, WithoutKeptColumnsItNamesTheSecond) {
  EXPECT_TRUE(gives(solve("puzzle,answer\n" + kPuzzle + ",old\n", {"--solution-column", "answer"}),
                    0, "puzzle,answer\n" + kPuzzle + ',' + kSolution + '\n', ""));
  EXPECT_TRUE(gives(solve(kPuzzle + '\n', {"--to", "csv", "--solution-column", "answer"}), 0,
                    "puzzle,answer\n" + kPuzzle + ',' + kSolution + '\n', ""));
}

TEST_F(SolutionColumn, ANewNameIsQuotedWhereItMustBe) {
  const std::string text = "puzzle\n" + kPuzzle + '\n';
  for (const auto& [name, field] : {std::pair<std::string, std::string>{"a,b", "\"a,b\""},
                                    {"say \"x\"", "\"say \"\"x\"\"\""},
                                    {"two\nlines", "\"two\nlines\""},
                                    {"\xE8\xA7\xA3", "\xE8\xA7\xA3"}}) {
    EXPECT_TRUE(gives(fill(text, name), 0,
                      "puzzle," + field + '\n' + kPuzzle + ',' + kSolution + '\n', ""));
    // If the output is read again, the new column is found by its name and replaced.
    EXPECT_TRUE(gives(fill(fill(text, name).out, name), 0, fill(text, name).out, "")) << name;
  }
}

// The new name is quoted if it contains the separator of the output, whatever the separator is.
TEST_F(SolutionColumn, ANewNameMayContainTheSeparator) {
  for (const std::string mark : {",", ";", "|", ":", "\t"}) {
    const std::string text = "id" + mark + "puzzle\n1" + mark + kPuzzle + '\n';
    const std::string name = "a" + mark + "b";
    const Args delimiter{"--delimiter", mark};
    EXPECT_TRUE(gives(fill(text, name, delimiter), 0,
                      "id" + mark + "puzzle" + mark + "\"" + name + "\"\n1" + mark + kPuzzle +
                          mark + kSolution + '\n',
                      ""));
    const std::string object =
        "{\"puzzle\":\"" + kPuzzle + "\",\"" + replace_all(name, "\t", "\\t") + "\":\"" + kSolution;
    EXPECT_TRUE(gives(solve(text, with({"--solution-column", name, "--to", "jsonl"}, delimiter)), 0,
                      object + "\"}\n", ""));
    EXPECT_EQ(fill(text, name, with({"-o", "x.parquet"}, delimiter)).status, 0);
  }
}

// In jsonl and Parquet, `count` is the name of a column of numbers, but boards are text.
TEST_F(SolutionColumn, BoardsAreTextWhateverTheirColumnIsCalled) {
  for (const std::string name : {"id", "count", "clues", "er", "weight"}) {
    EXPECT_TRUE(
        gives(solve("puzzle\n" + kPuzzle + '\n', {"--solution-column", name, "--to", "jsonl"}), 0,
              "{\"puzzle\":\"" + kPuzzle + "\",\"" + name + "\":\"" + kSolution + "\"}\n", ""));
  }
}

TEST_F(SolutionColumn, WhatCannotBeIsRefused) {
  dir.write("out", "old");
  const std::string text = "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n';
  const auto is_refused = [&](const std::string& bytes, const Args& args,
                              const std::vector<std::string>& parts) {
    return refuses(solve(bytes, with(args, {"-o", "out"})), parts);
  };
  // The message suggests what to do.
  EXPECT_TRUE(
      is_refused(text, {"--keep-columns"},
                 {"in: keep_columns adds a column 'solution', and there is one already",
                  "solution_column adds another one, or replaces it (see --solution-column)"}));
  EXPECT_TRUE(is_refused(text, {"--solution-column", ""}, {"--solution-column", "''"}));
  EXPECT_TRUE(is_refused(text, {"--solution-column", "x", "--count", "2"}, {"--count"}));
  EXPECT_TRUE(is_refused(text, {"--solution-column", "x", "--to", "line"},
                         {"csv, jsonl, parquet or json output", "line"}));
  EXPECT_TRUE(is_refused(kPuzzle + '\n', {"--solution-column", "x"},
                         {"csv, jsonl, parquet or json output", "line"}));
  EXPECT_TRUE(is_refused(text, {"--solution-column", "Puzzle"}, {"puzzle"}));
  EXPECT_TRUE(is_refused(text, {"--keep-columns", "--solution-column", "Puzzle"}, {"puzzle"}));
  EXPECT_TRUE(is_refused("puzzle,x,X\n" + kPuzzle + ",,\n",
                         {"--keep-columns", "--solution-column", "x"}, {"several columns"}));
  EXPECT_TRUE(is_refused("", {"--from", "csv", "--keep-columns", "--solution-column", "puzzle"},
                         {"'puzzle'"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(gives(solve("", {"--from", "csv", "--keep-columns", "--solution-column", "x"}), 0,
                    "puzzle,x\n", ""));
}

}  // namespace
}  // namespace dokumill::testing
