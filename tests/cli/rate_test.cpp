// Tests of `rate`: fields, exit statuses, formats, report.
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/cli_test.hpp"

namespace dokumill::testing {
namespace {

// This puzzle needs an X-Wing. (kInkala is the expert puzzle whose path has a guess.)
const std::string kNeedsXWing =
    "608000790000060000000000100809045000000080000347900080021057000000000050003002900";

class Rate : public CliTest {
 protected:
  void SetUp() override {
    dir.write("in", kPuzzle + '\n' + kInkala + "\nQ\n" + kTwoFives + '\n' + kNeedsXWing + '\n' +
                        kEmptyGrid + '\n' + kSolution + '\n' + kNoSolution + '\n');
  }
};

const std::string kRated =
    "1.2\teasy\t30\thidden single in a box\t0\n"
    "9.0\texpert\t21\tguess\t35\n"
    "malformed\t-\t-\t-\t-\n"
    "none\t-\t-\t-\t-\n"
    "3.2\thard\t24\tX-Wing\t1\n"
    "multiple\t-\t-\t-\t-\n"
    "0.0\tcomplete\t81\t-\t0\n"
    "none\t-\t-\t-\t-\n";

TEST_F(Rate, ALineForEachRecord) {
  const Outcome run = this->run({"rate", "in"});
  EXPECT_TRUE(gives(run, 1, kRated));
  EXPECT_TRUE(has_line(run, "dokumill: in:3:1: record 3: 'Q' is not a cell"));
  EXPECT_TRUE(has_line(run, "dokumill: in:6: record 6: several solutions"));
  EXPECT_TRUE(has_line_starting(run,
                                "dokumill: 8 records: 1 easy, 0 medium, 1 hard, 1 expert, 1 "
                                "complete, 1 multiple, 2 none, 1 malformed; "));
  EXPECT_TRUE(gives(this->run({"rate", "in", "-o", "out", "--to", "line"}), 1, ""));
  EXPECT_EQ(dir.read("out"), kRated);
}

TEST_F(Rate, OnlyRecordsThatAreNotUniqueAreBad) {
  for (const std::string& good : {kPuzzle, kSolution, kInkala}) {
    dir.write("in", good + '\n');
    EXPECT_EQ(run({"rate", "in"}).status, 0) << good;
  }
  for (const std::string& bad : {kEmptyGrid, kNoSolution, std::string("Q")}) {
    dir.write("in", kPuzzle + '\n' + bad + '\n');
    EXPECT_EQ(run({"rate", "in"}).status, 1) << bad;
  }
  dir.write("in", kPuzzle + "\nQ\n");
  EXPECT_EQ(run({"rate", "in", "--strict", "-o", "out"}).status, 2);
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Rate, Csv) {
  dir.write("in", "id,quiz\n1," + kPuzzle + "\n2,Q\n");
  const std::string columns = "score,level,clues,hardest,guesses\n";
  const std::string rated = ",1.2,easy,30,hidden single in a box,0\n";
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--to", "csv"}), 1,
                    "puzzle," + columns + kPuzzle + rated + kUnknown + ",,malformed,,,\n"));
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--keep-columns"}), 1,
                    "id,quiz," + columns + "1," + kPuzzle + rated + "2,Q,,malformed,,,\n"));
  EXPECT_TRUE(refuses(run({"rate", "in", "--keep-columns", "--to", "line"}), {"--keep-columns"}));
  EXPECT_TRUE(refuses(run({"rate", "in", "--to", "grid"}), {"--to", "line, csv"}));
  dir.write("in", "score,quiz\n1," + kPuzzle + "\n");
  EXPECT_TRUE(refuses(run({"rate", "in", "--keep-columns"}), {"'score'"}));
}

// The counts from the rows agree with the counts in the report.
TEST_F(Rate, RowsAndTotalsAgree) {
  const Outcome run = this->run({"rate", "in", "--report", "report"});
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  std::map<std::string, int> rows;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string score, level;
    std::getline(fields, score, '\t');
    std::getline(fields, level, '\t');
    ++rows[level == "-" ? score : level];
  }
  for (const std::string word : {"complete", "multiple", "none", "malformed"}) {
    EXPECT_EQ(rows[word], report.at(word)) << word;
  }
  for (const auto& [level, count] : report.at("levels").items()) {
    EXPECT_EQ(rows[level], count) << level;
  }
}

// A csv reader that infers column types must find numbers only: every field of the columns score,
// clues and guesses is a number or empty.
TEST_F(Rate, ColumnsOfNumbersHoldNothingElse) {
  const std::string header = "puzzle,score,level,clues,hardest,guesses";
  const Outcome run = this->run({"rate", "in", "--quiet", "--to", "csv"});
  EXPECT_EQ(run.out, header + "\n" + kPuzzle + ",1.2,easy,30,hidden single in a box,0\n" + kInkala +
                         ",9.0,expert,21,guess,35\n" + kUnknown + ",,malformed,,,\n" + kTwoFives +
                         ",,none,,,\n" + kNeedsXWing + ",3.2,hard,24,X-Wing,1\n" + kEmptyGrid +
                         ",,multiple,,,\n" + kSolution + ",0.0,complete,81,,0\n" + kNoSolution +
                         ",,none,,,\n");
  dir.write("in", "quiz,id\n" + kSolution + ",7\nQ,8\n" + kEmptyGrid + ",9\nx\n");
  EXPECT_TRUE(gives(this->run({"rate", "in", "--quiet", "--keep-columns"}), 1,
                    "quiz,id,score,level,clues,hardest,guesses\n" + kSolution +
                        ",7,0.0,complete,81,,0\nQ,8,,malformed,,,\n" + kEmptyGrid +
                        ",9,,multiple,,,\n" + kUnknown + ",,,malformed,,,\n"));
}

