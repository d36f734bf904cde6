#include "base/platform/output/output_place.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

#include "base/text/format.hpp"

namespace dokumill {
namespace {

constexpr int kMaxLinks = 40;
constexpr unsigned kSticky = 01000;
constexpr unsigned kAnyWrites = 0222;

std::optional<int> number_of(std::string_view digits) {
  int fd = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), fd);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size() && fd >= 0;
  return is_number ? std::optional(fd) : std::nullopt;
}

// Returns the descriptor that `path` stands for if `path` is one of the usual names, such as
// /dev/stdout. Does not read /proc.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "/dev/stdin") return 0;
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"}) {
    if (path.starts_with(prefix)) return number_of(path.substr(prefix.size()));
  }
  return std::nullopt;
}

// A path such as /proc/1234/fd/3 ends in a number. If its folder is a folder of descriptors, the
// path is a link that stands for the descriptor with this number. Folder is the kind of such a
// path's folder. kAny: not a folder of descriptors.
enum class Folder { kAny, kOurDescriptors, kOtherDescriptors };

Status failure(std::int64_t error, const std::string& more = {}) {
  return {ErrorCode::kIo, error_text(error) + more};
}

bool are_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns the kind of the folder `path`. Recognizes /proc/PROCESS/fd and
// /proc/PROCESS/task/THREAD/fd. All threads of this process share their descriptors, so the folders
// of all these threads are kOurDescriptors.
Result<Folder> kind_of(Platform& platform, const std::string& path) {
  std::string folder;
  const int failed = platform.real_path(path.c_str(), folder);
  if (failed < 0) return failure(failed);
  constexpr std::string_view kProc = "/proc/";
  if (!folder.starts_with(kProc) || !folder.ends_with("/fd")) return Folder::kAny;
  std::string self;
  const int unknown = platform.real_path("/proc/self", self);
  if (unknown < 0) return failure(unknown);
  if (folder == self + "/fd" || folder.starts_with(self + "/task/")) return Folder::kOurDescriptors;
  const std::string_view process =
      std::string_view(folder).substr(kProc.size(), folder.find('/', kProc.size()) - kProc.size());
  return are_digits(process) ? Folder::kOtherDescriptors : Folder::kAny;
}

// Fails if the old file at a place must not be replaced.
Status check_old(Platform& platform, const std::string& path, const FileInfo& old) {
  if (old.is_immutable) return failure(-EPERM, ": the file is immutable (chattr +i)");
  if (old.is_append_only) return failure(-EPERM, ": the file is append-only (chattr +a)");
  const int refused = platform.may_write(path.c_str());
  // A running program cannot be written to (ETXTBSY), but it can be replaced.
  if (refused < 0 && refused != -EACCES && refused != -EPERM && refused != -ETXTBSY) {
    return failure(refused);
  }
  // A privileged process may write to any file. For such a process, the mode of the file decides,
  // because it shows what the owner wants.
  const bool is_closed = refused == -EACCES || refused == -EPERM || (old.mode & kAnyWrites) == 0;
  if (!is_closed) return {};
  return failure(-EACCES, ": the file is write-protected (mode " + mode_text(old.mode) +
                              "); make it writable or choose another output");
}

Status check_folder(Platform& platform, const FileInfo& folder, const FileInfo* old) {
  if (folder.is_immutable) return failure(-EPERM, ": its folder is immutable (chattr +i)");
  if (folder.is_append_only) return failure(-EPERM, ": its folder is append-only (chattr +a)");
  if (old == nullptr || (folder.mode & kSticky) == 0) return {};
  if (platform.may_act_for(old->owner) || platform.may_act_for(folder.owner)) return {};
  return failure(-EPERM,
                 ": the file belongs to another user, and its folder lets only the owner replace "
                 "it (sticky bit, mode " +
                     mode_text(folder.mode) + ")");
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_in_folder(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string temporary_prefix(const std::string& path) {
  // A file name has at most 255 bytes. The other parts of a temporary name (two dots, up to 16
  // digits and ".tmp") take up to 22 of them.
  constexpr std::size_t kLongestStem = 200;
  return folder_of(path) + "/." + name_in_folder(path).substr(0, kLongestStem) + ".";
}

std::string temporary_path(Platform& platform, const std::string& path) {
  return format_text("{}{:x}.tmp", temporary_prefix(path), platform.unique_number());
}

std::string mode_text(unsigned mode) {
  return format_text("0{:o}", mode);
}

Result<OutputPlace> find_place(Platform& platform, const std::string& name) {
  OutputPlace place;
  place.path = name;
  for (int links = 0; links < kMaxLinks; ++links) {
    place.descriptor = named_descriptor(place.path);
    if (place.descriptor) return place;
    std::string target;
    const int failed = platform.read_link(place.path.c_str(), target);
    // The path is not a link, or no such file exists yet. After any other error, the path may be a
    // link, which must not be replaced.
    if (failed == -EINVAL || failed == -ENOENT) return place;
    if (failed < 0) return failure(failed);
    const std::string folder = folder_of(place.path);
    if (const std::string number = name_in_folder(place.path); are_digits(number)) {
      const Result<Folder> kind = kind_of(platform, folder);
      if (!kind.ok()) return kind.status();
      place.is_foreign = *kind == Folder::kOtherDescriptors;
      if (*kind == Folder::kOurDescriptors) place.descriptor = number_of(number);
      if (*kind != Folder::kAny) return place;
    }
    place.path.clear();
    if (!target.starts_with('/')) place.path.append(folder).append("/");
    place.path += target;
  }
  return failure(-ELOOP);
}

Status check_place(Platform& platform, const std::string& path, const FileInfo* old) {
  if (old != nullptr) {
    if (Status status = check_old(platform, path, *old); !status.ok()) return status;
    if (old->is_mount_point) return {};
  }
  FileInfo folder;
  const int failed = platform.info_at(folder_of(path).c_str(), folder);
  if (failed < 0) return failure(failed);
  return check_folder(platform, folder, old);
}

}  // namespace dokumill
