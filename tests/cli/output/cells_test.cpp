// Tests of --cells: cells as nine groups, lists and lists of rows, which are read as well.
#include <iterator>
#include <sstream>
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
    return run_on(bytes, with({command, "in", "--cells", "groups", "-q"}, more));
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

// Lines get the shape if they are no lines of the input.
TEST_F(Groups, OfLinesThatAreMadeFromRows) {
  const std::string rows = "puzzle,n\n" + kPuzzle + ",1\n" + kInkala + ",2\n";
  const std::string lines = groups_of(kPuzzle) + "\n" + groups_of(kInkala) + "\n";
  for (const std::string command : {"dedupe", "sort", "sample", "shuffle"}) {
    const Args more = command == "sort"      ? Args{"--by", "n"}
                      : command == "sample"  ? Args{"-n", "2"}
                      : command == "shuffle" ? Args{"--seed", "1"}
                                             : Args();
    EXPECT_TRUE(gives(run_with_groups(command, rows, with(more, {"--to", "line"})), 0, lines, ""));
  }
  dir.write("lines", kSolution + " a remark\n");
  EXPECT_TRUE(refuses(run_with_groups("dedupe", rows, {"lines", "--to", "line"}),
                      {"lines: this job keeps the text of lines", "--cells"}));
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

// The cells as a list of JSON, or as a list of nine rows.
std::string list_of(const std::string& cells, bool has_rows) {
  std::string text = has_rows ? "[[" : "[";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) text += has_rows && i % 9 == 0 ? "],[" : ",";
    text += cells[i];
  }
  return text + (has_rows ? "]]" : "]");
}

class Lists : public CliTest {
 protected:
  // A table with an empty solution and a malformed record.
  static std::string table() {
    return "note,puzzle,solution\nx," + kPuzzle + ",\ny,1,bad\nz," + kInkala + "," +
           kInkalaSolution + "\n";
  }
  static std::string objects(bool has_rows, const std::string& solution) {
    return R"({"note":"x","puzzle":)" + list_of(kPuzzle, has_rows) + R"(,"solution":)" + solution +
           "}\n" + R"({"note":"y","puzzle":null,"solution":null})" + "\n" +
           R"({"note":"z","puzzle":)" + list_of(kInkala, has_rows) + R"(,"solution":)" +
           list_of(kInkalaSolution, has_rows) + "}\n";
  }
};

