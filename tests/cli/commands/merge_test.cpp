// Tests of `merge` with reports that the tests make: what it joins, and what it refuses.
// merge_reports_test.cpp tests changed texts of reports, and every/pieces_test.cpp compares merged
// pieces with one process.
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/merge_fixture.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using Merge = MergeTest;

TEST_F(Merge, JoinsOutputsAndAddsReports) {
  std::size_t number = 0;
  for (const Args& command : {Args{"solve"}, Args{"solve", "--unique"}, Args{"rate"},
                              Args{"rate", "--obstacles"}, Args{"canon"}, Args{"convert"},
                              Args{"steps"}, Args{"check", "--each"}, Args{"check", "--minimal"}}) {
    for (const int count : {1, 2, 3, 7}) {
      if (!is_tested(number++)) continue;
      const bool is_totals = command[0] == "check" && command[1] != "--each";
      make(command, count, is_totals ? "totals" : command[0] == "steps" ? "jsonl" : "line");
      const Outcome whole = run(with(
          command, {"in", "--from", "line", "-o", "whole", "--report", "whole.json", "-j", "1"}));
      const Outcome joined = merge(count, {"-o", "out", "--report", "out.json"});
      EXPECT_EQ(joined.status, whole.status) << joined;
      EXPECT_EQ(dir.read("out"), dir.read("whole"));
      const ordered_json sum = ordered_json::parse(dir.read("out.json"));
      EXPECT_EQ(numbers_of(sum), numbers_of(ordered_json::parse(dir.read("whole.json"))));
      EXPECT_EQ(sum.at("pieces"), count);
      EXPECT_EQ(sum.at("threads"), count);
      EXPECT_FALSE(sum.contains("piece"));
      // The messages equal those of one process, except for the time in the last message.
      std::vector<std::string> usual = whole.messages();
      std::vector<std::string> own = joined.messages();
      ASSERT_EQ(usual.size(), own.size()) << joined;
      usual.back().resize(usual.back().find(';'));
      own.back().resize(own.back().find(';'));
      EXPECT_EQ(own, usual);
    }
  }
}

TEST_F(Merge, TimesAreTheLongestPieceAndThreadSeconds) {
  make({"solve"}, 2);
  for (const int number : {1, 2}) {
    change(number, [&](ordered_json& report) {
      report["seconds"] = number == 1 ? 2.5 : 4;
      report["threads"] = 3;
      report["engine"] = number == 1 ? "avx2" : "avx512";
      for (ordered_json& stage : report["stages"]) stage = number;
    });
  }
  ASSERT_EQ(merge(2, {"--report", "out.json"}).status, 1);
  const ordered_json sum = ordered_json::parse(dir.read("out.json"));
  EXPECT_EQ(sum.at("seconds"), 4.0);
  EXPECT_EQ(sum.at("records_per_second"), 7.0 / 4);
  EXPECT_EQ(sum.at("threads"), 6);
  EXPECT_EQ(sum.at("stages").at("solve"), 3.0);
  EXPECT_EQ(sum.at("engine"), "avx512, avx2");  // in the order of the arguments
}

TEST_F(Merge, WithoutAnOutputOnlyReportsAreMerged) {
  make({"solve"}, 3);
  for (const int number : {1, 2, 3}) {
    change(number, [](ordered_json& report) { report["piece"]["output"] = nullptr; });
  }
  const Outcome sum = merge(3, {"--report", "-"});
  EXPECT_EQ(sum.status, 1) << sum;
  EXPECT_EQ(ordered_json::parse(sum.out).at("records"), 7);
  EXPECT_TRUE(mentions(sum, "7 records: 3 unique, 1 multiple"));
  // Without an output, the totals of `check` go to standard error, as with --each.
  make({"check"}, 2, "totals");
  const Outcome totals = merge(2, {});
  EXPECT_EQ(totals.out, "");
  EXPECT_TRUE(has_line(totals, "dokumill: unique: 2")) << totals;
}

