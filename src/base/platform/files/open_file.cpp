#include "base/platform/files/open_file.hpp"

#include <cerrno>
#include <utility>

#include "base/platform/after_interrupts.hpp"

namespace dokumill {

OpenFile::OpenFile(Platform& platform, const std::string& path, OpenMode mode, unsigned permissions)
    : OpenFile(platform,
               after_interrupts([&] { return platform.open(path.c_str(), mode, permissions); })) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
  close();
  swap(other);
  return *this;
}

void OpenFile::swap(OpenFile& other) noexcept {
  std::swap(platform_, other.platform_);
  std::swap(fd_, other.fd_);
}

int OpenFile::close() {
  if (!is_open()) return 0;
  const int failed = platform_->close(std::exchange(fd_, -1));
  return failed == -EINTR ? 0 : failed;
}

std::int64_t OpenFile::read_at(char* buffer, std::size_t bytes, std::uint64_t offset) const {
  std::size_t filled = 0;
  while (filled < bytes) {
    const std::int64_t got =
        platform_->read_at(fd_, buffer + filled, bytes - filled, offset + filled);
    if (got == -EAGAIN) continue;
    if (got < 0) return got;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(filled);
}

int OpenFile::write(std::string_view& bytes) const {
  while (!bytes.empty()) {
    const std::int64_t wrote = platform_->write(fd_, bytes.data(), bytes.size());
    if (wrote == -EINTR || wrote == -EAGAIN) continue;
    if (wrote <= 0) return wrote < 0 ? static_cast<int>(wrote) : -EIO;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

int OpenFile::write_at(std::string_view bytes, std::uint64_t offset) const {
  while (!bytes.empty()) {
    const std::int64_t wrote = platform_->write_at(fd_, bytes.data(), bytes.size(), offset);
    if (wrote <= 0) return wrote < 0 ? static_cast<int>(wrote) : -EIO;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    offset += static_cast<std::uint64_t>(wrote);
  }
  return 0;
}

}  // namespace dokumill
