// Tests of the locks of dokumill-mpi, with two runs that have an output in common.
#include "apps/cluster/mpi/output_locks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::mpi {
namespace {

using testing::FakePlatform;
using testing::ScratchFolder;
using testing::write_file;
using Paths = std::vector<std::string>;

// A file system such as NFS or FUSE: a file that is removed while it is open gets another name, and
// is gone some time after it is closed.
class HidingPlatform : public FakePlatform {
 public:
  int remove(const char* path) override {
    if (!is_open(path)) return FakePlatform::remove(path);
    const std::string text = path;
    const std::string moved =
        text.substr(0, text.rfind('/') + 1) + hidden_name + std::to_string(++number_);
    return ::rename(path, moved.c_str()) == 0 ? 0 : -errno;
  }
  int remove_folder(const char* path) override {
    if (int& tries = tries_[path]; ++tries % 3 == 0) {
      for (const std::string& name : names_in(path)) {
        const std::string file = std::string(path) + "/" + name;
        if (name.starts_with(hidden_name) && !is_open(file)) std::filesystem::remove(file);
      }
    }
    return FakePlatform::remove_folder(path);
  }

  std::string hidden_name = ".nfs";

 private:
  static bool is_open(const std::string& path) {
    std::error_code failed;
    for (const auto& link : std::filesystem::directory_iterator("/proc/self/fd")) {
      if (std::filesystem::equivalent(link.path(), path, failed)) return true;
    }
    return false;
  }

  int number_ = 0;
  std::map<std::string, int> tries_;
};

// A lock belongs to an open file, so two objects in one process behave like two runs.
class OutputLocksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"one", "two"}) std::filesystem::create_directory(path(name));
  }
  std::string path(const std::string& name) const { return folder_ / name; }
  Paths paths(const Paths& names) const {
    Paths paths;
    for (const std::string& name : names) paths.push_back(path(name));
    return paths;
  }
  Result<OutputLocks> take(const Paths& names, const std::string& holder = "a run") {
    return OutputLocks::take(platform_, paths(names), holder);
  }
  std::string refusal(const Paths& names) {
    const Result<OutputLocks> taken = take(names);
    return taken.ok() ? "taken" : taken.status().message();
  }

  ScratchFolder folder_;
  FakePlatform platform_;
};

TEST_F(OutputLocksTest, EveryOutputOfEveryFolderIsLocked) {
  const Paths outputs{"one/train", "two/test", "two/report.json"};
  {
    const Result<OutputLocks> held = take(outputs, "the first run");
    ASSERT_TRUE(held.ok()) << held.status().message();
    EXPECT_TRUE(held->not_locked().empty());
    for (const std::string& output : outputs) {
      EXPECT_EQ(refusal({output}), path(output) +
                                       ": another run writes this output: the first run; wait for "
                                       "its end, or end it");
      EXPECT_NE(refusal({"one/another", output}), "taken");
      EXPECT_NE(refusal({output, "one/another"}), "taken");
    }
    EXPECT_EQ(refusal({"one/another", "two/train"}), "taken");
  }
  EXPECT_EQ(refusal(outputs), "taken");
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
  EXPECT_TRUE(testing::list_dir(path("two")).empty());
}

// A run that is refused holds no lock and leaves no file.
TEST_F(OutputLocksTest, AllOrNone) {
  const Result<OutputLocks> held = take({"two/b"});
  ASSERT_TRUE(held.ok());
  EXPECT_NE(refusal({"one/a", "two/b"}), "taken");
  EXPECT_NE(refusal({"two/b", "two/c"}), "taken");
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
  EXPECT_EQ(testing::list_dir(path("two")), Paths{".b.pieces"});
  EXPECT_EQ(refusal({"one/a", "two/c"}), "taken");
}

TEST_F(OutputLocksTest, OtherNamesOfTheSameFile) {
  std::filesystem::create_symlink("../two/file", path("one/link"));
  std::filesystem::create_symlink("two", path("three"));
  const Paths names{"two/file", "two/../two/file", "three/file", "one/link"};
  for (const std::string& held_name : names) {
    const Result<OutputLocks> held = take({held_name});
    ASSERT_TRUE(held.ok()) << held.status().message();
    for (const std::string& name : names) {
      EXPECT_NE(refusal({name}), "taken") << held_name << " and " << name;
    }
  }
  // OutputLocks accepts a run that names a file twice. The commands check for this and print their
  // own message.
  EXPECT_EQ(refusal({"two/file", "three/file", "one/link"}), "taken");
}

