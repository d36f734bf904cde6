// Tests of commands with several inputs: INPUT... and --files-from.
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

class SeveralInputsCli : public CliTest {
 protected:
  void SetUp() override {
    dir.write("a.txt", kPuzzle + "\nbad\n" + kInkala);
    dir.write("b.csv", "# a table\nid,puzzle\n1," + kPuzzle + "\n2,x\n");
    dir.write("c.txt", "\n" + kNoSolution + "\n");
    dir.write("empty", "");
  }
  Outcome run_in_shell(const std::string& line) const {
    return run({.args = {"-c", line, DOKUMILL_BINARY}, .program = "/bin/sh"});
  }
};

TEST_F(SeveralInputsCli, ABadInputIsFoundBeforeTheFirstRecord) {
  dir.write("out", "old\n");
  std::filesystem::create_directory(dir / "folder");
  std::filesystem::create_symlink("nothing", dir / "dangling");
  for (const SampleCommand& command : record_commands()) {
    const auto refused = [&](const Args& inputs, const std::string& message) {
      const Outcome run = this->run(with(command.to("out"), inputs));
      EXPECT_TRUE(refuses(run, {message})) << run;
      EXPECT_EQ(dir.read("out"), "old\n");
    };
    refused({"a.txt", "b.csv", "no.txt"}, "no.txt: No such file or directory");
    refused({"a.txt", "b.csv", "dangling"}, "dangling: No such file or directory");
    refused({"a.txt", "folder"}, "folder: is a directory");
    refused({"-", "no.txt"}, "no.txt: No such file or directory");
    refused({"-", "a.txt", "-"}, "standard input (-) was given 2 times");
  }
  // Nothing is written to standard output, either.
  EXPECT_TRUE(refuses(run({"solve", "a.txt", "no.txt"}), {"no.txt"}));
}

TEST_F(SeveralInputsCli, TheOutputMayReplaceOneOfThem) {
  EXPECT_EQ(run({"dedupe", "-q", "a.txt", "c.txt", "-o", "c.txt"}).status, 1);
  EXPECT_EQ(dir.read("c.txt"),
            kPuzzle + '\n' + kUnknown + '\n' + kInkala + '\n' + kNoSolution + '\n');
  EXPECT_TRUE(refuses(run_in_shell("\"$0\" solve a.txt c.txt 1<> c.txt"), {"c.txt", "same file"}));
  EXPECT_TRUE(refuses(run_in_shell("\"$0\" split a.txt c.txt --train x --test /dev/fd/5 5<> c.txt"),
                      {"c.txt", "same file"}));
  const Outcome appended = run_in_shell("\"$0\" solve a.txt c.txt >> c.txt");
  EXPECT_TRUE(mentions(appended, "c.txt: warning: the input grew"));
}

TEST_F(SeveralInputsCli, ReportsNameTheInput) {
  EXPECT_EQ(run({"check", "--duplicates", "a.txt", "-", "b.csv", "--report", "r"},
                Stdin::bytes(kInkala.substr(1) + "\n" + kInkala + "\n"))
                .status,
            1);
  const json report = json::parse(dir.read("r"));
  EXPECT_EQ(report.at("input"), "a.txt");
  EXPECT_EQ(report.at("inputs").size(), 3U);
  EXPECT_EQ(report.at("inputs").at(0).at("records"), 3);
  EXPECT_TRUE(report.at("inputs").at(1).at("input").is_null());
  EXPECT_EQ(report.at("inputs").at(2).at("input"), "b.csv");
  EXPECT_EQ(report.at("inputs").at(2).at("malformed"), 1);
  EXPECT_EQ(report.at("problems").at(0).at("input"), "a.txt");
  EXPECT_TRUE(report.at("problems").at(1).at("input").is_null());
  EXPECT_EQ(report.at("problems").at(1).at("line"), 1);
  EXPECT_EQ(report.at("problems").at(1).at("record"), 4);
  EXPECT_EQ(report.at("problems").at(2).at("input"), "b.csv");
  EXPECT_EQ(report.at("problems").at(2).at("line"), 4);

  EXPECT_TRUE(refuses(run({"solve", "empty", "b.csv", "--strict", "-o", "out", "--report", "r"}),
                      {"b.csv:4: record 2: the puzzle has 1 cell"}));
  const json failed = json::parse(dir.read("r"));
  EXPECT_EQ(failed.at("inputs").at(1).at("input"), "b.csv");
  EXPECT_EQ(failed.at("error").at("input"), "b.csv");
  EXPECT_EQ(failed.at("error").at("line"), 4);
  EXPECT_EQ(failed.at("error").at("record"), 2);

  // The report of a job with one input has no member `inputs`, and its problems have no member
  // `input`.
  EXPECT_EQ(run({"solve", "a.txt", "-o", "out", "--report", "r"}).status, 1);
  const json one = json::parse(dir.read("r"));
  EXPECT_FALSE(one.contains("inputs"));
  EXPECT_FALSE(one.at("problems").at(0).contains("input"));
}

TEST_F(SeveralInputsCli, DuplicatesNameTheirInputs) {
  const Outcome run = this->run({"check", "--duplicates", "-q", "a.txt", "b.csv", "a.txt"});
  EXPECT_TRUE(has_line(run, "dokumill: b.csv: record 4 is the same as record 1 in a.txt"));
  EXPECT_TRUE(has_line(run, "dokumill: a.txt: record 6 is the same as record 1"));
}

