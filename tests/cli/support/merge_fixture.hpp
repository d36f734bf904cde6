// MergeTest: creates the pieces of a small job for the tests of `merge`. For each piece, the
// fixture runs the command on a separate file and adds the member `piece` to the report of this
// run. So a test can put a false value into each member of a report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {

using nlohmann::ordered_json;

class MergeTest : public CliTest {
 protected:
  static std::string part(int number, const std::string& ending) {
    return "part." + std::to_string(number) + ending;
  }
  void SetUp() override {
    for (const std::string& line :
         {kPuzzle, kInkala, kSeveral, kNoSolution, std::string("bad"), kSolution, kTwoFives}) {
      lines_.push_back(line + '\n');
    }
  }

  // Splits the lines into `count` parts, runs the command on each part, and turns its report into
  // the report of a piece.
  void make(const Args& command, int count, const std::string& format = "line") {
    std::size_t at = 0;
    std::uint64_t bytes = 0;
    for (int number = 1; number <= count; ++number) {
      const std::size_t first = at;
      std::string text;
      for (const std::size_t end = lines_.size() * number / count; at < end; ++at)
        text += lines_[at];
      dir.write("cut", text);
      std::filesystem::remove(dir / part(number, ".txt"));
      const std::string output = part(number, ".txt");
      const std::string report = part(number, ".json");
      const Outcome made = run(with(
          command, {"cut", "--from", "line", "-q", "-o", output, "--report", report, "-j", "1"}));
      ASSERT_LE(made.status, 1) << made;
      ordered_json parsed = ordered_json::parse(dir.read(report));
      parsed["input"] = "in";
      parsed["piece"] = {{"number", number},
                         {"count", count},
                         {"unit", "bytes"},
                         {"begin", bytes},
                         {"end", bytes + text.size()},
                         {"job", "0123456789abcdef"},
                         {"output", output},
                         {"output_format", format},
                         {"output_compression", "none"},
                         {"output_bytes", dir.read(output).size()}};
      for (ordered_json& problem : parsed["problems"]) {
        problem["record"] = problem["record"].get<std::uint64_t>() + first;
        problem["line"] = problem["line"].get<std::uint64_t>() + first;
      }
      bytes += text.size();
      dir.write(report, parsed.dump(2));
    }
    std::filesystem::remove(dir / "cut");
    std::string all;
    for (const std::string& line : lines_) all += line;
    dir.write("in", all);
  }
  // Changes the report of a piece.
  template <class Change>
  void change(int number, const Change& to) const {
    ordered_json parsed = ordered_json::parse(dir.read(part(number, ".json")));
    to(parsed);
    dir.write(part(number, ".json"), parsed.dump());
  }
  static Args reports(int count) {
    Args names;
    for (int number = count; number >= 1; --number) names.push_back(part(number, ".json"));
    return names;
  }
  Outcome merge(int count, const Args& more = {"-o", "out"}) const {
    return run(with(with({"merge"}, reports(count)), more));
  }
  // True if the merge fails, its message has these parts, and the old output is unchanged.
  ::testing::AssertionResult refuses_to_merge(int count, const std::vector<std::string>& parts) {
    dir.write("out", "old");
    const ::testing::AssertionResult refused = refuses(merge(count), parts);
    if (dir.read("out") != "old") return ::testing::AssertionFailure() << "the output is gone";
    return refused;
  }
  // The report without the members that differ between runs.
  static ordered_json numbers_of(ordered_json report) {
    for (const char* name : {"seconds", "records_per_second", "threads", "stages", "pieces"}) {
      report.erase(name);
    }
    return report;
  }

  std::vector<std::string> lines_;
};

}  // namespace dokumill::testing
