// The commit of an OutputFile: puts the file in its place, alone or together with a second file.
#include <algorithm>
#include <cerrno>
#include <string>

#include "base/platform/files/temporary_file.hpp"
#include "base/platform/output/old_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/platform/process/stop_signals.hpp"

namespace dokumill {

Status OutputFile::commit() {
  if (Status status = close_written(); !status.ok()) return status;
  if (Status status = look_again(); !status.ok()) return status;
  if (Status status = place(); !status.ok()) return status;
  return sync_placed();
}

Status OutputFile::close_written() {
  if (Status status = flush(); !status.ok()) return status;
  if (is_copied()) return {};  // copy_into_place() still reads the temporary file
  release_room();
  if (options_.sync) {
    const int failed = platform_->sync(fd_);
    // Pipes and devices have nothing to flush.
    if (failed < 0 && !(final_path_.empty() && (failed == -EINVAL || failed == -ENOTSUP))) {
      return failure(failed);
    }
  }
  const int failed = file_.close();
  return failed < 0 ? failure(failed) : Status();
}

Status OutputFile::look_again() {
  if (final_path_.empty()) return {};
  FileInfo now;
  const int missing = platform_->info_at(final_path_.c_str(), now);
  if (missing < 0 && missing != -ENOENT) return failure(missing);
  const bool is_there = missing == 0;
  // If no file is at the place any more, the rename cannot destroy anything.
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
  Status status = own(OpenFile(*platform_, temporary_.text(), OpenMode::kWriteInPlace));
  if (status.ok()) status = take_rights();
  const int failed = file_.close();
  return status.ok() && failed < 0 ? failure(failed) : status;
}

Status OutputFile::prepare_copy(bool is_same) {
  if (!is_same) {
    return {ErrorCode::kIo, name_ + ": another file was put there during the run; it was kept"};
  }
  const int failed = platform_->reserve(place_.fd(), written_);
  if (failed == 0 || failed == -EOPNOTSUPP || failed == -ENOSYS) return {};
  // Release the disk space that was reserved after the end of the file.
  platform_->truncate(place_.fd(), replaced_->bytes);
  return failure(failed, "; the file was kept");
}

int OutputFile::copy_into_place() {
  char block[16'384];  // on the stack: an allocation could fail
  std::uint64_t at = 0;
  while (at < written_) {
    const auto wanted = std::min<std::uint64_t>(sizeof block, written_ - at);
    const std::int64_t got = file_.read_at(block, static_cast<std::size_t>(wanted), at);
    if (got <= 0) return got < 0 ? static_cast<int>(got) : -EIO;
    std::string_view rest(block, static_cast<std::size_t>(got));
    const int failed = place_.write(rest);
    is_mixed_ = is_mixed_ || rest.size() < static_cast<std::size_t>(got);
    if (failed < 0) return failed;
    at += static_cast<std::uint64_t>(got);
  }
  int failed = platform_->truncate(place_.fd(), written_);
  if (failed == 0 && options_.sync) {
    failed = platform_->sync(place_.fd());
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
  const int unsynced = platform_->sync_folder(folder_of(final_path_).c_str());
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
  // A message may need memory that is not available. So the messages are created after the two
  // moves.
  OldFile old(*first.platform_, first.final_path_,
              temporary_path(*first.platform_, first.final_path_));
  int failed_first = 0;
  int failed_second = 0;
  {
    Replacement both;  // a second signal does not end the process between the two moves
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
  const char* const from = temporary_.text().c_str();
  const char* const to = final_path_.c_str();
  const Replace replace = options_.no_clobber ? Replace::kNo : Replace::kYes;
  int failed = platform_->rename(from, to, replace);
  if (failed == 0) {
    temporary_.forget();
    return 0;
  }
  // Some file systems (NFS, many with FUSE) have no rename that fails if the new name exists. On
  // these, the file gets the final path as a second name, and then its first name is removed. The
  // effect is the same, because link() never replaces a file.
  const bool is_unknown = failed == -EINVAL || failed == -ENOSYS || failed == -EOPNOTSUPP;
  if (replace == Replace::kYes || !is_unknown) return failed;
  failed = platform_->link(from, to);
  if (failed == -EPERM || failed == -ENOSYS || failed == -EMLINK) failed = -EOPNOTSUPP;
  if (failed == 0) remove_temporary();
  return failed;
}

}  // namespace dokumill
