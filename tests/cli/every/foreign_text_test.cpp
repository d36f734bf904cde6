// Tests of untrusted text in messages: no file name, argument or input byte may control the
// terminal, forge a line or hide text.
#include <string>
#include <string_view>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using namespace std::string_literals;

// Byte sequences that no message may contain unescaped, some with text around them.
const std::vector<std::string> kHostile{"\x1B[2J\x1B[31m",
                                        "\x9B"
                                        "31m",
                                        "\xC2\x9B"
                                        "31m",  // CSI, in one byte and in UTF-8
                                        "\n"
                                        "dokumill: 5 records: 5 unique, all fine",
                                        "\r",  // a forged line; back to the start of the line
                                        "\x08\x08\x08",
                                        "\x07",
                                        "\x7F",
                                        "\t",
                                        "\v",  // other control bytes
                                        "\xE2\x80\xAE"
                                        "txt.exe",
                                        "\xE2\x81\xA6",
                                        "\xD8\x9C",  // bidi
                                        "\xE2\x80\x8B",
                                        "\xEF\xBB\xBF",
                                        "\xF3\xA0\x81\x81",  // invisible
                                        "\xE2\x80\xA8",
                                        "\xC2\x85",  // line separators
                                        "\xFF\xFE",
                                        "\xC0\x8A",
                                        "\xED\xA0\x80"};  // not UTF-8

::testing::AssertionResult is_clean(const Outcome& run) {
  if (run.err.empty()) return ::testing::AssertionFailure() << "no message" << run;
  for (const std::string& line : run.messages()) {
    if (!line.starts_with("dokumill: ")) {
      return ::testing::AssertionFailure() << "a forged line: " << printable(line) << run;
    }
    if (line.find("all fine") == 10 + std::string_view("5 records: 5 unique, ").size()) {
      return ::testing::AssertionFailure() << "a forged message" << run;
    }
    if (line.size() > 2500) return ::testing::AssertionFailure() << "a long line" << run;
    for (const char c : line) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7F) return ::testing::AssertionFailure() << "a control" << run;
    }
    for (const std::string& hostile : kHostile) {
      if (line.find(hostile) != std::string::npos) {
        return ::testing::AssertionFailure() << "as it was: " << printable(hostile) << run;
      }
    }
  }
  return ::testing::AssertionSuccess();
}

using ForeignText = CliTest;

TEST_F(ForeignText, InEveryArgumentOfEveryCommand) {
  dir.write("in", kPuzzle + "\nQ\n");
  dir.write("table", "id,grid\n1," + kPuzzle + "\n");
  // One name with all of these sequences. Then two sequences alone: the escape sequence that clears
  // the screen, and the forged line.
  std::string all;
  for (const std::string& hostile : kHostile) all += "a" + hostile;
  for (const std::string& hostile : {all, kHostile[0], kHostile[3]}) {
    const std::string name = "a" + hostile + "z";
    std::vector<Args> calls{{name},
                            {"-" + name},
                            {"-c", name},
                            {"-s", name},
                            {"-n", "5", "-r", name},
                            {"-n", "5", "-m", "1", "--seed", name},
                            {"generate", name},
                            {"generate", "boards", name},
                            {"generate", "boards", "-n", name},
                            {"generate", "boards", "-n", "1", "--family", name},
                            {"generate", "boards", "-n", "1", "-o", name + "/none/out"},
                            {"generate", "puzzles", "-n", "1", "--clues", name},
                            {"generate", "puzzles", "-n", "1", "--engine", name},
                            {"generate", "puzzles", "-n", "1", "--report", name + "/none/r"},
                            {"split", "in", "--train", name + "/none/a", "--test", "b"},
                            {"split", "in", "--train", "a", "--test", name + "/none/b"},
                            {"split", "in", "--train", "a", "--test", "b", "--share", name},
                            {"dedupe", "in", "--memory", name},
                            {"check", "table", "--column", "grid", "--solution-column", name},
                            {"bench", "--only", name},
                            {"bench", "--baseline", name},
                            {"bench", "--seconds", name},
                            {"bench", "--json", name + "/none/json"},
                            {"play", "--port", name},
                            {"play", "--lang", name}};
    for (const SampleCommand& command : record_commands()) {
      const Args words = command.to("out");
      for (const Args& more : std::vector<Args>{{name},
                                                {"in", name},
                                                {"in", "--" + name},
                                                {"in", "--from", name},
                                                {"table", "--column", name},
                                                {"in", "-j", name},
                                                {"in", "--progress=" + name},
                                                {"in", "--report", name + "/none/r"}}) {
        calls.push_back(with(words, more));
      }
      calls.push_back(with(command.to(name + "/none/out"), {"in"}));
    }
    for (const std::string command : {"solve", "check", "rate"}) {
      calls.push_back({command, "in", "--engine", name});
    }
    for (const Args& call : calls) {
      const Outcome run = this->run(call);
      EXPECT_EQ(run.status, 2) << run;
      EXPECT_TRUE(is_clean(run));
    }
    const Outcome engine =
        run({.args = {"solve", "in"}, .environment = {{"DOKUMILL_ENGINE", name}}});
    EXPECT_EQ(engine.status, 2);
    EXPECT_TRUE(is_clean(engine));
    const Outcome folder =
        run({.args = {"dedupe", "in", "--memory", "64K"}, .environment = {{"TMPDIR", name}}});
    if (!folder.err.empty()) {
      EXPECT_TRUE(is_clean(folder));
    }
  }
}

