#include "platform/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "platform/after_interrupts.hpp"
#include "platform/file_rights.hpp"
#include "platform/input_file.hpp"
#include "platform/old_file.hpp"
#include "platform/output_place.hpp"
#include "platform/stop_signals.hpp"
#include "platform/temporary_file.hpp"

namespace dokumill {
namespace {

// The number in hexadecimal.
std::string hex_text(std::uint64_t number) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, 16);
  return {digits, end};
}

}  // namespace

Status OutputFile::failure(std::int64_t error, std::string_view more,
                           std::string_view option) const {
  return {ErrorCode::kIo, name_ + ": " + error_text(error) + std::string(more), option};
}

Status OutputFile::named(const Status& status) const {
  return {status.code(), name_ + ": " + status.message(), status.option()};
}

// Destructors call this through warn_of_remains(), which drops a warning that cannot be made.
void OutputFile::warn(const std::string& message) const {
  if (options_.on_warning) options_.on_warning("warning: " + message);
}

Result<OutputFile> OutputFile::open(Platform& platform, const std::string& path,
                                    OutputOptions options) {
  OutputFile file(platform);
  file.options_ = std::move(options);
  file.name_ = printable_path(path, "<stdout>");
  FileInfo info;
  if (path == "-") {
    file.fd_ = 1;
    const int failed = after_interrupts([&] { return platform.info(1, file.in_place_); });
    if (failed < 0) return file.failure(failed);
    return file;
  }
  const Result<OutputPlace> place = find_place(platform, path);
  if (!place.ok()) return file.named(place.status());
  if (place->descriptor) {
    Status status = file.open_descriptor(*place->descriptor);
    return status.ok() ? Result<OutputFile>(std::move(file)) : status;
  }
  const int missing = after_interrupts([&] { return platform.info_at(path.c_str(), info); });
  if (missing < 0 && missing != -ENOENT) return file.failure(missing);
  if (missing == 0 && info.is_directory) {
    return Status(ErrorCode::kIo, file.name_ + ": is a directory");
  }
  if (missing == 0 && !info.is_regular) {
    // Opening a FIFO waits until it has a reader. A signal can interrupt the wait.
    do {
      if (stop_signal() != 0) {
        return Status(ErrorCode::kInterrupted, "interrupted after 0 records");
      }
      file.fd_ = platform.open(path.c_str(), OpenMode::kWriteInPlace, 0);
    } while (file.fd_ == -EINTR);
    if (file.fd_ < 0) return file.failure(file.fd_);
    file.owns_fd_ = true;
    return file;
  }
  if (missing == 0 && file.options_.no_clobber) {
    return Status(ErrorCode::kIo, file.name_ + ": exists already", "no_clobber");
  }
  if (missing == 0 && place->is_foreign) {
    return Status(ErrorCode::kIo, file.name_ +
                                      ": is a file that another process has open; "
                                      "name the file itself to replace it");
  }
  file.final_path_ = place->path;
  if (missing == 0) file.replaced_ = info;
  Status status = file.check_final_path();
  if (status.ok())
    status = missing == 0 && info.is_mount_point ? file.open_copy() : file.open_temporary();
  return status.ok() ? Result<OutputFile>(std::move(file)) : status;
}

Status OutputFile::open_descriptor(int descriptor) {
  fd_ = after_interrupts([&] { return platform_->duplicate(descriptor); });
  if (fd_ < 0) return failure(fd_);
  owns_fd_ = true;
  const int failed = after_interrupts([&] { return platform_->info(fd_, in_place_); });
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

std::string OutputFile::temporary_name() const {
  return temporary_prefix(final_path_) + hex_text(platform_->unique_number()) + ".tmp";
}

Status OutputFile::open_temporary() {
  const unsigned mode = replaced_ ? 0600 : 0666;
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    std::string path = temporary_name();
    remember_temporary(path);
    if (options_.on_temporary) options_.on_temporary(path);
    fd_ = platform_->open(path.c_str(), OpenMode::kCreateNew, mode);
    if (fd_ < 0) forget_temporary(path);
    if (fd_ == -EEXIST || fd_ == -EINTR) continue;
    if (fd_ < 0) break;
    owns_fd_ = true;
    temporary_path_ = std::move(path);
    return replaced_ ? take_rights() : Status();
  }
  // The user may be allowed to write to the file but not to its folder. Then the folder decides.
  const bool is_refused = fd_ == -EACCES || fd_ == -EPERM || fd_ == -EROFS;
  return failure(fd_,
                 is_refused ? " (it is written beside its place: its folder must allow that)" : "");
}

