#include "base/platform/output/output_folder.hpp"

#include <cerrno>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/printable.hpp"

namespace dokumill {
Status OutputFolder::failure(int failed) const {
  return {ErrorCode::kIo, name_ + ": " + error_text(failed)};
}

Result<OutputFolder> OutputFolder::create(Platform& platform, const std::string& path,
                                          bool is_result) {
  std::string place = path;
  while (place.size() > 1 && place.back() == '/') place.pop_back();
  OutputFolder folder(platform, std::move(place), printable_path(path, ""), is_result);
  std::optional<FileInfo> replaced;
  if (Status status = folder.check_place(replaced); !status.ok()) return status;
  if (Status status = folder.create_temporary(replaced); !status.ok()) return status;
  return folder;
}

Status OutputFolder::check_place(std::optional<FileInfo>& replaced) {
  const std::string last = name_in_folder(path_);
  if (last.empty() || last == "." || last == ".." || path_ == "-") {
    return {ErrorCode::kIo, name_ + ": expected the name of a new folder"};
  }
  std::string target;
  if (platform_->read_link(path_.c_str(), target) >= 0) {
    return {ErrorCode::kIo, name_ + ": is a symbolic link; expected the name of a new folder"};
  }
  FileInfo info;
  const int missing = platform_->info_at(path_.c_str(), info);
  if (missing == -ENOENT) return {};
  if (missing < 0) return failure(missing);
  if (!info.is_directory) return {ErrorCode::kIo, name_ + ": exists already, and is not a folder"};
  if (info.is_mount_point) {
    return {ErrorCode::kIo,
            name_ + ": is a mount point and cannot be replaced; name a new folder in it"};
  }
  const int is_empty = platform_->is_empty_folder(path_.c_str());
  if (is_empty < 0) return failure(is_empty);
  if (is_empty != 1) return {ErrorCode::kIo, name_ + ": exists already and is not empty"};
  if (info.is_immutable || info.is_append_only) {
    return {ErrorCode::kIo, name_ + ": exists already, and its attributes forbid replacing it"};
  }
  replaced = info;
  return {};
}

Status OutputFolder::create_temporary(const std::optional<FileInfo>& replaced) {
  constexpr int kTries = 100;
  constexpr unsigned kPermissions = 0777;
  const unsigned mode = replaced ? replaced->mode & kPermissions : kPermissions;
  int failed = -EEXIST;
  for (int tries = 0; tries < kTries && failed == -EEXIST; ++tries) {
    failed = make_folder(temporary_path(*platform_, path_), mode);
  }
  if (failed < 0) {
    return {ErrorCode::kIo, name_ + ": a folder beside it cannot be made: " + error_text(failed)};
  }
  if (!replaced) return {};
  FileInfo info;
  const int unknown = platform_->info_at(temporary().c_str(), info);
  if (unknown < 0) return failure(unknown);
  if (info.mode == replaced->mode && info.owner == replaced->owner &&
      info.group == replaced->group) {
    return {};
  }
  return {ErrorCode::kIo, name_ +
                              ": exists already, and a new folder would not have its owner and "
                              "rights; name one that does not exist"};
}

int OutputFolder::make_folder(std::string path, unsigned mode) {
  // A folder that was made is noted without an allocation.
  folders_.reserve(folders_.size() + 1);
  RememberedPath folder(std::move(path), TemporaryKind::kFolder);
  const Creation creation;
  const int failed = platform_->make_folder(folder.text().c_str(), mode);
  if (failed == 0) folders_.push_back(std::move(folder));
  return failed;
}

Status OutputFolder::add_folder(std::string_view name) {
  const int failed = make_folder(temporary() + "/" + std::string(name), 0777);
  return failed < 0 ? failure(failed) : Status();
}

std::string OutputFolder::file_path(std::string_view name) {
  files_.emplace_back(temporary() + "/" + std::string(name));
  return files_.back().text();
}

Status OutputFolder::sync_folders() {
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    const int failed = platform_->sync_folder(folder->text().c_str());
    if (failed < 0) return failure(failed);
  }
  return {};
}

Status OutputFolder::commit(bool sync) {
  if (sync) {
    if (Status status = sync_folders(); !status.ok()) return status;
  }
  // rename() replaces the folder at the place if this folder is still empty. Otherwise it fails.
  int failed = 0;
  {
    Replacement replacement;
    failed = platform_->rename(temporary().c_str(), path_.c_str(), Replace::kYes);
    if (failed == 0 && is_result_) replacement.has_result();
  }
  if (failed < 0) return failure(failed);
  files_.clear();
  folders_.clear();
  if (!sync) return {};
  const int unsynced = platform_->sync_folder(folder_of(path_).c_str());
  if (unsynced == 0) return {};
  return {ErrorCode::kIo, name_ + ": the new folder is in place, but it may not be on the disk: " +
                              error_text(unsynced)};
}

OutputFolder::~OutputFolder() {
  for (const RememberedPath& file : files_) {
    platform_->remove(file.text().c_str());
  }
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    platform_->remove_folder(folder->text().c_str());
  }
}

}  // namespace dokumill
