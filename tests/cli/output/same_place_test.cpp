// Tests of jobs whose input, output or report are the same file: combinations that would lose or
// mix data are refused before any work (cases 41, 47 and 52 of docs/reliability.md).
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class SamePlace : public CliTest {
 protected:
  void SetUp() override {
    for (int i = 0; i < 2'000; ++i) lines_ += kPuzzle + '\n';
    dir.write("in", lines_);
  }
  // Runs the command with redirections, as a shell sets them up.
  Outcome run_in_shell(Args args, const std::string& redirections) const {
    args.insert(args.begin(), {"-c", "exec \"$0\" \"$@\" " + redirections, DOKUMILL_BINARY});
    return run({.args = std::move(args), .program = "/bin/sh"});
  }

  std::string lines_;
};

TEST_F(SamePlace, AnInputIsNotWrittenOverWhileItIsRead) {
  struct Row {
    Args args;
    std::string redirections;
  };
  std::vector<Row> rows{{{"solve", "in", "--to", "grid"}, "1<> in"},
                        {{"solve", "in", "--to", "grid", "--no-mmap"}, "1<> in"},
                        {{"solve", "in", "--to", "grid", "-o", "/dev/stdout"}, "1<> in"},
                        {{"solve", "--to", "grid"}, "< in 1<> in"},
                        {{"solve", "in", "--to", "grid", "-o", "/dev/fd/5"}, "5<> in"},
                        {{"canon", "in", "--to", "csv"}, "1<> in"},
                        {{"split", "in", "--train", "train", "--test", "/dev/fd/5"}, "5<> in"}};
  for (const SampleCommand& command : record_commands()) {
    rows.push_back({with(command.to("-"), {"in"}), "1<> in"});
  }
  for (const Row& row : rows) {
    EXPECT_TRUE(refuses(run_in_shell(row.args, row.redirections), {"same file"}))
        << ::testing::PrintToString(row.args);
    EXPECT_TRUE(has_only(dir, {"in"}));
    ASSERT_EQ(dir.read("in"), lines_) << ::testing::PrintToString(row.args);
  }
}

TEST_F(SamePlace, AFileThatTheShellEmptiedIsReported) {
  EXPECT_TRUE(refuses(run_in_shell({"solve", "in"}, "> in"), {"same file"}));
}

TEST_F(SamePlace, AppendingToTheInputIsFine) {
  const Outcome run = run_in_shell({"solve", "in"}, ">> in");
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(mentions(run, "grew"));
  const std::string all = dir.read("in");
  ASSERT_EQ(all.size(), 2 * lines_.size());
  EXPECT_EQ(all.substr(0, lines_.size()), lines_);
  EXPECT_TRUE(all.ends_with(kSolution + '\n'));
}

TEST_F(SamePlace, ThePartsOfASplitAreNotMixed) {
  for (const std::string second : {"-", "/dev/stdout", "/dev/fd/1"}) {
    // Standard output is a pipe in the first run, and a file in the second one.
    EXPECT_TRUE(refuses(run({"split", "in", "--train", "-", "--test", second}), {"same"}))
        << second;
    const Outcome to_file =
        run_in_shell({"split", "in", "--train", "/dev/stdout", "--test", second}, "> both");
    EXPECT_TRUE(refuses(to_file, {"same"})) << second;
    EXPECT_EQ(dir.read("both"), "");
  }
  EXPECT_TRUE(
      refuses(run_in_shell({"split", "in", "--train", "-", "--test", "both"}, "> both"), {"same"}));
  const Outcome thrown_away =
      run({"split", "-q", "in", "--train", "/dev/null", "--test", "/dev/null"});
  EXPECT_TRUE(gives(thrown_away, 0, "", ""));
}

// A file that the shell opened is never replaced, whatever name leads to its descriptor. So the
// text before and after the job's records stays.
TEST_F(SamePlace, ADescriptorReachedByALinkIsWrittenInPlace) {
  namespace fs = std::filesystem;
  fs::create_symlink("/dev/stdout", dir / "link");
  fs::create_symlink("link", dir / "link2");
  fs::create_directory_symlink("/proc/self/fd", dir / "folder");
  const auto in_block = [&](const std::string& words) {
    return run(
        {.args = {"-c", "(echo head; \"$0\" " + words + "; echo tail) > out", DOKUMILL_BINARY},
         .program = "/bin/sh"});
  };
  for (const std::string out : {"link", "link2", "folder/1", "/dev/stdout", "/dev/fd/1",
                                "/proc/self/fd/1", "/proc/thread-self/fd/1"}) {
    for (const std::string& words :
         {"solve -q in -o " + out, "split -q in --share 100% --train part --test " + out,
          "check -q in -o part --report " + out}) {
      const Outcome run = in_block(words);
      EXPECT_EQ(run.status, 0) << run;
      const std::string text = dir.read("out");
      EXPECT_TRUE(text.starts_with("head\n")) << words;
      EXPECT_TRUE(text.ends_with("tail\n")) << words;
      EXPECT_GT(text.size(), 100U) << words;
    }
  }
  EXPECT_TRUE(has_only(dir, {"folder", "in", "link", "link2", "out", "part"}));
  // A descriptor of another process is refused.
  const Outcome foreign =
      run({.args = {"-c", "\"$0\" solve -q in -o /proc/$$/fd/5; exit $?", DOKUMILL_BINARY},
           .program = "/bin/sh"});
  EXPECT_EQ(foreign.status, 2);
  const Outcome open =
      run({.args = {"-c", "\"$0\" solve in -o /proc/$$/fd/5 5>> out; exit $?", DOKUMILL_BINARY},
           .program = "/bin/sh"});
  EXPECT_EQ(open.status, 2) << open;
}

TEST_F(SamePlace, StandardInputIsReplacedOnlyAsAWhole) {
  EXPECT_EQ(run_in_shell({"solve", "-q", "-o", "in"}, "< in").status, 0);
  EXPECT_EQ(dir.read("in").size(), lines_.size());
  dir.write("in", lines_);
  const Outcome part =
      run({.args = {"-c", "(read first; \"$0\" solve -q -o in) < in", DOKUMILL_BINARY},
           .program = "/bin/sh"});
  EXPECT_TRUE(refuses(part, {"in", "begins at its byte 82"}));
  EXPECT_EQ(dir.read("in"), lines_);
}

TEST_F(SamePlace, AReportDoesNotReplaceStandardInput) {
  std::filesystem::create_hard_link(dir / "in", dir / "hard");
  std::filesystem::create_symlink("in", dir / "link");
  for (const SampleCommand& command : record_commands()) {
    for (const std::string report : {"in", "hard", "link"}) {
      for (const std::string input : {"-", "/dev/stdin", "/dev/fd/0"}) {
        const Args args = with(command.to("out"), {input, "--report", report});
        EXPECT_TRUE(refuses(run_in_shell(args, "< in"), {"--report", "input"}));
      }
    }
  }
  EXPECT_EQ(dir.read("in"), lines_);
  EXPECT_TRUE(has_only(dir, {"hard", "in", "link"}));
}

TEST_F(SamePlace, AMeasurementDoesNotReplaceItsBaseline) {
  dir.write("base", "{}");
  for (const std::string name : {"base", "./base"}) {
    EXPECT_TRUE(refuses(run({"bench", "--baseline", "base", "--json", name}), {"same file"}));
    EXPECT_TRUE(refuses(run_in_shell({"bench", "--baseline", "-", "--json", name}, "< base"),
                        {"same file"}));
  }
  EXPECT_EQ(dir.read("base"), "{}");
}

TEST_F(SamePlace, AReportIsNotMixedWithTheOutput) {
  for (const SampleCommand& command : record_commands()) {
    const Args to_stdout = with(command.to("-"), {"in", "--report"});
    for (const std::string report : {"-", "/dev/stdout", "/dev/fd/1"}) {
      EXPECT_TRUE(refuses(run(with(to_stdout, {report})), {"--report"})) << report;
    }
    EXPECT_TRUE(refuses(run_in_shell(with(to_stdout, {"out"}), "> out"), {"--report"}));
  }
  const Outcome alone = run({"solve", "-q", "in", "-o", "out", "--report", "/dev/stdout"});
  EXPECT_EQ(alone.status, 0) << alone;
  EXPECT_NE(alone.out.find("\"unique\": 2000"), std::string::npos) << alone;
}

// Two files of a run are one file, under all kinds of names. ALIAS stands for another name of
// `file`. Every run must be refused, and every file must stay as it is.
TEST_F(SamePlace, NoFileHasTwoRoles) {
  namespace fs = std::filesystem;
  struct Row {
    Args args;
    std::string file;
    std::string words = "same file";
  };
  const std::string of_piece = "which the other pieces still need";
  std::vector<Row> rows{
      {{"bench", "--baseline", "base", "--json", "ALIAS"}, "base"},
      {{"export", "--layout", "rrn", "in", "new", "--report", "ALIAS"}, "in"},
      {{"export", "--layout", "rrn", "--files-from", "list", "new", "--report", "ALIAS"}, "list"},
      {{"export", "--layout", "chat", "--template", "list", "in", "new", "--report", "ALIAS"},
       "list"},
      {{"merge", "p1.json", "p2.json", "--report", "ALIAS"}, "p1.txt"},
      {{"merge", "p1.json", "p2.json", "--report", "ALIAS"}, "p2.json"},
      {{"merge", "p1.json", "p2.json", "-o", "ALIAS"}, "p2.txt"},
      {{"merge", "p1.json", "p2.json", "-o", "ALIAS"}, "p1.json"},
      {{"merge", "--files-from", "reports", "-o", "ALIAS"}, "reports"},
      {{"merge", "--files-from", "reports", "--report", "ALIAS"}, "reports"},
      {{"merge", "p1.json", "p2.json", "-o", "old", "--report", "ALIAS"}, "old"},
      {{"merge", "s1.json", "s2.json", "--train", "new", "--test", "ALIAS"}, "s1.test"},
      {{"merge", "s1.json", "s2.json", "--train", "ALIAS", "--test", "new"}, "s2.test"},
      {{"merge", "s1.json", "s2.json", "--train", "old", "--test", "ALIAS"}, "old"},
      {{"merge", "s1.json", "s2.json", "--report", "ALIAS"}, "s2.test"},
      {{"generate", "boards", "-n", "2", "-o", "old", "--report", "ALIAS"}, "old"},
      {{"split", "in", "--train", "old", "--test", "ALIAS"}, "old"},
      {{"split", "in", "--train", "a", "--test", "old", "--report", "ALIAS"}, "old"},
      {{"split", "--files-from", "list", "--train", "a", "--test", "ALIAS"}, "list"},
      {{"split", "in", "--piece", "2/2", "--train", "a", "--test", "ALIAS"}, "in", of_piece}};
  for (const SampleCommand& command : record_commands()) {
    rows.push_back({with(command.to("new"), {"in", "--report", "ALIAS"}), "in"});
    rows.push_back({with(command.to("new"), {"second", "in", "--report", "ALIAS"}), "in"});
    rows.push_back({with(command.to("old"), {"in", "--report", "ALIAS"}), "old"});
    rows.push_back(
        {with(command.to("new"), {"--files-from", "list", "--report", "ALIAS"}), "list"});
    rows.push_back({with(command.to("ALIAS"), {"--files-from", "list"}), "list"});
  }
  for (const SampleCommand& command : piece_commands()) {
    rows.push_back({with(command.to("ALIAS"), {"in", "--piece", "1/4"}), "in", of_piece});
    rows.push_back({with(command.to("ALIAS"), {"second", "in", "--piece", "1/4"}), "in", of_piece});
    rows.push_back({with(command.to("new"), {"in", "--piece", "1/4", "--report", "ALIAS"}), "in"});
  }
  dir.write("second", kInkala + '\n');
  dir.write("list", "in\n");
  dir.write("old", "old");
  dir.write("base", "{}");
  dir.write("reports", "p1.json\np2.json\n");
  for (const std::string number : {"1", "2"}) {
    ASSERT_EQ(run({"solve", "-q", "in", "--piece", number + "/2", "-o", "p" + number + ".txt",
                   "--report", "p" + number + ".json"})
                  .status,
              0);
    ASSERT_EQ(run({"split", "-q", "in", "--share", "50%", "--piece", number + "/2", "--train",
                   "s" + number + ".train", "--test", "s" + number + ".test", "--report",
                   "s" + number + ".json"})
                  .status,
              0);
  }
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(dir.path())) {
    names.push_back(entry.path().filename().string());
    texts.push_back(dir.read(names.back()));
  }
  for (const Row& row : rows) {
    for (const std::string kind : {"same", "./", "link", "hard"}) {
      const std::string alias = kind == "same" ? row.file : kind == "./" ? "./" + row.file : kind;
      if (kind == "link") fs::create_symlink(row.file, dir / kind);
      if (kind == "hard") fs::create_hard_link(dir / row.file, dir / kind);
      Args args = row.args;
      std::ranges::replace(args, "ALIAS", alias);
      EXPECT_TRUE(refuses(run(args), {row.words})) << ::testing::PrintToString(args);
      if (alias == kind) fs::remove(dir / kind);
    }
  }
  EXPECT_TRUE(has_only(dir, names));
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_TRUE(dir.read(names[i]) == texts[i]);
}

