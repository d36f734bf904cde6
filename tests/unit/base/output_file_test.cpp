// Tests of OutputFile: the output is complete or does not exist, whatever fails.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/platform/files/run_files.hpp"
#include "unit/base/output_test.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::read_file;
using testing::write_file;

class OutputFileTest : public testing::OutputTest {
 protected:
  // Opens the output, writes `text` in two pieces and commits. Returns the first failure.
  Status write_whole(const std::string& path, const std::string& text, OutputOptions options = {}) {
    Result<OutputFile> file = OutputFile::open(platform_, path, options);
    if (!file.ok()) return file.status();
    const std::string_view all = text;
    if (Status status = file->write(all.substr(0, text.size() / 2)); !status.ok()) return status;
    if (Status status = file->write(all.substr(text.size() / 2)); !status.ok()) return status;
    EXPECT_EQ(file->written_bytes(), text.size());
    return file->commit();
  }
  std::string message(const std::string& path, OutputOptions options = {}) {
    return said(write_whole(path, "new text", options));
  }
  const std::string old_ = folder_ / "out.txt";
};

TEST_F(OutputFileTest, AppearsWholeAtCommit) {
  {
    Result<OutputFile> file = OutputFile::open(platform_, old_, {});
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->name(), old_);
    EXPECT_EQ(file->final_path(), old_);
    EXPECT_TRUE(file->write("text").ok());
    ASSERT_EQ(folder_.names().size(), 1U);
    const std::string temporary = folder_.names()[0];
    EXPECT_TRUE(temporary.starts_with(".out.txt.")) << temporary;
    EXPECT_TRUE(temporary.ends_with(".tmp")) << temporary;
    EXPECT_TRUE(file->commit().ok());
  }
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
  EXPECT_EQ(read_file(old_), "text");
}

TEST_F(OutputFileTest, LeavesNothingWithoutCommit) {
  {
    Result<OutputFile> file = OutputFile::open(platform_, old_, {});
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write("text").ok());
    OutputFile moved(std::move(*file));
    EXPECT_TRUE(moved.write("more").ok());
  }
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(OutputFileTest, ReportsHowMuchWasWritten) {
  platform_.disk_bytes = 5;
  EXPECT_EQ(message(old_), old_ + ": No space left on device after 5 bytes");
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(OutputFileTest, ShortAndInterruptedWritesLoseNothing) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t longest : {1U, 2U, 7U, 4096U}) {
    platform_.longest_write = longest;
    platform_.interrupts_writes = true;
    platform_.interrupts_opens = true;
    EXPECT_TRUE(write_whole(old_, text).ok());
    EXPECT_EQ(read_file(old_), text);
  }
  platform_.fail("write", -EAGAIN, platform_.calls("write") + 2, 3);
  EXPECT_TRUE(write_whole(old_, text).ok());
  EXPECT_EQ(platform_.calls("wait_writable"), 3U);
  EXPECT_EQ(read_file(old_), text);
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
  // A write of zero bytes is a failure. Retrying it could go on forever.
  class NothingIsWritten : public FakePlatform {
   public:
    std::int64_t write(int, const char*, std::size_t) override { return 0; }
  } platform;
  Result<OutputFile> file = OutputFile::open(platform, old_, {});
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->write("new").ok());
  EXPECT_EQ(file->commit().message(), old_ + ": Input/output error after 0 bytes");
  EXPECT_EQ(read_file(old_), text);
}

