#include "batch/spill/positioned_file.hpp"

#include <utility>

#include "core/text/printable.hpp"
#include "platform/after_interrupts.hpp"

namespace dokumill::batch {

Result<PositionedFile> PositionedFile::open(Platform& platform, const std::string& path) {
  const int fd = after_interrupts([&] { return platform.open(path.c_str(), OpenMode::kRead, 0); });
  if (fd < 0) return Status(ErrorCode::kInput, printable(path) + ": " + error_text(fd));
  PositionedFile file(platform, path, fd);
  FileInfo info;
  if (const int failed = platform.info(fd, info); failed < 0) {
    return Status(ErrorCode::kInput, printable(path) + ": " + error_text(failed));
  }
  file.bytes_ = info.bytes;
  return file;
}

PositionedFile::PositionedFile(PositionedFile&& other) noexcept
    : platform_(other.platform_),
      path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      bytes_(other.bytes_) {}

PositionedFile::~PositionedFile() {
  if (fd_ >= 0) platform_->close(fd_);
}

Status PositionedFile::read(void* to, std::size_t bytes, std::uint64_t offset) {
  char* out = static_cast<char*>(to);
  while (bytes != 0) {
    const std::int64_t got = platform_->read_at(fd_, out, bytes, offset);
    if (got < 0) return {ErrorCode::kInput, printable(path_) + ": " + error_text(got)};
    if (got == 0) return damaged();
    out += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Status PositionedFile::damaged() const {
  return {ErrorCode::kInput,
          printable(path_) + ": this file is damaged; discard the pieces and run the job again"};
}

}  // namespace dokumill::batch