TEST_F(ForeignText, InTheNameOfAFileWithProblems) {
  for (const std::string& hostile : kHostile) {
    const std::string name = "a" + hostile + "z";
    dir.write(name, "Q\n" + kPuzzle + '\n' + kPuzzle + '\n');
    for (const Args& call : {Args{"solve", name, "--strict"}, Args{"check", name, "--duplicates"},
                             Args{"-s", name}, Args{"solve", name, "-o", "out", "--report", name},
                             Args{"solve", name, "--no-clobber", "-o", name}}) {
      EXPECT_TRUE(is_clean(run(call)));
    }
    for (const SampleCommand& command : record_commands()) {
      EXPECT_TRUE(is_clean(run(with(command.to("out"), {name}))));
    }
    dir.write(name, "{}");
    EXPECT_TRUE(is_clean(run({"bench", "--baseline", name})));
  }
}

TEST_F(ForeignText, InAFilesOwnBytes) {
  for (const std::string& hostile : kHostile) {
    const std::string name = "a" + hostile + "z";
    dir.write("in", "\"" + name + "\",b\n1," + kPuzzle + '\n');
    EXPECT_TRUE(is_clean(run({"solve", "in", "--from", "csv"})));
    EXPECT_TRUE(is_clean(run({"solve", "in", "--from", "csv", "--column", "c"})));
    dir.write("in", "\"" + name + "\",puzzle,\"" + name + "\"\n1," + kPuzzle + ",2\n");
    EXPECT_TRUE(is_clean(run({"solve", "in", "--column", name})));
    EXPECT_TRUE(is_clean(run({"check", "in", "--solution-column", name})));
    dir.write("in", hostile + '\n' + kPuzzle + hostile + '\n');
    for (const std::string format : {"line", "grid"}) {
      const Outcome run = this->run({"solve", "in", "--from", format});
      if (!run.err.empty()) {
        EXPECT_TRUE(is_clean(run));
      }
    }
  }
}

TEST_F(ForeignText, ListsAndLongNamesAreShortened) {
  std::string header = "a";
  for (int i = 1; i < 3'000; ++i) header += ",a";
  dir.write("in", header + '\n');
  const Outcome many = run({"solve", "in", "--from", "csv"});
  EXPECT_TRUE(is_clean(many));
  EXPECT_TRUE(mentions(many, ", ... and 2,980 more (see --column)"));
  const std::string name(100'000, 'x');
  const Outcome engine = run({"solve", "in", "--engine", name});
  EXPECT_TRUE(is_clean(engine));
  EXPECT_TRUE(mentions(engine, "xxx...(100,000 bytes)...xxx"));
  EXPECT_TRUE(mentions(engine, "x' is unknown, expected one of: auto"));
  EXPECT_TRUE(is_clean(run({"solve", name})));
  EXPECT_TRUE(is_clean(run({"solve", "--" + name})));
  dir.write("in", "id,grid\n");
  EXPECT_TRUE(is_clean(run({"solve", "--column", name, "in", "--from", "csv"})));
}

TEST_F(ForeignText, OrdinaryNamesStayAsTheyAre) {
  EXPECT_TRUE(gives(run({"solve", "题目 é.txt"}), 2, "",
                    "dokumill: 题目 é.txt: No such file or directory\n"));
  EXPECT_TRUE(mentions(run({"solve", "--engine", "引擎"}), "engine '引擎' is unknown"));
}

}  // namespace
}  // namespace dokumill::testing
