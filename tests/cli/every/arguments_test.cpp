// Tests of the command-line arguments: cases 55 to 59 of docs/reliability.md. classic_test.cpp has
// the arguments of the classic commands.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Arguments : public CliTest {
 protected:
  void SetUp() override { dir.write("in", kPuzzle + '\n'); }
};

TEST_F(Arguments, NoArguments) {
  const Outcome run = this->run(Args{});
  EXPECT_EQ(run.status, 2) << run;
  EXPECT_EQ(run.out, "");
  for (const std::string command : {"solve", "generate", "check", "--help"}) {
    EXPECT_TRUE(mentions(run, command));
  }
  EXPECT_LT(run.messages().size(), 40U) << "short help, please" << run;
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Arguments, CommandsThatNeedMore) {
  for (const Args& args : {Args{"generate"}, Args{"generate", "boards"}, Args{"generate", "-n"}}) {
    const Outcome run = this->run(args);
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err, "");
  }
}

TEST_F(Arguments, HelpAndVersion) {
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.status, 0) << help;
  EXPECT_EQ(help.err, "");
  for (const std::string word : {"solve", "generate", "check", "--version"}) {
    EXPECT_NE(help.out.find(word), std::string::npos) << word << help;
  }
  const Outcome solve = run({"solve", "--help"});
  EXPECT_EQ(solve.status, 0) << solve;
  EXPECT_EQ(solve.err, "");
  EXPECT_NE(solve.out.find("--unique"), std::string::npos) << solve;
  const Outcome version = run({"--version"});
  EXPECT_EQ(version.status, 0) << version;
  EXPECT_EQ(version.err, "");
  EXPECT_TRUE(version.out.starts_with("dokumill ")) << version;
  EXPECT_TRUE(version.out.ends_with("\n")) << version;
}

TEST_F(Arguments, HelpAndVersionAsCommands) {
  const auto same = [&](const Args& words, const Args& flags) {
    const Outcome by_flag = run(flags);
    EXPECT_NE(by_flag.out, "");
    return gives(run(words), 0, by_flag.out, "");
  };
  EXPECT_TRUE(same({"help"}, {"--help"}));
  EXPECT_TRUE(same({"version"}, {"--version"}));
  EXPECT_TRUE(same({"-V"}, {"--version"}));
  EXPECT_TRUE(same({"solve", "-V"}, {"--version"}));
  EXPECT_TRUE(same({"help", "generate", "boards"}, {"generate", "boards", "--help"}));

  EXPECT_TRUE(refuses(run({"help", "slove"}), {"'slove'", "solve"}));
  EXPECT_TRUE(refuses(run({"help", "generate", "board"}), {"'generate board'", "boards"}));
  EXPECT_TRUE(refuses(run({"help", "solve", "in"}), {"unexpected argument 'in'"}));
  EXPECT_TRUE(refuses(run({"help", "in"}), {"unknown command 'in'"}));
  EXPECT_TRUE(refuses(run({"verison"}), {"'verison'", "did you mean version?"}));
  // The names of commands are valid file names, too.
  EXPECT_TRUE(refuses(run({"solve", "help"}), {"help: No such file"}));
}

