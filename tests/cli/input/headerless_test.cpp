// Tests of csv input without a header (--no-header) and of the separators (--delimiter).
//
// The expected results come from the same table with a header: everything except the header line
// must be equal.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class Headerless : public CliTest {};

std::string after_first_line(const std::string& text) {
  return text.substr(text.find('\n') + 1);
}

// Subtracts 1 from the line number in each message about a record, because in the file without a
// header the record is one line earlier.
std::string one_line_earlier(const std::string& messages) {
  std::string shifted;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = messages.find('\n', at) + 1;
    const std::string line = messages.substr(at, end - at);
    const std::string begin = "dokumill: in:";
    if (!line.starts_with(begin) || line[begin.size()] == ' ') {
      shifted += line;
    } else {
      std::size_t digits = 0;
      const int number = std::stoi(line.substr(begin.size()), &digits);
      shifted += begin + std::to_string(number - 1) + line.substr(begin.size() + digits);
    }
    at = end;
  }
  return shifted;
}

const std::string kFields[] = {kPuzzle,
                               replace_all(kInkala, "0", "."),
                               '"' + kSeveral + '"',
                               " " + kNoSolution + " ",
                               kUnknown,
                               "",
                               "12",
                               "\"a\nb\"",
                               "\"open"};

TEST_F(Headerless, EverythingButTheHeaderIsThatOfTheSameTableWithOne) {
  Dice dice(16);
  std::size_t number = 0;
  for (const char separator : {',', ';', '\t', '|', ':'}) {
    const std::string mark(1, separator);
    std::string rows = "1" + mark + kPuzzle + mark + kSolution + mark + "\n";
    for (int row = 0; row < 40; ++row) {
      rows += std::to_string(row) + mark + kFields[dice.roll(std::size(kFields))] + mark;
      rows += (dice.roll(2) == 0 ? kSolution : kFields[dice.roll(std::size(kFields))]) + mark;
      rows += dice.roll(9) == 0 ? mark + "x\n" : dice.roll(2) == 0 ? "\"\"\n" : "\r\n";
      if (dice.roll(9) == 0) rows += " \n";
    }
    const std::string header = "1" + mark + "2" + mark + "3" + mark + "4\n";
    for (const Args& job : std::vector<Args>{{"solve", "--to", "line"},
                                             {"solve", "--keep-columns"},
                                             {"solve", "--keep-columns", "--solution-column=3"},
                                             {"rate", "--to", "csv", "--keep-columns"},
                                             {"check", "--each", "--solution-column=3"},
                                             {"canon"},
                                             {"dedupe"},
                                             {"convert", "--keep-columns", "--empty=."},
                                             {"augment", "--times=2", "--solution-column=3"},
                                             {"shuffle"},
                                             {"sample", "-n", "7"}}) {
      if (!is_tested(number++)) continue;
      const Args flags =
          with(job, {"in", "--column=2", "--delimiter=" + mark, "--quiet", "--no-mmap"});
      const Outcome expected = run_on(header + rows, with(flags, {"--from=csv"}));
      ASSERT_EQ(expected.status, 1) << expected.err;
      const Outcome found = run_on(rows, with(flags, {"--no-header"}));
      const bool keeps_header = expected.out.starts_with("puzzle") ||
                                expected.out.starts_with("id") || job.back() == "line" ||
                                job[0] == "check";
      EXPECT_TRUE(gives(found, 1, keeps_header ? expected.out : after_first_line(expected.out),
                        one_line_earlier(expected.err)))
          << job[0] << ' ' << separator;
    }
  }
}