// If one process of a run ends first, the other processes of the run keep the locks.
TEST_F(OutputLocksTest, AnotherProcessOfTheRunHoldsThemAll) {
  const Paths outputs{"one/train", "two/test"};
  std::optional<OutputLocks> first(*take(outputs));
  std::optional<OutputLocks> second(OutputLocks::join(platform_, paths(outputs), 1));
  for (const char* const name : {"one/.train.pieces/job", "two/.test.pieces/job"}) {
    write_file(path(name), "");  // because of this file, the lock file is not removed
  }
  first.reset();
  for (const std::string& output : outputs) EXPECT_NE(refusal({output}), "taken");
  second.reset();
  EXPECT_EQ(refusal(outputs), "taken");
}

// NFS and FUSE keep a removed file in its folder while any process of the run has it open.
TEST_F(OutputLocksTest, NoFolderIsLeftWhereRemovedFilesStayUntilTheyAreClosed) {
  const Paths outputs{"one/train", "two/test"};
  for (const std::string hidden : {".nfs0000", ".fuse_hidden0000"}) {
    for (const bool is_first_last : {false, true}) {
      HidingPlatform platform;
      platform.hidden_name = hidden;
      std::optional<OutputLocks> first(*OutputLocks::take(platform, paths(outputs), "a run"));
      std::optional<OutputLocks> second(OutputLocks::join(platform, paths(outputs), 1));
      (is_first_last ? second : first).reset();
      if (!is_first_last) {
        EXPECT_EQ(testing::list_dir(path("one/.train.pieces")), Paths{hidden + "1"});
        // The second process still has the file, and a new run can begin.
        EXPECT_EQ(refusal(outputs), "taken");
      }
      first.reset();
      second.reset();
      EXPECT_TRUE(testing::list_dir(path("one")).empty()) << hidden;
      EXPECT_TRUE(testing::list_dir(path("two")).empty()) << hidden;
    }
  }
}

TEST_F(OutputLocksTest, APieceOfAnotherJobStays) {
  std::filesystem::create_directory(path("two/.b.pieces"));
  for (const char* const name : {"job", "1.json"}) write_file(path("two/.b.pieces/") + name, "");
  { ASSERT_TRUE(take({"one/a", "two/b"}).ok()); }
  EXPECT_EQ(testing::list_dir(path("two/.b.pieces")), (Paths{"1.json", "job", "lock"}));
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
}

TEST_F(OutputLocksTest, FoldersOfOtherProgramsAreNotUsed) {
  std::filesystem::create_directory(path("two/.b.pieces"));
  write_file(path("two/.b.pieces/1.txt"), "precious");
  const Result<OutputLocks> taken = take({"one/a", "two/b"});
  EXPECT_EQ(taken.status().code(), ErrorCode::kUsage);
  EXPECT_NE(taken.status().message().find("not a folder of pieces"), std::string::npos);
  EXPECT_EQ(testing::list_dir(path("two/.b.pieces")), Paths{"1.txt"});
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
}

TEST_F(OutputLocksTest, FoldersThatCannotBeCreated) {
  EXPECT_EQ(refusal({"one/a", "none/b"}), path("none/.b.pieces") + ": No such file or directory");
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
  // The second output can be written without a new name in its folder, for example if it is a mount
  // point.
  platform_.fail("make_folder", -EACCES, 3, 1);
  {
    const Result<OutputLocks> taken = take({"one/a", "two/b"});
    ASSERT_TRUE(taken.ok()) << taken.status().message();
    EXPECT_EQ(taken->not_locked(), Paths{path("two/b")});
  }
  platform_.fail("make_folder", -EACCES);
  EXPECT_EQ(refusal({"one/a"}), path("one/.a.pieces") + ": Permission denied");
}

// Two threads stand for two runs that begin at the same time and name the outputs in different
// orders. At any time, at most one run holds the outputs, and each run gets them in the end.
TEST_F(OutputLocksTest, RunsThatBeginTogetherDoNotWaitForEachOther) {
  constexpr int kRounds = 50;
  std::atomic<int> holders = 0;
  std::atomic<int> most_holders = 0;
  const auto run = [&](const Paths& outputs) {
    for (int round = 0; round < kRounds;) {
      FakePlatform platform;
      const Result<OutputLocks> taken = OutputLocks::take(platform, paths(outputs), "a run");
      if (!taken.ok()) {
        std::this_thread::yield();
        continue;
      }
      const int now = ++holders;
      if (now > most_holders) most_holders = now;
      ++round;
      --holders;
    }
  };
  std::thread other(run, Paths{"two/b", "one/a"});
  run({"one/a", "two/b"});
  other.join();
  EXPECT_EQ(most_holders, 1);
  EXPECT_TRUE(testing::list_dir(path("one")).empty());
  EXPECT_TRUE(testing::list_dir(path("two")).empty());
}

}  // namespace
}  // namespace dokumill::mpi
