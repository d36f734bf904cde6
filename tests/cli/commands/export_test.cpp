// Tests of `dokumill export`: which records it leaves out, and that the folder appears complete or
// not at all. tests/numpy/export_test.py compares the files with NumPy.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/datasets.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"

namespace dokumill::testing {
namespace {

namespace fs = std::filesystem;

class Export : public CliTest {
 protected:
  // Writes `count` puzzles to the file `in`.
  void make_puzzles(int count) const {
    ASSERT_EQ(run({"generate", "puzzles", "-q", "-n", std::to_string(count), "-o", "in"}).status,
              0);
  }
  std::map<std::string, std::string> files(const std::string& name) const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(dir / name)) {
      if (!entry.is_regular_file()) continue;
      found[fs::relative(entry.path(), dir / name)] = read_file(entry.path());
    }
    return found;
  }
};

TEST_F(Export, WritesTheFilesOfTheLayout) {
  make_puzzles(300);
  const Outcome hrm = run({"export", "in", "--layout", "hrm", "--augment", "2", "hrm"});
  EXPECT_EQ(hrm.status, 0);
  EXPECT_TRUE(mentions(hrm, "left out: 0 multiple, 0 unsolvable, 0 wrong, 0 malformed"));
  EXPECT_EQ(files("hrm").size(), 13U);
  EXPECT_EQ(files("hrm").at("identifiers.json"), "[\"<blank>\"]");
  EXPECT_TRUE(
      gives(run({"export", "--layout", "rrn", "-q", "rrn"}, Stdin::file(dir / "in")), 0, "", ""));
  EXPECT_EQ(files("rrn").size(), 3U);
  EXPECT_TRUE(has_only(dir, {"hrm", "in", "rrn"}));
}

TEST_F(Export, TheTemplateIsTheLine) {
  dir.write("in", kPuzzle + '\n' + std::string(kSolution) + '\n');
  const auto chat = [&](const std::string& text) {
    dir.write("t", text);
    fs::remove_all(dir / "out");
    // One of the two puzzles is in the test set.
    return run({"export", "in", "--layout", "chat", "--share", "50%", "--seed", "6", "-q",
                "--template", "t", "out"});
  };
  EXPECT_TRUE(
      gives(chat("\xEF\xBB\xBF{ \"a \\\" {id}\" :\r\n[ {id}, {puzzle} ,{er}] }\n"), 0, "", ""));
  const std::string first = "{\"a \\\" 1\":[1,\"" + kPuzzle + "\",";
  const std::string second = "{\"a \\\" 2\":[2,\"" + std::string(kSolution) + "\",0.0]}\n";
  const std::string lines = files("out").at("train.jsonl") + files("out").at("test.jsonl");
  EXPECT_NE(lines.find(first), std::string::npos) << lines;
  EXPECT_NE(lines.find(second), std::string::npos) << lines;
  EXPECT_EQ(chat(R"({"a":"{moves}{explanation_zh}{hardest}\u007bid}"})").status, 0);
  EXPECT_NE(files("out").at("train.jsonl").find(R"(\u007bid})"), std::string::npos);
  dir.write("in", kPuzzle + '\n');  // templates are read before the input
  EXPECT_TRUE(refuses(chat(""), {"--template", "empty"}));
  EXPECT_TRUE(refuses(chat("{\"a\":\"{row}\"}"), {"{row}", "{rows}", "\\u007b", "--template"}));
  EXPECT_TRUE(refuses(chat("{\"a\":{er}"), {"would not be JSON", "--template"}));
  EXPECT_TRUE(refuses(chat("\"{er}\""), {"would not be a JSON object"}));
  EXPECT_TRUE(refuses(chat("{\"a\":\"\n\"}"), {"would not be JSON"}));
  EXPECT_TRUE(refuses(chat("{\"a\":\"\xff\"}"), {"would not be JSON"}));
  EXPECT_TRUE(refuses(chat("{\"a\":\"{explanation}{explanation_zh}\"}"), {"two languages"}));
  EXPECT_TRUE(refuses(chat(std::string(65537, ' ')), {"64 KiB"}));
  dir.write("t", "{}");
  EXPECT_TRUE(refuses(run({"export", "in", "--layout", "hrm", "--template", "t", "new"}),
                      {"chat, not for hrm", "--template"}));
  EXPECT_TRUE(
      refuses(run({"export", "in", "--layout", "chat", "--template", "gone", "new"}), {"gone: "}));
  EXPECT_TRUE(has_only(dir, {"in", "t"}));
}