// Tables with other separators have the same fields.
TEST_F(Rate, KeepsTablesWithTabsAndSemicolons) {
  for (const std::string separator : {";", "\t"}) {
    const auto row = [&](const std::vector<std::string>& fields) {
      std::string text = fields.front();
      for (std::size_t i = 1; i < fields.size(); ++i) text += separator + fields[i];
      return text + "\n";
    };
    dir.write("in", row({"quiz", "id"}) + row({kSolution, "7"}) + row({kEmptyGrid, "9"}));
    EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--keep-columns"}), 1,
                      row({"quiz", "id", "score", "level", "clues", "hardest", "guesses"}) +
                          row({kSolution, "7", "0.0", "complete", "81", "", "0"}) +
                          row({kEmptyGrid, "9", "", "multiple", "", "", ""})))
        << separator;
  }
}

// The separator of csv says nothing about objects.
TEST_F(Rate, ObjectsAreTheSameWithEveryDelimiter) {
  const std::string object =
      "{\"puzzle\":\"" + kNeedsXWing + "\"}\n{\"puzzle\":\"" + kEmptyGrid + "\"}\n";
  for (const std::string scale : {"dokumill", "se121"}) {
    const Args args{"rate", "in", "-q", "--to", "jsonl", "--scale", scale};
    const Outcome usual = run_on(object, args);
    EXPECT_EQ(usual.out.substr(0, usual.out.find('\n')).find("null"), std::string::npos);
    for (const std::string mark : {",", ";", "|", ":", "tab"}) {
      EXPECT_EQ(run_on(object, with(args, {"--delimiter", mark})).out, usual.out) << mark;
    }
  }
}

TEST_F(Rate, Report) {
  EXPECT_EQ(run({"rate", "in", "--report", "report"}).status, 1);
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"), nullptr, false);
  ASSERT_TRUE(report.is_object()) << dir.read("report");
  EXPECT_EQ(report.at("command"), "rate");
  EXPECT_EQ(report.at("records"), 8);
  EXPECT_EQ(report.at("unique"), 3);
  EXPECT_EQ(report.at("complete"), 1);
  EXPECT_EQ(report.at("none"), 2);
  EXPECT_EQ(report.at("levels").at("expert"), 1);
  EXPECT_EQ(report.at("problems").size(), 4U);
  int puzzles = 0;
  for (const nlohmann::json& row : report.at("techniques")) {
    puzzles += row.at("puzzles").get<int>();
    if (row.at("name") == "guess") {
      EXPECT_EQ(row.at("score"), 9.0);
      EXPECT_EQ(row.at("puzzles"), 1);
      EXPECT_GE(row.at("steps"), 1);
    }
  }
  EXPECT_EQ(puzzles, 3);
}

// On our scale, kNeedsXWing needs an X-Wing. On the scale of Sudoku Explainer it is easier, because
// that scale has direct techniques.
TEST_F(Rate, TheScaleOfSudokuExplainer) {
  const std::string rated =
      "1.2\t1.2\t1.2\t30\thidden single in a box\n"
      "10.7\t10.7\t9.7\t21\tnested forcing chains\n"
      "malformed\t-\t-\t-\t-\n"
      "none\t-\t-\t-\t-\n"
      "2.0\t1.2\t1.2\t24\tdirect hidden pair\n"
      "multiple\t-\t-\t-\t-\n"
      "0.0\t0.0\t0.0\t81\tcomplete\n"
      "none\t-\t-\t-\t-\n";
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--scale", "se121"}), 1, rated));
  for (const std::string threads : {"1", "2", "5"}) {
    EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--scale", "se121", "-j", threads}), 1, rated));
  }
  EXPECT_EQ(run({"rate", "in", "--quiet", "--scale", "dokumill"}).out, kRated);
  EXPECT_TRUE(refuses(run({"rate", "in", "--scale", "hodoku"}), {"--scale", "dokumill, se121"}));
  dir.write("in", "id,quiz\n1," + kPuzzle + "\n2,Q\n");
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--keep-columns", "--scale", "se121"}), 1,
                    "id,quiz,er,ep,ed,clues,hardest\n1," + kPuzzle +
                        ",1.2,1.2,1.2,30,hidden single in a box\n2,Q,,,,,malformed\n"));
  dir.write("in", kPuzzle + "\n");
  const Outcome jsonl = run({"rate", "in", "--quiet", "--to", "jsonl", "--scale", "se121"});
  EXPECT_EQ(nlohmann::json::parse(jsonl.out).at("er"), 1.2);
}

TEST_F(Rate, ReportOfSe121) {
  EXPECT_EQ(run({"rate", "in", "--scale", "se121", "--report", "report"}).status, 1);
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("scale"), "se121");
  EXPECT_FALSE(report.contains("levels"));
  int puzzles = 0;
  for (const nlohmann::json& row : report.at("techniques")) puzzles += row.at("puzzles").get<int>();
  EXPECT_EQ(puzzles, 3);
  EXPECT_EQ(report.at("inexact"), 0);
}

}  // namespace
}  // namespace dokumill::testing
