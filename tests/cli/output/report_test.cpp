// Tests of --report: the report is written however the job ends, and names are not escaped for
// terminals.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

// True for the commands that solve records. Only their reports have the engine.
bool report_has_engine(const std::string& command) {
  return command == "solve" || command == "check" || command == "rate" || command == "steps" ||
         command == "vary" || command == "unavoidable" || command == "book";
}

class Report : public CliTest {
 protected:
  void SetUp() override {
    dir.write("in", kPuzzle + '\n' + kPuzzle + "\nQ\n");
    dir.write("report", "stale");
  }
  json report() const {
    json parsed = json::parse(dir.read("report"), nullptr, false);
    EXPECT_TRUE(parsed.is_object()) << dir.read("report");
    return parsed;
  }
};

TEST_F(Report, HasTheStatusOfACompletedJob) {
  for (const SampleCommand& command : record_commands()) {
    EXPECT_EQ(run(with(command.to("out"), {"in", "--report", "report"})).status, 1);
    EXPECT_EQ(report().at("status"), "ok");
    EXPECT_EQ(report().at("exit"), 1);
    EXPECT_EQ(report().at("command"), command.name);
    EXPECT_EQ(report().at("records"), 3);
    EXPECT_EQ(report().at("malformed"), 1);
    EXPECT_EQ(report().at("problems").at(0).at("record"), 3);
    EXPECT_EQ(report().contains("engine"), report_has_engine(command.name));
  }
  for (const std::string what : {"boards", "puzzles"}) {
    EXPECT_EQ(run({"generate", what, "-n", "3", "-o", "out", "--report", "report"}).status, 0);
    EXPECT_EQ(report().at("status"), "ok");
    EXPECT_EQ(report().at("exit"), 0);
    EXPECT_FALSE(report().contains("input"));
  }
}

TEST_F(Report, AMalformedRecordUnderStrictIsReported) {
  for (const SampleCommand& command : record_commands()) {
    dir.write("report", "stale");
    const Args call = with(command.to("out"), {"in", "--strict", "--report", "report"});
    EXPECT_EQ(run(call).status, 2);
    const json failed = report();
    EXPECT_EQ(failed.at("schema"), 2);
    EXPECT_EQ(failed.at("command"), command.name);
    EXPECT_EQ(failed.at("status"), "failed");
    EXPECT_EQ(failed.at("exit"), 2);
    EXPECT_EQ(failed.at("input"), "in");
    EXPECT_EQ(failed.at("error").at("kind"), "malformed");
    EXPECT_EQ(failed.at("error").at("message"), "in:3:1: record 3: 'Q' is not a cell");
    EXPECT_EQ(failed.at("error").at("record"), 3);
    EXPECT_EQ(failed.at("error").at("line"), 3);
    EXPECT_EQ(failed.at("error").at("column"), 1);
    EXPECT_FALSE(failed.contains("records"));
    EXPECT_TRUE(has_only(dir, {"in", "report"}));
  }
}

TEST_F(Report, EveryOtherFailureIsReported) {
  dir.write("table", "id,grid\n");
  const auto kind_of = [&](const Args& call, int status) {
    dir.write("report", "stale");
    EXPECT_EQ(run(with(call, {"--report", "report"})).status, status);
    const json failed = report();
    EXPECT_EQ(failed.value("status", ""), "failed");
    EXPECT_EQ(failed.value("exit", -1), status);
    return failed.at("error").at("kind").get<std::string>();
  };
  EXPECT_EQ(kind_of({"solve", "missing"}, 2), "input");
  EXPECT_TRUE(report().at("error").at("record").is_null());
  EXPECT_EQ(report().at("error").at("message"), "missing: No such file or directory");
  EXPECT_EQ(kind_of({"solve", "table"}, 2), "input");
  // If both the input and the report fail, there is one message.
  EXPECT_TRUE(
      refuses(run({"solve", "missing", "--report", "/dev/full"}),
              {"missing: No such file", "; the report is not written: /dev/full: No space"}));
  EXPECT_EQ(kind_of({"solve", "in", "-o", "none/out"}, 2), "io");
  EXPECT_EQ(kind_of({"solve", "in", "--keep-columns"}, 2), "usage");
  EXPECT_EQ(kind_of({"generate", "puzzles", "-n", "1", "--clues", "17..17", "--max-tries", "1"}, 1),
            "unmet");
  EXPECT_EQ(kind_of({"generate", "boards", "-n", "9000000000000000000"}, 2), "usage");
}

TEST_F(Report, AStopIsReported) {
  dir.write("report", "stale");
  bool is_stopped = false;
  Command command{.args = {"solve", "-", "--report", "report", "-o", "out"},
                  .in = Stdin::feed([&](const Outcome& so_far) -> Piece {
                    if (!is_stopped) kill(so_far.pid, SIGTERM);
                    is_stopped = true;
                    return {.bytes = ".", .wait_ms = 20};
                  })};
  // The signal may arrive before the command catches signals; then the signal ends the process.
  const Outcome stopped = run(command);
  if (stopped.signal == 0) {
    EXPECT_EQ(stopped.status, 143) << stopped;
    EXPECT_EQ(report().at("exit"), 143);
    EXPECT_EQ(report().at("error").at("kind"), "interrupted");
    EXPECT_TRUE(report().at("input").is_null());
  }
}

TEST_F(Report, PathsAreNotEscapedForTerminals) {
  const auto input_of = [&](const std::string& name) {
    dir.write(name, kPuzzle + '\n');
    EXPECT_EQ(run({"solve", name, "--report", "report"}).status, 0);
    return report();
  };
  for (const std::string name : {"plain", "题目", "a\nb\x1B[31m", "a\xE2\x80\xAEz", "a\\x0Ab"}) {
    const json written = input_of(name);
    EXPECT_EQ(written.at("input"), name);
    EXPECT_FALSE(written.contains("input_base16"));
    // The bytes of the report are safe to print on a terminal.
    for (const char c : dir.read("report")) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
    }
    EXPECT_EQ(dir.read("report").find("\xE2\x80\xAE"), std::string::npos);
  }
  const json written = input_of("n\xFF\xC3");
  EXPECT_EQ(written.at("input_base16"), "6effc3");
  EXPECT_EQ(written.at("input"), "n\xEF\xBF\xBD\xEF\xBF\xBD");

  EXPECT_EQ(run({"solve", "--report", "report"}, Stdin::bytes(kPuzzle + '\n')).status, 0);
  EXPECT_TRUE(report().at("input").is_null());
  EXPECT_EQ(run({"solve", "-", "--report", "report"}, Stdin::bytes(kPuzzle + '\n')).status, 0);
  EXPECT_TRUE(report().at("input").is_null());
  dir.write("<stdin>", kPuzzle + '\n');
  EXPECT_EQ(run({"solve", "<stdin>", "--report", "report"}).status, 0);
  EXPECT_EQ(report().at("input"), "<stdin>");
}

}  // namespace
}  // namespace dokumill::testing
