// Tests of the reports that `merge` reads and adds: every member is checked.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/merge_fixture.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using MergeReports = MergeTest;

TEST_F(MergeReports, TextsThatAreNoReportsAreRefused) {
  struct Row {
    std::string text;
    std::string message;
  };
  const std::string deep = repeat("[", 9) + repeat("]", 9);
  for (const Row& row :
       std::vector<Row>{{"", "not JSON at byte"},
                        {"{", "not JSON at byte"},
                        {"{} {}", "not JSON at byte"},
                        {std::string("{}\0", 3), "not JSON at byte 3"},
                        {"\"\xFF\"", "not JSON at byte"},
                        {"[]", "not a report"},
                        {"{}", "'tool': it is missing"},
                        {"{\"tool\": 1}", "'tool': expected a text"},
                        {"{\"tool\": \"other\"}", "not a report of dokumill"},
                        {"{\"tool\": \"dokumill\", \"schema\": 1}", "schema 1"},
                        {"{\"a\": 1, \"a\": 2}", "the name 'a' occurs twice"},
                        {"{\"\\u001b[31m\": 1, \"\\u001b[31m\": 2}", "the name '\\x1B[31m'"},
                        {"{\"a\": 1e999}", "too large"},
                        {"{\"a\": " + deep + "}", "more than 8 levels"},
                        {"[" + repeat("0,", 200'000) + "0]", "more than 200000 values"},
                        {repeat(" ", (16 << 20) + 1), "longer than a report"}}) {
    make({"solve"}, 2);
    dir.write("part.1.json", row.text);
    EXPECT_TRUE(refuses_to_merge(2, {"part.1.json: ", row.message})) << row.message;
  }
}

// Both the sum of two times and the speed could be infinite. JSON has no infinity.
TEST_F(MergeReports, TheMergedReportIsJsonWhateverTheTimesAre) {
  make({"solve"}, 2);
  const auto set_seconds = [&](const char* pointer, double seconds) {
    for (const char* const name : {"part.1.json", "part.2.json"}) {
      ordered_json report = ordered_json::parse(dir.read(name));
      report[ordered_json::json_pointer(pointer)] = seconds;
      dir.write(name, report.dump());
    }
  };
  for (const char* const pointer : {"/stages/solve", "/seconds"}) {
    set_seconds(pointer, 1.5e308);
    EXPECT_TRUE(refuses_to_merge(2, {"expected a number of seconds"})) << pointer;
    set_seconds(pointer, 5e-324);
  }
  ASSERT_EQ(merge(2, {"--report", "out.json"}).status, 1);
  ASSERT_TRUE(ordered_json::accept(dir.read("out.json"))) << dir.read("out.json");
  EXPECT_TRUE(ordered_json::parse(dir.read("out.json"))["records_per_second"].is_null());
}

// Each member of a report is removed, and then replaced by values of other types. Either the merge
// refuses the report and names its file, or it does not need the member.
TEST_F(MergeReports, EveryMemberIsChecked) {
  const std::vector<ordered_json> values{nullptr,
                                         true,
                                         -1,
                                         1.5,
                                         UINT64_MAX,
                                         "x",
                                         ordered_json::array(),
                                         ordered_json::object(),
                                         ordered_json::array({1}),
                                         ordered_json::array({ordered_json::object()})};
  for (const Args& command :
       {Args{"solve", "--unique"}, Args{"rate"}, Args{"check", "--minimal"}}) {
    make(command, 2, command[0] == "check" ? "totals" : "line");
    const ordered_json whole = ordered_json::parse(dir.read("part.2.json"));
    int refused = 0;
    std::size_t number = 0;
    const auto try_one = [&](const ordered_json& report, const std::string& what) {
      if (!is_tested(number++)) return;
      dir.write("part.2.json", report.dump());
      const Outcome outcome = merge(2, {"-q", "-o", "out", "--report", "out.json"});
      EXPECT_TRUE(outcome.status == 1 || outcome.status == 2) << what << outcome;
      if (outcome.status != 2) return;
      ++refused;
      // The two reports differ now, so the message may name either of them.
      EXPECT_TRUE(mentions(outcome, "part.2.json") || mentions(outcome, "part.1.json") ||
                  mentions(outcome, "missing"))
          << what << outcome;
    };
    const ordered_json members = whole.flatten();
    for (const auto& [pointer, value] : members.items()) {
      // Of each list, only one entry is changed.
      if (pointer.find("/1/") != std::string::npos || pointer.find("/2/") != std::string::npos ||
          pointer.find("/1") == pointer.size() - 2 || pointer.size() > 40) {
        continue;
      }
      if (std::count(pointer.begin(), pointer.end(), '/') == 3 &&
          pointer.find("/0/") == std::string::npos) {
        continue;
      }
      const ordered_json::json_pointer place(pointer);
      ordered_json without = whole;
      ordered_json& parent = without[place.parent_pointer()];
      if (parent.is_object()) parent.erase(place.back());
      try_one(without, pointer + " without");
      // Tries all wrong values with `solve`, and two of them with each other command.
      const std::size_t tried = command[0] == "solve" ? values.size() : 2;
      for (const ordered_json& other : std::span(values).first(tried)) {
        ordered_json wrong = whole;
        wrong[place] = other;
        try_one(wrong, pointer + " = " + other.dump());
      }
    }
    EXPECT_GT(refused, kIsSanitized ? 25 : 100);
  }
}

TEST_F(MergeReports, SumsBeyond64BitsAreRefused) {
  make({"solve"}, 2);
  for (const int number : {1, 2}) {
    change(number,
           [&](ordered_json& report) { report["unique"] = UINT64_MAX - (number == 1 ? 1 : 0); });
  }
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.json: the sum of a count is beyond 2^64"}));
  change(1, [](ordered_json& report) { report["unique"] = 0; });
  EXPECT_EQ(merge(2).status, 1);
}

TEST_F(MergeReports, UnknownMembersAreIgnored) {
  make({"solve"}, 2);
  change(1, [](ordered_json& report) {
    report["host"] = "node 7";
    report["piece"]["rank"] = 3;
  });
  EXPECT_EQ(merge(2).status, 1);
}

TEST_F(MergeReports, TheExitStatusIsThatOfTheCommand) {
  lines_ = {kPuzzle + '\n', "bad\n", kInkala + '\n'};
  make({"solve"}, 2);
  EXPECT_EQ(merge(2).status, 1);
  EXPECT_EQ(merge(2, {"--malformed-ok"}).status, 0);
  make({"solve", "--malformed-ok"}, 2);
  EXPECT_EQ(merge(2, {"--report", "out.json"}).status, 0);
  EXPECT_EQ(ordered_json::parse(dir.read("out.json")).at("exit"), 0);
  lines_.push_back(kSeveral + '\n');
  make({"solve"}, 2);
  EXPECT_EQ(merge(2, {"--malformed-ok"}).status, 0);
  make({"solve", "--unique"}, 2);
  EXPECT_EQ(merge(2, {"--malformed-ok"}).status, 1);
  lines_.push_back(kNoSolution + '\n');
  make({"solve"}, 2);
  EXPECT_EQ(merge(2, {"--malformed-ok"}).status, 1);
}

TEST_F(MergeReports, TheFirstThousandProblemsAreKeptInOrder) {
  lines_.clear();
  for (int i = 0; i < 1500; ++i) lines_.push_back(i % 7 == 0 ? kPuzzle + '\n' : "bad\n");
  make({"convert"}, 3);
  ASSERT_EQ(run({"convert", "in", "--from", "line", "-q", "-o", "whole", "--report", "whole.json"})
                .status,
            1);
  ASSERT_EQ(merge(3, {"-q", "-o", "out", "--report", "out.json"}).status, 1);
  const ordered_json sum = ordered_json::parse(dir.read("out.json"));
  EXPECT_EQ(numbers_of(sum), numbers_of(ordered_json::parse(dir.read("whole.json"))));
  EXPECT_EQ(sum.at("problems").size(), 1000U);
  EXPECT_EQ(sum.at("problems_omitted"), 285);
}

}  // namespace
}  // namespace dokumill::testing