TEST_F(Merge, AListNamesFurtherReports) {
  make({"solve"}, 3);
  dir.write("list", "part.3.json\npart.1.json\r\n\n");
  const Outcome joined = run({"merge", "part.2.json", "--files-from", "list", "-o", "-", "-q"});
  EXPECT_EQ(joined.out, dir.read("part.1.txt") + dir.read("part.2.txt") + dir.read("part.3.txt"));
  EXPECT_EQ(run({"merge", "-q", "--files-from", "-", "-o", "out"},
                Stdin::bytes("part.1.json\npart.2.json\npart.3.json\n"))
                .status,
            1);
  EXPECT_EQ(dir.read("out"), joined.out);
  EXPECT_TRUE(
      refuses(run({"merge", "part.1.json", "--files-from", "list", "-o", "list"}), {"list"}));
}

TEST_F(Merge, OutputsAreFoundBesideTheirReports) {
  make({"solve"}, 2);
  const std::string all = dir.read("part.1.txt") + dir.read("part.2.txt");
  std::filesystem::create_directory(dir / "node");
  for (const int number : {1, 2}) {
    for (const std::string ending : {".txt", ".json"}) {
      std::filesystem::rename(dir / part(number, ending), dir / ("node/" + part(number, ending)));
    }
  }
  const Args call{"merge", "node/part.1.json", "node/part.2.json", "-q", "-o", "out"};
  EXPECT_EQ(run(call).status, 1);
  EXPECT_EQ(dir.read("out"), all);
  // A file in the working folder takes precedence over a file beside the report.
  dir.write("part.1.txt", "");
  EXPECT_TRUE(refuses(run(call), {"part.1.txt: the output of piece 1 has 0 bytes"}));
}

TEST_F(Merge, EveryPieceMustBeThereOnce) {
  make({"solve"}, 7);
  const auto call = [&](const std::vector<int>& numbers) {
    Args args{"merge", "-o", "out"};
    for (const int number : numbers) args.push_back(part(number, ".json"));
    return run(args);
  };
  EXPECT_TRUE(gives(call({1, 2, 4, 5, 6}), 2, "", "dokumill: pieces 3 and 7 of 7 are missing\n"));
  EXPECT_TRUE(gives(call({7, 1, 2, 3, 5, 6}), 2, "", "dokumill: piece 4 of 7 is missing\n"));
  EXPECT_TRUE(gives(call({4}), 2, "", "dokumill: pieces 1 to 3 and 5 to 7 of 7 are missing\n"));
  EXPECT_TRUE(gives(call({1, 4, 5}), 2, "", "dokumill: pieces 2, 3, 6 and 7 of 7 are missing\n"));
  EXPECT_TRUE(
      refuses(call({1, 2, 3, 4, 5, 6, 7, 3}), {"piece 3 of 7 is there twice: part.3.json"}));
  EXPECT_TRUE(
      has_only(dir, {"in", "part.1.json", "part.1.txt", "part.2.json", "part.2.txt", "part.3.json",
                     "part.3.txt", "part.4.json", "part.4.txt", "part.5.json", "part.5.txt",
                     "part.6.json", "part.6.txt", "part.7.json", "part.7.txt"}));
  // A huge number of pieces in a report causes neither a long loop nor a long message.
  for (const int number : {1, 2}) {
    change(number, [](ordered_json& report) { report["piece"]["count"] = UINT64_MAX; });
  }
  EXPECT_TRUE(refuses(call({1, 2}), {"pieces 3 to 18446744073709551615 of 18446744073709551615"}));
  EXPECT_EQ(run({"merge"}).status, 2);
  EXPECT_TRUE(has_line(run({"merge"}), "dokumill: no REPORT"));
}

TEST_F(Merge, PiecesOfDifferentJobsAreNotMixed) {
  struct Row {
    std::string name;
    ordered_json value;
    std::vector<std::string> parts;
  };
  for (const Row& row : std::vector<Row>{
           {"job",
            "00000000000000ff",
            {"another job", "options or the content of the input",
             "00000000000000ff and 0123456789abcdef"}},
           {"count", 4, {"the number of pieces is 4 instead of 3"}},
           {"unit", "records", {"the unit is records instead of bytes"}},
           {"output_format", "csv", {"the output format is csv instead of line"}},
           {"output_compression", "gzip", {"the compression is gzip instead of none"}},
           {"begin", 100, {"piece 2 begins at 100 (bytes), and piece 1 ends at 164"}}}) {
    make({"solve"}, 3);
    change(2, [&](ordered_json& report) { report["piece"][row.name] = row.value; });
    std::vector<std::string> parts = row.parts;
    parts.emplace_back("part.2.json");
    EXPECT_TRUE(refuses_to_merge(3, parts)) << row.name;
  }
  make({"solve"}, 2);
  change(1, [](ordered_json& report) { report["piece"]["begin"] = 5; });
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.json", "begins at 5", "the first one begins at 0"}));
  make({"solve"}, 2);
  change(1, [](ordered_json& report) { report["version"] = "9.9.9"; });
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.json", "9.9.9", "this program is version"}));
  make({"solve"}, 2);
  const std::string first = dir.read("part.1.json");
  make({"canon"}, 2);
  dir.write("part.1.json", first);
  EXPECT_TRUE(refuses_to_merge(2, {"the command is solve instead of canon"}));
}

