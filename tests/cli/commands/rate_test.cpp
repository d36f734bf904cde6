// Tests of `rate`: fields, exit statuses, formats, report.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

const std::string kMedium =
    "608000790000060000000000100809045000000080000347900080021057000000000050003002900";

class Rate : public CliTest {
 protected:
  void SetUp() override {
    dir.write("in", kPuzzle + '\n' + kInkala + "\nQ\n" + kTwoFives + '\n' + kMedium + '\n' +
                        kEmptyGrid + '\n' + kSolution + '\n' + kNoSolution + '\n');
  }
};

const std::string kRated =
    "1.2\t1.2\t1.2\teasy\t30\thidden single in a box\n"
    "10.7\t10.7\t9.7\textreme\t21\tnested forcing chains\n"
    "malformed\t-\t-\t-\t-\t-\n"
    "none\t-\t-\t-\t-\t-\n"
    "2.0\t1.2\t1.2\tmedium\t24\tdirect hidden pair\n"
    "multiple\t-\t-\t-\t-\t-\n"
    "0.0\t0.0\t0.0\tcomplete\t81\t-\n"
    "none\t-\t-\t-\t-\t-\n";

TEST_F(Rate, ALineForEachRecord) {
  const Outcome run = this->run({"rate", "in"});
  EXPECT_TRUE(gives(run, 1, kRated));
  EXPECT_TRUE(has_line(run, "dokumill: in:3:1: record 3: 'Q' is not a cell"));
  EXPECT_TRUE(has_line(run, "dokumill: in:6: record 6: several solutions"));
  EXPECT_TRUE(
      has_line_starting(run,
                        "dokumill: 8 records: 1 easy, 1 medium, 0 hard, 0 expert, 1 extreme, "
                        "1 complete, 1 multiple, 2 none, 1 malformed; "));
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
}

TEST_F(Rate, Csv) {
  dir.write("in", "id,quiz\n1," + kPuzzle + "\n2,Q\n");
  const std::string columns = "er,ep,ed,level,clues,hardest,exact\n";
  const std::string rated = ",1.2,1.2,1.2,easy,30,hidden single in a box,1\n";
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--to", "csv"}), 1,
                    "puzzle," + columns + kPuzzle + rated + kUnknown + ",,,,malformed,,,\n"));
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--keep-columns"}), 1,
                    "id,quiz," + columns + "1," + kPuzzle + rated + "2,Q,,,,malformed,,,\n"));
  EXPECT_TRUE(refuses(run({"rate", "in", "--keep-columns", "--to", "line"}), {"--keep-columns"}));
  EXPECT_TRUE(refuses(run({"rate", "in", "--to", "grid"}), {"--to", "line, csv"}));
  dir.write("in", "er,quiz\n1," + kPuzzle + "\n");
  EXPECT_TRUE(refuses(run({"rate", "in", "--keep-columns"}), {"'er'"}));
}

// A csv reader that infers column types must find numbers only: every field of the columns er, ep,
// ed, clues, obstacles and exact is a number or empty.
TEST_F(Rate, ColumnsOfNumbersHoldNothingElse) {
  const Outcome run = this->run({"rate", "in", "--quiet", "--to", "csv", "--obstacles"});
  EXPECT_EQ(run.out, "puzzle,er,ep,ed,level,clues,hardest,obstacles,exact\n" + kPuzzle +
                         ",1.2,1.2,1.2,easy,30,hidden single in a box,0,1\n" + kInkala +
                         ",10.7,10.7,9.7,extreme,21,nested forcing chains,7,1\n" + kUnknown +
                         ",,,,malformed,,,,\n" + kTwoFives + ",,,,none,,,,\n" + kMedium +
                         ",2.0,1.2,1.2,medium,24,direct hidden pair,1,1\n" + kEmptyGrid +
                         ",,,,multiple,,,,\n" + kSolution + ",0.0,0.0,0.0,complete,81,,0,1\n" +
                         kNoSolution + ",,,,none,,,,\n");
  dir.write("in", "quiz,id\n" + kSolution + ",7\nQ,8\n" + kEmptyGrid + ",9\nx\n");
  EXPECT_TRUE(gives(this->run({"rate", "in", "--quiet", "--keep-columns"}), 1,
                    "quiz,id,er,ep,ed,level,clues,hardest,exact\n" + kSolution +
                        ",7,0.0,0.0,0.0,complete,81,,1\nQ,8,,,,malformed,,,\n" + kEmptyGrid +
                        ",9,,,,multiple,,,\n" + kUnknown + ",,,,,malformed,,,\n"));
}

