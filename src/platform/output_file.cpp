#include "platform/output_file.hpp"

#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

#include "platform/input_file.hpp"
#include "platform/stop_signals.hpp"

namespace dokumill {
namespace {

constexpr int kMaxLinks = 40;

// The descriptor that a path like /dev/stdout or /dev/fd/3 stands for.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(prefix)) continue;
    path.remove_prefix(prefix.size());
    int fd = -1;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), fd);
    if (error == std::errc() && end == path.data() + path.size() && fd >= 0) return fd;
  }
  return std::nullopt;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_in_folder(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Follows symbolic links, dangling ones too, to the path where a file would be created.
Result<std::string> follow_links(Platform& platform, std::string path) {
  for (int links = 0; links < kMaxLinks; ++links) {
    std::string target;
    if (platform.read_link(path.c_str(), target) < 0) return path;
    path = target.starts_with('/') ? target : folder_of(path) + "/" + target;
  }
  return Status(ErrorCode::kIo, error_text(-ELOOP));
}

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, 16);
  return std::string(digits, end);
}

}  // namespace

Result<OutputFile> OutputFile::open(Platform& platform, const std::string& path,
                                    OutputWishes wishes) {
  OutputFile file(platform);
  file.wishes_ = wishes;
  file.name_ = printable_path(path, "<stdout>");
  if (path == "-") {
    file.fd_ = 1;
    FileInfo info;
    if (const int failed = platform.info(1, info); failed < 0) {
      return Status(ErrorCode::kIo, file.name_ + ": " + error_text(failed));
    }
    return file;
  }
  if (const std::optional<int> fd = named_descriptor(path)) {
    file.fd_ = platform.duplicate(*fd);
    if (file.fd_ < 0) return Status(ErrorCode::kIo, file.name_ + ": " + error_text(file.fd_));
    file.owns_fd_ = true;
    return file;
  }
  FileInfo info;
  const int missing = platform.info_at(path.c_str(), info);
  if (missing < 0 && missing != -ENOENT) {
    return Status(ErrorCode::kIo, file.name_ + ": " + error_text(missing));
  }
  if (missing == 0 && info.is_directory) {
    return Status(ErrorCode::kIo, file.name_ + ": is a directory");
  }
  if (missing == 0 && !info.is_regular) {
    // Opening a FIFO waits for its other end, and so long that a signal may come.
    do {
      if (stop_signal() != 0) return Status(ErrorCode::kInterrupted, "interrupted");
      file.fd_ = platform.open(path.c_str(), OpenMode::kWriteInPlace, 0);
    } while (file.fd_ == -EINTR);
    if (file.fd_ < 0) return Status(ErrorCode::kIo, file.name_ + ": " + error_text(file.fd_));
    file.owns_fd_ = true;
    return file;
  }
  if (missing == 0 && wishes.no_clobber) {
    return Status(ErrorCode::kIo, file.name_ + ": exists already (--no-clobber)");
  }
  Result<std::string> final_path = follow_links(platform, path);
  if (!final_path.ok()) {
    return Status(ErrorCode::kIo, file.name_ + ": " + final_path.status().message());
  }
  file.final_path_ = *final_path;
  if (Status status = file.open_temporary(missing == 0 ? &info : nullptr); !status.ok()) {
    return status;
  }
  return file;
}

