#include "base/platform/text_platform.hpp"

namespace dokumill {

int TextPlatform::open(const char* path, OpenMode mode, unsigned permissions) {
  if (std::string_view(path) != kTextPath) return Platform::open(path, mode, permissions);
  position_ = 0;
  return kInput;
}

int TextPlatform::close(int fd) {
  return fd == kInput || fd == kOutput ? 0 : Platform::close(fd);
}

std::int64_t TextPlatform::read(int fd, char* buffer, std::size_t bytes) {
  if (fd != kInput) return Platform::read(fd, buffer, bytes);
  const std::size_t count = input_.copy(buffer, bytes, position_);
  position_ += count;
  return static_cast<std::int64_t>(count);
}

std::int64_t TextPlatform::write(int fd, const char* data, std::size_t bytes) {
  if (fd != kOutput) return Platform::write(fd, data, bytes);
  output_.append(data, bytes);
  return static_cast<std::int64_t>(bytes);
}

FileInfo TextPlatform::input_info() const {
  FileInfo info;
  info.is_regular = true;
  info.is_read_only = true;
  info.bytes = input_.size();
  return info;
}

int TextPlatform::info(int fd, FileInfo& info) {
  if (fd != kInput && fd != kOutput) return Platform::info(fd, info);
  info = fd == kInput ? input_info() : FileInfo{};
  return 0;
}

int TextPlatform::info_at(const char* path, FileInfo& info) {
  if (std::string_view(path) != kTextPath) return Platform::info_at(path, info);
  info = input_info();
  return 0;
}

const char* TextPlatform::map(int fd, std::size_t bytes) {
  return fd == kInput ? input_.data() : Platform::map(fd, bytes);
}

std::optional<std::uint64_t> TextPlatform::lost_byte_of(const char* map) {
  return map == input_.data() ? std::nullopt : Platform::lost_byte_of(map);
}

void TextPlatform::unmap(const char* data, std::size_t bytes) {
  if (data != input_.data()) Platform::unmap(data, bytes);
}

PollResult TextPlatform::wait_readable(int fd, int timeout_ms) {
  return fd == kInput ? PollResult::kReadable : Platform::wait_readable(fd, timeout_ms);
}

void TextPlatform::wait_writable(int fd) {
  if (fd != kOutput) Platform::wait_writable(fd);
}

}  // namespace dokumill