// The separator of csv says nothing about objects.
TEST_F(Rate, ObjectsAreTheSameWithEveryDelimiter) {
  const std::string object =
      "{\"puzzle\":\"" + kMedium + "\"}\n{\"puzzle\":\"" + kEmptyGrid + "\"}\n";
  const Args args{"rate", "in", "-q", "--to", "jsonl"};
  const Outcome usual = run_on(object, args);
  EXPECT_EQ(usual.out.substr(0, usual.out.find('\n')).find("null"), std::string::npos);
  for (const std::string mark : {",", ";", "|", ":", "tab"}) {
    EXPECT_EQ(run_on(object, with(args, {"--delimiter", mark})).out, usual.out) << mark;
  }
}

// The rating would replace the puzzle.
TEST_F(Rate, NoMemberOfTheRatingIsThePuzzle) {
  const std::string object = R"({"er":")" + kPuzzle + "\"}\n";
  EXPECT_TRUE(refuses(run_on(object, {"rate", "in", "--column", "er", "--to", "jsonl"}),
                      {"in: 'er' is the member of the puzzles", "rename it"}));
  EXPECT_TRUE(refuses(run_on(R"({"count":")" + kPuzzle + "\"}\n",
                             {"solve", "in", "--column", "count", "--count", "2"}),
                      {"in: 'count' is the member of the puzzles", "rename it"}));
}

TEST_F(Rate, Report) {
  EXPECT_EQ(run({"rate", "in", "--report", "report"}).status, 1);
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"), nullptr, false);
  ASSERT_TRUE(report.is_object()) << dir.read("report");
  EXPECT_EQ(report.at("unique"), 3);
  EXPECT_EQ(report.at("complete"), 1);
  EXPECT_EQ(report.at("none"), 2);
  EXPECT_EQ(report.at("levels").at("extreme"), 1);
  EXPECT_EQ(report.at("inexact"), 0);
  EXPECT_EQ(report.at("problems").size(), 4U);
  int puzzles = 0;
  for (const nlohmann::json& row : report.at("techniques")) {
    puzzles += row.at("puzzles").get<int>();
    if (row.at("name") != "nested forcing chains") continue;
    EXPECT_EQ(row.at("lowest"), 9.5);
    EXPECT_EQ(row.at("puzzles"), 1);
  }
  EXPECT_EQ(puzzles, 3);
}

TEST_F(Rate, WithoutARatingTheReportHasNoLevels) {
  dir.write("in", kPuzzle + "\n");
  run({"rate", "in", "--columns", "clues", "--report", "r.json"});
  EXPECT_EQ(dir.read("r.json").find("levels"), std::string::npos);
  run({"rate", "in", "--columns", "er", "--report", "r.json"});
  EXPECT_NE(dir.read("r.json").find("levels"), std::string::npos);
}

TEST_F(Rate, AtMostGivesLowerBounds) {
  dir.write("in", kMedium + '\n' + kInkala + '\n');
  const std::string medium = "2.0\t1.2\t1.2\tmedium\t24\tdirect hidden pair\n";
  const Outcome bounded =
      this->run({"rate", "in", "--at-most", "8.0", "--report", "report", "-j", "3"});
  EXPECT_TRUE(gives(bounded, 0, medium + "8.5+\t8.5\t8.5\textreme\t21\t-\n"));
  EXPECT_TRUE(
      mentions(bounded, "1 medium, 0 hard, 0 expert, 1 extreme, 1 of these with a lower bound"));
  const nlohmann::json report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("inexact"), 1);
  EXPECT_EQ(run({"rate", "in", "-q", "--at-most", "12"}).out, run({"rate", "in", "-q"}).out);
  EXPECT_TRUE(gives(run({"rate", "in", "-q", "--at-most", "1.9", "--to", "csv"}), 0,
                    "puzzle,er,ep,ed,level,clues,hardest,exact\n" + kMedium +
                        ",2.0,1.2,1.2,medium,24,,0\n" + kInkala + ",2.0,2.0,2.0,medium,21,,0\n"));
  for (const std::string value : {"0.9", "12.1", "8.05", "7..8", "x", ""}) {
    EXPECT_TRUE(
        refuses(run({"rate", "in", "--at-most", value}), {"--at-most: expected 1.0 to 12.0"}))
        << value;
  }
}

TEST_F(Rate, TheOldScaleIsRefused) {
  EXPECT_TRUE(gives(run({"rate", "in", "--quiet", "--scale", "se121"}), 1, kRated));
  EXPECT_TRUE(
      refuses(run({"rate", "in", "--scale", "dokumill"}), {"no longer exists", "er and level"}));
  EXPECT_TRUE(refuses(run({"rate", "in", "--scale", "hodoku"}), {"--scale", "se121"}));
}

}  // namespace
}  // namespace dokumill::testing
