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

// Makes a call until no signal interrupts it. Only calls that end soon: a request to stop waits.
template <class Call>
auto after_interrupts(const Call& call) {
  auto result = call();
  while (result == -EINTR) result = call();
  return result;
}

// Follows symbolic links, dangling ones too, to the path where a file would be created.
Result<std::string> follow_links(Platform& platform, std::string path) {
  for (int links = 0; links < kMaxLinks; ++links) {
    std::string target;
    const int failed = after_interrupts([&] { return platform.read_link(path.c_str(), target); });
    // No link, or nothing there yet. Any other error could hide a link, which must not be replaced.
    if (failed == -EINVAL || failed == -ENOENT) return path;
    if (failed < 0) return Status(ErrorCode::kIo, error_text(failed));
    path = target.starts_with('/') ? target : folder_of(path) + "/" + target;
  }
  return Status(ErrorCode::kIo, error_text(-ELOOP));
}

// Behind `before`, in base 8 or 16.
std::string number_text(std::string before, std::uint64_t number, int base) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, base);
  return before.append(digits, end);
}

std::string mode_text(unsigned mode) {
  return number_text("0", mode, 8);
}

// The file that stood at a place before another one came there.
class OldFile {
 public:
  OldFile(Platform& platform, const std::string& place, std::string second_name)
      : platform_(platform), place_(place), second_name_(std::move(second_name)) {}

  // Gives it a second name, if it is there.
  void keep() {
    link_result_ =
        after_interrupts([&] { return platform_.link(place_.c_str(), second_name_.c_str()); });
    has_second_name_ = link_result_ == 0;
  }
  // Everything as it was: the old file in its place, or none.
  void put_back() {
    if (has_second_name_) {
      back_result_ = after_interrupts(
          [&] { return platform_.rename(second_name_.c_str(), place_.c_str(), Replace::kYes); });
      has_second_name_ = false;
      keeps_second_name_ = back_result_ != 0;
    } else if (link_result_ == -ENOENT) {
      back_result_ = after_interrupts([&] { return platform_.remove(place_.c_str()); });
    } else {
      back_result_ = link_result_;
    }
  }
  // Takes the second name away: 0 or -errno.
  int drop() {
    if (!has_second_name_) return 0;
    has_second_name_ = false;
    return after_interrupts([&] { return platform_.remove(second_name_.c_str()); });
  }
  // Behind the place's name; empty where put_back() did it.
  std::string words_of_state() const {
    if (back_result_ == 0) return {};
    return " is the new one already and cannot be taken back: " + error_text(back_result_) +
           (keeps_second_name_ ? "; the old one is " + printable_path(second_name_, "") : "");
  }
  const std::string& second_name() const { return second_name_; }

 private:
  Platform& platform_;
  const std::string& place_;
  std::string second_name_;
  int link_result_ = -ENOENT;  // there is none
  int back_result_ = 0;
  bool has_second_name_ = false;
  bool keeps_second_name_ = false;
};

}  // namespace

Status OutputFile::failure(std::int64_t error, std::string_view more) const {
  return {ErrorCode::kIo, name_ + ": " + error_text(error) + std::string(more)};
}

// Runs in destructors too: a warning that cannot be given is lost.
void OutputFile::warn(const std::string& message) const {
  if (wishes_.on_warning) wishes_.on_warning("warning: " + message);
}

