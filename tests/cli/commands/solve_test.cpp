// Tests of `solve`: formats, order, the flags that change the outcome, and the report.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

// One record of each kind, with good records between them.
std::vector<Record> every_kind() {
  return {record_of(kPuzzle),          malformed_record(),    record_of(kTwoFives),
          record_of(kNoSolution),      record_of(kEmptyGrid), record_of(kInkala),
          record_of(puzzle_of(1, 50)), record_of(kSolution),  malformed_record(),
          record_of(kWrongBoard),      record_of(kPuzzle)};
}

class Solve : public CliTest {
 protected:
  json report_of(const Args& args) const {
    outcome_ = run(with(args, {"--report", "report"}));
    const std::string text = dir.read("report");
    const json report = json::parse(text, nullptr, /*allow_exceptions=*/false);
    EXPECT_FALSE(report.is_discarded()) << text << outcome_;
    EXPECT_TRUE(text.ends_with("\n"));
    return report;
  }
  mutable Outcome outcome_;
};

// --- formats -------------------------------------------------------------------------------------

// --- messages and totals -------------------------------------------------------------------------

TEST_F(Solve, MessagesOfEveryKind) {
  dir.write("in", input_text(every_kind(), Format::kLine));
  const Outcome run = this->run({"solve", "in"});
  const std::vector<std::string> messages = run.messages();
  ASSERT_EQ(messages.size(), 6U) << run;
  EXPECT_EQ(messages[0] + '\n', problem("in:2", 2, "found 80 cells, expected 81"));
  EXPECT_EQ(messages[1] + '\n', problem("in:3", 3, "contradiction: r1c1 and r1c5 are both 5"));
  EXPECT_EQ(messages[2] + '\n', problem("in:4", 4, "no solution"));
  EXPECT_EQ(messages[3] + '\n', problem("in:9", 9, "found 80 cells, expected 81"));
  EXPECT_TRUE(messages[4].starts_with("dokumill: in:10: record 10: contradiction: r")) << run;
  EXPECT_TRUE(totals_fit(run, every_kind()));
  EXPECT_TRUE(messages[5].find(" records: ") != std::string::npos) << run;
}

TEST_F(Solve, TheFirstTenProblemsAreReported) {
  for (const int bad : {9, 10, 11, 12, 2'000}) {
    dir.write("in", kPuzzle + '\n' + repeat(kPuzzle + "\nQ\n", bad));
    const Outcome run = this->run({"solve", "in", "--threads", "3"});
    EXPECT_TRUE(gives(run, 1, kSolution + '\n' + repeat(kSolution + '\n' + kUnknown + '\n', bad)));
    std::vector<std::string> messages = run.messages();
    ASSERT_EQ(messages.size(), std::min(bad, 10) + (bad > 10 ? 2U : 1U)) << run;
    for (int which = 0; which < std::min(bad, 10); ++which) {
      const int line = which * 2 + 3;
      EXPECT_EQ(messages[which] + '\n',
                problem("in:" + std::to_string(line) + ":1", line, "'Q' is not a cell"));
    }
    if (bad == 11) {
      EXPECT_EQ(messages[10], "dokumill: and 1 more problem (--report FILE lists the first 1,000)");
    }
    if (bad == 2'000) {
      EXPECT_EQ(messages[10],
                "dokumill: and 1,990 more problems (--report FILE lists the first 1,000)");
    }
    EXPECT_TRUE(totals_are(run, bad + 1, 0, 0, bad));
  }
}

TEST_F(Solve, QuietHasNoTotals) {
  dir.write("in", kPuzzle + "\nQ\n" + kInkala + '\n');
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet"}), 1,
                    kSolution + '\n' + kUnknown + '\n' + kInkalaSolution + '\n',
                    problem("in:2:1", 2, "'Q' is not a cell")));
  EXPECT_TRUE(refuses(run({"solve", "gone", "--quiet"}), {"gone"}));
}

// --- flags ---------------------------------------------------------------------------------------

TEST_F(Solve, Unique) {
  const std::vector<Record> records = every_kind();
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    const Outcome run = this->run({"solve", "in", "--unique"});
    EXPECT_TRUE(gives(run, 1, output_text(records, format)));
    EXPECT_TRUE(totals_fit(run, records));
    int several = 0;
    for (const std::string& line : run.messages()) several += line.ends_with(": several solutions");
    EXPECT_EQ(several, 2) << run;
  }
  dir.write("in", kEmptyGrid + '\n');
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet"}), 0, kEmptyGridSmallest + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--unique"}), 1, kEmptyGridSmallest + '\n',
                    problem("in:1", 1, "several solutions")));
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--unique"}), 0, kSolution + '\n', ""));
}

