#include "base/platform/files/input_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

class InputFileTest : public ::testing::Test {
 protected:
  InputFileTest() {
    for (int i = 0; i < 20000; ++i) text_ += static_cast<char>(i * 31 >> 3);
    write_file(path_, text_);
  }
  std::string failure(const std::string& path) {
    const Result<InputFile> file = InputFile::open(platform_, path, Mapping::kAllowed);
    return file.ok() ? "ok" : file.status().message();
  }
  static Result<std::string> read_all(InputFile& file, std::size_t piece) {
    std::string text, buffer(piece, '\0');
    for (;;) {
      const Result<InputFile::ReadResult> got = file.read(buffer.data(), piece, 1000);
      if (!got.ok()) return got.status();
      if (got->kind == InputFile::Read::kEnd) return text;
      EXPECT_EQ(got->kind, InputFile::Read::kBytes);
      text.append(buffer, 0, got->bytes);
    }
  }

  ScratchFolder folder_;
  FakePlatform platform_;
  const std::string path_ = folder_ / "in.txt";
  std::string text_;
};

TEST_F(InputFileTest, MapsFilesWhereThatIsAllowed) {
  const Result<InputFile> file = InputFile::open(platform_, path_, Mapping::kAllowed);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->is_mapped());
  EXPECT_EQ(file->bytes(), text_);
  EXPECT_EQ(file->known_bytes(), text_.size());
  EXPECT_EQ(file->name(), path_);
}

TEST_F(InputFileTest, ReadsWhereItCannotMap) {
  for (const bool is_refused : {false, true}) {
    platform_.refuses_maps = is_refused;
    for (const std::size_t piece : {1U, 7U, 4096U, 100000U}) {
      Result<InputFile> file =
          InputFile::open(platform_, path_, is_refused ? Mapping::kAllowed : Mapping::kForbidden);
      ASSERT_TRUE(file.ok());
      EXPECT_FALSE(file->is_mapped());
      EXPECT_EQ(file->known_bytes(), text_.size());
      EXPECT_EQ(*read_all(*file, piece), text_);
    }
  }
}

TEST_F(InputFileTest, ShortAndInterruptedReadsLoseNothing) {
  platform_.longest_read = 3;
  platform_.interrupts_reads = true;
  platform_.fail("read", -EAGAIN, 10, 5);
  Result<InputFile> file = InputFile::open(platform_, path_, Mapping::kForbidden);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*read_all(*file, 100), text_);
}

TEST_F(InputFileTest, AReadErrorHasItsPosition) {
  platform_.longest_read = 100;
  platform_.fail("read", -EIO, 4);
  Result<InputFile> file = InputFile::open(platform_, path_, Mapping::kForbidden);
  ASSERT_TRUE(file.ok());
  const Result<std::string> got = read_all(*file, 1000);
  EXPECT_EQ(got.status().code(), ErrorCode::kInput);
  EXPECT_EQ(got.status().message(), path_ + ": Input/output error at byte 300");
}

TEST_F(InputFileTest, TheSizeAtOpeningCounts) {
  Result<InputFile> file = InputFile::open(platform_, path_, Mapping::kForbidden);
  ASSERT_TRUE(file.ok());
  write_file(path_, text_ + "more");
  EXPECT_EQ(*read_all(*file, 4096), text_);
}

// If standard input is a file, the input ends where the file ended when it was opened. Bytes
// appended later, perhaps by our own output, are not read.
TEST_F(InputFileTest, StandardInputEndsWhereTheFileDidAtOpening) {
  const int kept = ::dup(0);
  for (const std::size_t begin : {0U, 3U, 20000U, 30000U}) {
    for (const std::size_t bytes : {100U, 20000U}) {
      write_file(path_, text_.substr(0, bytes));
      const int fd = ::open(path_.c_str(), O_RDWR | O_APPEND);
      ASSERT_GE(::lseek(fd, static_cast<off_t>(begin), SEEK_SET), 0);
      ASSERT_EQ(::dup2(fd, 0), 0);
      ::close(fd);
      Result<InputFile> file = InputFile::open(platform_, "-", Mapping::kAllowed);
      ASSERT_TRUE(file.ok());
      EXPECT_FALSE(file->is_mapped());
      const std::string expected = text_.substr(0, bytes).substr(std::min(begin, bytes));
      EXPECT_EQ(file->known_bytes(), expected.size());
      const int appender = ::open(path_.c_str(), O_WRONLY | O_APPEND);
      ASSERT_EQ(::write(appender, "more", 4), 4);
      ::close(appender);
      EXPECT_EQ(*read_all(*file, 64), expected);
      EXPECT_EQ(*file->change(), InputFile::Change::kGrew);
    }
  }
  ::dup2(kept, 0);
  ::close(kept);
}