// The outputs of a run do not exist yet, but would be the same file.
TEST_F(SamePlace, NewFilesAreCompared) {
  std::filesystem::create_symlink("new", dir / "link");
  for (const std::string alias : {"new", "./new", "link"}) {
    for (const Args& args :
         {Args{"solve", "in", "-o", "new", "--report", alias},
          Args{"generate", "boards", "-n", "2", "-o", "new", "--report", alias},
          Args{"split", "in", "--train", "new", "--test", alias},
          Args{"split", "in", "--train", "a", "--test", "new", "--report", alias}}) {
      EXPECT_TRUE(refuses(run(args), {"same file"})) << ::testing::PrintToString(args);
    }
  }
  EXPECT_TRUE(has_only(dir, {"in", "link"}));
}

// What stays allowed: an output replaces an input that was read to its end.
TEST_F(SamePlace, AnOutputMayReplaceAnInput) {
  dir.write("second", kInkala + '\n');
  for (const std::string output : {"in", "./in"}) {
    dir.write("in", lines_);
    EXPECT_EQ(run({"dedupe", "-q", "second", "in", "-o", output, "--report", "r"}).status, 0);
    EXPECT_EQ(dir.read("in"), kInkala + '\n' + kPuzzle + '\n');
  }
  EXPECT_EQ(run({"split", "-q", "in", "--share", "0%", "--train", "in", "--test", "t"}).status, 0);
  EXPECT_EQ(dir.read("in"), kInkala + '\n' + kPuzzle + '\n');
}

}  // namespace
}  // namespace dokumill::testing