TEST_F(Headerless, TheColumnOfThePuzzlesIsFoundIfItIsTheOnlyOne) {
  const std::string solved = "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n';
  const auto solve = [&](const std::string& text, const Args& more = {}) {
    return run_on(text, with({"solve", "in", "--quiet", "--no-header"}, more));
  };
  EXPECT_TRUE(gives(solve(kPuzzle + '\n'), 0, solved, ""));
  EXPECT_TRUE(gives(solve("7," + kPuzzle + ",easy"), 0, solved, ""));
  EXPECT_TRUE(gives(solve("\xEF\xBB\xBF# a remark\n\n7," + kPuzzle + ",easy\r\n"), 0, solved, ""));
  // If a row has a puzzle and a full board, the board is the solution. A full board alone is the
  // puzzle.
  EXPECT_TRUE(gives(solve(kSolution + ',' + kPuzzle + '\n'), 0, solved, ""));
  EXPECT_TRUE(gives(solve("a," + kSolution + "\n"), 0,
                    "puzzle,solution\n" + kSolution + ',' + kSolution + '\n', ""));
  EXPECT_TRUE(refuses(solve(kPuzzle + ',' + kPuzzle + "\n"),
                      {"in:1: no header, and columns 1 and 2 are 81 cells", "--column"}));
  EXPECT_TRUE(refuses(solve("a,b\n" + kPuzzle + ",1\n"),
                      {"in:1: no header, and no field of the first row is 81 cells", "--column"}));
  EXPECT_TRUE(refuses(solve(kPuzzle + "\n", {"--column=puzzle"}),
                      {"in:1: no column 'puzzle'; the columns are: 1"}));
  EXPECT_TRUE(refuses(solve(kPuzzle + "\n", {"--column=2"}), {"in:1: no column '2'"}));
  EXPECT_TRUE(refuses(solve(kPuzzle + "\n", {"--from=line"}),
                      {"only csv has a header that can be missing", "--no-header"}));
  EXPECT_TRUE(gives(solve("", {"--to", "csv"}), 0, "puzzle,solution\n", ""));
}

TEST_F(Headerless, InputsMustHaveTheSameNumberOfColumns) {
  dir.write("a", "1," + kPuzzle + "\n");
  dir.write("b", "2," + kInkala + "\n");
  dir.write("c", "3," + kInkala + ",x\n");
  EXPECT_TRUE(gives(run({"shuffle", "a", "b", "--no-header", "-q", "--seed=1"}), 0,
                    "1," + kPuzzle + "\n2," + kInkala + "\n", ""));
  EXPECT_TRUE(refuses(run({"shuffle", "a", "c", "--no-header"}), {"c: 3 columns, and a has 2"}));
  dir.write("d", kInkala + ",1\n");
  for (const Args& job : std::vector<Args>{{"shuffle"},
                                           {"canon"},
                                           {"dedupe"},
                                           {"solve", "--keep-columns"},
                                           {"rate", "--keep-columns"},
                                           {"convert", "--keep-columns"}}) {
    EXPECT_TRUE(refuses(run(with(job, {"a", "d", "--no-header"})),
                        {"d: the puzzles are in column 1, and in a they are in column 2"}));
  }
}

TEST_F(Headerless, CanonTransformsTheSolutionsOfTheNamedColumn) {
  const std::string rows = kPuzzle + ',' + kSolution + ",a\n" + kInkala + ",,b\n";
  const Outcome found =
      run_on(rows, {"canon", "in", "-q", "--no-header", "--column=1", "--solution-column=2"});
  const Outcome expected = run_on("puzzle,solution,x\n" + rows, {"canon", "in", "-q"});
  EXPECT_TRUE(gives(found, 0, after_first_line(expected.out), ""));
  EXPECT_TRUE(refuses(run_on(rows, {"canon", "in", "--no-header", "--column=1", "--to=line",
                                    "--solution-column=2"}),
                      {"--solution-column", "columns"}));
}

