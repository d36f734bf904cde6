#include "base/platform/files/input_file.hpp"

#include <algorithm>
#include <cerrno>

#include "base/platform/process/stop_signals.hpp"
#include "base/text/printable.hpp"

namespace dokumill {

std::string printable_path(const std::string& path, std::string_view standard_name) {
  if (path == "-") return std::string(standard_name);
  if (path.empty()) return "''";
  return printable(path, kMaxPathBytes);
}

std::string input_name(const std::string& path, const std::string& display_name) {
  return display_name.empty() ? printable_path(path, "<stdin>")
                              : printable(display_name, kMaxPathBytes);
}

Result<InputFile> InputFile::open(Platform& platform, const std::string& path, Mapping mapping,
                                  const std::string& display_name) {
  InputFile file(platform);
  file.path_ = path;
  file.name_ = input_name(path, display_name);
  if (path != "-") {
    // A signal may interrupt the open. Try again, unless it was a stop signal.
    do {
      if (stop_signal() != 0) return Status(ErrorCode::kInterrupted, "interrupted after 0 records");
      file.fd_ = platform.open(path.c_str(), OpenMode::kRead, 0);
    } while (file.fd_ == -EINTR);
    if (file.fd_ < 0) return Status(ErrorCode::kInput, file.name_ + ": " + error_text(file.fd_));
    file.file_ = OpenFile(platform, file.fd_);
  }
  FileInfo info;
  if (const int failed = platform.info(file.fd_, info); failed < 0) {
    return Status(ErrorCode::kInput, file.name_ + ": " + error_text(failed));
  }
  if (info.is_directory) return Status(ErrorCode::kInput, file.name_ + ": is a directory");
  // Files in /proc and /sys are regular files, but their reported size (0 or 4,096) is made up;
  // only reading shows the real size. So files of size 0 are read as streams, and files of up to
  // 4,096 bytes are not mapped.
  constexpr std::uint64_t kSmallestMap = 4097;
  file.at_open_ = info;
  file.is_regular_ = info.is_regular && info.bytes != 0;
  file.size_ = info.bytes;
  if (path == "-" && file.is_regular_) {
    const std::int64_t begin = std::max<std::int64_t>(platform.position(0), 0);
    file.size_ -= std::min(file.size_, static_cast<std::uint64_t>(begin));
  }
  if (file.is_regular_ && path != "-" && mapping == Mapping::kAllowed &&
      info.bytes >= kSmallestMap && info.bytes <= SIZE_MAX) {
    const auto bytes = static_cast<std::size_t>(info.bytes);
    file.map_ = {platform.map(file.fd_, bytes), Unmap{&platform, bytes}};
  }
  return file;
}

Status InputFile::check() const {
  if (map_ == nullptr) return {};
  const std::optional<std::uint64_t> lost = platform_->lost_byte_of(map_.get());
  if (!lost) return {};
  const Result<Change> changed = change();
  if (!changed.ok()) return changed.status();
  const std::string place = " at byte " + std::to_string(*lost);
  if (*changed == Change::kNone) {  // the file did not change, so the disk failed
    return {ErrorCode::kInput, name_ + ": " + error_text(-EIO) + place};
  }
  return {ErrorCode::kInput, name_ + ": input changed while reading: it was cut short" + place};
}

Result<InputFile::Change> InputFile::change() const {
  if (!is_regular_) return Change::kNone;
  FileInfo now;
  if (const int failed = platform_->info(fd_, now); failed < 0) {
    return Status(ErrorCode::kInput, name_ + ": " + error_text(failed));
  }
  if (now.bytes < at_open_.bytes) {
    return Status(ErrorCode::kInput, name_ + ": input changed while reading: it had " +
                                         std::to_string(at_open_.bytes) + " bytes and has " +
                                         std::to_string(now.bytes));
  }
  if (now.bytes > at_open_.bytes) return Change::kGrew;
  return now.modified_ns == at_open_.modified_ns ? Change::kNone : Change::kRewritten;
}

Result<InputFile::ReadResult> InputFile::read(char* buffer, std::size_t bytes, int timeout_ms) {
  if (is_regular_)
    bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size_ - offset_));
  if (bytes == 0) return ReadResult{Read::kEnd, 0};
  for (;;) {
    if (!is_regular_) {
      const PollResult ready = platform_->wait_readable(fd_, timeout_ms);
      if (ready == PollResult::kTimeout) return ReadResult{Read::kNothingYet, 0};
      if (ready == PollResult::kWoken) return ReadResult{Read::kStopped, 0};
    }
    const std::int64_t got = platform_->read(fd_, buffer, bytes);
    if (got == -EINTR || got == -EAGAIN) continue;
    if (got < 0) {
      return Status(ErrorCode::kInput,
                    name_ + ": " + error_text(got) + " at byte " + std::to_string(offset_));
    }
    if (got == 0) return ReadResult{Read::kEnd, 0};
    offset_ += static_cast<std::uint64_t>(got);
    return ReadResult{Read::kBytes, static_cast<std::size_t>(got)};
  }
}

Result<std::size_t> InputFile::fill(char* buffer, std::size_t bytes) {
  std::size_t filled = 0;
  while (filled < bytes) {
    const Result<ReadResult> got = read(buffer + filled, bytes - filled, -1);
    if (!got.ok()) return got.status();
    if (got->kind == Read::kStopped) return Status(ErrorCode::kInterrupted, "interrupted");
    if (got->kind == Read::kEnd) break;
    filled += got->bytes;
  }
  return filled;
}

}  // namespace dokumill
