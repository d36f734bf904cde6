// Tests of OutputFile if the system refuses something: owners that cannot be kept, file systems
// without the required rename, and calls that fail after another call has failed. The tests check
// the remaining files and the messages.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/platform/files/run_files.hpp"
#include "unit/base/output_test.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::read_file;
using testing::write_file;

// Records the permissions of created files, and the permissions and owners that are set.
class WatchedPlatform : public FakePlatform {
 public:
  int open(const char* path, OpenMode mode, unsigned permissions) override {
    if (mode == OpenMode::kCreateNew) created = permissions;
    return FakePlatform::open(path, mode, permissions);
  }
  int set_permissions(int fd, unsigned mode) override {
    asked.push_back(mode);
    return FakePlatform::set_permissions(fd, mode);
  }
  int set_owner(int, unsigned owner, unsigned group) override {
    owners.push_back({owner, group});
    return owner == kSameOwner ? group_result : owner_result;
  }

  unsigned created = 0;
  std::vector<unsigned> asked;
  std::vector<std::pair<unsigned, unsigned>> owners;
  int owner_result = -EPERM;
  int group_result = -EPERM;
};

using OutputFaults = testing::OutputTest;

// --- permissions ---------------------------------------------------------------------------------

TEST_F(OutputFaults, TheTemporaryFileIsNeverMoreOpenThanTheOldOne) {
  WatchedPlatform platform;
  EXPECT_EQ(write_new(platform, path_), "ok");
  EXPECT_EQ(platform.created, 0666U);
  EXPECT_EQ(platform.asked.size(), 0U);
  for (const unsigned mode : {0200U, 0600U, 0640U, 0666U}) {
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
    platform.asked.clear();
    EXPECT_EQ(write_new(platform, path_), "ok");
    EXPECT_EQ(platform.created, 0600U);
    EXPECT_EQ(platform.asked, std::vector<unsigned>{mode});
    EXPECT_EQ(mode_of(path_), mode);
  }
  EXPECT_TRUE(platform.owners.empty());  // the file is already ours
}

TEST_F(OutputFaults, NoUserGainsRightsIfOwnerOrGroupCannotBeKept) {
  enum { kBoth, kGroup, kNeither };
  struct Row {
    unsigned old_mode;
    int kept;
    unsigned new_mode;
  };
  constexpr Row kRows[] = {
      {0640, kBoth, 0640},    {06755, kBoth, 06755},  // unchanged
      {0664, kGroup, 0664},   {06775, kGroup, 0775},  // no set-id bits for another owner
      {0660, kNeither, 0600}, {0664, kNeither, 0644},  {0640, kNeither, 0600},
      {0666, kNeither, 0666}, {04755, kNeither, 0755}, {02770, kNeither, 0700},
      {0604, kNeither, 0600},  // the old mode denied the group, whose members now count as others
  };
  for (const Row& row : kRows) {
    write_file(path_, "old");
    ASSERT_EQ(::chmod(path_.c_str(), row.old_mode), 0);
    WatchedPlatform platform;
    platform.old_owner = ::geteuid() + 7;
    platform.old_group = ::getegid() + 7;
    platform.owner_result = row.kept == kBoth ? 0 : -EPERM;
    platform.group_result = row.kept == kGroup ? 0 : -EPERM;
    warnings_.clear();
    EXPECT_EQ(write_new(platform, path_), "ok");
    ASSERT_EQ(platform.asked.size(), 1U);
    EXPECT_EQ(platform.asked[0], row.new_mode) << std::oct << row.old_mode;
    ASSERT_EQ(platform.owners.size(), row.kept == kBoth ? 1U : 2U);
    EXPECT_EQ(platform.owners[0], std::pair(*platform.old_owner, *platform.old_group));
    if (row.kept != kBoth) {
      EXPECT_EQ(platform.owners[1], std::pair(kSameOwner, *platform.old_group));
    }
    EXPECT_EQ(warnings_.empty(), row.new_mode == row.old_mode) << std::oct << row.old_mode;
    std::filesystem::remove(path_);
  }
  EXPECT_EQ(warnings_, Names{"warning: " + path_ +
                             ": the old file's group cannot be kept, so its mode 0604 becomes "
                             "0600"});
}

TEST_F(OutputFaults, OurOwnGroupIsNoLossWhereOnlyTheOwnerIsAnother) {
  write_file(path_, "old");
  ASSERT_EQ(::chmod(path_.c_str(), 0664), 0);
  WatchedPlatform platform;
  platform.old_owner = ::geteuid() + 7;
  EXPECT_EQ(write_new(platform, path_), "ok");
  EXPECT_EQ(platform.owners.size(), 1U);
  EXPECT_EQ(mode_of(path_), 0664U);
  EXPECT_EQ(warnings_, Names{});
}