TEST_F(Export, LeavesOutWhatHasNoSingleSolution) {
  make_puzzles(100);
  ASSERT_EQ(run({"solve", "in", "-q", "-o", "in.csv"}).status, 0);
  ASSERT_EQ(run({"export", "in.csv", "--layout", "hrm", "-q", "good"}).status, 0);
  std::string wrong = kSolution;
  std::swap(wrong[0], wrong[1]);
  dir.write("bad.csv", dir.read("in.csv") + kSeveral + "," + kSolution + "\n" + "11" +
                           std::string(79, '0') + ",\n" + kPuzzle + "," + wrong + "\n" + kPuzzle +
                           ",12\n" + "12," + kSolution + "\n");
  const Outcome bad = run({"export", "bad.csv", "--layout", "hrm", "--report", "report", "some"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_TRUE(has_line(bad, "dokumill: bad.csv:102: record 101: several solutions"));
  EXPECT_TRUE(has_line_starting(bad, "dokumill: bad.csv:103: record 102: contradiction: "));
  EXPECT_TRUE(has_line_starting(bad, "dokumill: bad.csv:104: record 103: wrong solution: r1c"));
  EXPECT_TRUE(has_line(bad,
                       "dokumill: bad.csv:105: record 104: wrong solution: column 'solution': "
                       "expected 81 cells"));
  EXPECT_TRUE(mentions(bad, "left out: 1 multiple, 1 unsolvable, 2 wrong, 1 malformed"));
  EXPECT_EQ(files("some"), files("good"));
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("command"), "export");
  EXPECT_EQ(report.at("records"), 105);
  EXPECT_EQ(report.at("train").get<int>() + report.at("test").get<int>(), 100);
  EXPECT_EQ(report.at("wrong"), 2);
  EXPECT_EQ(report.at("exit"), 1);
  // If a row has an empty solution field, the puzzle is solved.
  dir.write("empty.csv", "puzzle,solution\n" + kPuzzle + ",\n" + dir.read("in.csv").substr(16));
  EXPECT_EQ(run({"export", "empty.csv", "--layout", "hrm", "-q", "empty"}).status, 0);
  const Outcome strict = run({"export", "bad.csv", "--layout", "hrm", "--strict", "strict"});
  EXPECT_EQ(strict.status, 2);
  EXPECT_TRUE(
      has_only(dir, {"bad.csv", "empty", "empty.csv", "good", "in", "in.csv", "report", "some"}));
}

TEST_F(Export, TheFolderIsWholeOrNotThere) {
  make_puzzles(60);
  dir.write("file", "old");
  fs::create_directory(dir / "full");
  dir.write("full/x", "old");
  fs::create_directory(dir / "empty");
  fs::create_directory_symlink("empty", dir / "link");
  const auto export_to = [&](const std::string& place, const Args& more = {}) {
    return run(with({"export", "in", "--layout", "hrm", place}, more));
  };
  EXPECT_TRUE(refuses(export_to("file"), {"file: exists already", "not a folder"}));
  EXPECT_TRUE(refuses(export_to("full"), {"full: exists already", "not empty"}));
  EXPECT_TRUE(refuses(export_to("link"), {"link: is a symbolic link"}));
  for (const std::string place : {".", "..", "/", "-", "full/.."}) {
    EXPECT_TRUE(refuses(export_to(place), {"new folder"})) << place;
  }
  EXPECT_TRUE(refuses(export_to("missing/x"),
                      {"missing/x: a folder beside it cannot be made: No such file"}));
  EXPECT_TRUE(refuses(export_to("new", {"--from", "npy"}), {"not a NumPy array"}));
  EXPECT_TRUE(refuses(export_to("new", {"--share", "0%"}), {"the test set is empty", "--share"}));
  EXPECT_TRUE(refuses(export_to("new", {"--share", "100%"}), {"the train set is empty"}));
  EXPECT_TRUE(refuses(run({"export", "in", "--layout", "rrn", "--share", "60%", "new"}), {"half"}));
  EXPECT_TRUE(refuses(run({"export", "in", "new"}), {"--layout"}));
  EXPECT_TRUE(refuses(run({"export", "in", "--layout", "x", "new"}), {"hrm, rrn"}));
  EXPECT_TRUE(refuses(run({"export", "--layout", "hrm"}), {"DIR is needed"}));
  EXPECT_TRUE(refuses(export_to("new", {"--augment", "1000001"}), {"--augment"}));
  EXPECT_TRUE(refuses(export_to("new", {"--solution-column", "x"}), {"csv"}));
  EXPECT_TRUE(refuses(export_to("new", {"-o", "x"}), {"-o"}));
  EXPECT_TRUE(refuses(run({"export", "gone", "--layout", "hrm", "new"}), {"gone"}));
  EXPECT_TRUE(has_only(dir, {"empty", "file", "full", "in", "link"}));
  // The command replaces an empty folder by a folder with the same permissions. If the new folder
  // cannot have these permissions, the command refuses to replace the empty folder.
  fs::permissions(dir / "empty", fs::perms::owner_all);
  EXPECT_EQ(export_to("empty").status, 0);
  EXPECT_EQ(fs::status(dir / "empty").permissions(), fs::perms::owner_all);
  fs::create_directory(dir / "shared");
  fs::permissions(dir / "shared", fs::perms::owner_all | fs::perms::set_gid);
  EXPECT_TRUE(refuses(export_to("shared"), {"would not have its owner and rights"}));
  fs::remove(dir / "shared");
  EXPECT_EQ(files("empty").size(), 13U);
  EXPECT_EQ(export_to("other//", {"--fsync"}).status, 0);
  EXPECT_EQ(files("other"), files("empty"));
}

// Makes system call 1, 2, 3 ... fail, one call in each run. After each run, the folder is complete
// or does not exist, and no other file exists.
TEST_F(Export, EverySystemCallMayFail) {
  make_puzzles(40);
  for (const ExportLayout layout :
       {ExportLayout::kHrm, ExportLayout::kRrn, ExportLayout::kMoves, ExportLayout::kChat}) {
    Hooked<ExportOptions> options;
    options.input.path = dir / "in";
    options.output = dir / "out";
    options.layout = layout;
    options.images = 2;
    options.job.threads = 1;
    options.job.sync_output = true;
    options.share.parts = Share::kWhole / 4;
    FakePlatform sound;
    options.platform = &sound;
    ASSERT_TRUE(export_dataset(options).ok());
    const auto expected = files("out");
    fs::remove_all(dir / "out");
    int failures = 0;
    for (std::uint64_t call = 1;; ++call) {
      FakePlatform platform;
      FakePlatform::AnyFault fault;
      fault.first = call;
      fault.error = -EIO;
      platform.fail_any(fault);
      options.platform = &platform;
      const auto report = export_dataset(options);
      if (platform.hits().empty()) {
        EXPECT_TRUE(report.ok()) << report.status().message();
        break;
      }
      const std::string hit = platform.hits()[0].call + " " + platform.hits()[0].place;
      failures += report.ok() ? 0 : 1;
      if (dir.exists("out")) {
        EXPECT_EQ(files("out"), expected) << hit;
        fs::remove_all(dir / "out");
      } else {
        EXPECT_FALSE(report.ok()) << hit;
      }
      EXPECT_TRUE(has_only(dir, {"in"})) << hit;
      ASSERT_LT(call, 2000U);
    }
    fs::remove_all(dir / "out");
    EXPECT_GT(failures, 20);
  }
}

TEST_F(Export, AStopLeavesNothing) {
  make_puzzles(50);
  Hooked<ExportOptions> options;
  options.input.path = dir / "in";
  options.output = dir / "out";
  int polls = 0;
  options.job.threads = 1;
  for (int stop_at = 1; stop_at < 200; stop_at += 7) {
    options.layout = stop_at % 2 == 0 ? ExportLayout::kHrm : ExportLayout::kTrajectory;
    polls = 0;
    options.job.should_stop = [&] { return ++polls >= stop_at; };
    const auto report = export_dataset(options);
    if (report.ok()) {
      fs::remove_all(dir / "out");
      continue;
    }
    EXPECT_EQ(report.status().code(), ErrorCode::kInterrupted);
    EXPECT_TRUE(has_only(dir, {"in"}));
  }
}

}  // namespace
}  // namespace dokumill::testing
