#include "base/platform/output/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/platform/files/input_file.hpp"
#include "base/platform/files/temporary_file.hpp"
#include "base/platform/output/file_rights.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/platform/process/stop_signals.hpp"

namespace dokumill {
Status OutputFile::failure(std::int64_t error, std::string_view more,
                           std::string_view option) const {
  return {ErrorCode::kIo, name_ + ": " + error_text(error) + std::string(more), option};
}

Status OutputFile::named(const Status& status) const {
  return {status.code(), name_ + ": " + status.message(), status.option()};
}

// Destructors call this through warn_of_remains(), which drops the warning if this function throws.
void OutputFile::warn(const std::string& message) const {
  if (options_.on_warning) options_.on_warning("warning: " + message);
}

Result<OutputFile> OutputFile::open(Platform& platform, const std::string& path,
                                    OutputOptions options) {
  OutputFile file(platform);
  file.options_ = std::move(options);
  Status status = file.find(path);
  if (status.ok() && !file.final_path_.empty()) {
    status = file.is_mount_point() ? file.open_copy() : file.open_temporary();
  }
  return status.ok() ? Result<OutputFile>(std::move(file)) : status;
}

Status write_whole(Platform& platform, const std::string& path, std::string_view text) {
  Result<OutputFile> file = OutputFile::open(platform, path, {});
  if (!file.ok()) return file.status();
  const Status status = file->write(text);
  return status.ok() ? file->commit() : status;
}

Status OutputFile::check(Platform& platform, const std::string& path, OutputOptions options) {
  OutputFile file(platform);
  file.options_ = std::move(options);
  Status status = file.find(path);
  if (!status.ok() || file.final_path_.empty() || file.is_mount_point()) return status;
  const int refused = platform.may_write(folder_of(file.final_path_).c_str());
  return refused < 0 ? file.failure_beside(refused) : status;
}

Status OutputFile::find(const std::string& path) {
  name_ = printable_path(path, "<stdout>");
  FileInfo info;
  if (path == "-") {
    fd_ = 1;
    const int failed = platform_->info(1, in_place_);
    return failed < 0 ? failure(failed) : Status();
  }
  const Result<OutputPlace> place = find_place(*platform_, path);
  if (!place.ok()) return named(place.status());
  if (place->descriptor) return open_descriptor(*place->descriptor);
  const int missing = platform_->info_at(path.c_str(), info);
  if (missing < 0 && missing != -ENOENT) return failure(missing);
  if (missing == 0 && info.is_directory) return {ErrorCode::kIo, name_ + ": is a directory"};
  if (missing == 0 && !info.is_regular) {
    // Opening a FIFO waits until it has a reader. A signal can interrupt the wait.
    do {
      if (stop_signal() != 0) {
        return {ErrorCode::kInterrupted, "interrupted after 0 records"};
      }
      fd_ = platform_->open(path.c_str(), OpenMode::kWriteInPlace, 0);
    } while (fd_ == -EINTR);
    return own(OpenFile(*platform_, fd_));
  }
  if (missing == 0 && options_.no_clobber) {
    return {ErrorCode::kIo, name_ + ": exists already", "no_clobber"};
  }
  if (missing == 0 && place->is_foreign) {
    return {ErrorCode::kIo, name_ +
                                ": is a file that another process has open; "
                                "name the file itself to replace it"};
  }
  final_path_ = place->path;
  if (missing == 0) replaced_ = info;
  return check_final_path();
}

Status OutputFile::open_descriptor(int descriptor) {
  const int fd = platform_->duplicate(descriptor);
  if (Status status = own(OpenFile(*platform_, fd)); !status.ok()) return status;
  const int failed = platform_->info(fd_, in_place_);
  if (failed < 0) return failure(failed);
  if (in_place_.is_read_only) return failure(-EBADF, " (it is open for reading only)");
  return {};
}

Status OutputFile::check_final_path() const {
  if (final_path_.empty()) return failure(-ENOENT);
  const std::string stem = name_in_folder(final_path_);
  if (stem.empty()) {
    return {ErrorCode::kIo,
            name_ + ": names a folder that does not exist; expected the name of a file"};
  }
  if (stem.size() > 255) return failure(-ENAMETOOLONG);
  const Status status = check_place(*platform_, final_path_, replaced_ ? &*replaced_ : nullptr);
  return status.ok() ? status : named(status);
}

Status OutputFile::open_temporary() {
  const unsigned mode = replaced_ ? 0600 : 0666;
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    RememberedPath path(temporary_path(*platform_, final_path_));
    if (options_.on_temporary) options_.on_temporary(path.text());
    {
      const Creation creation;
      fd_ = platform_->open(path.text().c_str(), OpenMode::kCreateNew, mode);
    }
    if (fd_ == -EEXIST || fd_ == -EINTR) continue;
    if (fd_ < 0) break;
    file_ = OpenFile(*platform_, fd_);
    temporary_ = std::move(path);
    return replaced_ ? take_rights() : Status();
  }
  return failure_beside(fd_);
}