TEST_F(Headerless, TheDelimiterIsThatOfInputAndOutput) {
  const Args solve{"solve", "in", "--quiet"};
  const std::string bars = "puzzle|solution\n" + kPuzzle + '|' + kSolution + '\n';
  EXPECT_TRUE(gives(run_on("puzzle|a,b\n" + kPuzzle + "|1\n", with(solve, {"--delimiter=|"})), 0,
                    bars, ""));
  EXPECT_TRUE(
      gives(run_on(kPuzzle + '\n', with(solve, {"--delimiter=|", "--to=csv"})), 0, bars, ""));
  for (const std::string tab : {"\t", "tab", "\\t"}) {
    EXPECT_TRUE(gives(run_on(kPuzzle + '\n', with(solve, {"--delimiter", tab, "--to=csv"})), 0,
                      replace_all(bars, "|", "\t"), ""));
  }
  EXPECT_EQ(run_on(kPuzzle + '\n', {"convert", "in", "-q", "-o", "in.npy"}).status, 0);
  EXPECT_TRUE(gives(run({"solve", "in.npy", "--quiet", "--delimiter=|", "--to=csv"}), 0, bars, ""));
  const Outcome images =
      run_on("puzzle;n\n" + kPuzzle + ";1\n", {"augment", "in", "-q", "--times=1"});
  EXPECT_EQ(images.out.substr(0, 12), "id;puzzle\n1;");
  EXPECT_EQ(
      run_on("puzzle\tn\n" + kPuzzle + "\t1\n", {"augment", "in", "-q", "--times=1", "-o", "o.tsv"})
          .status,
      0);
  EXPECT_EQ(dir.read("o.tsv").substr(0, 12), "id\tpuzzle\n1\t");
  // Without --delimiter, a tab is detected as the separator, and a bar is not.
  EXPECT_TRUE(
      gives(run_on("n\tpuzzle\n1\t" + kPuzzle + '\n', solve), 0, replace_all(bars, "|", "\t"), ""));
  for (const std::string bad : {"x", "0", ",,", "  ", "\"", "\n"}) {
    EXPECT_TRUE(refuses(run_on(kPuzzle + '\n', with(solve, {"--delimiter=" + bad})),
                        {"--delimiter", "expected one of , ; | : tab or space"}));
  }
}

// A list of puzzle, solution and rating is csv with this delimiter.
TEST_F(Headerless, ASpaceSeparatesFields) {
  const std::string rows =
      kPuzzle + ' ' + kSolution + " 7.2\n" + kInkala + "  \"11 or more\"\n";  // an empty field
  const std::string table = "puzzle solution rating\n" + rows;
  for (const std::string space : {" ", "space"}) {
    const Args flag{"--delimiter", space, "-q"};
    const std::string solved = kPuzzle + ' ' + kSolution + '\n' + kInkala + ' ' + kInkalaSolution;
    EXPECT_TRUE(gives(run_on(table, with({"solve", "in"}, flag)), 0,
                      "puzzle solution\n" + solved + '\n', ""));
    EXPECT_TRUE(gives(run_on(rows, with({"solve", "in", "--no-header", "--column", "1"}, flag)), 0,
                      "puzzle solution\n" + solved + '\n', ""));
    EXPECT_TRUE(gives(run_on(table, with({"dedupe", "in"}, flag)), 0, table, ""));
    EXPECT_TRUE(
        gives(run_on(table, with({"convert", "in", "--keep-columns"}, flag)), 0, table, ""));
    EXPECT_TRUE(gives(run_on(rows, with({"dedupe", "in", "--no-header", "--column", "1"}, flag)), 0,
                      rows, ""));
    EXPECT_TRUE(
        gives(run_on(table, with({"convert", "in", "--to", "jsonl", "--keep-columns"}, flag)), 0,
              "{\"puzzle\":\"" + kPuzzle + "\",\"solution\":\"" + kSolution +
                  "\",\"rating\":\"7.2\"}\n{\"puzzle\":\"" + kInkala +
                  "\",\"solution\":\"\",\"rating\":\"11 or more\"}\n",
              ""));
    // The solutions follow the puzzles, as with commas.
    const std::string commas =
        run_on(replace_all("puzzle,solution\n" + kPuzzle + ' ' + kSolution + '\n', " ", ","),
               {"canon", "in", "-q"})
            .out;
    EXPECT_TRUE(gives(
        run_on("puzzle solution\n" + kPuzzle + ' ' + kSolution + '\n', with({"canon", "in"}, flag)),
        0, replace_all(commas, ",", " "), ""));
  }
  // What dokumill adds is quoted where it has a space.
  const Outcome rated =
      run_on("puzzle\n" + kPuzzle + '\n', {"rate", "in", "-q", "--to", "csv", "--delimiter", " "});
  EXPECT_TRUE(rated.out.starts_with("puzzle er ep ed level clues hardest exact\n" + kPuzzle));
  EXPECT_NE(rated.out.find(" \"hidden single in a box\" 1\n"), std::string::npos) << rated;
  EXPECT_TRUE(gives(run_on(kPuzzle + " 1\n" + kPuzzle + " a b\n",
                           {"solve", "in", "--no-header", "--delimiter", " ", "--to", "line"}),
                    1, kSolution + '\n' + kUnknown + '\n'));
}

}  // namespace
}  // namespace dokumill::testing
