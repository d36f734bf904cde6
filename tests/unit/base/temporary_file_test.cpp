// Tests of temporary files: the bytes that are read are those that were written, no file remains,
// and failures have messages.
#include "base/platform/files/temporary_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <string>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::ScratchFolder;

class TemporaryFiles : public ::testing::Test {
 protected:
  TemporaryFiles() { use_folder(folder_.path()); }

  void use_folder(const std::string& path) {
    platform_.variables = std::map<std::string, std::string>{{"TMPDIR", path}};
  }
  // Writes a few bytes at a time, and reads them at irregular offsets. Returns "" or what is wrong.
  std::string round_trip() {
    TemporaryFile file(platform_);
    std::string all;
    for (int i = 0; i < 50; ++i) {
      const std::string piece(static_cast<std::size_t>(i * 37 % 101),
                              static_cast<char>('a' + i % 26));
      if (Status status = file.append(piece); !status.ok()) return status.message();
      all += piece;
      if (!folder_.names().empty()) return "it has a name";
    }
    if (file.bytes() != all.size()) return "bytes()";
    for (std::size_t offset = 0; offset < all.size(); offset += 97) {
      std::string got(std::min<std::size_t>(61, all.size() - offset), '?');
      if (Status status = file.read(got.data(), got.size(), offset); !status.ok()) {
        return status.message();
      }
      if (got != all.substr(offset, got.size())) return "other bytes at " + std::to_string(offset);
    }
    return "";
  }

  ScratchFolder folder_;
  FakePlatform platform_;
};

TEST_F(TemporaryFiles, ReturnWhatWasWritten) {
  EXPECT_EQ(round_trip(), "");
  EXPECT_EQ(platform_.calls("remove"), 0U);  // it never had a name
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(TemporaryFiles, LoseTheirNameAtOnceWhereTheyMustHaveOne) {
  for (const int error : {-EOPNOTSUPP, -EISDIR, -EINVAL}) {
    platform_.fail("open", error, platform_.calls("open") + 1, 1);
    const std::uint64_t removed = platform_.calls("remove");
    EXPECT_EQ(round_trip(), "");
    EXPECT_EQ(platform_.calls("remove"), removed + 1);
    EXPECT_TRUE(folder_.names().empty());
  }
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(TemporaryFiles, ANameThatCannotGoIsAFailure) {
  platform_.fail("open", -EOPNOTSUPP, 1, 1);
  platform_.fail("remove", -EPERM);
  EXPECT_NE(round_trip().find("Operation not permitted"), std::string::npos);
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(TemporaryFiles, ShortCountsAndInterruptionsLoseNothing) {
  platform_.longest_read = 7;
  platform_.longest_write = 5;
  platform_.interrupts_reads = platform_.interrupts_writes = platform_.interrupts_opens = true;
  EXPECT_EQ(round_trip(), "");
}

TEST_F(TemporaryFiles, AFullDiskIsReportedWithTheFolder) {
  platform_.disk_bytes = 1000;
  const std::string message = round_trip();
  EXPECT_TRUE(message.starts_with("temporary file in " + folder_.path() +
                                  ": No space left on device after 1000 bytes (TMPDIR "))
      << message;
  EXPECT_TRUE(folder_.names().empty());
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(TemporaryFiles, WhatCannotBeReadIsReported) {
  platform_.fail("read_at", -EIO, 3, 1);
  EXPECT_NE(round_trip().find("Input/output error"), std::string::npos);
}

TEST_F(TemporaryFiles, AMissingFolderIsReported) {
  use_folder(folder_ / "missing");
  EXPECT_NE(round_trip().find("missing: No such file or directory"), std::string::npos);
}

TEST_F(TemporaryFiles, WithoutTmpdirTheyLieInVarTmp) {
  for (const bool is_empty : {false, true}) {
    platform_.variables.emplace();
    if (is_empty) (*platform_.variables)["TMPDIR"] = "";
    platform_.fail("open", -EACCES, platform_.calls("open") + 1, 1);
    EXPECT_TRUE(round_trip().starts_with("temporary file in /var/tmp: Permission denied"));
  }
}

TEST_F(TemporaryFiles, NothingIsMadeWhereNothingIsWritten) {
  { const TemporaryFile file(platform_); }
  EXPECT_EQ(platform_.calls("open"), 0U);
}

}  // namespace
}  // namespace dokumill
