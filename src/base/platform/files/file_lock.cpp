#include "base/platform/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/printable.hpp"

namespace dokumill {
namespace {

// The locks belong to the open file, so closing another descriptor of the same file does not
// release them.
int set_lock(int fd, short kind, std::uint64_t begin, std::uint64_t count) {
  struct flock range {};
  range.l_type = kind;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(begin);
  range.l_len = static_cast<off_t>(count);
  int result = 0;
  while ((result = ::fcntl(fd, F_OFD_SETLK, &range)) != 0 && errno == EINTR) {
  }
  return result;
}

}  // namespace

Result<FileLock> FileLock::open(const std::string& path) {
  constexpr mode_t kRights = 0666;
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, kRights);
  if (fd < 0) return Status(ErrorCode::kIo, printable(path) + ": " + error_text(-errno));
  return FileLock(OpenFile(system_platform(), fd));
}

FileLock::Answer FileLock::lock(std::uint64_t begin, std::uint64_t count) const {
  if (set_lock(file_.fd(), F_WRLCK, begin, count) == 0) return Answer::kLocked;
  return errno == EAGAIN || errno == EACCES ? Answer::kHeld : Answer::kNotSupported;
}

void FileLock::unlock(std::uint64_t begin, std::uint64_t count) const {
  set_lock(file_.fd(), F_UNLCK, begin, count);
}

bool FileLock::is_in_place(const std::string& path) const {
  struct stat own {};
  struct stat there {};
  return ::fstat(file_.fd(), &own) == 0 && ::stat(path.c_str(), &there) == 0 &&
         own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

void FileLock::write_holder(const std::string& text) const {
  // Only messages need the text, so a failure does not matter.
  const bool is_empty = ::ftruncate(file_.fd(), 0) == 0;
  const ssize_t written = ::pwrite(file_.fd(), text.data(), text.size(), 0);
  static_cast<void>(is_empty);
  static_cast<void>(written);
}

std::string FileLock::holder() const {
  char text[256];
  const ssize_t bytes = ::pread(file_.fd(), text, sizeof text, 0);
  return bytes > 0 ? printable({text, static_cast<std::size_t>(bytes)}) : std::string();
}

std::uint64_t own_process_number() {
  return static_cast<std::uint64_t>(::getpid());
}

}  // namespace dokumill