Status OutputFile::open_copy() {
  place_fd_ = after_interrupts(
      [&] { return platform_->open(final_path_.c_str(), OpenMode::kWriteInPlace, 0); });
  if (place_fd_ < 0) return failure(place_fd_);
  fd_ = open_unnamed(*platform_, copy_folder_);
  if (fd_ < 0) return failure(fd_, copy_words());
  owns_fd_ = true;
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
      copy_rights(*platform_, final_path_, *replaced_, temporary_path_, fd_, warnings);
  if (failed < 0) return failure(failed);
  for (const std::string& warning : warnings) warn(name_ + ": " + warning);
  return {};
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : platform_(other.platform_),
      options_(std::move(other.options_)),
      fd_(other.fd_),
      owns_fd_(std::exchange(other.owns_fd_, false)),
      place_fd_(std::exchange(other.place_fd_, -1)),
      name_(std::move(other.name_)),
      final_path_(std::move(other.final_path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      copy_folder_(std::move(other.copy_folder_)),
      in_place_(other.in_place_),
      replaced_(other.replaced_),
      inputs_(std::move(other.inputs_)),
      is_mixed_(other.is_mixed_),
      written_(other.written_),
      grace_end_ns_(other.grace_end_ns_) {}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::discard() {
  if (owns_fd_) platform_->close(fd_);
  owns_fd_ = false;
  if (place_fd_ >= 0) platform_->close(place_fd_);
  place_fd_ = -1;
  remove_temporary();
}

void OutputFile::remove_temporary() {
  if (temporary_path_.empty()) return;
  const int failed = after_interrupts([&] { return platform_->remove(temporary_path_.c_str()); });
  forget_temporary(temporary_path_);
  if (failed < 0) warn_of_remains(temporary_path_, failed);
  temporary_path_.clear();
}

void OutputFile::warn_of_remains(const std::string& path, int failed) const {
  try {
    warn(printable_path(path, "") + " could not be removed: " + error_text(failed));
  } catch (...) {  // no memory for the message; the name of the file shows what it is
  }
}

Status OutputFile::write(std::string_view bytes) {
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
  for (std::uint64_t at = 0; !bytes.empty();) {
    const std::int64_t wrote =
        after_interrupts([&] { return platform_->write_at(fd_, bytes.data(), bytes.size(), at); });
    if (wrote <= 0) return failure(wrote < 0 ? wrote : -EIO, is_copied() ? copy_words() : "");
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    at += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

bool OutputFile::has_named_temporary() const {
  if (temporary_path_.empty()) return false;
  return after_interrupts([&] { return platform_->may_write(temporary_path_.c_str()); }) == 0;
}

Status OutputFile::write_elsewhere(std::uint64_t bytes,
                                   const std::function<Status(const std::string& path)>& writer) {
  const int failed = after_interrupts([&] { return platform_->truncate(fd_, bytes); });
  if (failed < 0) return failure(failed);
  if (Status status = writer(temporary_path_); !status.ok()) return status;
  FileInfo now;
  const int unknown = after_interrupts([&] { return platform_->info(fd_, now); });
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
  // output ends with a whole record. The writer waits for it no longer than this.
  constexpr std::uint64_t kGraceNs = 100'000'000;
  if (stop_signal() != 0) {
    const std::uint64_t now = platform_->now_ns();
    if (grace_end_ns_ == 0) grace_end_ns_ = now + kGraceNs;
    if (now >= grace_end_ns_) return false;
  }
  platform_->wait_writable(fd_);
  return true;
}

Status OutputFile::commit() {
  if (Status status = close_written(); !status.ok()) return status;
  if (Status status = look_again(); !status.ok()) return status;
  if (Status status = place(); !status.ok()) return status;
  return sync_placed();
}

Status OutputFile::close_written() {
  if (is_copied()) return {};  // copy_into_place() still reads from it
  if (options_.sync) {
    const int failed = after_interrupts([&] { return platform_->sync(fd_); });
    // Pipes and devices have nothing to flush.
    if (failed < 0 && !(final_path_.empty() && (failed == -EINVAL || failed == -ENOTSUP))) {
      return failure(failed);
    }
  }
  if (!owns_fd_) return {};
  owns_fd_ = false;
  // An interrupted close() has closed the descriptor.
  if (const int failed = platform_->close(fd_); failed < 0 && failed != -EINTR)
    return failure(failed);
  return {};
}

Status OutputFile::look_again() {
  if (final_path_.empty()) return {};
  FileInfo now;
  const int missing =
      after_interrupts([&] { return platform_->info_at(final_path_.c_str(), now); });
  if (missing < 0 && missing != -ENOENT) return failure(missing);
  const bool is_there = missing == 0;
  // If there is no file any more, the rename cannot destroy anything.
  if (is_there && destroys_changed_input(now)) {
    return {ErrorCode::kInput, name_ +
                                   ": the input changed during the run, and the output would "
                                   "replace it; the file was kept"};
  }
  if (is_copied()) return prepare_copy(is_there && is_same_file(now, *replaced_));
  if (!is_there || !now.is_regular || options_.no_clobber) return {};
  const bool has_same_rights =
      replaced_ && is_same_file(now, *replaced_) && now.changed_ns == replaced_->changed_ns &&
      now.mode == replaced_->mode && now.owner == replaced_->owner && now.group == replaced_->group;
  return has_same_rights ? Status() : take_new_rights(now);
}

bool OutputFile::destroys_changed_input(const FileInfo& now) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [&](const FileInfo& input) {
    const bool was_input = replaced_ && is_same_file(*replaced_, input);
    const bool is_input = is_same_file(now, input);
    const bool is_unchanged = now.bytes == input.bytes && now.modified_ns == input.modified_ns;
    return (was_input || is_input) && !(was_input && is_input && is_unchanged);
  });
}

Status OutputFile::take_new_rights(const FileInfo& now) {
  replaced_ = now;
  fd_ = after_interrupts(
      [&] { return platform_->open(temporary_path_.c_str(), OpenMode::kWriteInPlace, 0); });
  if (fd_ < 0) return failure(fd_);
  owns_fd_ = true;
  Status status = take_rights();
  owns_fd_ = false;
  const int failed = platform_->close(fd_);
  if (status.ok() && failed < 0 && failed != -EINTR) return failure(failed);
  return status;
}

Status OutputFile::prepare_copy(bool is_same) {
  if (!is_same) {
    return {ErrorCode::kIo, name_ + ": another file was put there during the run; it was kept"};
  }
  const int failed = after_interrupts([&] { return platform_->reserve(place_fd_, written_); });
  if (failed == 0 || failed == -EOPNOTSUPP || failed == -ENOSYS) return {};
  // Release the room that was reserved after the end of the file.
  after_interrupts([&] { return platform_->truncate(place_fd_, replaced_->bytes); });
  return failure(failed, "; the file was kept");
}

int OutputFile::copy_into_place() {
  char block[16'384];  // on the stack: an allocation could fail
  std::uint64_t at = 0;
  while (at < written_) {
    const std::int64_t got =
        after_interrupts([&] { return platform_->read_at(fd_, block, sizeof block, at); });
    if (got == -EAGAIN) continue;
    if (got <= 0) return got < 0 ? static_cast<int>(got) : -EIO;
    std::string_view rest(block, static_cast<std::size_t>(got));
    while (!rest.empty()) {
      const std::int64_t wrote = platform_->write(place_fd_, rest.data(), rest.size());
      if (wrote == -EINTR || wrote == -EAGAIN) continue;
      if (wrote <= 0) return wrote < 0 ? static_cast<int>(wrote) : -EIO;
      is_mixed_ = true;
      rest.remove_prefix(static_cast<std::size_t>(wrote));
    }
    at += static_cast<std::uint64_t>(got);
  }
  int failed = after_interrupts([&] { return platform_->truncate(place_fd_, written_); });
  if (failed == 0 && options_.sync) {
    failed = after_interrupts([&] { return platform_->sync(place_fd_); });
  }
  return failed;
}

Status OutputFile::place() {
  int failed = 0;
  {
    Replacement replacement;
    failed = move_into_place();
    if (failed == 0 && options_.is_result && !final_path_.empty()) replacement.has_result();
  }
  return failed < 0 ? failure_to_place(failed) : Status();
}

Status OutputFile::failure_to_place(int failed) const {
  if (is_mixed_) {
    return failure(failed,
                   " while the result was copied into its place; the file holds a mixture "
                   "of old and new content");
  }
  if (failed == -EEXIST && options_.no_clobber) return failure(failed, {}, "no_clobber");
  if (failed == -EOPNOTSUPP && options_.no_clobber) {
    return failure(failed,
                   ": this file system cannot protect an existing file, it has neither a rename "
                   "that does not replace nor hard links",
                   "no_clobber");
  }
  return failure(failed);
}

Status OutputFile::sync_placed() {
  if (!options_.sync || final_path_.empty() || is_copied()) return {};
  const std::string folder = folder_of(final_path_);
  const int unsynced = after_interrupts([&] { return platform_->sync_folder(folder.c_str()); });
  if (unsynced == 0) return {};
  return {ErrorCode::kIo, name_ + ": is in place, but may not be on the disk yet: its folder: " +
                              error_text(unsynced)};
}

Status OutputFile::commit_both(OutputFile& one, OutputFile& other) {
  for (OutputFile* file : {&one, &other}) {
    if (Status status = file->close_written(); !status.ok()) return status;
  }
  for (OutputFile* file : {&one, &other}) {
    if (Status status = file->look_again(); !status.ok()) return status;
  }
  // A rename can be undone and a copy cannot. So the rename comes first.
  const bool is_swapped = one.is_copied() && !other.is_copied();
  OutputFile& first = is_swapped ? other : one;
  OutputFile& second = is_swapped ? one : other;
  // A message may need memory that is not available. So the messages are made last.
  OldFile old(*first.platform_, first.final_path_, first.temporary_name());
  int failed_first = 0;
  int failed_second = 0;
  {
    Replacement both;  // a second signal does not end the process between the two
    if (!first.final_path_.empty() && !first.options_.no_clobber && !first.is_copied()) old.keep();
    failed_first = first.move_into_place();
    if (failed_first == 0) failed_second = second.move_into_place();
    if (failed_second != 0 && !first.final_path_.empty() && !first.is_copied()) old.put_back();
    const bool is_any_result = (first.options_.is_result && !first.final_path_.empty()) ||
                               (second.options_.is_result && !second.final_path_.empty());
    if (failed_first == 0 && failed_second == 0 && is_any_result) both.has_result();
  }
  if (const int failed = old.drop(); failed < 0) first.warn_of_remains(old.second_name(), failed);
  if (failed_first != 0) return first.failure_to_place(failed_first);
  if (failed_second != 0) {
    Status status = second.failure_to_place(failed_second);
    const std::string state =
        first.is_copied() ? " has the new content already" : old.words_of_state();
    return state.empty() ? status
                         : Status(status.code(), status.message() + "; " + first.name_ + state,
                                  status.option());
  }
  if (Status status = first.sync_placed(); !status.ok()) return status;
  return second.sync_placed();
}

int OutputFile::move_into_place() {
  if (final_path_.empty()) return 0;
  if (is_copied()) return copy_into_place();
  const char* const from = temporary_path_.c_str();
  const char* const to = final_path_.c_str();
  const Replace replace = options_.no_clobber ? Replace::kNo : Replace::kYes;
  int failed = after_interrupts([&] { return platform_->rename(from, to, replace); });
  if (failed == 0) {
    forget_temporary(temporary_path_);
    temporary_path_.clear();
    return 0;
  }
  // Some file systems (NFS, many with FUSE) cannot rename without replacing. There, the file gets a
  // second name, and then its first name is removed. The effect is the same, because link() does
  // not replace a file either.
  const bool is_unknown = failed == -EINVAL || failed == -ENOSYS || failed == -EOPNOTSUPP;
  if (replace == Replace::kYes || !is_unknown) return failed;
  failed = after_interrupts([&] { return platform_->link(from, to); });
  if (failed == -EPERM || failed == -ENOSYS || failed == -EMLINK) failed = -EOPNOTSUPP;
  if (failed == 0) remove_temporary();
  return failed;
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
  const int failed = after_interrupts([&] { return platform_->info_at(input.path.c_str(), now); });
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