// Room on the disk is reserved in steps before a file grows into it, and the rest is released at
// the end. If the disk has no room for a step, the file is written without it, and what the failed
// step reserved is released.
TEST_F(OutputFileTest, ReservesRoomForALargeFile) {
  class RoomIsKept : public FakePlatform {
   public:
    std::int64_t write(int fd, const char* data, std::size_t bytes) override {
      size += bytes;
      // The first block is written without reserved room.
      EXPECT_TRUE(size == bytes || !can_reserve || room >= size);
      return FakePlatform::write(fd, data, bytes);
    }
    int reserve_to_grow(int, std::uint64_t bytes) override {
      EXPECT_GT(bytes, room);
      ++reservations;
      if (!can_reserve) return -ENOSPC;
      room = bytes;
      return 0;
    }
    int truncate(int fd, std::uint64_t bytes) override {
      EXPECT_EQ(bytes, size);
      room = bytes;
      return FakePlatform::truncate(fd, bytes);
    }
    bool can_reserve = true;
    std::uint64_t size = 0, room = 0;
    int reservations = 0;
  };
  constexpr std::size_t kBlock = 256 * 1024;
  struct Case {
    std::size_t bytes;
    bool can_reserve;
    int reservations;
  };
  for (const auto [bytes, can_reserve, reservations] :
       {Case{5, true, 0}, Case{kBlock, true, 0}, Case{kBlock + 1, true, 1},
        Case{20 * kBlock, true, 2}, Case{20 * kBlock, false, 1}}) {
    RoomIsKept platform;
    platform.can_reserve = can_reserve;
    const std::string text(bytes, 'x');
    Result<OutputFile> file = OutputFile::open(platform, old_, {});
    ASSERT_TRUE(file.ok());
    for (std::size_t at = 0; at < bytes; at += 100'000) {
      ASSERT_TRUE(file->write(std::string_view(text).substr(at, 100'000)).ok());
    }
    ASSERT_TRUE(file->commit().ok());
    EXPECT_EQ(platform.reservations, reservations) << bytes;
    EXPECT_EQ(platform.room, reservations == 0 ? 0 : can_reserve ? bytes : kBlock) << bytes;
    EXPECT_EQ(read_file(old_), text);
  }
  // On the disk, the file has no room after its end.
  const std::string text(20 * kBlock + 1, 'x');
  Result<OutputFile> file = OutputFile::open(system_platform(), old_, {});
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->write(text.substr(0, kBlock)).ok());
  ASSERT_TRUE(file->write(text.substr(kBlock)).ok());
  ASSERT_TRUE(file->commit().ok());
  struct stat found {};
  ASSERT_EQ(::stat(old_.c_str(), &found), 0);
  EXPECT_LT(static_cast<std::size_t>(found.st_blocks) * 512, text.size() + 4 * kBlock);
}

// A temporary file is written in whole blocks, at offsets that are multiples of a block, and
// commit() writes the rest. Only the last write of a file may be smaller.
TEST_F(OutputFileTest, WritesATemporaryFileInBlocks) {
  class SizesAreKept : public FakePlatform {
   public:
    std::int64_t write(int fd, const char* data, std::size_t bytes) override {
      sizes.push_back(bytes);
      return FakePlatform::write(fd, data, bytes);
    }
    std::vector<std::size_t> sizes;
  } platform;
  constexpr std::size_t kBlock = 256 * 1024;
  std::string text;
  for (std::size_t i = 0; i < 7 * kBlock + 5; ++i) text += static_cast<char>(i * 31 / 7);
  const std::string_view all = text;
  // Some pieces fill a block, some cross the end of a block, and some have the size of one or of
  // several blocks.
  const std::vector<std::size_t> pieces = {1,       kBlock - 1, kBlock,     100'000,
                                           100'000, 100'000,    3 * kBlock, kBlock / 2};
  Result<OutputFile> file = OutputFile::open(platform, old_, {});
  ASSERT_TRUE(file.ok());
  std::size_t at = 0;
  for (const std::size_t piece : pieces) {
    ASSERT_TRUE(file->write(all.substr(at, piece)).ok());
    at += piece;
    EXPECT_EQ(file->written_bytes(), at);
  }
  ASSERT_TRUE(file->write(all.substr(at)).ok());
  EXPECT_EQ(file->written_bytes(), text.size());
  for (const std::size_t size : platform.sizes) EXPECT_EQ(size % kBlock, 0U);
  // overwrite() first writes the bytes that are not in the file yet, and then replaces the first
  // bytes of the file.
  ASSERT_TRUE(file->overwrite("begin").ok());
  ASSERT_TRUE(file->commit().ok());
  EXPECT_EQ(platform.sizes.back(), 5U);
  EXPECT_EQ(read_file(old_), "begin" + text.substr(5));
  EXPECT_EQ(platform.held(), 0U);
}

TEST_F(OutputFileTest, AReaderThatWentAwayIsABrokenPipe) {
  platform_.fail("write", -EPIPE);
  EXPECT_EQ(write_whole(old_, "text").code(), ErrorCode::kBrokenPipe);
}

TEST_F(OutputFileTest, KeepsPermissionsOrTakesTheUmask) {
  const mode_t umask_before = ::umask(027);
  EXPECT_TRUE(write_whole(old_, "text").ok());
  EXPECT_EQ(mode_of(old_), 0640U);
  for (const unsigned mode : {0600U, 0644U, 0666U, 0755U, 0620U, 0200U}) {
    ASSERT_EQ(::chmod(old_.c_str(), mode), 0);
    EXPECT_TRUE(write_whole(old_, "more").ok());
    EXPECT_EQ(mode_of(old_), mode);
  }
  ::umask(umask_before);
  // If the owner cannot be kept, the mode is still kept.
  platform_.fail("set_owner", -EPERM);
  EXPECT_TRUE(write_whole(old_, "last").ok());
  EXPECT_EQ(mode_of(old_), 0200U);
}

TEST_F(OutputFileTest, WritesBesideTheTargetOfALink) {
  namespace fs = std::filesystem;
  fs::create_directory(folder_ / "deep");
  write_file(folder_ / "deep/target", "old");
  fs::create_symlink("deep/target", folder_ / "link");
  fs::create_symlink("link", folder_ / "link2");
  fs::create_symlink(folder_ / "link2", folder_ / "link3");
  for (const std::string link : {"link", "link2", "link3"}) {
    Result<OutputFile> file = OutputFile::open(platform_, folder_ / link, {});
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write(link).ok());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "deep"), {}), 2);
    EXPECT_TRUE(file->commit().ok());
    EXPECT_TRUE(fs::is_symlink(folder_ / link));
    EXPECT_EQ(read_file(folder_ / "deep/target"), link);
  }
  fs::create_symlink("deep/missing", folder_ / "dangling");
  EXPECT_EQ(message(folder_ / "dangling"), "ok");
  EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
  EXPECT_EQ(read_file(folder_ / "deep/missing"), "new text");
  fs::create_symlink("round", folder_ / "round");
  EXPECT_EQ(message(folder_ / "round"),
            (folder_ / "round") + ": Too many levels of symbolic links");
  fs::create_symlink("nowhere/file", folder_ / "lost");
  EXPECT_EQ(message(folder_ / "lost"), (folder_ / "lost") + ": No such file or directory");
}

