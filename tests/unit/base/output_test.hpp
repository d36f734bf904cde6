// The fixture of the tests of outputs: a folder, a platform, and one call that writes an output.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <string>
#include <vector>

#include "base/platform/output/output_file.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::testing {

class OutputTest : public ::testing::Test {
 protected:
  using Names = std::vector<std::string>;

  static std::string said(const Status& status) { return status.ok() ? "ok" : status.message(); }

  // Writes `text` and runs `meanwhile` before the commit. Returns "ok" or the error message.
  std::string write_new(
      Platform& platform, const std::string& path, OutputOptions options,
      const std::string& text = "new", const std::function<void()>& meanwhile = [] {}) {
    if (!options.on_warning) {
      options.on_warning = [this](const std::string& message) { warnings_.push_back(message); };
    }
    Result<OutputFile> file = OutputFile::open(platform, path, std::move(options));
    if (!file.ok()) return file.status().message();
    if (Status status = file->write(text); !status.ok()) return status.message();
    meanwhile();
    return said(file->commit());
  }
  std::string write_new(
      Platform& platform, const std::string& path, const std::string& text = "new",
      const std::function<void()>& meanwhile = [] {}) {
    return write_new(platform, path, options_, text, meanwhile);
  }

  static unsigned mode_of(const std::string& path) {
    struct stat found {};
    EXPECT_EQ(::stat(path.c_str(), &found), 0);
    return found.st_mode & 07777U;
  }

  ScratchFolder folder_;
  FakePlatform platform_;
  const std::string path_ = folder_ / "out";
  OutputOptions options_;
  Names warnings_;
};

}  // namespace dokumill::testing