TEST_F(OutputFaults, OurOwnFileOfAGroupThatWeAreNotIn) {
  for (const auto& [before, after] :
       {std::pair(0640U, 0600U), std::pair(0775U, 0755U), std::pair(06755U, 0755U)}) {
    write_file(path_, "old");
    ASSERT_EQ(::chmod(path_.c_str(), before), 0);
    WatchedPlatform platform;
    platform.old_group = ::getegid() + 7;
    EXPECT_EQ(write_new(platform, path_), "ok");
    EXPECT_EQ(platform.asked, std::vector<unsigned>{after});
    EXPECT_EQ(platform.owners.size(), 2U);
    std::filesystem::remove(path_);
  }
}

TEST_F(OutputFaults, PermissionsThatCannotBeSetAreAFailure) {
  write_file(path_, "old");
  for (const std::string call : {"info", "set_permissions"}) {
    FakePlatform platform;
    platform.fail(call, -EIO);
    EXPECT_EQ(write_new(platform, path_), path_ + ": Input/output error") << call;
    EXPECT_EQ(read_file(path_), "old");
    EXPECT_EQ(folder_.names(), Names{"out"});
  }
}

// Some file systems have no modes that can be set: FUSE without chmod, FAT, and others.
TEST_F(OutputFaults, AModeThatNoFileCanHaveIsReported) {
  for (const int error : {ENOSYS, EOPNOTSUPP, EPERM}) {
    write_file(path_, "old");
    ASSERT_EQ(::chmod(path_.c_str(), 0640), 0);
    FakePlatform platform;
    platform.fail("set_permissions", -error);
    warnings_.clear();
    EXPECT_EQ(write_new(platform, path_), "ok");
    EXPECT_EQ(read_file(path_), "new");
    EXPECT_EQ(mode_of(path_), 0600U);
    EXPECT_EQ(warnings_,
              Names{"warning: " + path_ + ": the old file's mode (" + error_text(-error) +
                    ") cannot be kept, so its mode 0640 becomes 0600"});
    // The new file has the mode of the old one, so nothing is lost.
    warnings_.clear();
    EXPECT_EQ(write_new(platform, path_), "ok");
    EXPECT_EQ(warnings_, Names{});
    // A new file with more rights is refused.
    write_file(path_, "old");
    ASSERT_EQ(::chmod(path_.c_str(), 0200), 0);
    EXPECT_EQ(write_new(platform, path_), path_ + ": " + error_text(-error));
    EXPECT_EQ(read_file(path_), ::geteuid() == 0 ? "old" : "");
    std::filesystem::remove(path_);
  }
}

// --- --no-clobber --------------------------------------------------------------------------------

TEST_F(OutputFaults, NoClobberWithoutTheRenameForIt) {
  for (const int error : {EINVAL, ENOSYS, EOPNOTSUPP}) {
    FakePlatform platform;
    platform.fail("rename", -error);
    EXPECT_EQ(write_new(platform, path_, {.no_clobber = true}), "ok");
    EXPECT_EQ(platform.calls("link"), 1U);
    EXPECT_EQ(read_file(path_), "new");
    EXPECT_EQ(folder_.names(), Names{"out"});
    std::filesystem::remove(path_);
  }
}

TEST_F(OutputFaults, NoClobberByLinkReplacesNothingEither) {
  FakePlatform platform;
  platform.fail("rename", -EINVAL);
  {
    Result<OutputFile> file = OutputFile::open(platform, path_, {.no_clobber = true});
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write("ours").ok());
    write_file(path_, "theirs");
    EXPECT_EQ(file->commit().message(), path_ + ": File exists");
  }
  EXPECT_EQ(read_file(path_), "theirs");
  EXPECT_EQ(folder_.names(), Names{"out"});
}

TEST_F(OutputFaults, NoClobberThatCannotBeKeptIsReported) {
  for (const int error : {EPERM, ENOSYS, EOPNOTSUPP, EMLINK}) {
    FakePlatform platform;
    platform.fail("rename", -EINVAL);
    platform.fail("link", -error);
    EXPECT_EQ(write_new(platform, path_, {.no_clobber = true}),
              path_ +
                  ": Operation not supported: this file system cannot protect an existing file, it "
                  "has neither a rename that does not replace nor hard links");
    EXPECT_EQ(folder_.names(), Names{});
  }
  // Without --no-clobber there is no alternative to rename().
  FakePlatform platform;
  platform.fail("rename", -EINVAL);
  EXPECT_EQ(write_new(platform, path_), path_ + ": Invalid argument");
  EXPECT_EQ(platform.calls("link"), 0U);
}

TEST_F(OutputFaults, AFirstNameThatStaysBesideTheLinkIsReported) {
  FakePlatform platform;
  platform.numbers = {7};
  platform.fail("rename", -EINVAL);
  platform.fail("remove", -EIO);
  EXPECT_EQ(write_new(platform, path_, {.no_clobber = true}), "ok");
  EXPECT_EQ(read_file(path_), "new");
  EXPECT_EQ(warnings_, Names{"warning: " + (folder_ / ".out.7.tmp") +
                             " could not be removed: Input/output error"});
}

// --- a failure after another failure -------------------------------------------------------------

