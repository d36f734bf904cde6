#include "platform/output/output_folder.hpp"

#include <cerrno>
#include <utility>

#include "core/text/printable.hpp"
#include "platform/files/input_file.hpp"
#include "platform/output/output_place.hpp"
#include "platform/process/stop_signals.hpp"

namespace dokumill {
namespace {

constexpr std::string_view kSuffix = ".tmp";

std::string hex_digits(std::uint64_t number) {
  std::string digits;
  for (; number != 0; number /= 16) digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
  return digits;
}

}  // namespace

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
  constexpr std::size_t kLongestStem = 200;
  constexpr int kTries = 100;
  constexpr unsigned kPermissions = 0777;
  const unsigned mode = replaced ? replaced->mode & kPermissions : kPermissions;
  int failed = -EEXIST;
  for (int tries = 0; tries < kTries && failed == -EEXIST; ++tries) {
    std::string path = folder_of(path_);
    path.append("/.").append(name_in_folder(path_).substr(0, kLongestStem)).append(".");
    path.append(hex_digits(platform_->unique_number())).append(kSuffix);
    failed = platform_->make_folder(path.c_str(), mode);
    if (failed == 0) temporary_path_ = std::move(path);
  }
  if (failed < 0) {
    return {ErrorCode::kIo, name_ + ": a folder beside it cannot be made: " + error_text(failed)};
  }
  if (!replaced) return {};
  FileInfo info;
  const int unknown = platform_->info_at(temporary_path_.c_str(), info);
  if (unknown < 0) return failure(unknown);
  if (info.mode == replaced->mode && info.owner == replaced->owner &&
      info.group == replaced->group) {
    return {};
  }
  return {ErrorCode::kIo, name_ +
                              ": exists already, and a new folder would not have its owner and "
                              "rights; name one that does not exist"};
}

Status OutputFolder::add_folder(std::string_view name) {
  std::string path = temporary_path_ + "/" + std::string(name);
  const int failed = platform_->make_folder(path.c_str(), 0777);
  if (failed < 0) return failure(failed);
  folders_.push_back(std::move(path));
  return {};
}

std::string OutputFolder::file_path(std::string_view name) {
  files_.push_back(temporary_path_ + "/" + std::string(name));
  return files_.back();
}

Status OutputFolder::sync_folders() {
  for (const std::string& folder : folders_) {
    const int failed = platform_->sync_folder(folder.c_str());
    if (failed < 0) return failure(failed);
  }
  const int failed = platform_->sync_folder(temporary_path_.c_str());
  return failed < 0 ? failure(failed) : Status();
}

Status OutputFolder::commit(bool sync) {
  if (sync) {
    if (Status status = sync_folders(); !status.ok()) return status;
  }
  // rename() replaces the folder at the place if this folder is still empty. Otherwise it fails.
  int failed = 0;
  {
    Replacement replacement;
    failed = platform_->rename(temporary_path_.c_str(), path_.c_str(), Replace::kYes);
    if (failed == 0 && is_result_) replacement.has_result();
  }
  if (failed < 0) return failure(failed);
  temporary_path_.clear();
  if (!sync) return {};
  const std::string parent = folder_of(path_);
  const int unsynced = platform_->sync_folder(parent.c_str());
  if (unsynced == 0) return {};
  return {ErrorCode::kIo, name_ + ": the new folder is in place, but it may not be on the disk: " +
                              error_text(unsynced)};
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : platform_(other.platform_),
      path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      is_result_(other.is_result_),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      folders_(std::move(other.folders_)),
      files_(std::move(other.files_)) {}

OutputFolder::~OutputFolder() {
  if (temporary_path_.empty()) return;
  for (const std::string& file : files_) {
    platform_->remove(file.c_str());
  }
  for (const std::string& folder : folders_) {
    platform_->remove_folder(folder.c_str());
  }
  platform_->remove_folder(temporary_path_.c_str());
}

}  // namespace dokumill