TEST_F(Solve, StrictLetsOtherProblemsPass) {
  std::vector<Record> records;
  for (const Record& record : every_kind()) {
    if (record.kind != Kind::kMalformed) records.push_back(record);
  }
  dir.write("in", input_text(records, Format::kLine));
  EXPECT_TRUE(
      gives(run({"solve", "in", "--strict", "--quiet"}), 1, output_text(records, Format::kLine)));
  EXPECT_TRUE(gives(run({"solve", "in", "--strict", "--quiet", "-o", "out"}), 1, ""));
  EXPECT_EQ(dir.read("out"), output_text(records, Format::kLine));
}

// --- the report ----------------------------------------------------------------------------------

TEST_F(Solve, Report) {
  const std::vector<Record> records = every_kind();
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    const json report = report_of({"solve", "in", "-o", "out", "--unique", "--threads", "3"});
    EXPECT_EQ(outcome_.status, 1) << outcome_;
    EXPECT_EQ(dir.read("out"), output_text(records, format));
    EXPECT_EQ(report.at("records"), 11) << report;
    EXPECT_EQ(report.at("unique"), 4);
    EXPECT_EQ(report.at("multiple"), 2);
    EXPECT_EQ(report.at("unsolvable"), 3);
    EXPECT_EQ(report.at("malformed"), 2);
    EXPECT_TRUE(report.at("threads").is_number_unsigned());
    EXPECT_GE(report.at("threads").get<int>(), 1);
    EXPECT_LE(report.at("threads").get<int>(), 3);
    EXPECT_TRUE(report.at("engine").is_string());
    EXPECT_NE(report.at("engine"), "");
    EXPECT_GE(report.at("seconds").get<double>(), 0);
    EXPECT_GE(report.at("records_per_second").get<double>(), 0);
    const json& stages = report.at("stages");
    for (const std::string stage :
         {"read", "decompress", "parse", "solve", "print", "compress", "write", "wait"}) {
      EXPECT_GE(stages.at(stage).get<double>(), 0) << stage;
    }
    EXPECT_EQ(stages.size(), 8U) << stages;

    const json& problems = report.at("problems");
    std::vector<std::pair<int, std::string>> kinds;
    for (const json& problem : problems) {
      kinds.emplace_back(problem.at("record").get<int>(), problem.at("kind").get<std::string>());
      EXPECT_GE(problem.at("line").get<int>(), 1) << problem;
      EXPECT_TRUE(problem.contains("column")) << problem;
      EXPECT_NE(problem.at("message").get<std::string>(), "") << problem;
      EXPECT_EQ(problem.size(), 5U) << problem;
    }
    EXPECT_EQ(kinds, (std::vector<std::pair<int, std::string>>{{2, "malformed"},
                                                               {3, "contradiction"},
                                                               {4, "unsolvable"},
                                                               {5, "multiple"},
                                                               {7, "multiple"},
                                                               {9, "malformed"},
                                                               {10, "contradiction"}}))
        << problems;
    EXPECT_EQ(report.value("problems_omitted", 0), 0);
  }
  EXPECT_TRUE(has_only(dir, {"in", "out", "report"}));
}

TEST_F(Solve, ReportWithoutProblems) {
  dir.write("in", kPuzzle + '\n');
  const json report = report_of({"solve", "in", "--quiet"});
  EXPECT_TRUE(gives(outcome_, 0, kSolution + '\n', ""));
  EXPECT_EQ(report.at("records"), 1);
  EXPECT_EQ(report.at("problems"), json::array());
  dir.write("in", "");
  const json nothing = report_of({"solve", "in", "--quiet"});
  EXPECT_TRUE(gives(outcome_, 0, "", ""));
  EXPECT_EQ(nothing.at("records"), 0);
  EXPECT_GE(nothing.at("records_per_second").get<double>(), 0);
}

TEST_F(Solve, ReportOfStrangeBytesIsValidJson) {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) {
    if (byte != '\n' && byte != '\r') text += "12" + std::string(1, static_cast<char>(byte)) + '\n';
  }
  dir.write("in", text);
  const json report = report_of({"solve", "in", "--quiet", "--from", "line"});
  EXPECT_EQ(report.at("records"), 254);
  EXPECT_EQ(report.at("problems").size(), 254U);
  // A file name need not be valid UTF-8.
  dir.write("\xFF\"\\\n", text);
  EXPECT_EQ(report_of({"solve", "\xFF\"\\\n", "--quiet", "--from", "line"}).at("records"), 254);
}

}  // namespace
}  // namespace dokumill::testing
