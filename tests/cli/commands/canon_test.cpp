// Tests of `dokumill canon`: the canonical forms of records, the formats, and malformed records.
#include "dokumill/canon.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

std::string form_of(const std::string& cells) {
  return to_line(canonical_form(*parse_grid(cells)));
}

// The solution of the canonical form of kPuzzle, found by the solver.
std::string solution_of_form() {
  Solver solver = Solver::create().value();
  return to_line(solver.solve(*parse_grid(form_of(kPuzzle))).solution);
}

class Canon : public CliTest {
 protected:
  Outcome canon(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"canon", "in", "--quiet"}, more));
  }
};

TEST_F(Canon, WritesOneFormForEachRecord) {
  EXPECT_TRUE(gives(canon(kPuzzle + '\n' + kEmptyGrid + '\n' + kSolution + '\n'), 0,
                    form_of(kPuzzle) + '\n' + kEmptyGrid + '\n' + form_of(kSolution) + '\n', ""));
  EXPECT_TRUE(gives(canon(""), 0, "", ""));
}

TEST_F(Canon, PuzzlesWithoutSolutionAreNoProblem) {
  EXPECT_TRUE(gives(canon(kTwoFives + '\n' + kNoSolution + '\n'), 0,
                    form_of(kTwoFives) + '\n' + form_of(kNoSolution) + '\n', ""));
}

TEST_F(Canon, TheHelpsCountOfClassesCountsClasses) {
  const std::string pipeline = "canon kaggle.csv --to line | sort -u | wc -l";
  const Outcome help = run({"canon", "--help"});
  EXPECT_NE(help.out.find("dokumill " + pipeline + " "), std::string::npos) << help;
  TestRandom random(2);
  std::string text = "id,puzzle,note\n";
  for (int i = 0; i < 20; ++i) {
    const Grid puzzle = *parse_grid(i % 2 == 0 ? kPuzzle : kInkala);
    text += std::to_string(i) + "," + to_line(random_image(puzzle, random)) + ",x\n";
  }
  dir.write("kaggle.csv", text);
  const Outcome count =
      run({.args = {"-c", "\"$0\" " + pipeline, DOKUMILL_BINARY}, .program = "/bin/sh"});
  EXPECT_EQ(count.out, "2\n") << count;
}

TEST_F(Canon, CsvKeepsItsColumnsAndTheSolutionFollows) {
  const std::string form = form_of(kPuzzle);
  const std::string solution = solution_of_form();
  for (const std::string name : {"solution", "solutions", "answer", "ANSWER"}) {
    EXPECT_TRUE(gives(
        canon("note,puzzle," + name + ",rest\n\"a, \"\"b\"\"\"," + kPuzzle + "," + kSolution +
              ",\n"),
        0, "note,puzzle," + name + ",rest\n\"a, \"\"b\"\"\"," + form + "," + solution + ",\n", ""));
  }
  // The solution column comes before the puzzle column, its field is quoted and has blanks, and
  // another field has two lines.
  EXPECT_TRUE(gives(
      canon("solution,puzzle,x\r\n\" " + kSolution + "\", " + kPuzzle + " ,\"two\nlines\"\r\n"), 0,
      "solution,puzzle,x\n\"" + solution + "\"," + form + ",\"two\nlines\"\n", ""));
  // The solution field is empty.
  EXPECT_TRUE(gives(canon("puzzle,solution\n" + kPuzzle + ",\n"), 0,
                    "puzzle,solution\n" + form + ",\n", ""));
}

// Boards in a column without a known name may be solutions, so they are never kept silently.
TEST_F(Canon, BoardsThatDoNotFollowAreNamed) {
  const std::string form = form_of(kPuzzle);
  const auto warning = [](const std::string& column) {
    return "dokumill: in: warning: column '" + column +
           "' has boards, which were not mapped with the puzzles; if they are the solutions, "
           "name the column with --solution-column\n";
  };
  const std::string header = "unsolved,id,solved\n";
  // The first record has no board, and the second one has a board in quotes.
  const std::string rows = kEmptyGrid + ",1,-\n" + kPuzzle + ",2,\" " + kSolution + "\"\n";
  const std::string forms = kEmptyGrid + ",1,-\n" + form + ",2,\" " + kSolution + "\"\n";
  const Args unsolved{"--column", "unsolved"};
  EXPECT_TRUE(gives(canon(header + rows, with(unsolved, {"--threads", "3"})), 0, header + forms,
                    warning("solved")));
  EXPECT_TRUE(gives(canon(header + kPuzzle + ",2," + kSolution + '\n',
                          with(unsolved, {"--solution-column", "solved"})),
                    0, header + form + ",2," + solution_of_form() + '\n', ""));
  EXPECT_TRUE(gives(canon(rows, {"--no-header", "--column", "1"}), 0, forms, warning("3")));
  const std::string order = ",2," + std::string(81, '1') + '\n';
  EXPECT_TRUE(gives(canon(header + kPuzzle + order, unsolved), 0, header + form + order,
                    warning("solved")));
  const std::string notes = ",2,7 steps\n";
  EXPECT_TRUE(gives(canon(header + kPuzzle + notes, unsolved), 0, header + form + notes, ""));
  EXPECT_TRUE(gives(canon(header + rows, with(unsolved, {"--to", "line"})), 0,
                    kEmptyGrid + '\n' + form + '\n', ""));
  const std::string other = "\"x\\u0079\":\"" + kSolution + "\"}\n";
  EXPECT_TRUE(gives(canon("{\"puzzle\":\"" + kPuzzle + "\"," + other), 0,
                    "{\"puzzle\":\"" + form + "\"," + other, warning("xy")));
  // The report of a piece has the column, so `merge` and dokumill-mpi can warn, too.
  dir.write("in", header + rows);
  for (const std::string number : {"1", "2"}) {
    EXPECT_EQ(run({"canon", "in", "-q", "--column", "unsolved", "--piece", number + "/2", "-o",
                   number, "--report", number + ".json"})
                  .status,
              0);
  }
  EXPECT_TRUE(
      gives(run({"merge", "-q", "1.json", "2.json", "-o", "all"}), 0, "", warning("solved")));
  EXPECT_EQ(dir.read("all"), header + forms);
}

