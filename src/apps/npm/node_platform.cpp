// The Platform of the npm package: files through node's module fs (package/files.mjs). In a browser
// there are no files, and every call fails as on no_platform.cpp.
//
// node has no fallocate(), no extended attributes, no O_TMPFILE and no mmap(). These calls fail as
// the interface allows, and the jobs do without them. There is one thread.
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"

// Implemented in node_files.js. All return a value >= 0, or -errno. Offsets and times are doubles,
// because numbers of JavaScript are doubles; they are exact up to 2^53.
extern "C" {
int dokumill_node_open(const char* path, int mode, int permissions);
int dokumill_node_close(int fd);
int dokumill_node_read(int fd, char* buffer, int bytes, double offset);
int dokumill_node_write(int fd, const char* data, int bytes, double offset);
// `path`: nullptr for the file `fd`. `fields`: 11 numbers, see fill().
int dokumill_node_info(const char* path, int fd, double* fields);
int dokumill_node_on_path(int action, const char* path, const char* other, int number);
int dokumill_node_on_file(int action, int fd, double number);
// Writes a text of at most `room` bytes. Returns its size.
int dokumill_node_text(int what, const char* name, char* text, int room);
int dokumill_node_wait_readable(int fd, int timeout_ms);
double dokumill_node_random();
}

