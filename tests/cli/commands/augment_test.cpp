// Tests of `dokumill augment`: the images and their solutions, and that they depend only on the
// seed and the records.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/canon.hpp"

namespace dokumill::testing {
namespace {

struct AugmentedRow {
  std::string id, puzzle, solution;
};

class Augment : public CliTest {
 protected:
  Outcome augment(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"augment", "in", "--quiet"}, more));
  }
  static std::vector<AugmentedRow> rows(const std::string& out) {
    std::vector<std::string> lines = split(out, '\n');
    std::vector<AugmentedRow> found;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].empty()) continue;
      std::vector<std::string> fields = split(lines[i], ',');
      fields.resize(3);
      found.push_back({fields[0], fields[1], fields[2]});
    }
    return found;
  }
  static std::string form(const std::string& cells) {
    return to_line(canonical_form(*parse_grid(cells)));
  }
};

TEST_F(Augment, WritesEquivalentPuzzlesWithTheNumberOfTheirRecord) {
  const std::string text = kPuzzle + '\n' + kInkala + '\n' + kPuzzle + '\n';
  const Outcome outcome = augment(text, {"--times", "50"});
  ASSERT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("id,puzzle\n"));
  const std::vector<AugmentedRow> found = rows(outcome.out);
  ASSERT_EQ(found.size(), 150U);
  std::set<std::string> different;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].id, std::to_string(i / 50 + 1));
    EXPECT_EQ(form(found[i].puzzle), form(i / 50 == 1 ? kInkala : kPuzzle));
    different.insert(found[i].puzzle);
  }
  // Equal records get different images, too.
  EXPECT_EQ(different.size(), 150U);
}

TEST_F(Augment, TheSolutionFollowsItsPuzzle) {
  const std::string rows_text = kPuzzle + ",x," + kSolution + "\n" + kInkala + ",\"y\n\"," +
                                kInkalaSolution + "\n" + kInkala + ",z,\n";
  const std::string answers = "quizzes,n,answer\n" + rows_text;
  const Outcome outcome = augment(answers, {"--times", "20", "--include-original"});
  ASSERT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("id,puzzle,solution\n1," + kPuzzle + ',' + kSolution + '\n'));
  const std::vector<AugmentedRow> found = rows(outcome.out);
  ASSERT_EQ(found.size(), 63U);
  for (std::size_t i = 0; i < 42; ++i) {
    EXPECT_TRUE(is_board(found[i].solution));
    EXPECT_TRUE(keeps_givens(*parse_grid(found[i].solution), *parse_grid(found[i].puzzle)));
    EXPECT_EQ(form(found[i].solution), form(i < 21 ? kSolution : kInkalaSolution));
  }
  for (std::size_t i = 42; i < 63; ++i) EXPECT_EQ(found[i].solution, "");
  EXPECT_EQ(found[42].puzzle, kInkala);
  // A solution column with an unknown name can be selected by its name. If it is not selected, no
  // solution is written.
  EXPECT_TRUE(gives(
      augment(answers, {"--times", "20", "--include-original", "--solution-column", "Answer"}), 0,
      outcome.out, ""));
  const std::string unknown = "quizzes,n,result\n" + rows_text;
  EXPECT_TRUE(gives(
      augment(unknown, {"--times", "20", "--include-original", "--solution-column", "result"}), 0,
      outcome.out, ""));
  EXPECT_TRUE(augment(unknown, {"--times", "1"}).out.starts_with("id,puzzle\n"));
  // The images do not depend on the columns, on the format, or on comments and line ends.
  const Outcome plain =
      augment("# a comment\r\n\r\n" + kPuzzle + "\r\n" + kInkala + "\r\n" + kInkala + "\r\n",
              {"--times", "20", "--include-original"});
  const std::vector<AugmentedRow> again = rows(plain.out);
  ASSERT_EQ(again.size(), found.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(again[i].puzzle, found[i].puzzle);
}

TEST_F(Augment, MoreImagesBeginWithTheSameOnes) {
  dir.write("in", kPuzzle + '\n');
  const std::string three = run({"augment", "in", "-q", "--times", "3"}).out;
  EXPECT_TRUE(run({"augment", "in", "-q", "--times", "9"}).out.starts_with(three));
  EXPECT_TRUE(gives(run({"augment", "in", "-q", "--times", "3", "--seed", "0"}), 0, three, ""));
  std::set<std::string> seeds{three};
  for (const std::string seed : {"1", "2", "4294967296", "18446744073709551615"}) {
    EXPECT_TRUE(
        seeds.insert(run({"augment", "in", "-q", "--times", "3", "--seed", seed}).out).second);
  }
}