TEST_F(Canon, MalformedRowsKeepTheirOtherColumns) {
  const std::string header = "id,puzzle,solution\n";
  const std::string good = "1," + kPuzzle + "," + kSolution + '\n';
  const std::string good_out = "1," + form_of(kPuzzle) + "," + solution_of_form() + '\n';
  EXPECT_TRUE(gives(canon(header + good + "2,12," + kSolution + '\n' + good), 1,
                    header + good_out + "2," + kUnknown + "," + kUnknown + '\n' + good_out,
                    problem("in:3", 2, "the puzzle has 2 cells, expected 81")));
  EXPECT_TRUE(gives(canon(header + "3," + kPuzzle + ",12\n"), 1,
                    header + "3," + kUnknown + "," + kUnknown + '\n',
                    problem("in:2", 1, "column 'solution': expected 81 cells")));
  EXPECT_TRUE(gives(canon(header + "4\n"), 1, header + "," + kUnknown + "," + kUnknown + '\n',
                    problem("in:2", 1, "found 1 column, expected 3")));
  EXPECT_TRUE(refuses(canon(header + good + "3," + kPuzzle + ",12\n", {"--strict", "-o", "out"}),
                      {"in:3: record 2: column 'solution'"}));
}

// The class of a puzzle is that of its solution, and the family of classes has the solution's form.
TEST_F(Canon, ClassNumbers) {
  const std::string text =
      kPuzzle + '\n' + kSolution + '\n' + kEmptyGrid + '\n' + kNoSolution + "\nbad\n";
  const Outcome lines = canon(text, {"--id"});
  EXPECT_EQ(lines.status, 1) << lines;
  const std::vector<std::string> rows = split(lines.out, '\n');
  ASSERT_EQ(rows.size(), 5U);
  const std::string of_puzzle = rows[0].substr(81);
  EXPECT_EQ(rows[0].substr(0, 81), form_of(kPuzzle));
  EXPECT_EQ(rows[1], form_of(kSolution) + of_puzzle);
  EXPECT_EQ(rows[2], kEmptyGrid + "\t-\tmultiple\t-");
  EXPECT_EQ(rows[3], form_of(kNoSolution) + "\t-\tnone\t-");
  EXPECT_EQ(rows[4], kUnknown + "\t-\tmalformed\t-");
  EXPECT_NE(lines.err.find("in:3"), std::string::npos) << lines;
  EXPECT_NE(lines.err.find("in:4"), std::string::npos) << lines;
  EXPECT_NE(lines.err.find("in:5"), std::string::npos) << lines;

  const std::vector<std::string> fields = split(of_puzzle, '\t');
  ASSERT_EQ(fields.size(), 4U);  // the first one is empty
  EXPECT_EQ(split(fields[2], ' ').size(), 6U);
  EXPECT_EQ(fields[3], "1");
  const Outcome back = run({"generate", "boards", "-q", "--family", "classes", "--start", fields[1],
                            "-n", "1", "--to", "line"});
  EXPECT_TRUE(gives(back, 0, form_of(kSolution) + '\n', ""));

  const std::string csv = "id,puzzle,solution\n7," + kPuzzle + ",x\n";
  EXPECT_TRUE(gives(canon(csv, {"--id"}), 0,
                    "id,puzzle,solution,form,class,bands,automorphisms\n7," + kPuzzle + ",x," +
                        form_of(kPuzzle) + "," + fields[1] + "," + fields[2] + ",1\n",
                    ""));
  const Outcome json = canon(kPuzzle + '\n', {"--id", "--to", "jsonl", "--report", "report"});
  const auto record = nlohmann::json::parse(json.out);
  EXPECT_EQ(record["puzzle"], kPuzzle);
  EXPECT_EQ(record["class"], std::stoull(fields[1]));
  EXPECT_EQ(record["bands"], fields[2]);
  EXPECT_EQ(record["automorphisms"], 1);
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report["classes"]["unique"], 1);
  EXPECT_EQ(report["classes"]["complete"], 0);
  // Without columns for numbers, the records become lines.
  EXPECT_TRUE(gives(canon(to_rows(*parse_grid(kPuzzle)), {"--id"}), 0, rows[0] + '\n', ""));
  EXPECT_TRUE(refuses(canon(kPuzzle + '\n', {"--id", "--to", "grid"}), {"class numbers", "grid"}));
  EXPECT_TRUE(refuses(canon(csv, {"--id", "--solution-column", "solution"}), {"solution"}));
  EXPECT_TRUE(refuses(canon("puzzle,Class\n" + kPuzzle + ",x\n", {"--id"}),
                      {"in: the output has a column 'class' of its own", "rename it"}));
}

}  // namespace
}  // namespace dokumill::testing
