// Tests of exit statuses when a signal and another failure occur together. The order of precedence
// is 70, the signal, 2, 1.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/platform/process/stop_signals.hpp"
#include "cli/cli_main.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::ScratchFolder;
using testing::write_file;

// A signal arrives during a write of data, and the write fails.
class SignalledPlatform : public FakePlatform {
 public:
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (fd == 2) return FakePlatform::write(fd, data, bytes);
    ::raise(SIGTERM);
    return -ENOSPC;
  }
};

TEST(PrecedenceDeathTest, ASignalCountsMoreThanAnError) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  ScratchFolder folder;
  write_file(folder / "in", std::string(81, '.') + "\n");
  EXPECT_EXIT(
      {
        install_stop_signals();
        SignalledPlatform platform;
        std::exit(cli::cli_main({"solve", folder / "in", "-o", folder / "out", "--threads", "1"},
                                platform));
      },
      ::testing::ExitedWithCode(143), "out: No space left on device after 0 bytes");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"in"});
}

}  // namespace
}  // namespace dokumill
