#include "platform/text_platform.hpp"

#include <algorithm>
#include <cstring>

namespace dokumill {

int TextPlatform::open(const char* path, OpenMode mode, unsigned permissions) {
  if (std::string_view(path) != kTextPath) return system_.open(path, mode, permissions);
  position_ = 0;
  return kInput;
}

int TextPlatform::close(int fd) {
  return fd == kInput || fd == kOutput ? 0 : system_.close(fd);
}

std::int64_t TextPlatform::read(int fd, char* buffer, std::size_t bytes) {
  if (fd != kInput) return system_.read(fd, buffer, bytes);
  const std::int64_t count = read_at(fd, buffer, bytes, position_);
  position_ += static_cast<std::size_t>(count);
  return count;
}

std::int64_t TextPlatform::read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) {
  if (fd != kInput) return system_.read_at(fd, buffer, bytes, offset);
  const auto begin = static_cast<std::size_t>(std::min<std::uint64_t>(offset, input_.size()));
  const std::size_t count = std::min(bytes, input_.size() - begin);
  if (count != 0) std::memcpy(buffer, input_.data() + begin, count);
  return static_cast<std::int64_t>(count);
}

std::int64_t TextPlatform::write(int fd, const char* data, std::size_t bytes) {
  if (fd != kOutput) return system_.write(fd, data, bytes);
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
  if (fd != kInput && fd != kOutput) return system_.info(fd, info);
  info = fd == kInput ? input_info() : FileInfo{};
  return 0;
}

int TextPlatform::info_at(const char* path, FileInfo& info) {
  if (std::string_view(path) != kTextPath) return system_.info_at(path, info);
  info = input_info();
  return 0;
}

std::int64_t TextPlatform::position(int fd) {
  return fd == kInput ? static_cast<std::int64_t>(position_) : system_.position(fd);
}

const char* TextPlatform::map(int fd, std::size_t bytes) {
  return fd == kInput ? input_.data() : system_.map(fd, bytes);
}

std::optional<std::uint64_t> TextPlatform::lost_byte_of(const char* map) {
  return map == input_.data() ? std::nullopt : system_.lost_byte_of(map);
}

void TextPlatform::unmap(const char* data, std::size_t bytes) {
  if (data != input_.data()) system_.unmap(data, bytes);
}

PollResult TextPlatform::wait_readable(int fd, int timeout_ms) {
  return fd == kInput ? PollResult::kReadable : system_.wait_readable(fd, timeout_ms);
}

void TextPlatform::wait_writable(int fd) {
  if (fd != kOutput) system_.wait_writable(fd);
}

bool TextPlatform::is_terminal(int fd) {
  return fd != kInput && fd != kOutput && system_.is_terminal(fd);
}

}  // namespace dokumill