TEST_F(OutputFileTest, AHardLinkKeepsTheOldText) {
  write_file(old_, "old");
  std::filesystem::create_hard_link(old_, folder_ / "other");
  EXPECT_EQ(message(old_), "ok");
  EXPECT_EQ(read_file(folder_ / "other"), "old");
}

TEST_F(OutputFileTest, RefusesBeforeAnyWork) {
  // check() finds what open() finds.
  const auto refusal = [this](const std::string& path, OutputOptions options = {}) {
    const std::string found = OutputFile::check(platform_, path, options).message();
    EXPECT_EQ(message(path, options), found);
    return found;
  };
  EXPECT_EQ(refusal(folder_.path()), folder_.path() + ": is a directory");
  EXPECT_EQ(refusal(folder_ / "new/"),
            (folder_ / "new/") +
                ": names a folder that does not exist; expected the name "
                "of a file");
  EXPECT_EQ(refusal(folder_ / "no/file"), (folder_ / "no/file") + ": No such file or directory");
  write_file(old_, "old");
  EXPECT_EQ(refusal(old_ + "/file"), old_ + "/file: Not a directory");
  EXPECT_EQ(refusal(folder_ / std::string(256, 'a')),
            (folder_ / std::string(256, 'a')) + ": File name too long");
  EXPECT_EQ(refusal(old_, {.no_clobber = true}), old_ + ": exists already");
  EXPECT_EQ(read_file(old_), "old");
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
  EXPECT_NE(refusal(""), "");
  // Bytes of a path that could control a terminal are escaped in messages.
  EXPECT_EQ(refusal(folder_ / "a\n\x1B\x7F/b"),
            (folder_ / "a\\x0A\\x1B\\x7F/b") + ": No such file or directory");
}

TEST_F(OutputFileTest, ChecksTheFolderWithoutAFile) {
  EXPECT_TRUE(OutputFile::check(platform_, old_, {}).ok());
  write_file(old_, "old");
  EXPECT_TRUE(OutputFile::check(platform_, old_, {}).ok());
  EXPECT_EQ(platform_.calls("open"), 0U);
  platform_.fail("may_write", -EACCES);
  EXPECT_EQ(OutputFile::check(platform_, folder_ / "new", {}).message(),
            (folder_ / "new") +
                ": Permission denied (it is written beside its place: its folder must allow that)");
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
}

