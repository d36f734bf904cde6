// Tests of JSON Lines as input and output of every command, and of cases in which Parquet is
// refused. tests/tables tests what other programs read from these files.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

const std::string kBad(81, '?');

std::string quoted(const std::string& text) {
  return '"' + text + '"';
}
std::string object(const std::string& puzzle, const std::string& more = "") {
  return "{\"puzzle\":" + quoted(puzzle) + more + "}\n";
}

class Jsonl : public CliTest {};

TEST_F(Jsonl, SolveKeepsEveryMemberAndAddsTheSolution) {
  const std::string spaced =
      "{ \"id\" : 1.50e0,\"puzzle\" :" + quoted(kPuzzle) + " , \"x\":{\"y\":[null,\"\\u00e9\"]} }";
  const std::string in =
      "\xEF\xBB\xBF" + spaced + "\r\n\n \t\n" + object(kInkala, ",\"solution\":null,\"z\":1");
  const std::string out = spaced.substr(0, spaced.size() - 2) +
                          ",\"solution\":" + quoted(kSolution) + " }\n" +
                          object(kInkala, ",\"solution\":" + quoted(kInkalaSolution) + ",\"z\":1");
  EXPECT_TRUE(gives(run_on(in, {"solve", "in", "-q"}), 0, out, ""));
  EXPECT_TRUE(gives(run_on(in, {"solve", "in", "-q", "--keep-columns"}), 0, out, ""));
  EXPECT_TRUE(gives(run_on(in, {"solve", "in", "-q", "--to", "line"}), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
  EXPECT_TRUE(gives(run_on(in, {"solve", "in", "-q", "--to", "csv"}), 0,
                    "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n' + kInkala + ',' +
                        kInkalaSolution + '\n',
                    ""));
  EXPECT_TRUE(gives(run_on(object(kPuzzle), {"solve", "in", "-q", "--solution-column", "s\"t"}), 0,
                    object(kPuzzle, ",\"s\\\"t\":" + quoted(kSolution)), ""));
  EXPECT_TRUE(gives(run_on(object(kPuzzle), {"solve", "in", "-q", "--count", "7"}), 0,
                    object(kPuzzle, ",\"count\":1"), ""));
  EXPECT_TRUE(refuses(run_on(object(kPuzzle), {"solve", "in", "--solution-column", "puzzle"}),
                      {"'puzzle' is the member of the puzzles"}));
  EXPECT_TRUE(refuses(run_on(object(kPuzzle), {"solve", "in", "--keep-columns", "--to", "csv"}),
                      {"--keep-columns", "csv input"}));
}

// The first object determines only the names of the members. A later object may have a solution
// even if the first one has none.
TEST_F(Jsonl, SolutionsOfLaterObjectsAreReadToo) {
  const std::string in = object(kPuzzle) + object(kPuzzle, ",\"solution\":" + quoted(kSolution));
  const Outcome images = run_on(in, {"augment", "in", "-q", "--times", "1", "--to", "csv"});
  EXPECT_EQ(images.status, 0);
  dir.write("images", images.out.substr(images.out.find("\n2,") + 1));
  dir.write("images", "id,puzzle,solution\n" + dir.read("images"));
  const Outcome judged = run({"check", "images", "--solution-column", "solution"});
  EXPECT_NE(judged.out.find("right solutions: 1\n"), std::string::npos) << judged;
  EXPECT_EQ(images.out.find("id,puzzle,solution\n1,"), 0U);
  const std::string wrong = in + object(kInkala, ",\"solution\":" + quoted(kSolution));
  EXPECT_TRUE(
      mentions(run_on(wrong + in, {"export", "in", "--layout", "hrm", "--share", "90%", "x"}),
               "wrong solution"));
  EXPECT_TRUE(refuses(run_on(in, {"augment", "in", "--times", "1", "--solution-column", "other"}),
                      {"in:1: no member 'other'; the members are: puzzle"}));
}

TEST_F(Jsonl, MalformedRecordsAreReportedAtTheirPlace) {
  const std::string in =
      object(kPuzzle) +
      "{}\n{\"puzzle\":5}\n[1]\n{\"puzzle\":tru}\n{\"puzzle\":" + quoted(kPuzzle) +
      ",\"puzzle\":1}\n" + object(kPuzzle.substr(1)) + object("Q" + kPuzzle.substr(1)) +
      "{\"a\":\"" + "\xFF" + "\"}\n{\"puzzle\":\"";
  const Outcome run = run_on(in, {"solve", "in", "-q"});
  const std::string answer = ",\"solution\":" + quoted(kBad);
  EXPECT_TRUE(gives(
      run, 1,
      object(kPuzzle, ",\"solution\":" + quoted(kSolution)) + "{\"solution\":" + quoted(kBad) +
          "}\n{\"puzzle\":5" + answer + "}\n" + object(kBad, answer) + object(kBad, answer) +
          "{\"puzzle\":" + quoted(kPuzzle) + ",\"puzzle\":1" + answer + "}\n" +
          object(kPuzzle.substr(1), answer) + object("Q" + kPuzzle.substr(1), answer) +
          object(kBad, answer) + object(kBad, answer)));
  EXPECT_TRUE(has_line(run, "dokumill: in:2: record 2: the object has no member with the puzzle"));
  EXPECT_TRUE(
      has_line(run,
               "dokumill: in:3:11: record 3: the value is neither a string nor a list of 81 "
               "digits"));
  EXPECT_TRUE(has_line(run, "dokumill: in:4:1: record 4: expected a JSON object, found '['"));
  EXPECT_TRUE(has_line(run, "dokumill: in:5:14: record 5: '}' is not valid JSON here"));
  EXPECT_TRUE(mentions(run, "in:6: record 6: the object has two members"));
  EXPECT_TRUE(has_line(run, "dokumill: in:7: record 7: the puzzle has 80 cells, expected 81"));
  EXPECT_TRUE(has_line(run, "dokumill: in:8:12: record 8: 'Q' is not a cell"));
  EXPECT_TRUE(has_line(run, "dokumill: in:9:7: record 9: '\\xFF' is not valid JSON here"));
  EXPECT_TRUE(has_line(run, "dokumill: in:10:12: record 10: the JSON object is not complete"));
  EXPECT_TRUE(mentions(run_on(in, {"solve", "in", "--strict"}), "in:2: record 2: the object"));
}

TEST_F(Jsonl, SeveralInputsMustAgree) {
  dir.write("a.jsonl", object(kPuzzle));
  dir.write("b.jsonl", object(kInkala, ",\"id\":1"));
  dir.write("c.jsonl", "{\"quiz\":" + quoted(kPuzzle) + "}\n");
  dir.write("d.txt", kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"sample", "a.jsonl", "b.jsonl", "-n", "2", "-q"}), 0,
                    object(kPuzzle) + object(kInkala, ",\"id\":1"), ""));
  EXPECT_TRUE(refuses(run({"solve", "a.jsonl", "c.jsonl"}), {"c.jsonl", "'quiz'", "'puzzle'"}));
  EXPECT_TRUE(refuses(run({"solve", "a.jsonl", "d.txt"}), {"d.txt", "this is line"}));
  EXPECT_TRUE(gives(run({"solve", "a.jsonl", "c.jsonl", "d.txt", "-q", "--to", "line"}), 0,
                    kSolution + '\n' + kSolution + '\n' + kSolution + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "d.txt", "c.jsonl", "-q", "-o", "-", "--to", "jsonl"}), 0,
                    object(kPuzzle, ",\"solution\":" + quoted(kSolution)) +
                        object(kPuzzle, ",\"solution\":" + quoted(kSolution)),
                    ""));
}