// The images for a seed must never change.
TEST_F(Augment, ImagesNeverChange) {
  EXPECT_TRUE(
      gives(augment(kPuzzle + '\n' + kInkala + '\n', {"--times", "2", "--seed", "5"}), 0,
            "id,puzzle\n"
            "1,800600050700200109100900060006051000000400723000308010409000080013006000600000234\n"
            "1,000085600000002945200790000080007200040001078020006300050000419690000700703020000\n"
            "2,000030008700200000000705020030000406900000050040070003080060000200009010004000000\n"
            "2,900100000062050000005000200400000010000000007080030500000060800200900070000407090\n",
            ""));
}

// One record gives more text than a worker hands over at once.
TEST_F(Augment, ManyImagesOfARecordWithAnyNumberOfThreads) {
  const std::string few = kPuzzle + "\nbad\n" + kInkala + '\n' + kSolution + '\n';
  dir.write("in", few);
  const Outcome many = run(
      {.args = {"augment", "in", "-q", "--times", "30000", "--threads", "1"}, .as_process = true});
  EXPECT_EQ(many.status, 1);
  EXPECT_EQ(many.out.size(), std::string("id,puzzle\n").size() + 4ULL * 30000 * 84);
  EXPECT_TRUE(has_line_starting(many, "dokumill: in:2:"));
  EXPECT_TRUE(stays_small(many));
  EXPECT_TRUE(gives(augment(few, {"--times", "30000", "--threads", "8"}), 1, many.out, many.err));
}

TEST_F(Augment, MalformedRecordsKeepTheirNumberAndTheirRows) {
  const std::string table = "puzzle,solution\n" + kPuzzle + ",12\n123," + kSolution + '\n' +
                            kPuzzle + ',' + kSolution + '\n';
  const Outcome outcome = augment(table, {"--times", "2"});
  EXPECT_EQ(outcome.status, 1);
  const std::string bad = kUnknown + ',' + kUnknown + '\n';
  EXPECT_TRUE(outcome.out.starts_with("id,puzzle,solution\n1," + bad + "1," + bad + "2," + bad +
                                      "2," + bad + "3,"));
  EXPECT_TRUE(has_line(outcome, "dokumill: in:2: record 1: column 'solution': expected 81 cells"));
  EXPECT_TRUE(has_line(outcome, "dokumill: in:3: record 2: the puzzle has 3 cells, expected 81"));
  dir.write("out", "old");
  EXPECT_TRUE(
      refuses(augment(table, {"--times", "2", "--strict", "-o", "out"}), {"in:2", "record 1"}));
  EXPECT_EQ(dir.read("out"), "old");
}

