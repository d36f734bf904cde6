// Tests of a second signal (case 78 of docs/reliability.md). It ends the process, unless the result
// is in its place. Only then does the message after the third signal say so.
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/platform/output/output_file.hpp"
#include "base/platform/output/output_folder.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/pieces.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/in_child.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::Ending;
using testing::FakePlatform;
using testing::in_child;
using testing::ScratchFolder;
using testing::write_file;

const std::string kInPlace = "dokumill: ended by a further signal; the output is in its place\n";
const std::string kNoResult = "dokumill: ended by a second signal\n";

// Runs `work` in a separate process, which then sends itself three signals. Returns the message
// after the last one that it survives. The result begins with "failed" if `work` returned false.
template <class Work>
std::string said_after(const Work& work) {
  const Ending ending = in_child([&work] {
    install_stop_signals();
    if (!work()) return 1;
    ::raise(SIGINT);
    ::raise(SIGTERM);
    ::raise(SIGHUP);
    return 3;
  });
  const int wanted = ending.words == kInPlace ? 2 : 128 + SIGTERM;
  return ending.status == wanted ? ending.words : "failed: " + ending.words;
}

class ResultInPlace : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  OutputFile open(const std::string& name, bool is_result) {
    OutputOptions options;
    options.is_result = is_result;
    Result<OutputFile> file = OutputFile::open(platform_, name == "-" ? name : path(name), options);
    if (!file.ok()) throw std::runtime_error(file.status().message());
    return *std::move(file);
  }

  ScratchFolder folder_;
  FakePlatform platform_;
};

TEST_F(ResultInPlace, OneFile) {
  const auto commit = [&](bool is_result) {
    return [&, is_result] { return open("out", is_result).commit().ok(); };
  };
  EXPECT_EQ(said_after(commit(true)), kInPlace);
  EXPECT_EQ(said_after(commit(false)), kNoResult);
  EXPECT_EQ(said_after([&] {
              platform_.fail("rename", -EIO);
              return !open("out", true).commit().ok();
            }),
            kNoResult);
}

TEST_F(ResultInPlace, BothFilesOrNeither) {
  const auto commit_both = [&] {
    OutputFile a = open("a", true);
    OutputFile b = open("b", true);
    return OutputFile::commit_both(a, b).ok();
  };
  EXPECT_EQ(said_after(commit_both), kInPlace);
  EXPECT_EQ(said_after([&] {
              OutputFile a = open("a", true);
              OutputFile b = open("b", true);
              platform_.fail("rename", -EIO, 2, 1);
              return !OutputFile::commit_both(a, b).ok();
            }),
            kNoResult);
  EXPECT_EQ(said_after([&] {
              OutputFile stream = open("-", true);
              OutputFile file = open("b", true);
              return OutputFile::commit_both(stream, file).ok();
            }),
            kInPlace);
}

TEST_F(ResultInPlace, AFolderIsOneResult) {
  const auto write = [&](bool is_result, bool is_committed) {
    return [&, is_result, is_committed] {
      Result<OutputFolder> made = OutputFolder::create(platform_, path("folder"), is_result);
      if (!made.ok()) return false;
      for (const char* const name : {"1", "2"}) {
        Result<OutputFile> file = OutputFile::open(platform_, made->file_path(name), {});
        if (!file.ok() || !file->commit().ok()) return false;
      }
      return !is_committed || made->commit(false).ok();
    };
  };
  EXPECT_EQ(said_after(write(true, false)), kNoResult);
  EXPECT_EQ(said_after(write(false, true)), kNoResult);
  std::filesystem::remove_all(path("folder"));
  EXPECT_EQ(said_after(write(true, true)), kInPlace);
}

// Tests of whole commands. A word that begins with "@" is a path in the folder of the test.
class CommandInPlace : public ResultInPlace {
 protected:
  void SetUp() override {
    const std::string puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    write_file(path("good"), puzzle);
    write_file(path("bad"), puzzle + "bad\n");
    platform_.has_own_streams = true;
  }
  // Runs the command, which must end with the status `wanted`. Returns the message after a second
  // signal.
  std::string after(std::vector<std::string> words, int wanted) {
    for (std::string& word : words) {
      if (word[0] == '@') word = path(word.substr(1));
    }
    words.insert(words.end(), {"--threads", "1"});
    return said_after([&] { return cli::cli_main(words, platform_) == wanted; });
  }
};

TEST_F(CommandInPlace, EveryKindOfOutput) {
  const std::vector<std::vector<std::string>> commands{
      {"solve", "@good", "-o", "@out"},
      {"solve", "@good", "-o", "@out", "--report", "@report"},
      {"split", "@good", "--train", "@a", "--test", "@b"},
      {"split", "@good", "--train", "@a", "--test", "@b", "--report", "@report"},
      {"generate", "boards", "-n", "3", "-o", "@boards"},
      {"generate", "puzzles", "-n", "40", "--seed", "1", "-o", "@puzzles"},
      {"check", "@good", "-o", "@totals"},
      {"shuffle", "@good", "-o", "@shuffled"},
      {"export", "@puzzles", "@folder", "--layout", "hrm", "--share", "50%"},
      {"solve", "@good", "--piece", "1/1", "-o", "@piece", "--report", "@piece.json"},
      {"merge", "@piece.json", "-o", "@joined"},
  };
  for (const std::vector<std::string>& words : commands) {
    EXPECT_EQ(after(words, 0), kInPlace) << words[0];
  }
}

TEST_F(CommandInPlace, AReportIsNotTheOutput) {
  EXPECT_EQ(after({"solve", "@bad", "--strict", "-o", "@out", "--report", "@report"}, 2),
            kNoResult);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"bad", "good", "report"}));
  EXPECT_EQ(after({"solve", "@good", "-o", "-", "--report", "@report"}, 0), kNoResult);
  EXPECT_EQ(after({"solve", "@good", "--piece", "1/1", "-o", "@out", "--report", "@r"}, 0),
            kInPlace);
  EXPECT_EQ(after({"merge", "@r", "--report", "@sum"}, 0), kNoResult);
}

TEST_F(CommandInPlace, AFolderThatIsNotComplete) {
  EXPECT_EQ(after({"export", "@bad", "@folder", "--strict", "--layout", "hrm"}, 2), kNoResult);
}

TEST_F(CommandInPlace, APieceOfALargerJob) {
  const auto after_piece = [this](const std::vector<std::string>& words,
                                  const cli::PieceRun& piece) {
    const Result<cli::Arguments> arguments = cli::parse_arguments(words);
    std::string messages;
    return said_after(
        [&] { return cli::run_piece(*arguments, piece, platform_, messages) == cli::kFine; });
  };
  EXPECT_EQ(after_piece({"solve", path("good"), "-o", path("whole")},
                        {.piece = {1, 1}, .output = path("out"), .report = path("r")}),
            kNoResult);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"bad", "good", "out", "r"}));
  EXPECT_EQ(after_piece({"split", path("good"), "--train", path("c"), "--test", path("d")},
                        {.piece = {1, 1}, .output = path("a"), .test_output = path("b")}),
            kNoResult);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"a", "b", "bad", "good", "out", "r"}));
}

}  // namespace
}  // namespace dokumill