TEST_F(OutputFileTest, LongNamesAreGoodNames) {
  const std::string path = folder_ / std::string(255, 'n');
  EXPECT_EQ(message(path), "ok");
  EXPECT_EQ(read_file(path), "new text");
}

TEST_F(OutputFileTest, NoClobberNeverReplaces) {
  EXPECT_EQ(message(old_, {.no_clobber = true}), "ok");
  // Another process creates the file while the job runs.
  const std::string late = folder_ / "late";
  {
    Result<OutputFile> file = OutputFile::open(platform_, late, {.no_clobber = true});
    ASSERT_TRUE(file.ok());
    write_file(late, "theirs");
    EXPECT_TRUE(file->write("ours").ok());
    EXPECT_EQ(file->commit().message(), late + ": File exists");
  }
  EXPECT_EQ(read_file(late), "theirs");
  EXPECT_EQ(folder_.names(), (Names{"late", "out.txt"}));
}

TEST_F(OutputFileTest, TemporaryNamesThatExistAreNotTouched) {
  write_file(folder_ / ".out.txt.7.tmp", "theirs");
  platform_.numbers = {9, 7, 7};  // taken from the end: 7, 7, then 9
  {
    Result<OutputFile> file = OutputFile::open(platform_, old_, {});
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(folder_.names(), (Names{".out.txt.7.tmp", ".out.txt.9.tmp"}));
    EXPECT_TRUE(file->commit().ok());
  }
  EXPECT_EQ(read_file(folder_ / ".out.txt.7.tmp"), "theirs");
  platform_.numbers = {7};  // 7 every time
  EXPECT_EQ(message(old_), old_ + ": File exists");
  EXPECT_EQ(folder_.names(), (Names{".out.txt.7.tmp", "out.txt"}));
}

TEST_F(OutputFileTest, DevicesAndDescriptorsAreWrittenInPlace) {
  EXPECT_EQ(message("/dev/null"), "ok");
  EXPECT_EQ(message("/dev/full"), "/dev/full: No space left on device after 0 bytes");
  EXPECT_EQ(message("/dev/null", {.sync = true, .no_clobber = true}), "ok");
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const std::string end = std::to_string(pipe[1]);
  for (const std::string& path : {"/dev/fd/" + end, "/proc/self/fd/" + end}) {
    EXPECT_EQ(message(path, {.sync = true}), "ok");
    char buffer[32];
    EXPECT_EQ(::read(pipe[0], buffer, sizeof buffer), 8);
    EXPECT_EQ(std::string(buffer, 8), "new text");
  }
  ::close(pipe[0]);
  ::close(pipe[1]);
  EXPECT_EQ(message("/dev/fd/" + end), "/dev/fd/" + end + ": Bad file descriptor");
  EXPECT_EQ(message("/dev/fd/99999999999"), "/dev/fd/99999999999: No such file or directory");
  const std::string fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(message(fifo), "ok");
  char buffer[32];
  EXPECT_EQ(::read(reader, buffer, sizeof buffer), 8);
  ::close(reader);
  EXPECT_EQ(folder_.names(), Names{"fifo"});
}

// Standard output may be a file on a disk, so --fsync applies to it. A pipe has nothing to flush.
TEST_F(OutputFileTest, SyncsStandardOutputToo) {
  Result<OutputFile> file = OutputFile::open(platform_, "-", {.sync = true});
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->name(), "<stdout>");
  EXPECT_EQ(file->final_path(), "");
  platform_.fail("sync", -EINVAL);
  EXPECT_TRUE(file->commit().ok());
  EXPECT_EQ(platform_.calls("sync"), 1U);
  platform_.fail("sync", -EIO);
  EXPECT_EQ(file->commit().message(), "<stdout>: Input/output error");
  EXPECT_EQ(platform_.calls("close"), 0U);
}

TEST_F(OutputFileTest, AClosedStandardOutputIsAnError) {
  platform_.fail("info", -EBADF);
  EXPECT_EQ(OutputFile::open(platform_, "-", {}).status().message(),
            "<stdout>: Bad file descriptor");
}

