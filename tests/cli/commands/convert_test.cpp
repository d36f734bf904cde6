// Tests of `dokumill convert`: every format to every other, the columns of csv, and the characters
// for empty cells.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

const std::string kTable = "id,quizzes,\"answer, sorted\",note\n1," + kPuzzle + "," + kSolution +
                           ",\"a \"\"b\"\"\"\n2, " + replace_all(kInkala, "0", ".") +
                           " ,\"\",x.0\n";

class Convert : public CliTest {
 protected:
  Outcome convert(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"convert", "in", "--quiet"}, more));
  }
};

// The text of boards in a format, with `empty` for an empty cell.
std::string text_in(const std::vector<std::string>& boards, Format format,
                    const std::string& empty) {
  std::string text = format == Format::kCsv ? "puzzle\n" : "";
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::string cells = replace_all(boards[i], "0", empty);
    if (format != Format::kGrid) {
      text += cells + '\n';
    } else {
      text += (i == 0 ? "" : "\n") + rows_of(cells);
    }
  }
  return text;
}

TEST_F(Convert, SinglesFillWhatTheyCan) {
  const std::string contradiction = "11" + std::string(79, '0');
  dir.write("in", kInkala + " hard\n" + kPuzzle + "\n" + contradiction + "\n");
  EXPECT_TRUE(gives(run({"convert", "in", "-q", "--singles", "--empty", "0"}), 0,
                    kInkala + " hard\n" + kSolution + "\n" + contradiction + "\n", ""));
  // With fewer clues, some cells stay empty, and as many are filled as the feature counts.
  constexpr int kRemoved = 6;
  std::string less = kPuzzle;
  for (int i = 0; i < kRemoved; ++i) less[less.find_first_not_of('0')] = '0';
  dir.write("less", less + "\n");
  const std::string filled = run({"convert", "less", "-q", "--singles"}).out;
  const auto clues = std::ranges::count_if(filled, [](char c) { return '1' <= c && c <= '9'; });
  EXPECT_EQ(run({"rate", "less", "-q", "--columns", "clues_after_singles"}).out,
            std::to_string(clues) + "\n");
  EXPECT_GT(clues, 30 - kRemoved);
  EXPECT_LT(clues, 81);
}

TEST_F(Convert, WritesEveryFormatFromEveryOther) {
  const std::vector<std::string> boards{kPuzzle,     kSolution, kTwoFives, kSeveral,
                                        kNoSolution, kPuzzle,   kInkala};
  for (const Format from : kFormats) {
    for (const Format to : kFormats) {
      const Args to_flag{"--to", name_of(to)};
      const std::string in = text_in(boards, from, "0");
      EXPECT_TRUE(gives(convert(in, to_flag), 0, text_in(boards, to, "0"), ""));
      for (const std::string empty : {".", "0", "x", "X", "*", "_", "-"}) {
        if (to == Format::kGrid && std::string("*_-").find(empty) != std::string::npos) {
          EXPECT_TRUE(refuses(convert(in, with(to_flag, {"--empty=" + empty})),
                              {"--empty", "a row of nine '" + empty + "' can be a rule"}));
          continue;
        }
        const Outcome there = convert(in, with(to_flag, {"--empty=" + empty}));
        EXPECT_TRUE(gives(there, 0, text_in(boards, to, empty), ""));
        EXPECT_TRUE(gives(convert(there.out, {"--to", name_of(from)}), 0, in, "")) << empty;
      }
    }
  }
}

