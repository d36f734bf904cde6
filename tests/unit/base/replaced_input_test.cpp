// Tests of an output that replaces the job's own input: changes that another process makes to the
// file during the run must not be lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "dokumill/batch.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

namespace fs = std::filesystem;
using testing::FakePlatform;
using testing::Hooked;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;
using Names = std::vector<std::string>;

// Calls `other`, which acts as another process, once: right before the first write of the job, or
// right after its first close.
class ActingPlatform : public FakePlatform {
 public:
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    act("write");
    return FakePlatform::write(fd, data, bytes);
  }
  int close(int fd) override {
    const int closed = FakePlatform::close(fd);
    act("close");
    return closed;
  }

  std::string moment;  // "write": before the first write; "close": after the first close
  std::function<void()> other;

 private:
  void act(std::string_view now) {
    if (moment != now || !other) return;
    std::exchange(other, nullptr)();
  }
};

class ReplacedInput : public ::testing::Test {
 protected:
  void SetUp() override {
    // The input is larger than a block of OutputFile, so the job writes before it has read
    // everything.
    for (int i = 0; i < 4000; ++i) lines_ += kPuzzle;
    write_file(path_, lines_);
  }
  struct Act {
    std::string name;
    std::function<void()> run;
    std::string kept;  // the contents of the file afterwards
  };
  // What another process may do to the input. Modification times may be coarse on this file system,
  // so `rewrite` sets a different one.
  std::vector<Act> acts() {
    const auto rewrite = [this] {
      std::ofstream(path_, std::ios::in | std::ios::out) << "9";
      fs::last_write_time(path_, fs::last_write_time(path_) + std::chrono::seconds(2));
    };
    return {
        {"append", [this] { std::ofstream(path_, std::ios::app) << kPuzzle; }, lines_ + kPuzzle},
        {"rewrite", rewrite, "9" + lines_.substr(1)},
        {"replace",
         [this] {
           write_file(folder_ / "theirs", kPuzzle);
           fs::rename(folder_ / "theirs", path_);
         },
         kPuzzle},
    };
  }
  std::string solve_to(Platform& platform, const std::string& output) {
    auto options = testing::file_job<SolveOptions>(path_, output, 1);
    options.platform = &platform;
    options.job.on_warning = [this](const std::string& message) { warnings_.push_back(message); };
    const Result<SolveReport> report = solve(options);
    if (report.ok()) return "ok";
    EXPECT_EQ(report.status().code(), ErrorCode::kInput);
    return report.status().message();
  }

  inline static const std::string kPuzzle =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
  ScratchFolder folder_;
  const std::string path_ = folder_ / "in";
  std::string lines_;
  Names warnings_;
};

TEST_F(ReplacedInput, AChangedInputIsKept) {
  fs::create_symlink("in", folder_ / "link");
  for (const std::string moment : {"write", "close"}) {
    for (const std::string& output : {path_, folder_ / "link"}) {
      for (const Act& act : acts()) {
        write_file(path_, lines_);
        ActingPlatform platform;
        platform.moment = moment;
        platform.other = act.run;
        const std::string said = solve_to(platform, output);
        EXPECT_NE(said.find("the file was kept"), std::string::npos) << act.name << moment << said;
        EXPECT_EQ(read_file(path_), act.kept) << act.name;
        EXPECT_EQ(folder_.names(), (Names{"in", "link"})) << act.name;
        EXPECT_EQ(platform.held(), 0U);
      }
    }
  }
  EXPECT_EQ(warnings_, Names{});
}

TEST_F(ReplacedInput, AHardLinkOfTheInputIsTheInput) {
  fs::create_hard_link(path_, folder_ / "other");
  ActingPlatform platform;
  platform.moment = "write";
  platform.other = acts()[0].run;
  EXPECT_NE(solve_to(platform, folder_ / "other").find("the file was kept"), std::string::npos);
  EXPECT_EQ(read_file(folder_ / "other"), lines_ + kPuzzle);
}

TEST_F(ReplacedInput, AMountPointIsKeptToo) {
  for (const Act& act : acts()) {
    write_file(path_, lines_);
    ActingPlatform platform;
    platform.on_info_at = [&](std::string_view path, FileInfo& info) {
      info.is_mount_point = path == path_;
    };
    platform.moment = "write";
    platform.other = act.run;
    EXPECT_NE(solve_to(platform, path_).find("kept"), std::string::npos) << act.name;
    EXPECT_EQ(read_file(path_), act.kept) << act.name;
  }
}

TEST_F(ReplacedInput, AnUnchangedInputIsReplaced) {
  ActingPlatform platform;
  platform.moment = "write";
  platform.other = [this] {
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
  };
  EXPECT_EQ(solve_to(platform, path_), "ok");
  EXPECT_NE(read_file(path_), lines_);
  EXPECT_EQ(read_file(path_).size(), lines_.size());
}

TEST_F(ReplacedInput, AnotherOutputIsNoReasonToFail) {
  ActingPlatform platform;
  platform.moment = "write";
  platform.other = acts()[0].run;
  EXPECT_EQ(solve_to(platform, folder_ / "out"), "ok");
  EXPECT_EQ(warnings_.size(), 1U);
}

// The input is moved to the output's path while the job runs.
TEST_F(ReplacedInput, AnInputThatComesToTheOutputIsKept) {
  ActingPlatform platform;
  platform.moment = "close";
  platform.other = [this] { fs::rename(path_, folder_ / "out"); };
  EXPECT_NE(solve_to(platform, folder_ / "out").find("the file was kept"), std::string::npos);
  EXPECT_EQ(read_file(folder_ / "out"), lines_);
}

// After the input is opened and before the output is opened, another file takes the path.
TEST_F(ReplacedInput, AnInputReplacedBeforeTheOutputIsOpenedIsKept) {
  Result<InputFile> input = InputFile::open(system_platform(), path_, Mapping::kAllowed);
  ASSERT_TRUE(input.ok());
  acts()[2].run();
  Result<OutputFile> output = OutputFile::open(system_platform(), path_, {});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->guard({path_, {}, input->at_open(), 0}).message(),
            path_ + ": the input was replaced by another file; it was kept");
}

TEST_F(ReplacedInput, EitherPartOfASplitMayBeTheInput) {
  for (const bool is_train : {true, false}) {
    write_file(path_, lines_);
    ActingPlatform platform;
    platform.moment = "write";
    platform.other = acts()[0].run;
    auto options = testing::file_job<SplitOptions>(path_, is_train ? path_ : folder_ / "part", 1);
    options.platform = &platform;
    options.test_output = is_train ? folder_ / "part" : path_;
    options.share.parts = Share::kWhole / 2;
    const Result<SplitReport> report = split(options);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.status().message().find("the file was kept"), std::string::npos);
    EXPECT_EQ(read_file(path_), lines_ + kPuzzle);
    EXPECT_EQ(folder_.names(), Names{"in"});
  }
}

}  // namespace
}  // namespace dokumill
