// Tests of output locations, owners and permissions, --fsync, and reports that cannot be written:
// cases 43, 49, 51 and 52 of docs/reliability.md.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct stat stat_of(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info;
}

class OutputPlace : public CliTest {};

// --- 43: places that cannot be written -----------------------------------------------------------

TEST_F(OutputPlace, AForeignFileInAFolderWithTheStickyBit) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root and a program others may start";
  dir.write("in", kPuzzle + '\n');
  dir.write("out", "old");
  chmod((dir / "out").c_str(), 0666);
  chmod(dir.path().c_str(), 01777);
  const Args args{"generate", "boards", "-n", "100000000000", "-o", "out"};
  EXPECT_TRUE(refuses(run({.args = args, .time_limit_s = 30, .unprivileged = true}),
                      {"out", "sticky bit"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
  // Root may replace the file, and every user may replace his own file.
  EXPECT_EQ(run({"solve", "-q", "in", "-o", "out"}).status, 0);
  EXPECT_EQ(run({.args = {"solve", "-q", "in", "-o", "own"}, .unprivileged = true}).status, 0);
  EXPECT_EQ(run({.args = {"solve", "-q", "in", "-o", "own"}, .unprivileged = true}).status, 0);
}

TEST_F(OutputPlace, ImmutableFilesAndFolders) {
  const auto change = [&](const std::string& flag, const std::string& name) {
    return run({.args = {flag, name}, .program = "/usr/bin/chattr"}).status == 0;
  };
  dir.write("in", kPuzzle + '\n');
  dir.write("out", "old");
  fs::create_directory(dir / "sub");
  for (const std::string flag : {"i", "a"}) {
    for (const auto& [name, out] : {std::pair<std::string, std::string>{"out", "out"},
                                    std::pair<std::string, std::string>{"sub", "sub/out"}}) {
      if (!change("+" + flag, name)) GTEST_SKIP() << "chattr does not work here";
      const Outcome run = this->run(
          {.args = {"generate", "boards", "-n", "100000000000", "-o", out}, .time_limit_s = 30});
      change("-" + flag, name);
      EXPECT_TRUE(refuses(run, {out, flag == "i" ? "immutable" : "append-only"}));
    }
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(list_dir(dir / "sub").empty());
  EXPECT_TRUE(has_only(dir, {"in", "out", "sub"}));
}

// A single file can be a mount point, as in containers. Then the result is copied into the file at
// the end.
TEST_F(OutputPlace, AFileThatIsAMountPoint) {
  dir.write("in", kPuzzle + '\n');
  dir.write("out", std::string(500, 'x'));
  const auto mounted = [&](const std::string& options, const std::string& words) {
    return run({.args = {"-m", "/bin/sh", "-c",
                         "mount --bind out out" + options + " || exit 99; exec \"$0\" " + words,
                         DOKUMILL_BINARY},
                .program = "/usr/bin/unshare"});
  };
  const ino_t inode = stat_of(dir / "out").st_ino;
  const Outcome first = mounted("", "solve -q in -o out");
  if (first.status != 0 && first.err.find("dokumill:") == std::string::npos) {
    GTEST_SKIP() << "mounts are not permitted here";
  }
  EXPECT_EQ(first.status, 0) << first;
  EXPECT_TRUE(mentions(first, "is a mount point"));
  EXPECT_EQ(dir.read("out"), kSolution + '\n');
  // The mount point can be both input and output, and it can be the report.
  EXPECT_EQ(mounted("", "solve -q out --to grid -o out").status, 0);
  EXPECT_EQ(dir.read("out").size(), 162U);
  EXPECT_EQ(mounted("", "solve -q in -o other --report out").status, 0);
  EXPECT_TRUE(dir.read("out").starts_with("{"));
  EXPECT_EQ(stat_of(dir / "out").st_ino, inode);
  // A read-only mount is refused before any work.
  dir.write("out", "old");
  const Outcome closed =
      mounted(" && mount -o remount,ro,bind out", "generate boards -n 100000000000 -o out");
  EXPECT_TRUE(refuses(closed, {"out", "Read-only file system"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "other", "out"}));
}

TEST_F(OutputPlace, AFileThatMayBeWrittenInAFolderThatMayNot) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root and a program others may start";
  dir.write("in", kPuzzle + '\n');
  fs::create_directory(dir / "closed");
  dir.write("closed/out", "old");
  chmod((dir / "closed").c_str(), 0755);
  chmod((dir / "closed/out").c_str(), 0666);
  EXPECT_TRUE(refuses(run({.args = {"solve", "in", "-o", "closed/out"}, .unprivileged = true}),
                      {"closed/out", "Permission denied", "its folder"}));
  EXPECT_EQ(dir.read("closed/out"), "old");
  EXPECT_EQ(list_dir(dir / "closed"), std::vector<std::string>{"out"});
}

// --- 49: mode and owner --------------------------------------------------------------------------

// A file whose mode forbids writing is not replaced.
TEST_F(OutputPlace, AWriteProtectedFileIsKept) {
  dir.write("in", kPuzzle + '\n');
  dir.write("out", "old");
  for (const mode_t mode : {0444, 0400, 0555}) {
    chmod((dir / "out").c_str(), mode);
    for (const Args& args : {Args{"solve", "in", "-o", "out"}, Args{"check", "in", "-o", "out"},
                             Args{"solve", "in", "--report", "out"},
                             Args{"split", "in", "--train", "x", "--test", "out"},
                             Args{"generate", "boards", "-n", "100000000000", "-o", "out"}}) {
      EXPECT_TRUE(refuses(run({.args = args, .time_limit_s = 30}), {"out", "write-protected"}));
    }
  }
  if (can_drop_privileges()) {
    chmod((dir / "out").c_str(), 0664);
    EXPECT_TRUE(refuses(run({.args = {"solve", "in", "-o", "out"}, .unprivileged = true}),
                        {"out", "write-protected (mode 0664)"}));
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

// --- 51: fsync -----------------------------------------------------------------------------------

TEST_F(OutputPlace, FsyncIsCalledForDataAndFolderAndElseNever) {
  const std::string strace = "/usr/bin/strace";
  if (access(strace.c_str(), X_OK) != 0) GTEST_SKIP() << "needs strace";
  dir.write("in", kPuzzle + '\n');
  const auto calls = [&](Args args) -> std::vector<std::string> {
    Args words{"-f",           "-qq",         "-e", "trace=fsync,fdatasync,rename,renameat2",
               "-e",           "signal=none", "-o", "trace",
               DOKUMILL_BINARY};
    words.insert(words.end(), args.begin(), args.end());
    const Outcome run = this->run(
        {.args = words, .program = strace, .environment = {{"ASAN_OPTIONS", "detect_leaks=0"}}});
    if (!dir.exists("trace")) return {"no trace"};
    EXPECT_EQ(run.status, 0) << run;
    std::vector<std::string> names;
    std::string line;
    for (const char c : dir.read("trace")) {
      line += c;
      if (c != '\n') continue;
      const std::size_t end = line.find('(');  // a line is "PID call(...) = 0"
      const std::size_t begin = line.rfind(' ', end) + 1;
      if (end != std::string::npos) names.push_back(line.substr(begin, end - begin));
      line.clear();
    }
    fs::remove(dir / "trace");
    return names;
  };
  using Calls = std::vector<std::string>;
  const Calls plain = calls({"solve", "-q", "in", "-o", "out"});
  if (plain == Calls{"no trace"}) GTEST_SKIP() << "processes cannot be traced here";
  EXPECT_EQ(plain, Calls{"rename"});
  EXPECT_EQ(calls({"solve", "-q", "in", "-o", "out", "--fsync"}),
            (Calls{"fsync", "rename", "fsync"}));
  EXPECT_EQ(
      calls({"generate", "boards", "-q", "-n", "2", "-o", "out", "--fsync", "--report", "report"}),
      (Calls{"fsync", "rename", "fsync", "fsync", "rename", "fsync"}));
}

// --- 52: the report cannot be written ------------------------------------------------------------

TEST_F(OutputPlace, NoClobberKeepsAReport) {
  dir.write("in", kPuzzle + '\n');
  dir.write("report", "old");
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", "out", "--report", "report", "--no-clobber"}),
                      {"report: exists already (see --no-clobber)"}));
  EXPECT_EQ(dir.read("report"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "report"}));
}

TEST_F(OutputPlace, AReportWithoutAFolderFailsBeforeTheWork) {
  const Outcome run = this->run({.args = {"generate", "boards", "-n", "100000000000", "-o",
                                          "/dev/null", "--report", "no/report"},
                                 .time_limit_s = 30});
  EXPECT_TRUE(refuses(run, {"no/report", "No such file"}));
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(refuses(this->run({"solve", "in", "--report", "."}), {"directory"}));
  EXPECT_TRUE(refuses(this->run({"check", "in", "--report", "no/report"}), {"no/report"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// Some records are malformed, and stderr is read, full or closed. The report is written in each
// case.
TEST_F(OutputPlace, TheReportIsWrittenWhenRecordsAreBad) {
  dir.write("in", kPuzzle + "\nQ\n" + kTwoFives + '\n' + kEmptyGrid + '\n');
  const std::string solved =
      kSolution + '\n' + kUnknown + '\n' + kTwoFives + '\n' + kEmptyGridSmallest + '\n';
  const std::string totals =
      "records: 4\ncomplete: 0\nunique: 1\nmultiple: 1\nnone: 1\nmalformed: 1\n";
  enum class Stderr { kRead, kFull, kClosed };
  for (const Stderr kind : {Stderr::kRead, Stderr::kFull, Stderr::kClosed}) {
    for (const std::string command : {"solve", "check"}) {
      const Args words{command, "in", "--report", "report"};
      Command job{.args = words, .close_stderr = kind == Stderr::kClosed};
      if (kind == Stderr::kFull) {
        job.program = "/bin/sh";
        job.args = {"-c", "exec \"$0\" \"$@\" 2>/dev/full", DOKUMILL_BINARY};
        job.args.insert(job.args.end(), words.begin(), words.end());
      }
      const Outcome run = this->run(job);
      EXPECT_EQ(run.status, 1) << run;
      EXPECT_EQ(run.out, command == "solve" ? solved : totals);
      EXPECT_EQ(run.err.empty(), kind != Stderr::kRead) << run;
      const json report = json::parse(dir.read("report"));
      EXPECT_EQ(report.at("records"), 4);
      EXPECT_EQ(report.at("malformed"), 1);
      EXPECT_EQ(report.at("problems").size(), command == "solve" ? 2U : 3U);
      EXPECT_EQ(report.at("problems").at(0).at("line"), 2);
      fs::remove(dir / "report");
    }
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// Exit status 2 takes precedence over 1. The malformed records are reported first, then the failed
// report.
TEST_F(OutputPlace, BadRecordsAndAReportThatFails) {
  dir.write("in", kPuzzle + "\nQ\n");
  for (const std::string command : {"solve", "check"}) {
    const Outcome run = this->run({command, "-q", "in", "-o", "out", "--report", "/dev/full"});
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(run.err, problem("in:2:1", 2, "'Q' is not a cell") +
                           "dokumill: /dev/full: No space left on device after 0 bytes\n");
    EXPECT_FALSE(dir.read("out").empty());
    fs::remove(dir / "out");
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

}  // namespace
}  // namespace dokumill::testing