TEST_F(Lists, OfEveryFieldWithCells) {
  for (const bool has_rows : {false, true}) {
    const std::string shape = has_rows ? "rows" : "list";
    const std::string solved = list_of(kSolution, has_rows);
    const Outcome outcome = run_on(table(), {"solve", "in", "--keep-columns", "--solution-column",
                                             "solution", "--to", "jsonl", "--cells", shape, "-q"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, objects(has_rows, solved));
    for (const std::string command : {"dedupe", "rate --columns clues", "convert"}) {
      Args args{"in", "--to", "jsonl", "--cells", shape, "-q"};
      std::istringstream words(command);
      args.insert(args.begin(), std::istream_iterator<std::string>(words), {});
      if (command != "dedupe") args.insert(args.end(), {"--keep-columns"});
      std::string expected = objects(has_rows, "null");
      if (command[0] == 'r') {
        expected = replace_all(expected, "}\n",
                               R"(,"clues":X})"
                               "\n");
        for (const std::string clues : {"30", "null", "21"}) {
          expected.replace(expected.find('X'), 1, clues);
        }
      }
      EXPECT_EQ(run_on(table(), args).out, expected) << command;
    }
  }
}

TEST_F(Lists, AreReadBack) {
  const std::string lines = kPuzzle + "\n" + kInkala + "\n";
  for (const std::string shape : {"list", "rows"}) {
    for (const std::string name : {"o.jsonl", "o.json", "o.npy", "o.parquet"}) {
      EXPECT_EQ(run_on(lines, {"convert", "in", "--cells", shape, "-o", name, "-q"}).status, 0);
      EXPECT_TRUE(gives(run({"convert", name, "--to", "line", "-q"}), 0, lines, "")) << name;
    }
    const std::string header = dir.read("o.npy").substr(0, 128);
    EXPECT_EQ(header.find("(2, 9, 9)") != std::string::npos, shape == "rows");
  }
}

TEST_F(Lists, OfObjectsChangeOnlyTheCells) {
  const auto object = [](const std::string& puzzle, const std::string& solution) {
    return R"({"a": [1], "puzzle" : )" + puzzle + R"( , "solution":)" + solution + "}\n";
  };
  const auto text = [](const std::string& cells) { return "\"" + cells + "\""; };
  const std::string mixed = object(list_of(kPuzzle, true), text(kSolution)) +
                            object(list_of(kInkala, false), text("unknown"));
  for (const std::string command : {"convert", "sort --by clues --descending"}) {
    Args args{"in", "--cells", "list", "-q"};
    std::istringstream words(command);
    args.insert(args.begin(), std::istream_iterator<std::string>(words), {});
    EXPECT_TRUE(gives(run_on(mixed, args), 0,
                      object(list_of(kPuzzle, false), list_of(kSolution, false)) +
                          object(list_of(kInkala, false), text("unknown")),
                      ""));
  }
  EXPECT_TRUE(gives(run_on(mixed, {"dedupe", "in", "--cells", "text", "-q"}), 0,
                    object(text(kPuzzle), text(kSolution)) + object(text(kInkala), text("unknown")),
                    ""));
  EXPECT_TRUE(gives(run_on(mixed, {"dedupe", "in", "-q"}), 0, mixed, ""));
  EXPECT_EQ(run_on(mixed, {"check", "in", "--solution-column", "solution", "--each", "-q"}).status,
            1);
}

TEST_F(Lists, BlanksAroundCellsDoNotCount) {
  const std::string rows =
      "puzzle,solution\n" + kPuzzle + "," + kSolution + " \n" + kPuzzle + ",  \n";
  const auto object = [](const std::string& solution) {
    return R"({"puzzle":)" + list_of(kPuzzle, true) + R"(,"solution":)" + solution + "}\n";
  };
  EXPECT_TRUE(
      gives(run_on(rows, {"sample", "in", "-n", "2", "--cells", "rows", "--to", "jsonl", "-q"}), 0,
            object(list_of(kSolution, true)) + object("null"), ""));
}

TEST_F(Lists, WhatIsNoCellsIsAnError) {
  const std::string rows = "puzzle,solution\n" + kPuzzle + ",none\n";
  for (const std::string name : {"o.jsonl", "o.parquet"}) {
    const Outcome outcome = run_on(rows, {"dedupe", "in", "--cells", "list", "-o", name, "-q"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(
        mentions(outcome, "row 1 of the output, column 'solution': the value is not 81 cells"));
  }
}

TEST_F(Lists, ShapesAreRefusedWhereNothingWritesThem) {
  dir.write("in", kPuzzle + "\n");
  const auto refuses_shape = [&](const Args& args, const std::string& word) {
    return refuses(run(with(args, {"-q"})), {"--cells", word});
  };
  EXPECT_TRUE(refuses_shape({"solve", "in", "--cells", "groups", "--to", "jsonl"}, "csv or line"));
  EXPECT_TRUE(refuses_shape({"solve", "in", "--cells", "groups", "-o", "x.npy"}, "npy"));
  EXPECT_TRUE(refuses_shape({"solve", "in", "--cells", "rows", "--to", "csv"}, "json"));
  EXPECT_TRUE(refuses_shape({"convert", "in", "--cells", "text", "-o", "x.npy"}, "npy"));
  EXPECT_TRUE(refuses_shape({"dedupe", "in", "--cells", "groups"}, "convert"));
  EXPECT_TRUE(refuses(run({"convert", "in", "--cells", "list", "--to", "jsonl", "--empty", "."}),
                      {"--empty"}));
}

}  // namespace
}  // namespace dokumill::testing
