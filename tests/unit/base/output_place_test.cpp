// Tests of output locations: descriptors that are reached through links, paths to which a file
// cannot be moved, and mount points.
#include "base/platform/output/output_place.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/base/output_test.hpp"

namespace dokumill {
namespace {

namespace fs = std::filesystem;
using testing::FakePlatform;
using testing::read_file;
using testing::write_file;

class OutputPlaceTest : public testing::OutputTest {
 protected:
  OutputPlaceTest() { options_.sync = true; }
  // Makes the platform report changed information about the path `of`.
  void report(void (*change)(FileInfo&), const std::string& of) {
    platform_.on_info_at = [=](std::string_view path, FileInfo& info) {
      if (path == of) change(info);
    };
  }
};

TEST_F(OutputPlaceTest, ADescriptorIsFoundThroughLinks) {
  const int fd = ::open((folder_ / "shell").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(fd, 3);
  const std::string number = std::to_string(fd);
  const std::string process = std::to_string(::getpid());
  fs::create_symlink("/dev/fd/" + number, folder_ / "link");
  fs::create_symlink("link", folder_ / "link2");
  fs::create_directory_symlink("/dev/fd", folder_ / "folder");
  fs::create_directory_symlink("/proc/self", folder_ / "self");
  std::string expected;
  for (const std::string& name :
       {"/dev/fd/" + number, "/dev/./fd/" + number, "/proc/self/fd/" + number,
        "/proc/thread-self/fd/" + number, "/proc/" + process + "/fd/" + number,
        "/proc/self/task/" + process + "/fd/" + number,
        "/proc/" + process + "/task/" + process + "/fd//" + number, folder_ / "link",
        folder_ / "link2", folder_ / ("folder/" + number), folder_ / ("self/fd/" + number)}) {
    const Result<OutputPlace> place = find_place(platform_, name);
    ASSERT_TRUE(place.ok()) << name;
    EXPECT_EQ(place->descriptor, fd) << name;
    EXPECT_EQ(write_new(platform_, name), "ok") << name;
    expected += "new";
    EXPECT_EQ(read_file(folder_ / "shell"), expected) << name;
  }
  ::close(fd);
  EXPECT_EQ(folder_.names(), (Names{"folder", "link", "link2", "self", "shell"}));
}

TEST_F(OutputPlaceTest, ALinkWithANumberIsNoDescriptor) {
  fs::create_directory(folder_ / "fd");
  fs::create_symlink("../2024", folder_ / "fd/1");
  EXPECT_EQ(write_new(platform_, folder_ / "fd/1"), "ok");
  EXPECT_EQ(read_file(folder_ / "2024"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "fd/1"));
}

TEST_F(OutputPlaceTest, AFileThatAnotherProcessHasOpenIsNotReplaced) {
  const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT, 0600);
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const std::string name = "/proc/" + std::to_string(child) + "/fd/" + std::to_string(fd);
  EXPECT_EQ(write_new(platform_, name), name +
                                            ": is a file that another process has open; name "
                                            "the file itself to replace it");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(fd);
  EXPECT_EQ(folder_.names(), Names{"out"});
}

TEST_F(OutputPlaceTest, ADescriptorForReadingIsRefusedBeforeTheWork) {
  write_file(path_, "old");
  const int fd = ::open(path_.c_str(), O_RDONLY);
  const std::string name = "/dev/fd/" + std::to_string(fd);
  EXPECT_EQ(OutputFile::open(platform_, name, {}).status().message(),
            name + ": Bad file descriptor (it is open for reading only)");
  ::close(fd);
}

// open() refuses outputs for which the rename would fail.
TEST_F(OutputPlaceTest, WhatCannotBeReplacedIsRefusedBeforeTheWork) {
  write_file(path_, "old");
  const auto refusal = [&] {
    const std::string message = OutputFile::open(platform_, path_, {}).status().message();
    EXPECT_EQ(folder_.names(), Names{"out"});
    return message;
  };
  report([](FileInfo& info) { info.is_immutable = true; }, path_);
  EXPECT_EQ(refusal(), path_ + ": Operation not permitted: the file is immutable (chattr +i)");
  report([](FileInfo& info) { info.is_append_only = true; }, path_);
  EXPECT_EQ(refusal(), path_ + ": Operation not permitted: the file is append-only (chattr +a)");
  report([](FileInfo& info) { info.is_immutable = true; }, folder_.path());
  EXPECT_EQ(refusal(), path_ + ": Operation not permitted: its folder is immutable (chattr +i)");
  report([](FileInfo& info) { info.is_append_only = true; }, folder_.path());
  EXPECT_EQ(refusal(), path_ + ": Operation not permitted: its folder is append-only (chattr +a)");
  report([](FileInfo& info) { info.mode = 01777; }, folder_.path());
  platform_.acts_for_all = false;
  EXPECT_EQ(refusal(), path_ +
                           ": Operation not permitted: the file belongs to another user, and its "
                           "folder lets only the owner replace it (sticky bit, mode 01777)");
  platform_.acts_for_all = true;
  EXPECT_EQ(write_new(platform_, path_), "ok");
  // A new file may be created in a folder with the sticky bit.
  platform_.acts_for_all = false;
  EXPECT_EQ(write_new(platform_, folder_ / "new"), "ok");
}

TEST_F(OutputPlaceTest, AWriteProtectedFileIsNotReplaced) {
  write_file(path_, "old");
  for (const unsigned mode : {0444U, 0400U, 0555U}) {
    ::chmod(path_.c_str(), mode);
    EXPECT_TRUE(write_new(platform_, path_)
                    .starts_with(path_ + ": Permission denied: the file is write-protected"));
  }
  ::chmod(path_.c_str(), 0644);
  platform_.fail("may_write", -EACCES);
  EXPECT_EQ(write_new(platform_, path_),
            path_ +
                ": Permission denied: the file is write-protected (mode 0644); make it "
                "writable or choose another output");
  platform_.fail("may_write", -EROFS);
  EXPECT_EQ(write_new(platform_, path_), path_ + ": Read-only file system");
  platform_.fail("may_write", -ETXTBSY);
  EXPECT_EQ(read_file(path_), "old");
  EXPECT_EQ(write_new(platform_, path_), "ok");
}

// --- mount points: the result is copied ----------------------------------------------------------

class MountPoint : public OutputPlaceTest {
 protected:
  void SetUp() override {
    write_file(path_, "old and long");
    mount();
  }
  void mount() {
    report([](FileInfo& info) { info.is_mount_point = true; }, path_);
  }
  static std::uint64_t inode_of(const std::string& path) {
    FileInfo info;
    system_platform().info_at(path.c_str(), info);
    return info.inode;
  }
};

TEST_F(MountPoint, IsWrittenAtTheEnd) {
  const std::uint64_t inode = inode_of(path_);
  for (const std::string& text : {std::string("new"), std::string(100'000, 'x'), std::string()}) {
    warnings_.clear();
    const auto meanwhile = [&, before = read_file(path_)] { EXPECT_EQ(read_file(path_), before); };
    EXPECT_EQ(write_new(platform_, path_, text, meanwhile), "ok");
    EXPECT_EQ(read_file(path_), text);
    EXPECT_EQ(warnings_.size(), 1U);
    EXPECT_NE(warnings_[0].find("is a mount point"), std::string::npos);
  }
  EXPECT_EQ(inode_of(path_), inode);
  EXPECT_EQ(folder_.names(), Names{"out"});
}

TEST_F(MountPoint, WithoutRoomTheOldContentStays) {
  platform_.fail("reserve", -ENOSPC);
  EXPECT_EQ(write_new(platform_, path_), path_ + ": No space left on device; the file was kept");
  EXPECT_EQ(read_file(path_), "old and long");
  platform_.fail("reserve", -EOPNOTSUPP);
  EXPECT_EQ(write_new(platform_, path_), "ok");
  EXPECT_EQ(read_file(path_), "new");
}

TEST_F(MountPoint, ACopyThatFailsReportsTheState) {
  platform_.fail("write", -EIO, 2);  // the first write fills the temporary file
  EXPECT_EQ(write_new(platform_, path_), path_ + ": Input/output error");
  EXPECT_EQ(read_file(path_), "old and long");
  FakePlatform other;
  other.on_info_at = platform_.on_info_at;
  other.fail("truncate", -EIO);
  EXPECT_EQ(write_new(other, path_),
            path_ +
                ": Input/output error while the result was copied into its place; the file "
                "holds a mixture of old and new content");
}

TEST_F(MountPoint, AnotherFileThatStandsThereMeanwhileIsKept) {
  write_file(folder_ / "theirs", "theirs");
  EXPECT_EQ(write_new(platform_, path_, "new", [&] { fs::rename(folder_ / "theirs", path_); }),
            path_ + ": another file was put there during the run; it was kept");
  EXPECT_EQ(read_file(path_), "theirs");
}

// If the path becomes a mount point only during the run, the result is not copied. The rename
// fails, and the message gives its reason.
TEST_F(MountPoint, ALateOneFailsLikeTheRename) {
  FakePlatform platform;
  EXPECT_EQ(write_new(platform, path_, "new",
                      [&] {
                        ::chmod(path_.c_str(), 0600);
                        platform.on_info_at = platform_.on_info_at;
                        platform.fail("rename", -EBUSY);
                      }),
            path_ + ": Device or resource busy");
  EXPECT_EQ(read_file(path_), "old and long");
  EXPECT_EQ(folder_.names(), Names{"out"});
}

// In each run, makes another call fail. The file must have the old or the new content, or the
// message must contain "mixture".
TEST_F(MountPoint, NoFailureIsSilent) {
  const std::string text(50'000, 'n');
  std::uint64_t tried = 0;
  for (const int error : {-EIO, -ENOSPC, 0}) {
    for (std::uint64_t call = 1;; ++call) {
      write_file(path_, "old and long");
      FakePlatform platform;
      platform.on_info_at = platform_.on_info_at;
      platform.fail_any({.first = call, .error = error});
      const std::string said = write_new(platform, path_, text);
      if (platform.calls_of_all() < call) break;
      tried += platform.hits().size();
      const std::string is = read_file(path_);
      if (said == "ok") {
        EXPECT_EQ(is, text) << call;
      } else if (said.find("mixture") == std::string::npos && is != text) {
        EXPECT_EQ(is, "old and long") << call << ": " << said;
      }
      EXPECT_EQ(platform.held(), 0U) << call;
      EXPECT_EQ(folder_.names(), Names{"out"}) << call;
    }
  }
  EXPECT_GE(tried, 30U);
}

TEST_F(MountPoint, OfTwoOutputsTheCopyComesLast) {
  const std::string second = folder_ / "second";
  write_file(second, "old second");
  const auto commit = [&](FakePlatform& platform) {
    platform.on_info_at = platform_.on_info_at;
    Result<OutputFile> a = OutputFile::open(platform, path_, {});
    Result<OutputFile> b = OutputFile::open(platform, second, {});
    if (!a.ok() || !b.ok()) return std::string("not opened");
    if (!a->write("new").ok() || !b->write("new second").ok()) return std::string("not written");
    return said(OutputFile::commit_both(*a, *b));
  };
  FakePlatform failing;
  failing.fail("read_at", -EIO);
  EXPECT_EQ(commit(failing), path_ + ": Input/output error");
  EXPECT_EQ(read_file(path_), "old and long");
  EXPECT_EQ(read_file(second), "old second");
  FakePlatform sound;
  EXPECT_EQ(commit(sound), "ok");
  EXPECT_EQ(read_file(path_), "new");
  EXPECT_EQ(read_file(second), "new second");
  EXPECT_EQ(folder_.names(), (Names{"out", "second"}));
}

}  // namespace
}  // namespace dokumill