TEST_F(Augment, NoSolutionsAreLostAmongSeveralInputs) {
  dir.write("plain", kPuzzle + '\n');
  dir.write("one", "puzzle\n" + kPuzzle + '\n');
  dir.write("two", "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n');
  for (const std::string first : {"plain", "one"}) {
    EXPECT_TRUE(refuses(run({"augment", first, "two", "--times", "1", "-o", "x"}),
                        {"two", "solutions", "--solution-column"}));
    EXPECT_TRUE(refuses(run({"augment", "two", first, "--times", "1", "-o", "x"}), {first}));
  }
  EXPECT_EQ(run({"augment", "plain", "one", "--times", "1", "-q"}).status, 0);
  EXPECT_TRUE(has_only(dir, {"plain", "one", "two"}));
  // An object after the first one can have a solution, so jsonl never counts as without solutions.
  dir.write("three.jsonl", "{\"puzzle\":\"" + kPuzzle + "\"}\n");
  EXPECT_TRUE(refuses(run({"augment", "plain", "three.jsonl", "--times", "1", "-o", "x"}),
                      {"three.jsonl: this is jsonl, whose objects can have solutions",
                       "convert it to lines first"}));
  EXPECT_TRUE(refuses(run({"augment", "three.jsonl", "plain", "--times", "1", "-o", "x"}),
                      {"plain: this is line, and three.jsonl is jsonl; to read solutions"}));
}

TEST_F(Augment, BoardsThatAreNotWrittenAreNamed) {
  const std::string warning =
      "dokumill: in: warning: column 'solved' has boards, which were not mapped with the puzzles; "
      "if they are the solutions, name the column with --solution-column\n";
  const std::string row = kPuzzle + "," + kSolution + "\n";
  const std::string object = "{\"puzzle\":\"" + kPuzzle + "\",\"solved\":\"" + kSolution + "\"}\n";
  EXPECT_EQ(augment("unsolved,solved\n" + row + row, {"--times", "1", "--column", "unsolved"}).err,
            warning);
  EXPECT_EQ(augment(object, {"--times", "1"}).err, warning);
  EXPECT_EQ(augment(object, {"--times", "1", "--solution-column", "solved"}).err, "");
  EXPECT_EQ(augment("puzzle,solved\n" + kPuzzle + ",1\n" + row, {"--times", "1"}).err, warning);
  EXPECT_EQ(augment("puzzle,x\n" + kPuzzle + ",1\n" + kPuzzle + ",2\n", {"--times", "1"}).err, "");
  // The first record may come from a later input, which can have other columns.
  dir.write("empty", "puzzle\n");
  dir.write("rows", "a,puzzle,solved\n," + row);
  EXPECT_TRUE(gives(run({"augment", "empty", "rows", "-q", "--times", "1"}), 0,
                    run({"augment", "rows", "-q", "--times", "1"}).out, ""));
}

TEST_F(Augment, RefusesBadFlags) {
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(refuses(run({"augment", "in"}), {"--times"}));
  for (const std::string times : {"0", "1000001", "-1", "1.5", "x", "1e3"}) {
    EXPECT_TRUE(refuses(run({"augment", "in", "--times=" + times}), {"--times"})) << times;
  }
  EXPECT_TRUE(refuses(run({"augment", "in", "--times", "1", "--solution-column", "s"}),
                      {"csv or jsonl input"}));
  EXPECT_TRUE(refuses(run({"augment", "in", "--times", "1", "-o", "x.tsv"}), {"x.tsv"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
  EXPECT_TRUE(gives(augment("", {"--times", "1"}), 0, "id,puzzle\n", ""));
}

TEST_F(Augment, ReportsTotals) {
  dir.write("in", kPuzzle + "\nbad\n");
  const Outcome outcome = run(
      {"augment", "in", "--times", "3", "--include-original", "-o", "out", "--report", "report"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(mentions(outcome, "2 records: 8 rows written, 1 malformed;"));
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("written"), 8);
}

TEST_F(Augment, AGivenMapMakesOneImage) {
  const std::string text = "puzzle,solution\n" + kPuzzle + "," + kSolution + "\nbad,\n";
  const auto image = [&](const std::string& map) {
    const Outcome outcome = augment(text, {"--map", map});
    EXPECT_EQ(outcome.status, 1);
    const std::vector<AugmentedRow> found = rows(outcome.out);
    EXPECT_EQ(found.size(), 2U) << map;
    EXPECT_EQ(found.back().puzzle, std::string(81, '?'));
    return found.empty() ? AugmentedRow() : found.front();
  };
  EXPECT_EQ(image("rows=123456789").puzzle, kPuzzle);
  // A quarter turn: the first row becomes the last column.
  const AugmentedRow turned = image("transpose,columns=987654321");
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      EXPECT_EQ(turned.puzzle[column * 9 + 8 - row], kPuzzle[row * 9 + column]);
      EXPECT_EQ(turned.solution[column * 9 + 8 - row], kSolution[row * 9 + column]);
    }
  }
  // Each step is done after the steps before it.
  const std::string digits = image("digits=234567891,digits=213456789").solution;
  for (std::size_t i = 0; i < 81; ++i) {
    EXPECT_EQ(digits[i], std::string("134567892")[static_cast<std::size_t>(kSolution[i] - '1')]);
  }
  EXPECT_EQ(image("transpose,rows=789123456,columns=321456789,rows=456789123,transpose").puzzle,
            image("rows=321456789").puzzle);
  for (const char* const map : {"", "turn", "rows=12345678", "rows=023456789", "digits=0", "rows="})
    EXPECT_TRUE(refuses(augment(text, {"--map", map}), {"--map", "transpose"})) << map;
  for (const char* const map : {"rows=412356789", "columns=113456789", "digits=113456789"})
    EXPECT_TRUE(refuses(augment(text, {"--map", map}), {"--map", "bands"})) << map;
  EXPECT_TRUE(refuses(augment(text, {"--map", "transpose", "--times", "1"}), {"--times"}));
}

}  // namespace
}  // namespace dokumill::testing