Result<OutputFile> OutputFile::open(Platform& platform, const std::string& path,
                                    OutputWishes wishes) {
  OutputFile file(platform);
  file.wishes_ = std::move(wishes);
  file.name_ = printable_path(path, "<stdout>");
  FileInfo info;
  if (path == "-") {
    file.fd_ = 1;
    const int failed = after_interrupts([&] { return platform.info(1, file.in_place_); });
    if (failed < 0) return file.failure(failed);
    return file;
  }
  if (const std::optional<int> fd = named_descriptor(path)) {
    file.fd_ = after_interrupts([&] { return platform.duplicate(*fd); });
    if (file.fd_ < 0) return file.failure(file.fd_);
    file.owns_fd_ = true;
    const int failed = after_interrupts([&] { return platform.info(file.fd_, file.in_place_); });
    if (failed < 0) return file.failure(failed);
    return file;
  }
  const int missing = after_interrupts([&] { return platform.info_at(path.c_str(), info); });
  if (missing < 0 && missing != -ENOENT) return file.failure(missing);
  if (missing == 0 && info.is_directory) {
    return Status(ErrorCode::kIo, file.name_ + ": is a directory");
  }
  if (missing == 0 && !info.is_regular) {
    // Opening a FIFO waits for its other end, and so long that a signal may come.
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
  if (missing == 0 && file.wishes_.no_clobber) {
    return Status(ErrorCode::kIo, file.name_ + ": exists already (--no-clobber)");
  }
  Result<std::string> final_path = follow_links(platform, path);
  if (!final_path.ok()) {
    return Status(ErrorCode::kIo, file.name_ + ": " + final_path.status().message());
  }
  file.final_path_ = *std::move(final_path);
  if (Status status = file.open_temporary(missing == 0 ? &info : nullptr); !status.ok()) {
    return status;
  }
  return file;
}

std::string OutputFile::temporary_name() const {
  // 255 bytes is the longest name; the number and the ends of ours take up to 22 of them.
  constexpr std::size_t kLongestStem = 200;
  return folder_of(final_path_) + "/." + name_in_folder(final_path_).substr(0, kLongestStem) + "." +
         number_text("", platform_->unique_number(), 16) + ".tmp";
}

Status OutputFile::open_temporary(const FileInfo* replaced) {
  const std::string stem = name_in_folder(final_path_);
  if (final_path_.empty()) return failure(-ENOENT);
  if (stem.empty()) return Status(ErrorCode::kIo, name_ + ": is a directory");
  if (stem.size() > 255) return failure(-ENAMETOOLONG);
  const unsigned mode = replaced != nullptr ? 0600 : 0666;
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    std::string path = temporary_name();
    remember_temporary(path);
    fd_ = platform_->open(path.c_str(), OpenMode::kCreateNew, mode);
    if (fd_ < 0) forget_temporary(path);
    if (fd_ == -EEXIST || fd_ == -EINTR) continue;
    if (fd_ < 0) break;
    owns_fd_ = true;
    temporary_path_ = std::move(path);
    return replaced != nullptr ? take_permissions(*replaced) : Status();
  }
  // A file that may be written in a folder that may not: the folder is what counts.
  const bool is_refused = fd_ == -EACCES || fd_ == -EPERM || fd_ == -EROFS;
  return failure(fd_,
                 is_refused ? " (it is written beside its place: its folder must allow that)" : "");
}

