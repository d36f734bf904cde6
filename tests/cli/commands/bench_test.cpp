// Tests of `bench`: the table, the JSON, the comparison with a baseline, the exit status.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

class Bench : public CliTest {
 protected:
  // Writes the measured results as the baseline, with every time multiplied by `factor`.
  void write_baseline(double factor) const {
    json baseline = json::parse(dir.read("now.json"));
    for (json& workload : baseline["workloads"]) {
      for (json& run : workload["runs"]) {
        for (json& seconds : run["seconds"]) seconds = seconds.get<double>() * factor;
      }
    }
    dir.write("baseline.json", baseline.dump());
  }
};

TEST_F(Bench, ATableAndJson) {
  const Outcome run = this->run({"bench", "--only", "parse,print", "--json", "now.json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out.find("dokumill "), 0U);
  EXPECT_NE(run.out.find("\nparse           1  "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("\nprint           1  "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(" puzzles/s "), std::string::npos);
  const json report = json::parse(dir.read("now.json"));
  EXPECT_EQ(report["command"], "bench");
  ASSERT_EQ(report["workloads"].size(), 2U);
  const json& parse = report["workloads"][0];
  EXPECT_EQ(parse["records"], 65536);
  EXPECT_EQ(parse["bytes"], 65536 * 82);
  const json& first = parse["runs"][0];
  EXPECT_EQ(first["threads"], 1);
  EXPECT_GE(first["seconds"].size(), 3U);
  EXPECT_NEAR(first["records_per_second"].get<double>() * first["median_seconds"].get<double>(),
              65536, 1e-3);

  const Outcome to_stdout = this->run({"bench", "--only", "print", "--json", "-"});
  EXPECT_EQ(to_stdout.status, 0);
  EXPECT_EQ(json::parse(to_stdout.out)["workloads"][0]["fingerprint"],
            report["workloads"][1]["fingerprint"]);
  EXPECT_NE(to_stdout.err.find("\nprint           1  "), std::string::npos);

  // Every time of the first baseline is ten times as long as in the measured run. Every time of the
  // second baseline is a tenth as long.
  const Args compare{"bench",         "--only",       "parse", "--baseline",
                     "baseline.json", "--fail-under", "0.5"};
  write_baseline(10);
  const Outcome faster = this->run(compare);
  EXPECT_EQ(faster.status, 0) << faster.err;
  write_baseline(0.1);
  const Outcome slower = this->run(compare);
  EXPECT_EQ(slower.status, 1);
  EXPECT_TRUE(has_line_starting(slower, "dokumill: bench: parse on 1 thread: 0.")) << slower.err;
  EXPECT_TRUE(mentions(slower, ", below 0.5"));
  // Without --fail-under the ratio is printed and the run succeeds.
  const Outcome shown = this->run({"bench", "--only", "parse", "--baseline", "baseline.json"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_NE(shown.out.find(" ratio "), std::string::npos);
}

// The feeder acts as the other `bench`. Its turn begins with each byte that the command writes to
// stdout. It ends its turn with one byte on the command's stdin.
TEST_F(Bench, TakesTurns) {
  const Args call{"bench", "--only", "parse", "--seconds", "1", "--in-turn", "--json", "now.json"};
  std::size_t given = 0;
  bool was_early = false;
  const Outcome together = this->run(call, Stdin::feed([&](const Outcome& so_far) -> Piece {
                                       was_early = was_early || so_far.out.size() > given;
                                       if (so_far.out.ends_with('x')) return {.last = true};
                                       if (so_far.out.size() < given) return {.wait_ms = 1};
                                       ++given;
                                       return {.bytes = ".", .wait_ms = 10};
                                     }));
  EXPECT_EQ(together.status, 0) << together.err;
  EXPECT_FALSE(was_early);
  EXPECT_EQ(together.out, std::string(given - 1, '.') + "x");
  // Four turns have no sample: two for the warm-up, one for the first digest, and the last one,
  // which ends the run.
  const json report = json::parse(dir.read("now.json"));
  EXPECT_EQ(report["workloads"][0]["runs"][0]["seconds"].size(), given - 4);
  EXPECT_TRUE(mentions(together, "\nparse           1  "));

  // If the other `bench` ends first ("x") or fails (end of input), this `bench` finishes its run
  // alone.
  for (const std::string end : {"x", ""}) {
    dir.write("turns", "...." + end);
    const Outcome alone = this->run(call, Stdin::file(dir / "turns"));
    EXPECT_EQ(alone.status, 0) << alone.err;
    EXPECT_EQ(alone.out, "....");
  }
}

// A commit that changes this number changed a search or its answers, and says so. A commit that
// leaves it did neither.
TEST_F(Bench, Signature) {
  const Outcome run = this->run({"bench", "--signature"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.out.ends_with("\nsignature ed1ff4bde01526ea (portable engine)\n")) << run.out;
  EXPECT_TRUE(run.out.starts_with("easy      guesses ")) << run.out;

  // Another engine does other work, and finds the same.
  const Args one{"bench", "--signature", "--only", "minimal", "--engine"};
  const auto results = [](const Outcome& outcome) {
    const std::size_t begin = outcome.out.find("results ");
    return outcome.out.substr(begin, outcome.out.find('\n') - begin);
  };
  Args with_portable = one, with_reference = one;
  with_portable.push_back("portable");
  with_reference.push_back("reference");
  const Outcome portable = this->run(with_portable), reference = this->run(with_reference);
  EXPECT_EQ(results(portable), results(reference));
  EXPECT_NE(portable.out, reference.out);
}

TEST_F(Bench, WrongCalls) {
  for (const std::string flag : {"--json=-", "--seconds=3", "--baseline=old.json", "--in-turn"}) {
    EXPECT_TRUE(refuses(run({"bench", "--signature", flag}), {"--signature", flag.substr(0, 6)}));
  }
  EXPECT_TRUE(refuses(run({"bench", "--in-turn", "--json", "-"}), {"--in-turn", "--json -"}));
  EXPECT_TRUE(refuses(run({"bench", "--in-turn"}, Stdin::terminal()), {"--in-turn", "terminal"}));
  EXPECT_TRUE(refuses(run({"bench", "--in-turn"}, Stdin::closed()), {"<stdin>"}));
  for (const std::string seconds : {"0", "3601", "1.5", "1e2"}) {
    EXPECT_TRUE(refuses(run({"bench", "--seconds=" + seconds}), {"--seconds", "1 to 3600"}));
  }
  EXPECT_TRUE(refuses(run({"bench", "easy"}), {"unexpected argument 'easy'"}));
  EXPECT_TRUE(refuses(run({"bench", "--only", "parse,eassy"}), {"--only", "parse", "'eassy'"}));
  EXPECT_TRUE(refuses(run({"bench", "--fail-under", "0.9"}), {"--baseline"}));
  dir.write("old.json", "{}");
  for (const std::string ratio : {"0", "-1", "nan", "inf", "0.9x", "1e-1", "", "11", "+0.9"}) {
    EXPECT_TRUE(refuses(run({"bench", "--baseline", "old.json", "--fail-under=" + ratio}),
                        {"--fail-under"}))
        << ratio;
  }
  EXPECT_TRUE(refuses(run({"bench", "--baseline", "missing.json"}), {"missing.json"}));
  EXPECT_TRUE(refuses(run({"bench", "--baseline", "old.json"}), {"old.json", "no member"}));
  dir.write("old.json", "not JSON");
  EXPECT_TRUE(refuses(run({"bench", "--baseline", "old.json"}), {"old.json: this is not JSON"}));
  EXPECT_TRUE(refuses(run({"bench", "--json", "no/such/folder.json"}), {"no/such"}));
  EXPECT_TRUE(refuses(run({"bench", "--engine", "steam"}), {"steam"}));
}

}  // namespace
}  // namespace dokumill::testing