TEST_F(OutputFaults, ACloseThatFailsAfterAWriteIsNotReportedTwice) {
  write_file(path_, "old");
  FakePlatform platform;
  platform.fail("write", -ENOSPC);
  platform.fail("close", -EIO);
  EXPECT_EQ(write_new(platform, path_), path_ + ": No space left on device after 0 bytes");
  EXPECT_EQ(warnings_, Names{});
  EXPECT_EQ(platform.calls("close"), 1U);
  EXPECT_EQ(read_file(path_), "old");
  EXPECT_EQ(folder_.names(), Names{"out"});
}

TEST_F(OutputFaults, ACloseThatFailedIsNotTriedAgain) {
  FakePlatform platform;
  platform.fail("close", -EDQUOT);
  EXPECT_EQ(write_new(platform, path_), path_ + ": Disk quota exceeded");
  EXPECT_EQ(platform.calls("close"), 1U);
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(OutputFaults, ATemporaryFileThatCannotBeRemovedIsReported) {
  FakePlatform platform;
  platform.numbers = {0xAB};
  platform.fail("write", -EIO);
  platform.fail("remove", -EACCES);
  EXPECT_EQ(write_new(platform, path_), path_ + ": Input/output error after 0 bytes");
  EXPECT_EQ(warnings_, Names{"warning: " + (folder_ / ".out.ab.tmp") +
                             " could not be removed: Permission denied"});
  EXPECT_EQ(platform.calls("remove"), 1U);
  // The temporary file still exists. So another output whose temporary file has the same name
  // cannot be opened.
  EXPECT_EQ(write_new(platform, path_), path_ + ": File exists");
}

TEST_F(OutputFaults, AnExceptionOutOfAWarningStaysInside) {
  FakePlatform platform;
  platform.fail("write", -EIO);
  platform.fail("remove", -EIO);
  OutputOptions options;
  options.on_warning = [](const std::string&) { throw std::bad_alloc(); };
  EXPECT_EQ(write_new(platform, path_, options), path_ + ": Input/output error after 0 bytes");
}

TEST_F(OutputFaults, InterruptedCallsAreMadeAgain) {
  write_file(path_, "old");
  const int null = ::open("/dev/null", O_WRONLY);
  for (const std::string call :
       {"info_at", "read_link", "open", "info", "set_owner", "set_permissions", "write", "sync",
        "close", "rename", "sync_folder", "remove", "link", "duplicate", "may_write",
        "list_attributes", "attribute", "remove_attribute"}) {
    FakePlatform platform;
    platform.old_owner = ::geteuid() + 7;
    platform.fail(call, -EINTR, 1, 3);
    EXPECT_EQ(write_new(platform, path_, {.sync = true}), "ok") << call;
    EXPECT_EQ(read_file(path_), "new") << call;
    write_file(path_, "old");
    // If rename() fails in this way, OutputFile uses link() and remove() instead.
    platform.fail("rename", -EINVAL);
    EXPECT_EQ(write_new(platform, folder_ / "fresh", {.no_clobber = true}), "ok") << call;
    EXPECT_EQ(write_new(platform, "/dev/fd/" + std::to_string(null)), "ok");
    EXPECT_EQ(folder_.names(), (Names{"fresh", "out"})) << call;
    std::filesystem::remove(folder_ / "fresh");
  }
  ::close(null);
}

// --- before any work -----------------------------------------------------------------------------

TEST_F(OutputFaults, AFolderThatMayNotBeWrittenIsNamedAsTheReason) {
  write_file(path_, "old");
  for (const int error : {EACCES, EPERM, EROFS}) {
    FakePlatform platform;
    platform.fail("open", -error);
    EXPECT_EQ(write_new(platform, path_),
              path_ + ": " + error_text(-error) +
                  " (it is written beside its place: its folder must allow that)");
  }
  FakePlatform platform;
  platform.fail("open", -EMFILE);
  EXPECT_EQ(write_new(platform, path_), path_ + ": Too many open files");
  EXPECT_EQ(read_file(path_), "old");
}

TEST_F(OutputFaults, ALinkThatCannotBeReadIsNotReplaced) {
  std::filesystem::create_symlink("target", folder_ / "link");
  FakePlatform platform;
  platform.fail("read_link", -EIO);
  EXPECT_EQ(write_new(platform, folder_ / "link"), (folder_ / "link") + ": Input/output error");
  EXPECT_EQ(folder_.names(), Names{"link"});
}

TEST_F(OutputFaults, WhatCannotBeCheckedIsNotCalledDifferent) {
  write_file(path_, "x");
  for (const int error : {EIO, EACCES}) {
    FakePlatform platform;
    platform.fail("info_at", -error, 2);
    const Result<bool> found = is_same_output(platform, path_, folder_ / "new");
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.status().message(), (folder_ / "new") + ": " + error_text(-error));
  }
  FakePlatform platform;
  platform.fail("read_link", -EIO, 2);
  EXPECT_EQ(is_same_output(platform, folder_ / "a", folder_ / "b").status().message(),
            (folder_ / "b") + ": Input/output error");
}

}  // namespace
}  // namespace dokumill