TEST_F(Jsonl, RefusalsOfParquet) {
  dir.write("in", kPuzzle + '\n');
  EXPECT_EQ(run({"solve", "in", "-q", "-o", "x.parquet"}).status, 0);
  const std::string file = dir.read("x.parquet");
  EXPECT_EQ(file.substr(0, 4) + file.substr(file.size() - 4), "PAR1PAR1");
  EXPECT_TRUE(gives(run({"convert", "x.parquet", "-q", "--from", "parquet", "--to", "line"}), 0,
                    kPuzzle + '\n', ""));
  EXPECT_TRUE(refuses(run({"solve", "in", "--from", "parquet"}), {"not a Parquet file", "--from"}));
  EXPECT_TRUE(refuses(run({"solve", "x.parquet", "--piece", "1/2", "-o", "y"}), {"Parquet"}));
  EXPECT_TRUE(refuses(run({"check", "in", "-o", "y.parquet"}), {"y.parquet", "text"}));
  EXPECT_TRUE(refuses(run({"check", "in", "-o", "y.jsonl"}), {"y.jsonl", "text"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--continue", "--to", "parquet"}),
                      {"cannot be continued"}));
  EXPECT_TRUE(refuses(run({"generate", "puzzles", "-n", "1", "--continue", "--to", "parquet"}),
                      {"cannot be continued"}));
  EXPECT_TRUE(
      refuses(run({"solve", "in", "-o", "y.parquet.zst"}), {"y.parquet.zst", "compressed"}));
  EXPECT_TRUE(
      refuses(run({"solve", "in", "-o", "y.parquet", "--compress", "none:1"}), {"no levels"}));
  EXPECT_TRUE(has_only(dir, {"in", "x.parquet"}));
}

}  // namespace
}  // namespace dokumill::testing