TEST_F(SeveralInputsCli, DoubtAndEndMarksNameTheInput) {
  dir.write("g", rows_of(kPuzzle) + '\n' + rows_of(kInkala) + "EOF\n\x1A\n");
  dir.write("doubt", kPuzzle + "\nx\ny\n");
  const Outcome run = this->run({"solve", "a.txt", "g", "doubt", "-o", "out"});
  EXPECT_TRUE(
      has_line(run, "dokumill: g:20: \"EOF\" is not a puzzle and was skipped (2 such lines)"));
  EXPECT_TRUE(has_line_starting(run, "dokumill: doubt: read as lines"));
  EXPECT_FALSE(mentions(run, "a.txt: read as"));
}

TEST_F(SeveralInputsCli, FilesFromAListWithFewDescriptors) {
  std::string list;
  std::string expected;
  std::filesystem::create_directory(dir / "many");
  for (int i = 0; i < 3'000; ++i) {
    const std::string name = "many/" + std::to_string(i);
    const bool is_csv = i % 3 == 1;
    dir.write(name, (is_csv ? "puzzle\n" : "") + (i % 2 == 0 ? kPuzzle : kInkala));
    list += name + (i % 4 == 0 ? "\r\n" : i % 4 == 1 ? "\n\n \t\n" : "\n");
    expected += (i % 2 == 0 ? kSolution : kInkalaSolution) + '\n';
  }
  list.pop_back();
  dir.write("list", list);
  EXPECT_TRUE(
      gives(run_in_shell("ulimit -n 64; \"$0\" solve -q --files-from list -j 3"), 0, expected, ""));
  // The inputs on the command line are read before the inputs of the list, and the list may be
  // standard input.
  EXPECT_TRUE(gives(run({"solve", "-q", "c.txt", "--files-from", "-"}, Stdin::file(dir / "list")),
                    1, kNoSolution + '\n' + expected));
  std::filesystem::remove(dir / "many/2998");
  EXPECT_TRUE(refuses(run({"solve", "--files-from", "list"}), {"many/2998: No such file"}));
}

// The limit leaves descriptors for some of the inputs, but not for all of them.
TEST_F(SeveralInputsCli, AFewFilesWithFewDescriptors) {
  std::string names;
  std::string expected;
  for (int i = 0; i < 64; ++i) {
    const std::string name = "f" + std::to_string(i);
    std::string text;
    for (int line = 0; line < 60; ++line) text += (line == i ? kInkala : kPuzzle) + '\n';
    dir.write(name, text);
    names += name + " ";
    expected += text;
  }
  for (const std::string command :
       {"convert -q -o out", "dedupe -q -o out", "convert -q --piece 1/1 -o out --report r",
        "shuffle -q -o out", "split -q --train out --test t"}) {
    const Outcome run = run_in_shell("ulimit -n 30; exec \"$0\" " + command + " " + names);
    EXPECT_EQ(run.status, 0) << run;
  }
  EXPECT_EQ(run_in_shell("ulimit -n 30; exec \"$0\" convert -q " + names).out, expected);
}

TEST_F(SeveralInputsCli, AListMayBeginWithAByteOrderMark) {
  dir.write("list",
            "\xEF\xBB\xBF"
            "c.txt\r\n"
            "a.txt\r\n");
  const Outcome run = this->run({"solve", "-q", "--files-from", "list"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(run.out.starts_with(kNoSolution + '\n' + kSolution + '\n')) << run;
  for (const std::string mark : {"\xFF\xFE", "\xFE\xFF"}) {
    dir.write("list", mark + std::string("a\0.\0t\0x\0t\0", 10));
    EXPECT_TRUE(refuses(this->run({"solve", "--files-from", "list"}),
                        {"list: looks like UTF-16 text; convert it to UTF-8"}));
  }
}

TEST_F(SeveralInputsCli, NamesInAListAreTakenLiterally) {
  for (const std::string name : {"# no comment", " blank ", "a b", "*"}) {
    dir.write(name, kPuzzle);
    dir.write("list", name);
    EXPECT_TRUE(gives(run({"solve", "-q", "--files-from", "list"}), 0, kSolution + '\n', ""))
        << name;
  }
  dir.write("list", "-\na.txt\n");
  EXPECT_EQ(run({"solve", "-q", "--files-from", "list"}, Stdin::bytes(kInkala)).out.substr(0, 82),
            kInkalaSolution + '\n');
}

TEST_F(SeveralInputsCli, BadListsAreRefused) {
  const auto refused = [&](const Args& args, const std::vector<std::string>& parts) {
    EXPECT_TRUE(refuses(run(with(args, {"-o", "out"})), parts)) << ::testing::PrintToString(args);
  };
  dir.write("blank", "\n \t\n\r\n");
  dir.write("zero", std::string("a.txt\na\0b\n", 10));
  dir.write("gone", "a.txt\ngone.txt\n");
  dir.write("dash", "a.txt\n-\n");
  dir.write("out", "old");
  refused({"solve", "--files-from", "empty"}, {"--files-from 'empty'", "no names"});
  refused({"solve", "--files-from", "blank"}, {"no names"});
  refused({"solve", "--files-from", "zero"}, {"zero:2:", "zero byte"});
  refused({"solve", "--files-from", "gone"}, {"gone.txt: No such file"});
  refused({"solve", "--files-from", "missing"}, {"missing: No such file"});
  refused({"solve", "--files-from", "."}, {"is a directory"});
  refused({"solve", "--files-from", ""}, {"No such file"});
  refused({"solve", "-", "--files-from", "dash"}, {"(-) was given 2 times"});
  refused({"solve", "-", "--files-from", "-"}, {"standard input (-)"});
  EXPECT_TRUE(refuses(run({"solve", "--files-from", "-"}, Stdin::bytes("a.txt\n-\n")),
                      {"standard input (-)"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--files-from", "list"}),
                      {"unknown flag '--files-from'"}));
  EXPECT_EQ(dir.read("out"), "old");
}

}  // namespace
}  // namespace dokumill::testing