Status OutputFile::failure_beside(int error) const {
  // A user may have the right to write to a file, but not to its folder. The rights of the folder
  // decide, because the temporary file is created there.
  const bool is_refused = error == -EACCES || error == -EPERM || error == -EROFS;
  return failure(error,
                 is_refused ? " (it is written beside its place: its folder must allow that)" : "");
}

Status OutputFile::open_copy() {
  place_ = OpenFile(*platform_, final_path_, OpenMode::kWriteInPlace);
  if (!place_.is_open()) return failure(place_.fd());
  if (Status status = own(open_unnamed(*platform_, copy_folder_)); !status.ok()) {
    return failure(fd_, copy_words());
  }
  warn(name_ +
       ": is a mount point, so it cannot be replaced: the finished result will be copied into it; "
       "if the copy is interrupted, the file holds a mixture of old and new content");
  return {};
}

std::string OutputFile::copy_words() const {
  return " (temporary file in " + printable_path(copy_folder_, "-") +
         "; TMPDIR names another folder)";
}

Status OutputFile::take_rights() {
  std::vector<std::string> warnings;
  const int failed =
      copy_rights(*platform_, final_path_, *replaced_, temporary_.text(), fd_, warnings);
  if (failed < 0) return failure(failed);
  for (const std::string& warning : warnings) warn(name_ + ": " + warning);
  return {};
}

OutputFile::~OutputFile() {
  file_.close();
  remove_temporary();
}

Status OutputFile::own(OpenFile file) {
  file_ = std::move(file);
  fd_ = file_.fd();
  return file_.is_open() ? Status() : failure(fd_);
}

void OutputFile::remove_temporary() {
  const std::string& path = temporary_.text();
  if (path.empty()) return;
  const int failed = platform_->remove(path.c_str());
  if (failed < 0) warn_of_remains(path, failed);
  temporary_.forget();
}

void OutputFile::warn_of_remains(const std::string& path, int failed) const {
  try {
    warn(printable_path(path, "") + " could not be removed: " + error_text(failed));
  } catch (...) {  // no memory for the message; the file's name shows that the file is temporary
  }
}

Status OutputFile::write(std::string_view bytes) {
  if (final_path_.empty()) return write_now(bytes);
  while (!bytes.empty()) {
    if (kept_ == 0 && bytes.size() >= kBlock) {
      const std::size_t blocks = bytes.size() / kBlock * kBlock;
      if (Status status = write_now(bytes.substr(0, blocks)); !status.ok()) return status;
      bytes.remove_prefix(blocks);
      continue;
    }
    if (!block_) block_.reset(new (std::nothrow) char[kBlock]);
    if (!block_) return write_now(bytes);
    const std::size_t count = std::min(kBlock - kept_, bytes.size());
    std::memcpy(block_.get() + kept_, bytes.data(), count);
    kept_ += count;
    bytes.remove_prefix(count);
    if (kept_ != kBlock) continue;
    if (Status status = flush(); !status.ok()) return status;
  }
  return {};
}

void OutputFile::reserve_room(std::size_t bytes) {
  // The first block is written without reserved room, so that small files cost no further calls.
  if (bytes == 0 || !reserves_ || temporary_.text().empty() || written_ == 0) return;
  if (written_ + bytes <= reserved_) return;
  const std::uint64_t wanted = written_ + bytes + kReserved;
  const int failed = platform_->reserve_to_grow(fd_, wanted);
  reserves_ = failed == 0;
  if (failed == -EOPNOTSUPP) return;
  reserved_ = wanted;
  // If the disk becomes full, the call fails, but it may already have reserved the last free
  // blocks. Another output may need these blocks.
  if (failed < 0) release_room();
}