TEST_F(Merge, APieceThatFailedIsQuoted) {
  make({"solve"}, 2);
  EXPECT_EQ(run({"solve", "missing", "--report", "part.2.json"}).status, 2);
  EXPECT_TRUE(
      refuses_to_merge(2, {"part.2.json: this job failed: missing: No such file or directory"}));
  change(2, [](ordered_json& report) { report["piece"] = {{"number", 2}, {"count", 2}}; });
  EXPECT_TRUE(refuses_to_merge(2, {"part.2.json: piece 2 of 2 failed: missing: No such file"}));
  EXPECT_EQ(run({"solve", "in", "-o", "part.2.txt", "--report", "part.2.json"}).status, 1);
  EXPECT_TRUE(refuses_to_merge(2, {"part.2.json: this is the report of a whole job"}));
}

TEST_F(Merge, OutputsMustBeThoseOfTheReports) {
  make({"solve"}, 2);
  const std::string good = dir.read("part.2.txt");
  const auto with_output = [&](ordered_json output) {
    change(2, [&](ordered_json& report) { report["piece"]["output"] = std::move(output); });
  };
  std::filesystem::remove(dir / "part.2.txt");
  EXPECT_TRUE(refuses_to_merge(2, {"part.2.txt: No such file", "piece 2, see part.2.json"}));
  dir.write("part.2.txt", good + good);
  EXPECT_TRUE(refuses_to_merge(
      2, {"part.2.txt: the output of piece 2 has 656 bytes, and part.2.json states 328"}));
  dir.write("part.2.txt", "");
  EXPECT_TRUE(refuses_to_merge(2, {"part.2.txt: the output of piece 2 has 0 bytes"}));
  dir.write("part.2.txt", good);
  with_output(nullptr);
  EXPECT_TRUE(refuses_to_merge(2, {"part.2.json: piece 2 was written to standard output"}));
  with_output("part.1.txt");
  change(2, [&](ordered_json& report) {
    report["piece"]["output_bytes"] = dir.read("part.1.txt").size();
  });
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.txt: this is the output of piece 1 and of piece 2"}));
  std::filesystem::create_directory(dir / "folder");
  with_output("folder");
  EXPECT_TRUE(refuses_to_merge(2, {"folder: this is not a file"}));
  ASSERT_EQ(mkfifo((dir / "fifo").c_str(), 0666), 0);
  with_output("fifo");
  EXPECT_TRUE(refuses_to_merge(2, {"fifo: this is not a file"}));
  with_output("");
  EXPECT_TRUE(refuses_to_merge(2, {"No such file"}));
}