// A script can pass these flags to every command.
TEST_F(Arguments, EveryCommandTakesTheCommonFlags) {
  std::vector<Args> commands{{"-c", "2"}, {"-s", "in"}, {"-n", "2", "-m", "1", "--seed", "1"}};
  for (const SampleCommand& command : sample_commands()) {
    if (command.name == "export" || command.name == "book") continue;  // no text on stdout
    const Args words =
        command.output == SampleCommand::Output::kTwoFiles ? command.to("train") : command.words();
    commands.push_back(command.reads_records ? with(words, {"in"}) : words);
  }
  const std::vector<Args> flags{{"--engine", "reference"}, {"--no-mmap"}, {"--fsync"},
                                {"--threads", "1"},        {"--quiet"},   {"--progress", "never"}};
  for (const Args& command : commands) {
    const Outcome plain = run(command);
    EXPECT_EQ(plain.status, 0) << plain;
    for (const Args& flag : flags) {
      const Outcome outcome = run(with(command, flag));
      EXPECT_EQ(outcome.status, 0) << flag[0] << outcome;
      // Only stdout is compared: stderr has rates and totals with times.
      EXPECT_EQ(outcome.out, plain.out) << flag[0] << outcome;
    }
    // Every command rejects an unknown engine name.
    EXPECT_TRUE(refuses(run(with(command, {"--engine", "steam"})), {"steam", "reference"}));
  }
  for (const std::string flag : {"--engine", "--no-mmap", "--fsync", "--no-clobber"}) {
    const Args value = flag == "--engine" ? Args{"auto"} : Args{};
    // A build without the page refuses `play` after it has read the flags.
    const Outcome play = run(with(with({"play", flag}, value), {"--port", "x"}));
    EXPECT_EQ(play.err.find(flag), std::string::npos) << play;
    EXPECT_TRUE(
        refuses(run(with(with({"bench", flag}, value), {"--seconds", "x"})), {"--seconds"}));
  }
}

TEST_F(Arguments, SplitIgnoresTheMemoryFlag) {
  const Args args{"split", "in", "--train", "train", "--test", "test", "--memory", "1GB"};
  const Outcome run = this->run(args);
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(has_line(run, "dokumill: --memory has no effect: split keeps no records in memory"));
  EXPECT_TRUE(gives(this->run(with(args, {"--quiet"})), 0, "", ""));
  EXPECT_EQ(this->run({"split", "--help"}).out.find("--memory SIZE"), std::string::npos);
}

TEST_F(Arguments, SizesSharesAndRangesInTheirCommonForms) {
  for (const std::string size : {"1GB", "1GiB", "1g", "64k", "65536", "512mb"}) {
    EXPECT_TRUE(gives(run({"dedupe", "in", "-q", "--memory", size}), 0, kPuzzle + '\n', ""))
        << size;
  }
  EXPECT_TRUE(refuses(run({"dedupe", "in", "--memory", "1PB"}), {"--memory", "'1PB'"}));
  const auto test_file = [&](const std::string& share) {
    dir.write("in", kPuzzle + '\n' + kSolution + '\n');
    EXPECT_TRUE(
        gives(run({"split", "in", "-q", "--train", "train", "--test", "test", "--share", share}), 0,
              "", ""))
        << share;
    return dir.read("test");
  };
  EXPECT_EQ(test_file("1.0"), test_file("100%"));
  EXPECT_EQ(test_file("0.0"), test_file("0%"));
  EXPECT_EQ(test_file("0.5"), test_file("50%"));
  EXPECT_NE(test_file("1.0"), test_file("0.0"));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "a", "--test", "b", "--share", "1"}),
                      {"--share", "10%", "0.1"}));
  const auto puzzles = [&](const std::string& clues) {
    return run({"generate", "puzzles", "-q", "-n", "20", "--clues", clues});
  };
  EXPECT_TRUE(gives(puzzles("30"), 0, puzzles("30..30").out, ""));
  EXPECT_TRUE(gives(puzzles("30-36"), 0, puzzles("30..36").out, ""));
}

TEST_F(Arguments, HelpToAFullDeviceIsAnError) {
  EXPECT_EQ(run({.args = {"--help"}, .out = Stdout::file("/dev/full")}).status, 2);
  EXPECT_EQ(run({.args = {"--version"}, .out = Stdout::file("/dev/full")}).status, 2);
}

// --- 56, 57: numbers -----------------------------------------------------------------------------

const std::vector<std::string> kNoNumbers{
    "abc", "12abc", "1.5", "1e6",      "1e400", "+7",           "-5",   "",    " 5",  "5 ", "0x10",
    "1_0", "1,000", "1M",  "\xD9\xA3", "5\n",   "\xEF\xBC\x95", "0b11", "1 2", "'5'", "NaN"};
const std::vector<std::string> kTooLarge{"18446744073709551616", "99999999999999999999",
                                         "340282366920938463463374607431768211457"};