Status OutputFile::take_permissions(const FileInfo& replaced) {
  FileInfo present;
  int failed = after_interrupts([&] { return platform_->info(fd_, present); });
  if (failed < 0) return failure(failed);
  const auto set_owner = [&](unsigned owner) {
    return after_interrupts([&] { return platform_->set_owner(fd_, owner, replaced.group); }) == 0;
  };
  bool keeps_owner = present.owner == replaced.owner;
  bool keeps_group = present.group == replaced.group;
  if (!keeps_owner || !keeps_group) {
    const bool has_both = set_owner(replaced.owner);
    keeps_owner = keeps_owner || has_both;
    keeps_group = keeps_group || has_both || set_owner(kSameOwner);
  }
  unsigned mode = replaced.mode;
  if (!keeps_owner || !keeps_group) mode &= 0777U;
  if (!keeps_group) {
    const unsigned common = (mode >> 3) & mode & 7U;
    mode = (mode & 0700U) | common << 3 | common;
  }
  failed = after_interrupts([&] { return platform_->set_permissions(fd_, mode); });
  if (failed < 0) return failure(failed);
  if (mode != replaced.mode) {
    warn(name_ + ": the old file's " + (keeps_group ? "owner" : "group") +
         " cannot be kept, so its mode " + mode_text(replaced.mode) + " becomes " +
         mode_text(mode));
  }
  return {};
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : platform_(other.platform_),
      wishes_(std::move(other.wishes_)),
      fd_(other.fd_),
      owns_fd_(std::exchange(other.owns_fd_, false)),
      name_(std::move(other.name_)),
      final_path_(std::move(other.final_path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      in_place_(other.in_place_),
      written_(other.written_),
      grace_end_ns_(other.grace_end_ns_) {}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::discard() {
  if (owns_fd_) platform_->close(fd_);
  owns_fd_ = false;
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
  } catch (...) {  // no memory for the words; the file's name tells what it is
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
      return failure(wrote < 0 ? wrote : -EIO, " after " + std::to_string(written_) + " bytes");
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    written_ += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

bool OutputFile::wait_for_reader() {
  // After a request to stop, a reader that is awake still gets the rest of the bytes at hand, so
  // that they end with a whole record.
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
  if (Status status = place(); !status.ok()) return status;
  return sync_placed();
}

Status OutputFile::close_written() {
  if (wishes_.sync) {
    const int failed = after_interrupts([&] { return platform_->sync(fd_); });
    // Pipes and devices have nothing to flush.
    if (failed < 0 && !(final_path_.empty() && (failed == -EINVAL || failed == -ENOTSUP))) {
      return failure(failed);
    }
  }
  if (!owns_fd_) return {};
  owns_fd_ = false;
  // An interrupted close has closed.
  if (const int failed = platform_->close(fd_); failed < 0 && failed != -EINTR)
    return failure(failed);
  return {};
}

Status OutputFile::place() {
  const int failed = move_into_place();
  return failed < 0 ? failure_to_place(failed) : Status();
}

Status OutputFile::failure_to_place(int failed) const {
  if (failed == -EEXIST && wishes_.no_clobber) return failure(failed, " (--no-clobber)");
  if (failed == -EOPNOTSUPP && wishes_.no_clobber) {
    return failure(failed,
                   ": this file system cannot keep --no-clobber, it has neither a rename "
                   "that does not replace nor hard links");
  }
  return failure(failed);
}

Status OutputFile::sync_placed() {
  if (!wishes_.sync || final_path_.empty()) return {};
  const std::string folder = folder_of(final_path_);
  const int unsynced = after_interrupts([&] { return platform_->sync_folder(folder.c_str()); });
  if (unsynced == 0) return {};
  return {ErrorCode::kIo, name_ + ": is in place, but may not be on the disk yet: its folder: " +
                              error_text(unsynced)};
}

Status OutputFile::commit_both(OutputFile& first, OutputFile& second) {
  for (OutputFile* file : {&first, &second}) {
    if (Status status = file->close_written(); !status.ok()) return status;
  }
  // Words may take memory that is not there: they come last.
  OldFile old(*first.platform_, first.final_path_, first.temporary_name());
  int failed_first = 0;
  int failed_second = 0;
  {
    const Replacement both;  // no second signal ends the process between the two
    if (!first.final_path_.empty() && !first.wishes_.no_clobber) old.keep();
    failed_first = first.move_into_place();
    if (failed_first == 0) failed_second = second.move_into_place();
    if (failed_second != 0 && !first.final_path_.empty()) old.put_back();
  }
  if (const int failed = old.drop(); failed < 0) first.warn_of_remains(old.second_name(), failed);
  if (failed_first != 0) return first.failure_to_place(failed_first);
  if (failed_second != 0) {
    Status status = second.failure_to_place(failed_second);
    const std::string state = old.words_of_state();
    return state.empty() ? status
                         : Status(status.code(), status.message() + "; " + first.name_ + state);
  }
  if (Status status = first.sync_placed(); !status.ok()) return status;
  return second.sync_placed();
}

int OutputFile::move_into_place() {
  if (final_path_.empty()) return 0;
  const char* const from = temporary_path_.c_str();
  const char* const to = final_path_.c_str();
  const Replace replace = wishes_.no_clobber ? Replace::kNo : Replace::kYes;
  Replacement replacement;
  int failed = after_interrupts([&] { return platform_->rename(from, to, replace); });
  if (failed == 0) {
    replacement.succeeded();
    forget_temporary(temporary_path_);
    temporary_path_.clear();
    return 0;
  }
  // Not every file system can rename without replacing (NFS, many of FUSE): a second name for the
  // file and then the end of the first come to the same, for link() does not replace either.
  const bool is_unknown = failed == -EINVAL || failed == -ENOSYS || failed == -EOPNOTSUPP;
  if (replace == Replace::kYes || !is_unknown) return failed;
  failed = after_interrupts([&] { return platform_->link(from, to); });
  if (failed == -EPERM || failed == -ENOSYS || failed == -EMLINK) failed = -EOPNOTSUPP;
  if (failed == 0) {
    replacement.succeeded();
    remove_temporary();
  }
  return failed;
}

bool OutputFile::overwrites(const InputFile& input) const {
  const FileInfo& read = input.at_open();
  return in_place_.is_regular && !in_place_.appends && read.is_regular &&
         in_place_.device == read.device && in_place_.inode == read.inode;
}

Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b) {
  if (a == "-" && b == "-") return true;
  // 0, -ENOENT, or the Status of what else is wrong.
  Status unknown;
  const auto look = [&](const std::string& path, FileInfo& info) {
    const int failed = after_interrupts([&] {
      return path == "-" ? platform.info(1, info) : platform.info_at(path.c_str(), info);
    });
    if (failed < 0 && failed != -ENOENT && unknown.ok()) {
      unknown = {ErrorCode::kIo, printable_path(path, "<stdout>") + ": " + error_text(failed)};
    }
    return failed == 0;
  };
  FileInfo at_a, at_b;
  const bool has_a = look(a, at_a);
  const bool has_b = look(b, at_b);
  if (!unknown.ok()) return unknown;
  if (has_a && has_b) {
    // What comes to a terminal or to /dev/null from two sides does no harm there.
    return !at_a.is_directory && !at_a.is_device && at_a.device == at_b.device &&
           at_a.inode == at_b.inode;
  }
  if (has_a || has_b) return false;
  const Result<std::string> path_a = follow_links(platform, a);
  if (!path_a.ok()) {
    return Status(ErrorCode::kIo, printable_path(a, "") + ": " + path_a.status().message());
  }
  const Result<std::string> path_b = follow_links(platform, b);
  if (!path_b.ok()) {
    return Status(ErrorCode::kIo, printable_path(b, "") + ": " + path_b.status().message());
  }
  FileInfo folder_a, folder_b;
  const bool has_folders = look(folder_of(*path_a), folder_a) && look(folder_of(*path_b), folder_b);
  if (!unknown.ok()) return unknown;
  return has_folders && folder_a.device == folder_b.device && folder_a.inode == folder_b.inode &&
         name_in_folder(*path_a) == name_in_folder(*path_b);
}

}  // namespace dokumill