void OutputFile::release_room() {
  // A failure does not matter: the file is complete, and only room after its end stays reserved.
  if (reserved_ > written_) {
    platform_->truncate(fd_, written_);
  }
  reserved_ = 0;
}

Status OutputFile::flush() {
  return write_now({block_.get(), std::exchange(kept_, 0)});
}

Status OutputFile::write_now(std::string_view bytes) {
  reserve_room(bytes.size());
  while (!bytes.empty()) {
    const std::int64_t wrote = platform_->write(fd_, bytes.data(), bytes.size());
    if (wrote == -EINTR && stop_signal() == 0) continue;
    if (wrote == -EAGAIN && wait_for_reader()) continue;
    if (wrote == -EINTR || wrote == -EAGAIN) {
      return Status(ErrorCode::kInterrupted, "interrupted");
    }
    if (wrote == -EPIPE) return Status(ErrorCode::kBrokenPipe, name_ + ": " + error_text(wrote));
    if (wrote <= 0) {
      return failure(wrote < 0 ? wrote : -EIO, " after " + std::to_string(written_) + " bytes" +
                                                   (is_copied() ? copy_words() : ""));
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    written_ += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

Status OutputFile::overwrite(std::string_view bytes) {
  if (Status status = flush(); !status.ok()) return status;
  const int failed = file_.write_at(bytes, 0);
  return failed < 0 ? failure(failed, is_copied() ? copy_words() : "") : Status();
}

bool OutputFile::has_named_temporary() const {
  const std::string& path = temporary_.text();
  return !path.empty() && platform_->may_write(path.c_str()) == 0;
}

Status OutputFile::write_elsewhere(std::uint64_t bytes,
                                   const std::function<Status(const std::string& path)>& writer) {
  const int failed = platform_->truncate(fd_, bytes);
  if (failed < 0) return failure(failed);
  if (Status status = writer(temporary_.text()); !status.ok()) return status;
  FileInfo now;
  const int unknown = platform_->info(fd_, now);
  if (unknown < 0) return failure(unknown);
  if (now.bytes != bytes) {
    return {ErrorCode::kIo, name_ + ": its temporary file has " + std::to_string(now.bytes) +
                                " bytes instead of " + std::to_string(bytes) +
                                ": another program changed it"};
  }
  written_ = bytes;
  return {};
}

bool OutputFile::wait_for_reader() {
  // After a stop request, a reader that is still reading gets the rest of the buffer, so that the
  // output ends with a whole record. The writer waits for the reader at most kGraceNs.
  constexpr std::uint64_t kGraceNs = 100'000'000;
  if (stop_signal() != 0) {
    const std::uint64_t now = platform_->now_ns();
    if (grace_end_ns_ == 0) grace_end_ns_ = now + kGraceNs;
    if (now >= grace_end_ns_) return false;
  }
  platform_->wait_writable(fd_);
  return true;
}

bool OutputFile::overwrites(const GuardedInput& input) const {
  const FileInfo& read = input.at_open;
  return in_place_.is_regular && !in_place_.appends && read.is_regular &&
         is_same_file(in_place_, read);
}

Status OutputFile::guard(const GuardedInput& input) {
  if (final_path_.empty() || !input.at_open.is_regular) return {};
  inputs_.push_back(input.at_open);
  if (!replaced_) return {};
  if (replaces_input(input)) {
    if (input.skipped_bytes == 0) return {};
    return {ErrorCode::kUsage, name_ + ": is the input, and reading begins at its byte " +
                                   std::to_string(input.skipped_bytes) +
                                   "; the output would replace all of it"};
  }
  // Another program may have put another file at the input's path by now. If the output would
  // replace that file, fail.
  if (input.path == "-") return {};
  FileInfo now;
  const int failed = platform_->info_at(input.path.c_str(), now);
  if (failed == -ENOENT) return {};
  if (failed < 0) {
    return {ErrorCode::kInput,
            input_name(input.path, input.display_name) + ": " + error_text(failed)};
  }
  if (!now.is_regular || !is_same_file(now, *replaced_)) return {};
  return {ErrorCode::kInput, name_ + ": the input was replaced by another file; it was kept"};
}

bool OutputFile::replaces_input(const GuardedInput& input) const {
  return replaced_ && input.at_open.is_regular && is_same_file(*replaced_, input.at_open);
}

}  // namespace dokumill
