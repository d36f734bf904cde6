// Tests of --malformed-ok in every command that has it.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using MalformedOk = CliTest;

TEST_F(MalformedOk, ExcusesMalformedRecordsOnly) {
  const std::string report_flag = "--report";
  for (const SampleCommand& command : record_commands()) {
    dir.write("in", kPuzzle + "\nbad\n");
    const Args call = with(command.to("out"), {"in", "--from", "line", report_flag, "report"});
    const Outcome usual = run(call);
    EXPECT_EQ(usual.status, 1) << usual;
    const std::string text = dir.read("out");
    const Outcome excused = run(with(call, {"--malformed-ok"}));
    EXPECT_EQ(excused.status, 0) << excused;
    EXPECT_EQ(dir.read("out"), text);
    EXPECT_EQ(nlohmann::json::parse(dir.read("report")).at("exit"), 0);
    EXPECT_EQ(nlohmann::json::parse(dir.read("report")).at("malformed"), 1);
    EXPECT_TRUE(mentions(excused, "in:2:1: record 2: 'b' is not a cell"));
    EXPECT_TRUE(refuses(run(with(call, {"--malformed-ok", "--strict"})),
                        {"--malformed-ok and --strict cannot be used together"}));
  }
  dir.write("in", kPuzzle + "\nbad\n" + kNoSolution + '\n');
  for (const std::string command : {"solve", "check", "rate", "steps"}) {
    EXPECT_EQ(run({command, "in", "--malformed-ok", "-o", "out"}).status, 1) << command;
  }
  dir.write("in", kPuzzle + '\n' + kPuzzle + "\nbad\n");
  EXPECT_EQ(run({"check", "in", "--malformed-ok", "-o", "out"}).status, 0);
  EXPECT_EQ(run({"check", "--duplicates", "in", "--malformed-ok", "-o", "out"}).status, 1);
  // Finds a seed that puts one puzzle into each set.
  dir.write("in", kPuzzle + '\n' + kInkala + "\nbad\n");
  std::set<int> statuses;
  for (int seed = 0; seed < 20 && statuses.count(0) == 0; ++seed) {
    statuses.insert(run({"export", "in", "--layout", "hrm", "--share", "50%", "--seed",
                         std::to_string(seed), "data", "--malformed-ok"})
                        .status);
  }
  EXPECT_TRUE(statuses.count(0) == 1 && statuses.count(1) == 0);
  dir.write("in", kPuzzle + '\n' + kPuzzle + "\nbad\n");
  EXPECT_EQ(run({"solve", "in", "--unique", "--malformed-ok", "-o", "out"}).status, 0);
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--malformed-ok"}), {"unknown flag"}));
}

}  // namespace
}  // namespace dokumill::testing