namespace dokumill {
namespace {

// The actions of node_files.js.
enum PathAction {
  kMayWrite,
  kRename,
  kRenameNew,
  kLink,
  kRemove,
  kMakeFolder,
  kRemoveFolder,
  kIsEmptyFolder,
  kSyncFolder
};
enum FileAction { kPosition, kSync, kTruncate, kMode, kIsTerminal, kColumns, kMayActFor };
enum TextOf { kLinkTarget, kRealPath, kEnvironment };

struct ErrorRow {
  int number;
  const char* text;  // as glibc has it, so that messages do not depend on the system
};
constexpr ErrorRow kErrors[] = {
    {EPERM, "Operation not permitted"},
    {ENOENT, "No such file or directory"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {ENXIO, "No such device or address"},
    {EBADF, "Bad file descriptor"},
    {EAGAIN, "Resource temporarily unavailable"},
    {ENOMEM, "Cannot allocate memory"},
    {EACCES, "Permission denied"},
    {EBUSY, "Device or resource busy"},
    {EEXIST, "File exists"},
    {EXDEV, "Invalid cross-device link"},
    {ENODEV, "No such device"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {EINVAL, "Invalid argument"},
    {ENFILE, "Too many open files in system"},
    {EMFILE, "Too many open files"},
    {ETXTBSY, "Text file busy"},
    {EFBIG, "File too large"},
    {ENOSPC, "No space left on device"},
    {ESPIPE, "Illegal seek"},
    {EROFS, "Read-only file system"},
    {EMLINK, "Too many links"},
    {EPIPE, "Broken pipe"},
    {ENAMETOOLONG, "File name too long"},
    {ENOSYS, "Function not implemented"},
    {ENOTEMPTY, "Directory not empty"},
    {ELOOP, "Too many levels of symbolic links"},
    {EOPNOTSUPP, "Operation not supported"},
    {EDQUOT, "Disk quota exceeded"},
};

void fill(const double (&fields)[11], FileInfo& info) {
  const auto kind = static_cast<int>(fields[0]);  // 0: a file, 1: a folder, 2: a device, 3: others
  info.is_regular = kind == 0;
  info.is_directory = kind == 1;
  info.is_device = kind == 2;
  info.bytes = info.is_regular ? static_cast<std::uint64_t>(fields[1]) : 0;
  info.device = static_cast<std::uint64_t>(fields[2]);
  // An inode can have 64 bits, so it comes in two halves.
  info.inode = static_cast<std::uint64_t>(fields[3]) << 32 | static_cast<std::uint64_t>(fields[4]);
  info.mode = static_cast<unsigned>(fields[5]);
  info.owner = static_cast<unsigned>(fields[6]);
  info.group = static_cast<unsigned>(fields[7]);
  info.modified_ns = static_cast<std::int64_t>(fields[8]) * 1'000'000;
  info.changed_ns = static_cast<std::int64_t>(fields[9]) * 1'000'000;
  info.appends = (static_cast<int>(fields[10]) & 1) != 0;
  info.is_read_only = (static_cast<int>(fields[10]) & 2) != 0;
}

// node reads and writes at most this many bytes at once.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr double kAtPosition = -1;

class NodePlatform final : public Platform {
 public:
  int open(const char* path, OpenMode mode, unsigned permissions) override {
    if (mode == OpenMode::kUnnamed) return -EOPNOTSUPP;
    return dokumill_node_open(path, static_cast<int>(mode), static_cast<int>(permissions));
  }
  // Standard streams are not closed, so the number itself serves.
  int duplicate(int fd) override { return fd; }
  int close(int fd) override { return fd < 3 ? 0 : dokumill_node_close(fd); }
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override {
    return dokumill_node_read(fd, buffer, at_most(bytes), kAtPosition);
  }
  std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) override {
    return dokumill_node_read(fd, buffer, at_most(bytes), static_cast<double>(offset));
  }
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    return dokumill_node_write(fd, data, at_most(bytes), kAtPosition);
  }
  std::int64_t write_at(int fd, const char* data, std::size_t bytes,
                        std::uint64_t offset) override {
    return dokumill_node_write(fd, data, at_most(bytes), static_cast<double>(offset));
  }
  int info(int fd, FileInfo& info) override { return info_of(nullptr, fd, info); }
  int info_at(const char* path, FileInfo& info) override { return info_of(path, -1, info); }
  std::int64_t position(int fd) override { return dokumill_node_on_file(kPosition, fd, 0); }
  int sync(int fd) override { return dokumill_node_on_file(kSync, fd, 0); }
  int reserve(int, std::uint64_t) override { return -EOPNOTSUPP; }
  int reserve_to_grow(int, std::uint64_t) override { return -EOPNOTSUPP; }
  int truncate(int fd, std::uint64_t bytes) override {
    return dokumill_node_on_file(kTruncate, fd, static_cast<double>(bytes));
  }
  int may_write(const char* path) override { return on_path(kMayWrite, path); }
  bool may_act_for(unsigned owner) override {
    return dokumill_node_on_file(kMayActFor, 0, owner) == 1;
  }
  int set_permissions(int fd, unsigned mode) override {
    return dokumill_node_on_file(kMode, fd, mode);
  }
  int set_owner(int, unsigned, unsigned) override { return -EPERM; }
  int list_attributes(const char*, std::string&) override { return -EOPNOTSUPP; }
  int attribute(const char*, const char*, std::string&) override { return -EOPNOTSUPP; }
  int set_attribute(int, const char*, const std::string&) override { return -EOPNOTSUPP; }
  int remove_attribute(int, const char*) override { return -EOPNOTSUPP; }
  int rename(const char* from, const char* to, Replace replace) override {
    return on_path(replace == Replace::kYes ? kRename : kRenameNew, from, to);
  }
  int link(const char* from, const char* to) override { return on_path(kLink, from, to); }
  int remove(const char* path) override { return on_path(kRemove, path); }
  int make_folder(const char* path, unsigned permissions) override {
    return on_path(kMakeFolder, path, "", static_cast<int>(permissions));
  }
  int remove_folder(const char* path) override { return on_path(kRemoveFolder, path); }
  int is_empty_folder(const char* path) override { return on_path(kIsEmptyFolder, path); }
  int read_link(const char* path, std::string& target) override {
    return text(kLinkTarget, path, target);
  }
  int real_path(const char* path, std::string& real) override {
    return text(kRealPath, path, real);
  }
  int sync_folder(const char* path) override { return on_path(kSyncFolder, path); }
  const char* map(int, std::size_t) override { return nullptr; }
  PollResult wait_readable(int fd, int timeout_ms) override {
    return static_cast<PollResult>(dokumill_node_wait_readable(fd, timeout_ms));
  }
  void wait_writable(int) override { dokumill_node_wait_readable(-1, 1); }
  int free_descriptors(int wanted) override { return wanted; }
  bool is_terminal(int fd) override { return dokumill_node_on_file(kIsTerminal, fd, 0) == 1; }
  int terminal_columns(int fd) override { return dokumill_node_on_file(kColumns, fd, 0); }
  int try_threads(int) override { return 1; }
  bool can_bind_to_each(const std::vector<std::vector<int>>&) override { return true; }
  std::uint64_t now_ns() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
  Processors processors() override { return {{0}}; }
  bool environment(const char* name, std::string& value) override {
    return text(kEnvironment, name, value) == 0;
  }
  std::uint64_t unique_number() override { return secret_number(); }
  std::uint64_t secret_number() override {
    const auto half = [] { return static_cast<std::uint64_t>(dokumill_node_random()); };
    return half() << 32 | half();
  }

 private:
  static int at_most(std::size_t bytes) { return static_cast<int>(std::min(bytes, kMostBytes)); }
  static int on_path(PathAction action, const char* path, const char* other = "", int number = 0) {
    return dokumill_node_on_path(action, path, other, number);
  }
  static int info_of(const char* path, int fd, FileInfo& info) {
    double fields[11] = {};
    const int result = dokumill_node_info(path, fd, fields);
    if (result >= 0) fill(fields, info);
    return result;
  }
  static int text(TextOf what, const char* name, std::string& value) {
    value.resize(1 << 16);
    const int size = dokumill_node_text(what, name, value.data(), static_cast<int>(value.size()));
    value.resize(static_cast<std::size_t>(std::max(size, 0)));
    return std::min(size, 0);
  }
};

}  // namespace

Platform& system_platform() {
  static NodePlatform platform;
  return platform;
}

std::string error_text(std::int64_t negative_errno) {
  for (const ErrorRow& row : kErrors) {
    if (row.number == -negative_errno) return row.text;
  }
  return std::strerror(static_cast<int>(-negative_errno));
}

}  // namespace dokumill