TEST_F(Convert, CsvHasTheColumnsThatAreNamed) {
  const std::string puzzles = "puzzle\n" + kPuzzle + '\n' + kInkala + '\n';
  EXPECT_TRUE(gives(convert(kTable), 0, puzzles, ""));
  EXPECT_TRUE(gives(convert(kTable, {"--solution-column", "ANSWER, sorted"}), 0,
                    "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n' + kInkala + ",\n", ""));
  // The columns keep their bytes, but the cells of the puzzles are written in the usual form.
  const std::string field = ' ' + replace_all(kInkala, "0", ".") + ' ';
  const std::string kept = replace_all(kTable, field, kInkala);
  EXPECT_TRUE(gives(convert(kTable, {"--keep-columns"}), 0, kept, ""));
  EXPECT_TRUE(gives(convert(kTable, {"--keep-columns", "--empty", "."}), 0,
                    replace_all(replace_all(kept, kPuzzle, replace_all(kPuzzle, "0", ".")), kInkala,
                                replace_all(kInkala, "0", ".")),
                    ""));
  EXPECT_TRUE(gives(convert(kTable, {"--keep-columns", "--solution-column", "3"}), 0, kept, ""));
  // The solution column comes before the puzzle column, and tabs separate the columns. The solution
  // has empty cells.
  const std::string tabs = "solution\tpuzzle\n" + kSeveral + '\t' + kPuzzle + '\n';
  EXPECT_TRUE(gives(convert(tabs, {"--solution-column", "solution", "--empty", "_"}), 0,
                    "puzzle\tsolution\n" + replace_all(kPuzzle + '\t' + kSeveral, "0", "_") + '\n',
                    ""));
  EXPECT_TRUE(
      gives(convert(tabs, {"--solution-column", "solution", "--empty", "_", "--keep-columns"}), 0,
            "solution\tpuzzle\n" + replace_all(kSeveral + '\t' + kPuzzle, "0", "_") + '\n', ""));
}

TEST_F(Convert, MalformedRecordsKeepTheirPlace) {
  EXPECT_TRUE(gives(convert(kPuzzle + "\n123\n" + kInkala + '\n', {"--to", "csv"}), 1,
                    "puzzle\n" + kPuzzle + '\n' + kUnknown + '\n' + kInkala + '\n',
                    problem("in:2", 2, "found 3 cells, expected 81")));
  EXPECT_TRUE(gives(convert("bad\n" + kInkala + '\n', {"--from", "line", "--to", "grid"}), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kInkala)));
  const std::string table =
      "puzzle,solution,n\n" + kPuzzle + ",12,1\nx," + kSolution + ",2\n" + kInkala + ", ,3\nonly\n";
  const Args with_solutions{"--solution-column", "solution"};
  const Outcome pairs = convert(table, with_solutions);
  EXPECT_TRUE(gives(pairs, 1,
                    "puzzle,solution\n" + kUnknown + ',' + kUnknown + '\n' + kUnknown + ',' +
                        kUnknown + '\n' + kInkala + ",\n" + kUnknown + ',' + kUnknown + '\n'));
  EXPECT_TRUE(has_line(pairs, "dokumill: in:2: record 1: column 'solution': expected 81 cells"));
  EXPECT_TRUE(gives(convert(table, with(with_solutions, {"--keep-columns"})), 1,
                    "puzzle,solution,n\n" + kUnknown + ',' + kUnknown + ",1\n" + kUnknown + ',' +
                        kUnknown + ",2\n" + kInkala + ", ,3\n" + kUnknown + ',' + kUnknown +
                        ",\n"));
  // If --solution-column is not given, the contents of the solution column do not matter.
  EXPECT_TRUE(gives(convert(table, {"--keep-columns"}), 1,
                    "puzzle,solution,n\n" + kPuzzle + ",12,1\n" + kUnknown + ',' + kSolution +
                        ",2\n" + kInkala + ", ,3\n" + kUnknown + ",,\n"));
  dir.write("out", "old");
  EXPECT_TRUE(refuses(convert(table, with(with_solutions, {"--strict", "-o", "out"})),
                      {"in:2: record 1: column 'solution'"}));
  EXPECT_EQ(dir.read("out"), "old");
}

// From line to line, only the cells change.
TEST_F(Convert, LinesKeepTheirText) {
  const std::string points = replace_all(kInkala, "0", ".");
  const std::string lines = "# rated\n\n" + points + " # my favourite, 7.2\r\n\t" + kSolution +
                            ";ED=1.2/1.2 \n123 b\n" + kPuzzle + "\n";
  const auto expected = [](const std::string& first, const std::string& last) {
    return first + " # my favourite, 7.2\n\t" + kSolution + ";ED=1.2/1.2 \n" + kUnknown + '\n' +
           last + '\n';
  };
  EXPECT_EQ(convert(lines).out, expected(kInkala, kPuzzle));
  EXPECT_EQ(convert(lines, {"--to", "line", "--threads", "3", "--no-mmap"}).out,
            expected(kInkala, kPuzzle));
  EXPECT_EQ(convert(lines, {"--empty", "."}).out, expected(points, replace_all(kPuzzle, "0", ".")));
  EXPECT_EQ(convert(lines, {"-o", "in"}).status, 1);
  EXPECT_EQ(dir.read("in"), expected(kInkala, kPuzzle));
  EXPECT_EQ(convert(lines, {"--cells-only"}).out,
            kInkala + '\n' + kSolution + '\n' + kUnknown + '\n' + kPuzzle + '\n');
  // The puzzle is the second word.
  EXPECT_TRUE(gives(convert("1: " + points + " easy\n22 | " + kPuzzle + "\n"), 0,
                    "1: " + kInkala + " easy\n22 | " + kPuzzle + '\n', ""));
  dir.write("other", kPuzzle + " x\n");
  dir.write("in", "1 " + points + "\n2 " + points + "\n");
  EXPECT_TRUE(refuses(run({"convert", "in", "other"}),
                      {"other: its puzzles would be word 1 of the lines", "--cells-only"}));
  EXPECT_TRUE(gives(run({"convert", "in", "other", "--cells-only", "-q"}), 0,
                    kInkala + '\n' + kInkala + '\n' + kPuzzle + '\n', ""));
}

TEST_F(Convert, TheTextOfLinesCanBeAColumn) {
  const std::string lines = kPuzzle + " # my \"favourite\", 7.2\n" + kSolution + "\n" + kInkala +
                            " , a;b \n123 b\n" + kPuzzle + ";\n";
  const Args keep{"--keep-columns", "--to"};
  const std::string csv = "puzzle,text\n" + kPuzzle + ",\"my \"\"favourite\"\", 7.2\"\n" +
                          kSolution + ",\n" + kInkala + ",a;b\n" + kUnknown + ",\n" + kPuzzle +
                          ",\n";
  EXPECT_EQ(convert(lines, with(with(keep, {"csv"}), {"--threads", "3"})).out, csv);
  EXPECT_EQ(convert(csv, with(keep, {"csv"})).out, csv);
  const std::string quoted = kInkala + ";\"a;b\"\n";
  EXPECT_NE(convert(lines, with(keep, {"csv", "--delimiter", ";"})).out.find(quoted),
            std::string::npos);
  const std::string objects = convert(lines, with(keep, {"jsonl"})).out;
  EXPECT_TRUE(objects.starts_with("{\"puzzle\":\"" + kPuzzle +
                                  "\",\"text\":\"my \\\"favourite\\\", 7.2\"}\n{"))
      << objects;
  EXPECT_EQ(nlohmann::json::parse(convert(lines, with(keep, {"json"})).out).at(2).at("text"),
            "a;b");
  // The puzzle is the second word, in each input its own.
  dir.write("in", "17: " + kPuzzle + " | easy\n18: " + kInkala + "\n");
  dir.write("other", kSolution + ", full\n");
  EXPECT_TRUE(gives(
      run({"convert", "in", "other", "-q", "--keep-columns", "-o", "-", "--to", "csv"}), 0,
      "puzzle,text\n" + kPuzzle + ",17 easy\n" + kInkala + ",18\n" + kSolution + ",full\n", ""));
  // Without the flag, the first record decides.
  EXPECT_TRUE(gives(run({"convert", "other", "-q", "--to", "csv"}), 0,
                    "puzzle,text\n" + kSolution + ",full\n", ""));
  EXPECT_TRUE(gives(run({"convert", "other", "-q", "--to", "csv", "--cells-only"}), 0,
                    "puzzle\n" + kSolution + '\n', ""));
  dir.write("later", kPuzzle + '\n' + kSolution + ", full\n");
  EXPECT_TRUE(gives(run({"convert", "later", "-q", "--to", "csv"}), 0,
                    "puzzle\n" + kPuzzle + '\n' + kSolution + '\n', ""));
}

TEST_F(Convert, RefusesWhatItCannotWrite) {
  dir.write("in", kPuzzle + '\n');
  dir.write("table", kTable);
  EXPECT_TRUE(refuses(run({"convert", "in", "--empty="}), {"--empty"}));
  for (const std::string empty : {"1", "..", " ", "a", "?", "\xC3\xA9", "\n"}) {
    EXPECT_TRUE(refuses(run({"convert", "in", "--empty=" + empty}), {"--empty", ".0*_xX-"}));
  }
  dir.write("grid", rows_of(kPuzzle));
  EXPECT_TRUE(refuses(run({"convert", "grid", "--keep-columns"}),
                      {"grid: keep_columns needs csv or line input, and this is grid; csv output "
                       "has its puzzles without keep_columns"}));
  EXPECT_TRUE(
      refuses(run({"convert", "in", "grid", "--keep-columns", "--to", "csv"}),
              {"grid: this is grid, and in is line; to keep columns, all inputs must have"}));
  EXPECT_TRUE(refuses(run({"convert", "in", "--keep-columns", "--cells-only"}), {"--cells-only"}));
  EXPECT_TRUE(
      refuses(run({"convert", "table", "--keep-columns", "--to", "line"}), {"--keep-columns"}));
  EXPECT_TRUE(refuses(run({"convert", "in", "--solution-column", "solution"}),
                      {"csv or jsonl input", "this is line", "--solution-column"}));
  EXPECT_TRUE(refuses(run({"convert", "table", "--solution-column", "4", "--to", "line"}),
                      {"csv, jsonl, parquet or json output", "this is line"}));
  EXPECT_TRUE(refuses(run({"convert", "table", "--solution-column", "none"}), {"none"}));
  EXPECT_TRUE(refuses(run({"convert", "table", "--solution-column", "quizzes"}), {"quizzes"}));
  EXPECT_TRUE(refuses(run({"convert", "in", "--to", "xml"}), {"--to"}));
  EXPECT_TRUE(refuses(run({"convert", "in", "-o", "out.tsv"}), {"out.tsv"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--empty", "."}), {"--empty"}));
  EXPECT_TRUE(has_only(dir, {"grid", "in", "table"}));
}

}  // namespace
}  // namespace dokumill::testing
