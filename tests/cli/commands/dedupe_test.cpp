// Tests of `dokumill dedupe`: which records are kept, how they are written, and inputs that do not
// fit into memory.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/support/cli_test.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

class Dedupe : public CliTest {
 protected:
  Outcome dedupe(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"dedupe", "in", "--quiet"}, more));
  }
};

// `count` distinct puzzles of one class: kPuzzle with its digits relabelled.
std::string relabelled(int count) {
  std::string text;
  std::string names = "123456789";
  for (int i = 0; i < count; ++i) {
    std::string cells = kPuzzle;
    for (char& cell : cells) {
      if (cell != '0') cell = names[static_cast<std::size_t>(cell - '1')];
    }
    text += cells + '\n';
    std::next_permutation(names.begin(), names.end());
  }
  return text;
}

TEST_F(Dedupe, AListDecidesAsWell) {
  TestRandom random(7);
  const std::string image = to_line(random_image(*parse_grid(kInkala), random));
  dir.write("list", "nr,puzzle\n1," + image + "\n2," + kSolution + "\n");
  const std::string text = kPuzzle + " a\n" + kInkala + " b\n" + kSolution + " c\n" + kInkala +
                           " d\n" + kPuzzle + " e\n";
  EXPECT_TRUE(
      gives(dedupe(text, {"--against", "list"}), 0, kPuzzle + " a\n" + kInkala + " b\n", ""));
  EXPECT_TRUE(gives(dedupe(text, {"--common", "list"}), 0, kSolution + " c\n", ""));
  EXPECT_TRUE(gives(dedupe(text, {"--against", "list", "--symmetry"}), 0, kPuzzle + " a\n", ""));
  EXPECT_TRUE(gives(dedupe(text, {"--common", "list", "--symmetry", "--report", "r"}), 0,
                    kInkala + " b\n" + kSolution + " c\n", ""));
  const auto report = nlohmann::json::parse(dir.read("r"));
  EXPECT_EQ(report.at("listed"), 2);
  EXPECT_EQ(report.at("duplicates"), 3);
  EXPECT_TRUE(
      gives(run({"dedupe", "list", "-q", "--against", "-", "--to", "line"}, Stdin::bytes(text)), 0,
            image + '\n', ""));
}

TEST_F(Dedupe, AListThatCannotBeComparedIsRefused) {
  dir.write("list", kInkala + "\nword\n");
  dir.write("out", "old");
  EXPECT_TRUE(refuses(dedupe(kPuzzle, {"--against", "list", "-o", "out"}), {"list:2"}));
  EXPECT_TRUE(refuses(dedupe(kPuzzle, {"--common", "nothing", "-o", "out"}), {"nothing"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(refuses(dedupe(kPuzzle, {"--common", "list", "-o", "./list"}), {"--common", "same"}));
  EXPECT_TRUE(refuses(dedupe(kPuzzle, {"--common", "list", "--against", "list"}), {"together"}));
  EXPECT_TRUE(
      refuses(run({"dedupe", "-", "--against", "-"}, Stdin::bytes(kPuzzle)), {"standard input"}));
}

TEST_F(Dedupe, MalformedRecordsAreReportedAndEachIsKept) {
  EXPECT_TRUE(gives(
      dedupe(kPuzzle + "\nbad\n" + kPuzzle + "\nbad\n"), 1,
      kPuzzle + '\n' + kUnknown + '\n' + kUnknown + '\n',
      problem("in:2:1", 2, "'b' is not a cell (of a puzzle of 9x9; other sizes have to be named)") +
          problem("in:4:1", 4,
                  "'b' is not a cell (of a puzzle of 9x9; other sizes have to be named)")));
  EXPECT_TRUE(gives(dedupe("id,puzzle,x\n1,12,a\n2," + kPuzzle + ",\n3\n"), 1,
                    "id,puzzle,x\n1," + kUnknown + ",a\n2," + kPuzzle + ",\n," + kUnknown + ",\n",
                    problem("in:2", 1, "the puzzle has 2 cells, expected 81") +
                        problem("in:4", 3, "found 1 column, expected 3")));
}

// docs/datasets.md: the text of a row is kept; line ends and a byte-order mark are not.
TEST_F(Dedupe, WhatAnInputWithCrlfAndAByteOrderMarkKeeps) {
  const std::string first = "1,\"a\r\nb\"\"\"," + kPuzzle + " ";
  const std::string second = " 2 ,\"\"," + kInkala;
  const std::string header = "Id, note ,Puzzle";
  const std::string expected = header + '\n' + first + '\n' + second + '\n';
  const std::string bom = "\xEF\xBB\xBF";
  for (const std::string end : {"\n", "\r\n"}) {
    const std::string text = bom + "# a list" + end + end + header + end + first + end + end +
                             second + end + "3,," + kPuzzle;
    EXPECT_TRUE(gives(run_on(text, {"dedupe", "-q", "in"}), 0, expected, ""));
    EXPECT_TRUE(gives(run_on(text, {"dedupe", "-q", "in", "--memory", "64KB"}), 0, expected, ""));
  }
}

TEST_F(Dedupe, TheFolderOfTemporaryFilesIsTmpdirs) {
  dir.write("in", relabelled(3000));
  dir.write("out", "old");
  const Outcome run = this->run({.args = {"dedupe", "in", "-o", "out", "--memory", "64K"},
                                 .environment = {{"TMPDIR", dir / "missing"}}});
  EXPECT_TRUE(refuses(run, {"temporary file in " + dir / "missing", "No such file"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
  // A missing temporary folder does not matter while everything fits into memory.
  EXPECT_EQ(this->run({.args = {"dedupe", "-q", "in", "-o", "out"},
                       .environment = {{"TMPDIR", dir / "missing"}}})
                .status,
            0);
}

TEST_F(Dedupe, ReportsRemovedRecords) {
  dir.write("in", relabelled(1500) + relabelled(100) + "bad\n");
  const Outcome reported = run({"dedupe", "in", "-o", "out", "--report", "report"});
  EXPECT_EQ(reported.status, 1);
  EXPECT_TRUE(has_line_starting(
      reported, "dokumill: 1,601 records: 1,500 kept, 100 duplicates left out, 1 malformed; "));
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report["kept"], 1500);
  EXPECT_EQ(report["duplicates"], 100);
  EXPECT_EQ(report["spilled_bytes"], 0);
  const Outcome spilled =
      run({"dedupe", "in", "-o", "out", "--report", "report", "--memory", "64K"});
  EXPECT_TRUE(mentions(spilled, " bytes in a temporary file"));
  EXPECT_GT(nlohmann::json::parse(dir.read("report"))["spilled_bytes"], 10'000);
}

TEST_F(Dedupe, RefusesInvalidSizes) {
  dir.write("in", kPuzzle + '\n');
  for (const std::string size :
       {"0", "63K", "65535", "1.5G", "1GX", "1BG", "-1M", "+1M", "0x100000", "1 G", "G", "1P",
        "99999999999999999999", "9223372036854775809", "8388609T"}) {
    EXPECT_TRUE(refuses(run({"dedupe", "in", "--memory=" + size}), {"--memory", "64K"})) << size;
  }
  for (const std::string size : {"65536", "64K", "1M", "2G", "1T", "8388608T"}) {
    EXPECT_TRUE(gives(run({"dedupe", "-q", "in", "--memory", size}), 0, kPuzzle + '\n', ""));
  }
}

}  // namespace
}  // namespace dokumill::testing
