#include "apps/cluster/mpi/output_locks.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>
#include <thread>
#include <utility>

#include "base/platform/output/output_place.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::mpi {
namespace {

std::string lock_path(const std::string& folder) {
  return folder + "/lock";
}

// True for the name that NFS or FUSE gives to a file that is removed while it is open.
bool is_closing(std::string_view name) {
  return name.starts_with(".nfs") || name.starts_with(".fuse_hidden");
}

bool has_only_lock(const std::string& folder) {
  return std::ranges::all_of(
      names_in(folder), [](const std::string& name) { return name == "lock" || is_closing(name); });
}

bool has_only_closing_files(const std::string& folder) {
  return std::ranges::all_of(names_in(folder), is_closing);
}

// True if the folder has files that do not come from a run of dokumill-mpi.
bool is_foreign(Platform& platform, const std::string& folder) {
  FileInfo info;
  if (platform.info_at((folder + "/job").c_str(), info) == 0) return false;
  // A run that ended right after it had created the folder leaves no `job` in it, but also no files
  // except `lock`, temporary files and files that are being closed.
  return std::ranges::any_of(names_in(folder), [](const std::string& name) {
    return name != "lock" && !is_temporary(name) && !is_closing(name);
  });
}

// A lock: its folder, and the output that it protects.
struct Wanted {
  std::string folder;
  std::string output;
};

// The locks of the outputs. The key of a lock is the complete path of its folder, so that no lock
// is taken twice.
std::map<std::string, Wanted> locks_of(Platform& platform,
                                       const std::vector<std::string>& outputs) {
  std::map<std::string, Wanted> locks;
  const auto add = [&](const std::string& path, const std::string& output) {
    const std::string folder = pieces_folder_of(path);
    std::error_code failed;
    const std::filesystem::path beside = std::filesystem::canonical(folder_of(folder), failed);
    const std::string key =
        failed ? folder : (beside / name_in_folder(folder)).lexically_normal().string();
    locks.emplace(key, Wanted{folder, output});
  };
  for (const std::string& output : outputs) {
    add(output, output);
    const Result<OutputPlace> place = find_place(platform, output);
    if (place.ok() && !place->path.empty() && place->path != output) add(place->path, output);
  }
  return locks;
}

// True if the error means that the folder of a lock cannot be created, although the user may be
// allowed to write to the output itself. This output then has no lock.
bool is_refused(int failed) {
  return failed == -EACCES || failed == -EPERM || failed == -EROFS || failed == -ENAMETOOLONG;
}

}  // namespace

std::string pieces_folder_of(const std::string& output) {
  const std::size_t begin = output.rfind('/') + 1;
  return output.substr(0, begin) + "." + output.substr(begin) + ".pieces";
}

bool is_temporary(std::string_view name) {
  return name.starts_with('.') && name.ends_with(".tmp");
}

std::vector<std::string> names_in(const std::string& folder) {
  std::error_code failed;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(folder, failed), end; at != end && !failed;
       at.increment(failed)) {
    names.push_back(at->path().filename().string());
  }
  return names;
}

Status OutputLocks::take_one(const std::string& folder, const std::string& output,
                             const std::string& holder) {
  constexpr int kTries = 10;
  for (int tries = 1;; ++tries) {
    constexpr unsigned kFolderRights = 0777;
    const int made = platform_->make_folder(folder.c_str(), kFolderRights);
    if (is_refused(made) && output != first_) {
      not_locked_.push_back(output);
      return {};
    }
    if (made < 0 && made != -EEXIST) {
      return {ErrorCode::kIo, printable(folder) + ": " + error_text(made)};
    }
    if (is_foreign(*platform_, folder)) {
      return {ErrorCode::kUsage, printable(folder) +
                                     ": this is not a folder of pieces; remove it, or choose "
                                     "another output"};
    }
    Result<FileLock> opened = FileLock::open(lock_path(folder));
    if (!opened.ok()) {
      if (tries < kTries) continue;  // another run has ended and removed the folder
      return opened.status();
    }
    FileLock lock = *std::move(opened);
    const FileLock::Answer answer = lock.lock(0, 0);
    if (answer == FileLock::Answer::kHeld) {
      const std::string other = lock.holder();
      return {ErrorCode::kIo,
              format_text("{}: another run writes this output{}; wait for its end, or end it",
                          printable(output), other.empty() ? "" : ": " + other)};
    }
    // If another run ended after open(), it removed this file. A third run may have created and
    // locked a new file with this name.
    if (!lock.is_in_place(lock_path(folder))) continue;
    if (answer == FileLock::Answer::kNotSupported) not_locked_.push_back(output);
    lock.unlock(1, 0);  // process 0 keeps byte 0 locked; in join(), process K locks byte K
    lock.write_holder(holder);
    held_.push_back({folder, std::move(lock)});
    return {};
  }
}

Result<OutputLocks> OutputLocks::take(Platform& platform, const std::vector<std::string>& outputs,
                                      const std::string& holder) {
  OutputLocks locks(platform);
  locks.is_first_ = true;
  locks.first_ = outputs.front();
  for (const auto& [key, wanted] : locks_of(platform, outputs)) {
    if (Status status = locks.take_one(wanted.folder, wanted.output, holder); !status.ok()) {
      return status;
    }
  }
  return locks;
}

OutputLocks OutputLocks::join(Platform& platform, const std::vector<std::string>& outputs,
                              int rank) {
  OutputLocks locks(platform);
  for (const auto& [key, wanted] : locks_of(platform, outputs)) {
    Result<FileLock> opened = FileLock::open(lock_path(wanted.folder));
    if (!opened.ok()) continue;
    FileLock lock = *std::move(opened);
    if (lock.lock(static_cast<std::uint64_t>(rank), 1) == FileLock::Answer::kLocked) {
      locks.held_.push_back({wanted.folder, std::move(lock)});
    }
  }
  return locks;
}

OutputLocks::~OutputLocks() {
  std::vector<std::string> folders;
  for (const Held& held : held_) {
    folders.push_back(held.folder);
    if (!is_first_ || !has_only_lock(held.folder)) continue;
    // The file is removed before its lock is released. So if another run then gets the lock, it
    // sees that the file is gone (is_in_place()).
    platform_->remove(lock_path(held.folder).c_str());
  }
  // NFS and FUSE keep a removed file under another name in its folder until it is closed
  // everywhere. So the folders are removed after the files are closed, and by every process.
  held_.clear();
  remove_emptied(folders);
}

void OutputLocks::remove_emptied(const std::vector<std::string>& folders) const {
  // The server of the file system removes the file after close() has returned.
  constexpr int kTries = 20;
  constexpr auto kPause = std::chrono::milliseconds(10);
  for (const std::string& folder : folders) {
    for (int tries = 1; platform_->remove_folder(folder.c_str()) == -ENOTEMPTY; ++tries) {
      if (tries == kTries || !has_only_closing_files(folder)) break;
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace dokumill::mpi