TEST_F(InputFileTest, EmptyAndMadeUpFilesAreRead) {
  for (const std::size_t bytes : {0U, 1U, 4095U, 4096U, 4097U}) {
    write_file(path_, text_.substr(0, bytes));
    Result<InputFile> file = InputFile::open(platform_, path_, Mapping::kAllowed);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->is_mapped(), bytes > 4096);
    if (!file->is_mapped()) {
      EXPECT_EQ(*read_all(*file, 100), text_.substr(0, bytes));
    }
  }
  for (const std::string path : {"/dev/null", "/proc/self/stat", "/proc/version"}) {
    Result<InputFile> file = InputFile::open(platform_, path, Mapping::kAllowed);
    ASSERT_TRUE(file.ok()) << path;
    EXPECT_FALSE(file->is_mapped());
    EXPECT_EQ(file->known_bytes(), 0U);
    EXPECT_EQ(read_all(*file, 100)->empty(), path == "/dev/null");
  }
}

TEST_F(InputFileTest, ReportsWhatCannotBeOpened) {
  const std::string missing = folder_ / "missing";
  EXPECT_EQ(failure(missing), missing + ": No such file or directory");
  EXPECT_EQ(failure(folder_.path()), folder_.path() + ": is a directory");
  EXPECT_EQ(failure(path_ + "/x"), path_ + "/x: Not a directory");
  std::filesystem::create_symlink("nowhere", folder_ / "dangling");
  EXPECT_EQ(failure(folder_ / "dangling"), (folder_ / "dangling") + ": No such file or directory");
  platform_.fail("open", -EACCES);
  EXPECT_EQ(failure(path_), path_ + ": Permission denied");
  platform_.fail_never();
  platform_.fail("info", -EBADF);
  EXPECT_EQ(failure("-"), "<stdin>: Bad file descriptor");
}

TEST_F(InputFileTest, StreamsWaitForAWhile) {
  const std::string fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const int writer = ::open(fifo.c_str(), O_RDWR);
  Result<InputFile> file = InputFile::open(platform_, fifo, Mapping::kAllowed);
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(file->is_mapped());
  char buffer[8];
  EXPECT_EQ(file->read(buffer, 8, 1)->kind, InputFile::Read::kNothingYet);
  ASSERT_EQ(::write(writer, "abc", 3), 3);
  const Result<InputFile::ReadResult> got = file->read(buffer, 8, -1);
  EXPECT_EQ(got->kind, InputFile::Read::kBytes);
  EXPECT_EQ(got->bytes, 3U);
  ::close(writer);
  EXPECT_EQ(file->read(buffer, 8, -1)->kind, InputFile::Read::kEnd);
}

TEST(PrintablePath, ShowsBytesThatDoNotPrint) {
  EXPECT_EQ(printable_path("-", "<stdin>"), "<stdin>");
  EXPECT_EQ(printable_path("a b/c.txt", "<stdin>"), "a b/c.txt");
  EXPECT_EQ(printable_path("--", "<stdin>"), "--");
  EXPECT_EQ(printable_path("a\n\t\x1F\x7F~", "x"), "a\\x0A\\x09\\x1F\\x7F~");
  EXPECT_EQ(printable_path("\xC3\xBC\x80\xFF", "x"), "\xC3\xBC\\x80\\xFF");
}

}  // namespace
}  // namespace dokumill
