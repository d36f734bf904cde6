#include "platform/files/temporary_file.hpp"

#include <cerrno>
#include <charconv>

#include "platform/files/input_file.hpp"
#include "platform/process/stop_signals.hpp"

namespace dokumill {
namespace {

constexpr const char* kUsualFolder = "/var/tmp";
constexpr unsigned kOwnerOnly = 0600;

std::string hidden_name(const std::string& folder, std::uint64_t number) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, 16);
  return folder + "/.dokumill." + std::string(digits, end) + ".tmp";
}

// True for the errors of file systems and operating systems that do not support files without a
// name.
bool is_unknown(int failed) {
  return failed == -EOPNOTSUPP || failed == -EISDIR || failed == -EINVAL;
}

// Creates a file with a name and removes the name. Returns a descriptor or -errno.
int open_and_unlink(Platform& platform, const std::string& folder) {
  constexpr int kTries = 100;
  int fd = -EEXIST;
  for (int tries = 0; tries < kTries && (fd == -EEXIST || fd == -EINTR); ++tries) {
    const std::string path = hidden_name(folder, platform.unique_number());
    remember_temporary(path);
    fd = platform.open(path.c_str(), OpenMode::kScratch, kOwnerOnly);
    if (fd >= 0) {
      const int failed = platform.remove(path.c_str());
      if (failed < 0) {
        platform.close(fd);
        fd = failed;
      }
    }
    forget_temporary(path);
  }
  return fd;
}

}  // namespace

int open_unnamed(Platform& platform, std::string& folder) {
  if (!platform.environment("TMPDIR", folder) || folder.empty()) folder = kUsualFolder;
  int fd = -EINTR;
  while (fd == -EINTR) fd = platform.open(folder.c_str(), OpenMode::kUnnamed, kOwnerOnly);
  return is_unknown(fd) ? open_and_unlink(platform, folder) : fd;
}

TemporaryFile::~TemporaryFile() {
  if (fd_ >= 0) platform_.close(fd_);
}

Status TemporaryFile::failure(std::int64_t error) const {
  const std::string place = printable_path(folder_, "-");
  return {ErrorCode::kIo,
          "temporary file in " + place + ": " + error_text(error) + " after " +
              std::to_string(bytes_) + " bytes (TMPDIR names another folder)",
          "memory_bytes"};
}

Status TemporaryFile::open() {
  const int fd = open_unnamed(platform_, folder_);
  if (fd < 0) return failure(fd);
  fd_ = fd;
  return {};
}

Status TemporaryFile::append(std::string_view bytes) {
  if (fd_ < 0) {
    if (Status status = open(); !status.ok()) return status;
  }
  while (!bytes.empty()) {
    const std::int64_t wrote = platform_.write(fd_, bytes.data(), bytes.size());
    if (wrote == -EINTR || wrote == -EAGAIN) continue;
    if (wrote <= 0) return failure(wrote < 0 ? wrote : -EIO);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    bytes_ += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

Status TemporaryFile::read(char* buffer, std::size_t bytes, std::uint64_t offset) {
  while (bytes != 0) {
    const std::int64_t got = platform_.read_at(fd_, buffer, bytes, offset);
    if (got == -EINTR || got == -EAGAIN) continue;
    if (got <= 0) return failure(got < 0 ? got : -EIO);
    buffer += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

}  // namespace dokumill