TEST_F(Merge, NothingIsOverwrittenThatIsRead) {
  make({"solve"}, 2);
  // A merge that fails for another reason writes the failure as its report, but not over a piece.
  dir.write("bad", "{}");
  for (const Args& reports : {Args{"part.2.json"}, Args{"bad", "part.2.json"},
                              Args{"part.1.json", "bad", "part.2.json"}}) {
    EXPECT_TRUE(refuses(run(with(with({"merge"}, reports), {"--report", "part.2.txt"})),
                        {"the output of a piece"}));
    EXPECT_TRUE(refuses(run(with(with({"merge"}, reports), {"--report", "r"}))));
    EXPECT_TRUE(dir.exists("r"));
    std::filesystem::remove(dir / "r");
  }
  // The output of a piece whose report is damaged, or was not named, is not known.
  const std::string data = dir.read("part.2.txt");
  for (const Args& reports : {Args{"part.1.json", "bad"}, Args{"part.1.json"}}) {
    EXPECT_TRUE(refuses(run(with(with({"merge"}, reports), {"--report", "part.2.txt"}))));
    EXPECT_EQ(dir.read("part.2.txt"), data);
  }
  // The outputs of pieces are found beside their reports, too.
  std::filesystem::create_directory(dir / "jobs");
  for (const std::string name : {"part.1.json", "part.1.txt", "part.2.json", "part.2.txt"}) {
    std::filesystem::copy(dir / name, dir / ("jobs/" + name));
  }
  for (const Args& more : {Args{"--report", "jobs/part.2.txt"}, Args{"-o", "jobs/part.1.txt"}}) {
    EXPECT_TRUE(refuses(run(with({"merge", "jobs/part.1.json", "jobs/part.2.json"}, more)),
                        {"the output of a piece"}));
  }
  EXPECT_EQ(dir.read("jobs/part.2.txt"), dir.read("part.2.txt"));
  EXPECT_TRUE(refuses(merge(2, {"-o", "out", "--report", "out"}), {"same file"}));
  EXPECT_FALSE(dir.exists("out"));
  EXPECT_EQ(merge(2).status, 1);
  EXPECT_TRUE(refuses(merge(2, {"-o", "out", "--no-clobber"}), {"out"}));
  EXPECT_EQ(merge(2, {"-o", "new", "--no-clobber", "--fsync"}).status, 1);
  EXPECT_EQ(dir.read("new"), dir.read("out"));
}

TEST_F(Merge, TheNameOfTheOutputMustFit) {
  make({"solve"}, 2);
  EXPECT_TRUE(refuses(merge(2, {"-o", "out.csv"}), {"out.csv", "csv file", "format line"}));
  EXPECT_TRUE(refuses(merge(2, {"-o", "out.txt.gz"}), {"gzip file", "compression none"}));
  EXPECT_TRUE(refuses(merge(2, {"-o", "out.xlsx"}), {"out.xlsx", "Excel"}));
  for (const int number : {1, 2}) {
    change(number, [](ordered_json& report) { report["piece"]["output_format"] = "parquet"; });
  }
  EXPECT_TRUE(refuses_to_merge(2, {"Parquet", "one table", "only the reports"}));
  EXPECT_EQ(merge(2, {}).status, 1);
}

TEST_F(Merge, ArraysAreCheckedBeforeTheyAreJoined) {
  make({"solve", "--to", "line"}, 2, "npy");
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.txt: this is not a NumPy array"}));
  make({"solve", "--to", "npy"}, 2, "npy");
  ASSERT_EQ(merge(2, {"-o", "out.npy"}).status, 1);
  ASSERT_EQ(run({"solve", "in", "--to", "npy", "-o", "whole"}).status, 1);
  EXPECT_EQ(dir.read("out.npy"), dir.read("whole"));
  // The header states another number of records.
  dir.write("part.1.txt", replace_all(dir.read("part.1.txt"), "(3, 81)", "(4, 81)"));
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.txt: expected an array of bytes"}));
  dir.write("part.1.txt", replace_all(dir.read("part.1.txt"), "(4, 81)", "(3, 82)"));
  EXPECT_TRUE(refuses_to_merge(2, {"part.1.txt", "(3, 82)"}));
}

// The signal comes while the command reads the second report: a pipe takes all of the first bytes
// only after a part of them was read. The outputs of the pieces are then not yet known, so the
// report of the failure may not replace a file.
TEST_F(Merge, AStopLeavesTheOldFiles) {
  make({"solve"}, 2);
  dir.write("out", "old");
  dir.write("old.json", "old");
  const std::string spaces(200'000, ' ');
  for (const std::string report : {"old.json", "new.json"}) {
    int calls = 0;
    const Outcome stopped =
        run({.args = {"merge", "part.1.json", "-", "-o", "out", "--report", report},
             .in = Stdin::feed([&](const Outcome& so_far) -> Piece {
               if (++calls == 1) return {.bytes = spaces};
               if (calls == 2) kill(so_far.pid, SIGINT);
               return {.bytes = " ", .wait_ms = 20};
             })});
    EXPECT_EQ(stopped.status, 130) << stopped;
    EXPECT_TRUE(has_line(stopped, "dokumill: interrupted: the pieces are not merged"));
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_EQ(dir.read("old.json"), "old");
  const ordered_json report = ordered_json::parse(dir.read("new.json"));
  EXPECT_EQ(report.at("error").at("kind"), "interrupted");
  EXPECT_EQ(report.at("command"), "merge");
}

}  // namespace
}  // namespace dokumill::testing