TEST_F(Arguments, InvalidNumbers) {
  const std::vector<std::pair<std::string, Args>> flags{
      {"-n", {"generate", "boards"}},
      {"--start", {"generate", "boards", "-n", "1"}},
      {"--first-digit", {"generate", "boards", "-n", "1"}},
      {"--seed", {"generate", "boards", "-n", "1", "--family", "random"}},
      {"--threads", {"generate", "boards", "-n", "1"}},
      {"--threads", {"solve", "in"}}};
  for (const auto& [flag, command] : flags) {
    for (const std::vector<std::string>& words : {kNoNumbers, kTooLarge}) {
      for (const std::string& word : words) {
        EXPECT_TRUE(refuses(run(with(command, {flag, word, "-o", "out"})), {flag}));
      }
    }
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// A command refuses a flag that it does not have, and a wrong value of a flag that it has.
TEST_F(Arguments, EveryCommandRefusesWrongValues) {
  for (const SampleCommand& command : sample_commands()) {
    if (command.output == SampleCommand::Output::kFolder || command.name == "book") continue;
    const Args words = with(command.to("out"), command.reads_records ? Args{"in"} : Args{});
    for (const Args& flag : std::vector<Args>{{"--seed", "x"},
                                              {"--memory", "1K"},
                                              {"--share", "101%"},
                                              {"--piece", "0/2"},
                                              {"--from", "xml"},
                                              {"--to", "hodoku"},
                                              {"--empty", "?"},
                                              {"--delimiter", "x"},
                                              {"--column", ""},
                                              {"--compress", "rar"},
                                              {"--threads", "1025"},
                                              {"--engine", "steam"},
                                              {"--progress", "often"},
                                              {"--nonsense", "1"}}) {
      EXPECT_TRUE(refuses(run(with(words, flag)), {flag[0] == "--engine" ? "steam" : flag[0]}));
    }
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Arguments, NumbersOutOfRange) {
  for (const std::string digit : {"0", "10", "99"}) {
    EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--first-digit", digit}),
                        {"--first-digit", "1", "9"}));
  }
  // The largest seed, 2^64 - 1, is accepted.
  const Args random{"generate", "boards",  "-n",   "1",    "--family",
                    "random",   "--quiet", "--to", "line", "--seed"};
  const Outcome largest = run(with(random, {"18446744073709551615"}));
  EXPECT_EQ(largest.status, 0) << largest;
  EXPECT_EQ(largest.out.size(), 82U) << largest;
  EXPECT_TRUE(is_board(largest.out.substr(0, 81))) << largest;
  EXPECT_NE(largest.out, run(with(random, {"0"})).out);
}

// --- 58: flags and values ------------------------------------------------------------------------

TEST_F(Arguments, FlagsWithoutAValue) {
  for (const std::string flag :
       {"-o", "--from", "--to", "--column", "--report", "--threads", "--engine", "--progress"}) {
    EXPECT_TRUE(refuses(run({"solve", "in", flag}), {flag})) << flag;
  }
  for (const std::string flag : {"-n", "--family", "--seed", "--start", "--first-digit", "-o"}) {
    EXPECT_TRUE(refuses(run({"generate", "boards", flag}), {flag})) << flag;
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Arguments, RepeatedFlags) {
  const std::vector<Args> flags{{"--threads", "1"}, {"-o", "out"},
                                {"--from", "line"}, {"--to", "line"},
                                {"--quiet"},        {"--unique"},
                                {"--strict"},       {"--no-mmap"},
                                {"--fsync"},        {"--no-clobber"},
                                {"--report", "r"},  {"--keep-columns"},
                                {"--column", "c"},  {"--engine", "reference"}};
  for (const Args& flag : flags) {
    EXPECT_TRUE(refuses(run(with(with({"solve", "in"}, flag), flag)), {flag[0]})) << flag[0];
  }
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "-n", "2"}), {"-n"}));
  EXPECT_TRUE(refuses(run({"check", "in", "--each", "--each"}), {"--each"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Arguments, WaysToWriteAValue) {
  const std::string grid = rows_of(kSolution);
  for (const Args& args :
       {Args{"solve", "in", "--to", "grid", "--quiet"}, Args{"solve", "in", "--to=grid", "--quiet"},
        Args{"solve", "--to", "grid", "--quiet", "in"}, Args{"solve", "--quiet", "--to=grid", "in"},
        Args{"solve", "--quiet", "--to", "grid", "--", "in"}}) {
    EXPECT_TRUE(gives(run(args), 0, grid, ""));
  }
  EXPECT_EQ(run({"generate", "boards", "-n3", "--quiet"}).out,
            run({"generate", "boards", "-n", "3", "--quiet"}).out);
  EXPECT_TRUE(gives(run({"solve", "in", "-oout", "--quiet"}), 0, "", ""));
  EXPECT_EQ(dir.read("out"), kSolution + '\n');
  EXPECT_TRUE(refuses(run({"solve", "in", "--quiet=5"}), {"--quiet"}));
}

TEST_F(Arguments, AnyNameCanBeAnOperand) {
  for (const std::string name : {"[in]", "[a,b]", "{}", "++", "%%", "-5", "- in"}) {
    dir.write(name, kPuzzle + '\n');
    EXPECT_TRUE(gives(run({"solve", name, "-q"}), 0, kSolution + '\n', ""));
    EXPECT_TRUE(
        gives(run({"solve", "-q", "in", name}), 0, kSolution + "\n" + kSolution + "\n", ""));
  }
  for (const std::string name : {"-q", "--", "--where", "solve"}) {
    dir.write(name, kPuzzle + '\n');
    EXPECT_TRUE(gives(run({"solve", "-q", "--", name}), 0, kSolution + '\n', ""));
    EXPECT_TRUE(
        gives(run({"solve", "-q", "in", "--", name}), 0, kSolution + "\n" + kSolution + "\n", ""));
  }
}

// In `--report=$NAME`, NAME may be empty. The word after it is not the name of the report, which
// would be replaced.
TEST_F(Arguments, AnEmptyValueIsNoValue) {
  for (const std::string flag : {"--report=", "--output=", "--column="}) {
    EXPECT_TRUE(
        refuses(run({"solve", flag, "in"}), {flag.substr(0, flag.size() - 1) + " needs a value"}));
  }
  EXPECT_EQ(dir.read("in"), kPuzzle + '\n');
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Arguments, InvalidChoices) {
  const std::vector<std::pair<Args, Args>> choices{
      {{"solve", "in", "--from", "xml"}, {"auto", "line", "grid", "csv"}},
      {{"solve", "in", "--from", "same"}, {"auto", "line", "grid", "csv"}},
      {{"solve", "in", "--from", "LINES"}, {"auto", "line", "grid", "csv"}},
      {{"solve", "in", "--to", "xml"}, {"same", "line", "grid", "csv"}},
      {{"solve", "in", "--to", "auto"}, {"same", "line", "grid", "csv"}},
      {{"solve", "in", "--progress", "often"}, {"auto", "always", "never"}},
      {{"generate", "boards", "-n", "1", "--to", "same"}, {"grid", "line"}},
      {{"generate", "boards", "-n", "1", "--family", "royal"}, {"classic", "wide", "random"}}};
  for (const auto& [args, parts] : choices) EXPECT_TRUE(refuses(run(args), parts));
}

TEST_F(Arguments, TheEngineOfTheFlagTheEnvironmentOrOurChoice) {
  const auto solve = [this](const Args& more, const std::string& variable) {
    return run(
        {.args = with({"solve", "in"}, more), .environment = {{"DOKUMILL_ENGINE", variable}}});
  };
  EXPECT_TRUE(mentions(solve({}, "reference"), ", reference engine"));
  EXPECT_TRUE(mentions(solve({"--engine", "portable"}, "reference"), ", portable engine"));
  EXPECT_FALSE(mentions(solve({}, ""), ", reference engine"));
  EXPECT_TRUE(refuses(solve({}, "steam"), {"steam", "reference"}));
}

TEST_F(Arguments, ProgressDoesNotTouchTheData) {
  for (const std::string when : {"auto", "always", "never"}) {
    EXPECT_TRUE(gives(run({"solve", "in", "--progress", when}), 0, kSolution + '\n')) << when;
  }
  // stderr is not a terminal, so no progress bar is shown by default.
  const Outcome run = this->run({"solve", "in"});
  EXPECT_EQ(run.messages().size(), 1U) << run;
  EXPECT_EQ(run.err.find('\r'), std::string::npos);
}

// --- 59: unknown words ---------------------------------------------------------------------------

TEST_F(Arguments, UnknownFlagsNameTheNearest) {
  for (const auto& [wrong, nearest] :
       std::vector<std::pair<std::string, std::string>>{{"--thread", "--threads"},
                                                        {"--unqiue", "--unique"},
                                                        {"--stict", "--strict"},
                                                        {"--repotr", "--report"},
                                                        {"--quite", "--quiet"},
                                                        {"--nommap", "--no-mmap"},
                                                        {"--colum", "--column"},
                                                        {"--form", "--from"}}) {
    EXPECT_TRUE(refuses(run({"solve", "in", wrong}), {wrong, nearest}));
    EXPECT_TRUE(refuses(run({"solve", wrong, "in"}), {wrong, nearest}));
    EXPECT_TRUE(refuses(run({"solve", "in", wrong + "=1"}), {wrong, nearest}));
  }
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--familiy", "wide"}),
                      {"--familiy", "--family"}));
  EXPECT_TRUE(refuses(run({"check", "in", "--eahc"}), {"--eahc", "--each"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "-q9z"})));
}

