// Tests that the protection of a replaced file applies to the new file: access control lists,
// attributes, and changes that another process makes while the output is written.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/platform/output/access_list.hpp"
#include "support/system/access_list.hpp"
#include "unit/base/output_test.hpp"

namespace dokumill {
namespace {

using testing::attribute_of;
using testing::FakePlatform;
using testing::list_value;
using testing::read_file;
using testing::set_list;
using testing::shared_with_one_user;
using testing::write_file;

class FileRights : public testing::OutputTest {
 protected:
  void SetUp() override {
    write_file(path_, "old");
    ::chmod(path_.c_str(), 0640);
  }
  // Writes "new" and runs `meanwhile` before the commit. Returns "ok" or the error message.
  std::string write_new(
      Platform& platform, const std::function<void()>& meanwhile = [] {}) {
    return OutputTest::write_new(platform, path_, "new", meanwhile);
  }
};

TEST(AccessList, TheNarrowestModeGrantsNoMoreThanTheList) {
  EXPECT_EQ(narrowest_bits(shared_with_one_user()), 0U);
  // These lists name no user or group. The bits of group and others are kept, but a mask can take
  // bits from the group.
  EXPECT_EQ(narrowest_bits(list_value({{1, 7}, {4, 5}, {32, 4}})), 054U);
  EXPECT_EQ(narrowest_bits(list_value({{1, 6}, {4, 6}, {16, 4}, {32, 6}})), 046U);
  // Without the list, a user whom the list denies by name would have the rights of the other users.
  EXPECT_EQ(narrowest_bits(list_value({{1, 6}, {2, 0, 7}, {4, 6}, {16, 6}, {32, 4}})), 0U);
  EXPECT_EQ(narrowest_bits(list_value({{1, 6}, {4, 6}, {8, 7, 9}, {16, 4}, {32, 6}})), 044U);
  // A list that cannot be parsed grants nothing.
  EXPECT_EQ(narrowest_bits(""), 0U);
  EXPECT_EQ(narrowest_bits(list_value({{1, 6}, {4, 6}, {32, 6}, {64, 6}})), 0U);
  EXPECT_EQ(narrowest_bits("\1" + list_value({{4, 6}, {32, 6}}).substr(1)), 0U);
  EXPECT_EQ(narrowest_bits(list_value({{4, 6}, {32, 6}}) + "x"), 0U);
}

TEST_F(FileRights, TheAccessListAndAttributesAreKept) {
  if (!set_list(path_, shared_with_one_user())) GTEST_SKIP() << "no access control lists here";
  ASSERT_TRUE(set_list(path_, "a value", "user.note"));
  EXPECT_EQ(mode_of(path_), 0660U);
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(read_file(path_), "new");
  EXPECT_EQ(attribute_of(path_), shared_with_one_user());
  EXPECT_EQ(attribute_of(path_, "user.note"), "a value");
  EXPECT_EQ(mode_of(path_), 0660U);
  EXPECT_EQ(warnings_, Names{});
}

TEST_F(FileRights, AListThatCannotBeKeptNarrowsTheMode) {
  if (!set_list(path_, shared_with_one_user())) GTEST_SKIP() << "no access control lists here";
  platform_.fail("set_attribute", -EOPNOTSUPP);
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(attribute_of(path_), "none");
  EXPECT_EQ(mode_of(path_), 0600U);
  EXPECT_EQ(warnings_, Names{"warning: " + path_ +
                             ": the old file's access control list (Operation not supported) "
                             "cannot be kept, so its mode 0660 becomes 0600"});
}

TEST_F(FileRights, AListOfAGroupThatCannotBeKeptIsNotTakenOver) {
  if (!set_list(path_, list_value({{1, 6}, {2, 6, 1234}, {4, 6}, {16, 6}, {32, 4}}))) {
    GTEST_SKIP() << "no access control lists here";
  }
  platform_.old_group = ::getegid() + 7;
  platform_.fail("set_owner", -EPERM);
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(attribute_of(path_), "none");
  EXPECT_EQ(mode_of(path_), 0644U);
}

// A folder may have a default list for new files, which must not apply: the old file had no list.
TEST_F(FileRights, AListOfTheFolderIsNotInherited) {
  if (!set_list(folder_.path(), list_value({{1, 7}, {2, 7, 1234}, {4, 7}, {16, 7}, {32, 7}}),
                "system.posix_acl_default")) {
    GTEST_SKIP() << "no access control lists here";
  }
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(attribute_of(path_), "none");
  EXPECT_EQ(mode_of(path_), 0640U);
}

TEST_F(FileRights, AnAttributeThatCannotBeKeptIsReported) {
  if (!set_list(path_, "1", "user.note")) GTEST_SKIP() << "no attributes here";
  platform_.fail("set_attribute", -ENOSPC);
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(warnings_,
            Names{"warning: " + path_ +
                  ": the old file's attribute user.note cannot be kept: No space left on device"});
}

TEST_F(FileRights, AFileSystemWithoutAttributesNeedsNone) {
  for (const int error : {-EOPNOTSUPP, -ENOSYS}) {
    for (const std::string call : {"list_attributes", "attribute", "remove_attribute"}) {
      FakePlatform platform;
      platform.fail(call, error);
      EXPECT_EQ(write_new(platform), "ok") << call;
    }
  }
  EXPECT_EQ(warnings_, Names{});
  EXPECT_EQ(mode_of(path_), 0640U);
}

TEST_F(FileRights, WhatIsChangedDuringTheRunHolds) {
  EXPECT_EQ(write_new(platform_, [&] { ::chmod(path_.c_str(), 0600); }), "ok");
  EXPECT_EQ(mode_of(path_), 0600U);
  EXPECT_EQ(read_file(path_), "new");
  // A wider mode or a list that is set during the run is kept, too.
  EXPECT_EQ(write_new(platform_, [&] { ::chmod(path_.c_str(), 0664); }), "ok");
  EXPECT_EQ(mode_of(path_), 0664U);
  const bool has_lists = set_list(folder_ / "out", shared_with_one_user());
  if (has_lists) {
    ::chmod(path_.c_str(), 0666);
    EXPECT_EQ(write_new(platform_, [&] { set_list(path_, shared_with_one_user()); }), "ok");
    EXPECT_EQ(attribute_of(path_), shared_with_one_user());
  }
}

TEST_F(FileRights, AFileThatAppearsDuringTheRunKeepsItsMode) {
  std::filesystem::remove(path_);
  const auto appear = [&] {
    write_file(path_, "theirs");
    ::chmod(path_.c_str(), 0600);
  };
  EXPECT_EQ(write_new(platform_, appear), "ok");
  EXPECT_EQ(mode_of(path_), 0600U);
  EXPECT_EQ(read_file(path_), "new");
}

TEST_F(FileRights, NothingIsReadAgainWhereNothingChanged) {
  EXPECT_EQ(write_new(platform_), "ok");
  EXPECT_EQ(platform_.calls("open"), 1U);
  EXPECT_EQ(platform_.calls("set_permissions"), 1U);
  EXPECT_EQ(platform_.calls("list_attributes"), 1U);
}

// In each run, makes another call fail. Either the old file must keep everything, or the new file
// must grant no more rights than the old one.
TEST_F(FileRights, NoFailureGrantsARight) {
  if (!set_list(path_, shared_with_one_user())) GTEST_SKIP() << "no access control lists here";
  ASSERT_TRUE(set_list(path_, "1", "user.note"));
  std::uint64_t tried = 0;
  for (const bool is_tightened : {false, true}) {
    for (const int error : {-EIO, -EACCES, -ENOSPC}) {
      for (std::uint64_t call = 1;; ++call) {
        write_file(path_, "old");
        ASSERT_TRUE(set_list(path_, shared_with_one_user()));
        FakePlatform platform;
        platform.fail_any({.first = call, .error = error});
        const std::string said = write_new(platform, [&] {
          if (is_tightened) ::chmod(path_.c_str(), 0600);
        });
        if (platform.hits().empty()) break;
        ++tried;
        const std::string where = platform.hits()[0].call + " " + std::to_string(call);
        const bool is_removal = platform.hits()[0].call == "remove";
        EXPECT_EQ(read_file(path_), said == "ok" ? "new" : "old") << where;
        if (!is_removal) {
          EXPECT_EQ(folder_.names(), Names{"out"}) << where;
        }
        // Either the list is unchanged, or group and others have no rights.
        const std::string list = attribute_of(path_);
        if (list == "none" || (said == "ok" && is_tightened)) {
          EXPECT_EQ(mode_of(path_) & 077U, 0U) << where;
        } else if (!is_tightened) {
          EXPECT_EQ(list, shared_with_one_user()) << where;
        }
        EXPECT_EQ(platform.held(), 0U) << where;
      }
    }
  }
  EXPECT_GE(tried, 60U);
}

}  // namespace
}  // namespace dokumill
