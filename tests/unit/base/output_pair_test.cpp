// Tests of two outputs that are moved into place together: which files exist after a failure of
// each step.
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "unit/base/output_test.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::read_file;
using testing::write_file;

class OutputPair : public testing::OutputTest {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  void write_old() {
    write_file(path("a"), "old a");
    write_file(path("b"), "old b");
  }
  bool has_old() const {
    return read_file(path("a")) == "old a" && read_file(path("b")) == "old b";
  }
  bool has_new() const {
    return read_file(path("a")) == "new a" && read_file(path("b")) == "new b";
  }

  // Writes both outputs. Returns "ok" or the error message.
  std::string write_both(OutputOptions options = {}) {
    options.on_warning = [this](const std::string& message) { warnings_.push_back(message); };
    Result<OutputFile> a = OutputFile::open(platform_, path("a"), options);
    Result<OutputFile> b = OutputFile::open(platform_, path("b"), options);
    if (!a.ok() || !b.ok()) return "not opened";
    if (!a->write("new a").ok() || !b->write("new b").ok()) return "not written";
    return said(OutputFile::commit_both(*a, *b));
  }
};

TEST_F(OutputPair, BothComeToTheirPlaces) {
  EXPECT_EQ(write_both(), "ok");
  EXPECT_TRUE(has_new());
  EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
}

TEST_F(OutputPair, OldFilesAreReplaced) {
  write_old();
  EXPECT_EQ(write_both({.sync = true}), "ok");
  EXPECT_TRUE(has_new());
  EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
  EXPECT_EQ(platform_.calls("sync"), 2U);
  EXPECT_EQ(platform_.calls("sync_folder"), 2U);
}

TEST_F(OutputPair, TheFirstIsTakenBackWhereTheSecondFails) {
  write_old();
  const auto inode = [&] {
    FileInfo info;
    system_platform().info_at(path("a").c_str(), info);
    return info.inode;
  };
  const std::uint64_t before = inode();
  platform_.fail("rename", -EIO, 2, 1);
  EXPECT_EQ(write_both(), path("b") + ": Input/output error");
  EXPECT_TRUE(has_old());
  EXPECT_EQ(inode(), before);  // the same file, with all its attributes
  EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
}

TEST_F(OutputPair, WithoutAnOldFileTheFirstGoesAgain) {
  write_file(path("b"), "old b");
  platform_.fail("rename", -EIO, 2, 1);
  EXPECT_EQ(write_both(), path("b") + ": Input/output error");
  EXPECT_EQ(folder_.names(), (Names{"b"}));
  EXPECT_EQ(read_file(path("b")), "old b");
}

TEST_F(OutputPair, NothingIsPlacedWhereACloseFails) {
  for (const std::uint64_t number : {1, 2}) {
    write_old();
    platform_.fail("close", -EIO, platform_.calls("close") + number, 1);
    EXPECT_NE(write_both(), "ok");
    EXPECT_TRUE(has_old());
    EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
  }
  EXPECT_EQ(platform_.calls("rename"), 0U);
}

TEST_F(OutputPair, TheFirstFails) {
  write_old();
  platform_.fail("rename", -EIO, 1, 1);
  EXPECT_EQ(write_both(), path("a") + ": Input/output error");
  EXPECT_TRUE(has_old());
  EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
}

// On file systems without hard links, the message reports which file is already in place.
TEST_F(OutputPair, WithoutSecondNamesTheStateIsReported) {
  write_old();
  platform_.fail("link", -EPERM);
  platform_.fail("rename", -EIO, 2, 1);
  EXPECT_EQ(write_both(), path("b") + ": Input/output error; " + path("a") +
                              " is the new one already and cannot be taken back: Operation not "
                              "permitted");
  EXPECT_EQ(read_file(path("a")), "new a");
  EXPECT_EQ(read_file(path("b")), "old b");
  EXPECT_EQ(folder_.names(), (Names{"a", "b"}));
  platform_.fail_never();
  platform_.fail("link", -EPERM);
  EXPECT_EQ(write_both(), "ok");
  EXPECT_TRUE(has_new());
}

TEST_F(OutputPair, WhatCannotBeTakenBackKeepsItsSecondName) {
  write_old();
  platform_.fail("rename", -EIO, 2);
  const std::string message = write_both();
  EXPECT_NE(message.find("a is the new one already and cannot be taken back: Input/output error; "
                         "the old one is "),
            std::string::npos)
      << message;
  const std::string kept = message.substr(message.rfind(' ') + 1);
  EXPECT_EQ(read_file(kept), "old a");
  EXPECT_EQ(read_file(path("a")), "new a");
  EXPECT_EQ(read_file(path("b")), "old b");
}

TEST_F(OutputPair, ASecondNameThatStaysIsReported) {
  write_old();
  platform_.fail("remove", -EPERM);
  EXPECT_EQ(write_both(), "ok");
  EXPECT_TRUE(has_new());
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find(".tmp could not be removed: Operation not permitted"),
            std::string::npos);
}

TEST_F(OutputPair, NoClobberTakesBackTheFirstToo) {
  platform_.fail("rename", -EIO, 2, 1);
  EXPECT_EQ(write_both({.no_clobber = true}), path("b") + ": Input/output error");
  EXPECT_TRUE(folder_.names().empty());
  EXPECT_EQ(platform_.calls("link"), 0U);
}

}  // namespace
}  // namespace dokumill
