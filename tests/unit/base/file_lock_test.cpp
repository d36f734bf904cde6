#include "base/platform/files/file_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using Answer = FileLock::Answer;

FileLock opened(const std::string& path) {
  Result<FileLock> lock = FileLock::open(path);
  EXPECT_TRUE(lock.ok()) << lock.status().message();
  return *std::move(lock);
}

// Runs `work` in another process, which then waits to be killed. Returns when `work` has returned.
template <class Work>
pid_t start_process(const Work& work) {
  int ready[2];
  EXPECT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    const char done = 1;
    if (::write(ready[1], &done, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char done = 0;
  EXPECT_EQ(::read(ready[0], &done, 1), 1);
  ::close(ready[0]);
  ::close(ready[1]);
  return child;
}

void kill_and_wait(pid_t child) {
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
}

TEST(FileLockTest, AnotherProcessIsKeptOutUntilTheHolderIsKilled) {
  const testing::ScratchFolder dir;
  const std::string path = dir / "lock";
  const pid_t child = start_process([&] {
    Result<FileLock> lock = FileLock::open(path);
    static_cast<void>(lock->lock(0, 1));
    lock->write_holder("the child");
    new FileLock(*std::move(lock));  // held until the end of the process
  });
  FileLock own = opened(path);
  EXPECT_EQ(own.lock(0, 1), Answer::kHeld);
  EXPECT_EQ(own.lock(0, 0), Answer::kHeld);
  EXPECT_EQ(own.holder(), "the child");
  EXPECT_EQ(own.lock(1, 1), Answer::kLocked);
  kill_and_wait(child);
  EXPECT_EQ(own.lock(0, 0), Answer::kLocked);
}

TEST(FileLockTest, BytesThatAreUnlockedAreFreeForOthers) {
  const testing::ScratchFolder dir;
  const std::string path = dir / "lock";
  FileLock own = opened(path);
  ASSERT_EQ(own.lock(0, 0), Answer::kLocked);
  own.unlock(1, 0);
  const pid_t child = start_process([&] {
    Result<FileLock> lock = FileLock::open(path);
    const bool is_right = lock->lock(0, 1) == Answer::kHeld && lock->lock(5, 1) == Answer::kLocked;
    lock->write_holder(is_right ? "right" : "wrong");
    new FileLock(*std::move(lock));
  });
  EXPECT_EQ(own.holder(), "right");
  EXPECT_EQ(own.lock(1, 4), Answer::kLocked);
  EXPECT_EQ(own.lock(5, 1), Answer::kHeld);
  kill_and_wait(child);
}

TEST(FileLockTest, ARemovedFileIsNoticed) {
  const testing::ScratchFolder dir;
  const std::string path = dir / "lock";
  const FileLock own = opened(path);
  EXPECT_TRUE(own.is_in_place(path));
  std::filesystem::remove(path);
  EXPECT_FALSE(own.is_in_place(path));
  const FileLock other = opened(path);
  EXPECT_TRUE(other.is_in_place(path));
  EXPECT_FALSE(own.is_in_place(path));
}

TEST(FileLockTest, AFolderThatDoesNotExistIsNamed) {
  const testing::ScratchFolder dir;
  const Result<FileLock> lock = FileLock::open(dir / "missing/lock");
  ASSERT_FALSE(lock.ok());
  EXPECT_EQ(lock.status().code(), ErrorCode::kIo);
  EXPECT_NE(lock.status().message().find("missing/lock: No such file"), std::string::npos);
}

}  // namespace
}  // namespace dokumill