TEST_F(Arguments, UnknownCommands) {
  EXPECT_TRUE(refuses(run({"slove", "in"}), {"slove", "solve"}));
  EXPECT_TRUE(refuses(run({"chekc", "in"}), {"chekc", "check"}));
  EXPECT_TRUE(refuses(run({"generate", "bords", "-n", "1"}), {"bords", "boards"}));
  EXPECT_TRUE(refuses(run({"in"}), {"in"}));
  EXPECT_TRUE(refuses(run({""})));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// --- usage errors --------------------------------------------------------------------------------

TEST_F(Arguments, AUsageErrorNamesTheHelpOfItsCommand) {
  const auto says_help_of = [&](const Args& args, const std::string& command) {
    return refuses(run(args), {"(try 'dokumill" + command + " --help')"});
  };
  EXPECT_TRUE(says_help_of({"solve", "in", "--nonsense"}, " solve"));
  EXPECT_TRUE(says_help_of({"solve", "in", "-q", "-q"}, " solve"));
  EXPECT_TRUE(says_help_of({"check", "in", "--quiet=1"}, " check"));
  EXPECT_TRUE(says_help_of({"dedupe", "in", "--memory"}, " dedupe"));
  EXPECT_TRUE(says_help_of({"generate", "boards", "-n"}, " generate boards"));
  EXPECT_TRUE(says_help_of({"generate", "puzzles", "-n", "1", "in"}, " generate puzzles"));
  EXPECT_TRUE(says_help_of({"generate", "board"}, " generate"));
  EXPECT_TRUE(says_help_of({"solv", "in"}, ""));
  EXPECT_TRUE(says_help_of({"-c", "5", "--to", "line"}, ""));
}

TEST_F(Arguments, AFlagBeforeTheCommandIsRefused) {
  EXPECT_TRUE(refuses(run({"-q", "solve", "in"}), {"--quiet must come after 'solve'"}));
  EXPECT_TRUE(refuses(run({"--threads", "2", "generate", "boards", "-n", "1"}),
                      {"--threads must come after 'generate boards'"}));
  EXPECT_TRUE(refuses(run({"-c", "5", "solve", "in"}), {"-c cannot be used with 'solve'"}));
}

TEST_F(Arguments, EmptyArgumentsAreShown) {
  EXPECT_TRUE(refuses(run({"solve", ""}), {"dokumill: '': No such file"}));
  EXPECT_TRUE(refuses(run({"-s", ""}), {"dokumill: '': No such file"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", ""}), {"dokumill: '': No such file"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--report", ""}), {"dokumill: '': No such file"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--column", ""}), {"--column", "got ''"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

}  // namespace
}  // namespace dokumill::testing