Status OutputFile::open_temporary(const FileInfo* replaced) {
  // 255 bytes is the longest name; the number and the ends of ours take up to 22 of them.
  constexpr std::size_t kLongestStem = 200;
  const std::string stem = name_in_folder(final_path_);
  if (stem.empty()) return Status(ErrorCode::kIo, name_ + ": is a directory");
  if (stem.size() > 255) return Status(ErrorCode::kIo, name_ + ": " + error_text(-ENAMETOOLONG));
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    std::string path = folder_of(final_path_) + "/." + stem.substr(0, kLongestStem) + "." +
                       hexadecimal(platform_->unique_number()) + ".tmp";
    fd_ = platform_->open(path.c_str(), OpenMode::kCreateNew, 0666);
    if (fd_ == -EEXIST || fd_ == -EINTR) continue;
    if (fd_ < 0) break;
    owns_fd_ = true;
    temporary_path_ = std::move(path);
    remember_temporary(temporary_path_);
    if (replaced == nullptr) return {};
    platform_->set_owner(fd_, replaced->owner, replaced->group);  // only a privileged process may
    if (const int failed = platform_->set_permissions(fd_, replaced->mode); failed < 0) {
      return Status(ErrorCode::kIo, name_ + ": " + error_text(failed));
    }
    return {};
  }
  return Status(ErrorCode::kIo, name_ + ": " + error_text(fd_));
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : platform_(other.platform_),
      wishes_(other.wishes_),
      fd_(other.fd_),
      owns_fd_(std::exchange(other.owns_fd_, false)),
      name_(std::move(other.name_)),
      final_path_(std::move(other.final_path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      written_(other.written_) {}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::discard() {
  if (owns_fd_) platform_->close(fd_);
  owns_fd_ = false;
  if (temporary_path_.empty()) return;
  platform_->remove(temporary_path_.c_str());
  forget_temporary(temporary_path_);
  temporary_path_.clear();
}

Status OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::int64_t wrote = platform_->write(fd_, bytes.data(), bytes.size());
    if (wrote == -EINTR || wrote == -EAGAIN) {
      if (stop_signal() != 0) return Status(ErrorCode::kInterrupted, "interrupted");
      if (wrote == -EAGAIN) platform_->wait_writable(fd_);
      continue;
    }
    if (wrote == -EPIPE) return Status(ErrorCode::kBrokenPipe, name_ + ": " + error_text(wrote));
    if (wrote <= 0) {
      return Status(ErrorCode::kIo, name_ + ": " + error_text(wrote < 0 ? wrote : -EIO) +
                                        " after " + std::to_string(written_) + " bytes");
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    written_ += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

Status OutputFile::commit() {
  const auto failure = [this](int error) {
    return Status(ErrorCode::kIo, name_ + ": " + error_text(error));
  };
  if (wishes_.sync) {
    const int failed = platform_->sync(fd_);
    // Pipes and devices have nothing to flush.
    if (failed < 0 && !(final_path_.empty() && (failed == -EINVAL || failed == -ENOTSUP))) {
      return failure(failed);
    }
  }
  if (!owns_fd_) return {};
  owns_fd_ = false;
  if (const int failed = platform_->close(fd_); failed < 0 && failed != -EINTR)
    return failure(failed);
  if (final_path_.empty()) return {};
  const Replace replace = wishes_.no_clobber ? Replace::kNo : Replace::kYes;
  if (const int failed = platform_->rename(temporary_path_.c_str(), final_path_.c_str(), replace);
      failed < 0) {
    return failure(failed);
  }
  forget_temporary(temporary_path_);
  temporary_path_.clear();
  if (wishes_.sync) {
    const int failed = platform_->sync_folder(folder_of(final_path_).c_str());
    if (failed < 0) return failure(failed);
  }
  return {};
}

bool is_same_output(Platform& platform, const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  FileInfo at_a, at_b;
  const int missing_a = platform.info_at(a.c_str(), at_a);
  const int missing_b = platform.info_at(b.c_str(), at_b);
  if (missing_a == 0 && missing_b == 0) {
    return at_a.is_regular && at_a.device == at_b.device && at_a.inode == at_b.inode;
  }
  if (missing_a == 0 || missing_b == 0) return false;
  const Result<std::string> path_a = follow_links(platform, a);
  const Result<std::string> path_b = follow_links(platform, b);
  if (!path_a.ok() || !path_b.ok()) return false;
  FileInfo folder_a, folder_b;
  if (platform.info_at(folder_of(*path_a).c_str(), folder_a) < 0) return false;
  if (platform.info_at(folder_of(*path_b).c_str(), folder_b) < 0) return false;
  return folder_a.device == folder_b.device && folder_a.inode == folder_b.inode &&
         name_in_folder(*path_a) == name_in_folder(*path_b);
}

}  // namespace dokumill