TEST_F(OutputFileTest, SyncsTheDataBeforeTheNameAndTheFolderAfter) {
  EXPECT_EQ(message(old_, {.sync = true}), "ok");
  Names steps;
  for (const std::string& call : platform_.log()) {
    if (call != "write" && call != "info_at" && call != "read_link") steps.push_back(call);
  }
  EXPECT_EQ(steps, (Names{"open", "sync", "close", "rename", "sync_folder"}));
  platform_.fail("sync_folder", -EIO);
  EXPECT_EQ(message(old_, {.sync = true}),
            old_ + ": is in place, but may not be on the disk yet: its folder: Input/output error");
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
}

TEST_F(OutputFileTest, OtherDescriptorsWriteTheTemporaryFile) {
  write_file(old_, "old");
  const auto run = [&](const std::string& text) {
    Result<OutputFile> file = OutputFile::open(platform_, old_, {});
    if (!file.ok()) return file.status().message();
    EXPECT_TRUE(file->has_named_temporary());
    Status status = file->write_elsewhere(8, [&](const std::string& path) -> Status {
      EXPECT_EQ(read_file(path), std::string(8, '\0'));
      write_file(path, text);
      return text.empty() ? Status(ErrorCode::kIo, "a disk is full") : Status();
    });
    if (!status.ok()) return status.message();
    EXPECT_EQ(file->written_bytes(), 8U);
    return said(file->commit());
  };
  EXPECT_EQ(run(""), "a disk is full");
  EXPECT_EQ(run("2 bytes less"), old_ +
                                     ": its temporary file has 12 bytes instead of 8: another "
                                     "program changed it");
  platform_.fail("truncate", -ENOSPC, 1);
  EXPECT_EQ(run("new text"), old_ + ": No space left on device");
  platform_.fail_never();
  EXPECT_EQ(read_file(old_), "old");
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
  EXPECT_EQ(run("new text"), "ok");
  EXPECT_EQ(read_file(old_), "new text");
  EXPECT_EQ(folder_.names(), Names{"out.txt"});
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(OutputFileTest, OutputsInPlaceHaveNoNamedTemporaryFile) {
  for (const char* const path : {"-", "/dev/null"}) {
    const Result<OutputFile> file = OutputFile::open(platform_, path, {});
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE(file->has_named_temporary()) << path;
  }
  write_file(old_, "old");
  platform_.variables = std::map<std::string, std::string>{{"TMPDIR", folder_.path()}};
  platform_.on_info_at = [](std::string_view, FileInfo& info) { info.is_mount_point = true; };
  const Result<OutputFile> mounted = OutputFile::open(platform_, old_, {});
  ASSERT_TRUE(mounted.ok()) << mounted.status().message();
  EXPECT_FALSE(mounted->has_named_temporary());
}

TEST_F(OutputFileTest, SameOutputMeansTheSamePlace) {
  namespace fs = std::filesystem;
  write_file(old_, "x");
  write_file(folder_ / "other", "x");
  fs::create_directory(folder_ / "deep");
  fs::create_symlink(old_, folder_ / "deep/link");
  fs::create_symlink("../new", folder_ / "deep/dangling");
  const auto is_same = [&](const std::string& a, const std::string& b) {
    const Result<bool> found = is_same_output(platform_, a, b);
    const Result<bool> other = is_same_output(platform_, b, a);
    EXPECT_TRUE(found.ok() && other.ok() && *found == *other) << a << ", " << b;
    return found.ok() && *found;
  };
  EXPECT_TRUE(is_same("-", "-"));
  EXPECT_FALSE(is_same("-", old_));
  EXPECT_TRUE(is_same(old_, old_));
  EXPECT_TRUE(is_same(old_, folder_ / "deep/../out.txt"));
  EXPECT_TRUE(is_same(old_, folder_ / "deep/link"));
  EXPECT_FALSE(is_same(old_, folder_ / "other"));
  EXPECT_FALSE(is_same(old_, folder_ / "new"));
  EXPECT_TRUE(is_same(folder_ / "new", folder_ / "deep/../new"));
  EXPECT_TRUE(is_same(folder_ / "new", folder_ / "deep/dangling"));
  EXPECT_FALSE(is_same(folder_ / "new", folder_ / "deep/new"));
  EXPECT_FALSE(is_same(folder_ / "new", folder_ / "no/new"));
  EXPECT_FALSE(is_same("/dev/null", "/dev/null"));
}

}  // namespace
}  // namespace dokumill
