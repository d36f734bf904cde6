#include <dirent.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/magic.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include "base/platform/after_interrupts.hpp"
#include "base/platform/files/map_guard.hpp"
#include "base/platform/platform.hpp"
#include "base/platform/process/cpu_budget.hpp"
#include "base/platform/process/processors.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/platform/process/threads.hpp"

namespace dokumill {
namespace {

template <class T>
auto or_errno(T result) {
  return result < 0 ? static_cast<T>(-errno) : result;
}

// Makes a call of the system, and makes it again as long as a signal interrupts it. Returns a value
// >= 0, or -errno.
template <class Call, class... Arguments>
auto settled(const Call& call, Arguments... arguments) {
  return after_interrupts([&] { return or_errno(call(arguments...)); });
}

void fill(const struct stat& from, FileInfo& to) {
  to.is_regular = S_ISREG(from.st_mode);
  to.is_directory = S_ISDIR(from.st_mode);
  to.is_device = S_ISCHR(from.st_mode) || S_ISBLK(from.st_mode);
  to.bytes = to.is_regular ? static_cast<std::uint64_t>(from.st_size) : 0;
  to.device = from.st_dev;
  to.inode = from.st_ino;
  to.mode = from.st_mode & 07777U;
  to.owner = from.st_uid;
  to.group = from.st_gid;
  to.modified_ns = from.st_mtim.tv_sec * std::int64_t{1'000'000'000} + from.st_mtim.tv_nsec;
  to.changed_ns = from.st_ctim.tv_sec * std::int64_t{1'000'000'000} + from.st_ctim.tv_nsec;
}

// Sets the fields that only statx() reports. Linux before 5.8 does not report mount points, and
// some file systems report no attributes. The fields then stay false. So a job that cannot replace
// its file fails later, at the rename.
void fill_attributes(const char* path, FileInfo& to) {
  struct statx found {};
  if (::statx(AT_FDCWD, path, 0, STATX_TYPE, &found) != 0) return;
  const auto has = [&](std::uint64_t attribute) { return (found.stx_attributes & attribute) != 0; };
  to.is_immutable = has(STATX_ATTR_IMMUTABLE);
  to.is_append_only = has(STATX_ATTR_APPEND);
  to.is_mount_point = has(STATX_ATTR_MOUNT_ROOT);
}

// True if this process has CAP_FOWNER, which lets it act as the owner of any file.
bool is_any_owner() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capget, &header, data) == 0) {
    return (data[CAP_TO_INDEX(CAP_FOWNER)].effective & CAP_TO_MASK(CAP_FOWNER)) != 0;
  }
  return ::geteuid() == 0;
}

// Reads a value whose size may change between the call that returns the size and the call that
// returns the value.
template <class Call>
int read_sized(std::string& value, const Call& call) {
  for (;;) {
    const ssize_t size = settled(call, nullptr, std::size_t{0});
    if (size < 0) return static_cast<int>(size);
    value.resize(static_cast<std::size_t>(size));
    if (size == 0) return 0;
    const ssize_t got = settled(call, value.data(), value.size());
    if (got == -ERANGE) continue;
    if (got < 0) return static_cast<int>(got);
    value.resize(static_cast<std::size_t>(got));
    return 0;
  }
}

// Opens the pipe again for this process alone, so that writes return -EAGAIN instead of blocking.
// Returns -1 if that is not possible: `fd` is not the writing end of a pipe, its reader is gone, or
// /proc is missing.
int reopen_pipe(int fd) {
  struct stat found {};
  if (::fstat(fd, &found) != 0 || !S_ISFIFO(found.st_mode)) return -1;
  if ((::fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY) return -1;
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  return ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

bool is_fifo(const char* path) {
  struct stat found {};
  return ::stat(path, &found) == 0 && S_ISFIFO(found.st_mode);
}

// Opens a FIFO for writing as soon as it has a reader. Returns -EINTR after a stop signal. The
// function polls, because an open() that waits would miss a signal that came just before the call.
int open_fifo_for_writing(const char* path) {
  constexpr int kLookMs = 10;
  for (;;) {
    const int fd = ::open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 || errno != ENXIO) return or_errno(fd);
    pollfd wait{stop_wakeup_fd(), POLLIN, 0};
    if (::poll(&wait, 1, kLookMs) > 0) return -EINTR;
  }
}

// is_socket[fd]: true if the standard stream `fd` is a socket. A pipe can be opened again for this
// process alone (reopen_pipe()), but a socket cannot. So write() makes each write to a socket
// non-blocking.
bool is_socket[3];

int open_flags(OpenMode mode) {
  switch (mode) {
    case OpenMode::kCreateNew:
      return O_WRONLY | O_CREAT | O_EXCL;
    case OpenMode::kScratch:
      return O_RDWR | O_CREAT | O_EXCL;
    case OpenMode::kUnnamed:
      return O_RDWR | O_TMPFILE | O_EXCL;
    case OpenMode::kWriteInPlace:
      return O_WRONLY;
    case OpenMode::kRead:
      break;
  }
  return O_RDONLY;
}

// Returns 1 for an empty folder, 0 for any other folder, or -errno.
int is_empty_or_error(const char* path) {
  DIR* const folder = ::opendir(path);
  if (folder == nullptr) return -errno;
  int is_empty = 1;
  errno = 0;
  for (const dirent* entry = ::readdir(folder); entry != nullptr && is_empty == 1;
       entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") is_empty = 0;
  }
  const int failed = errno;
  ::closedir(folder);
  return failed != 0 && is_empty == 1 ? -failed : is_empty;
}

class PosixPlatform final : public Platform {
 public:
  int open(const char* path, OpenMode mode, unsigned permissions) override {
    int flags = open_flags(mode);
    if ((mode == OpenMode::kRead || mode == OpenMode::kWriteInPlace) && is_fifo(path)) {
      if (mode == OpenMode::kWriteInPlace) return open_fifo_for_writing(path);
      flags |= O_NONBLOCK;
    }
    return or_errno(::open(path, flags | O_CLOEXEC | O_NOCTTY, permissions));
  }
  int duplicate(int fd) override {
    const int reopened = reopen_pipe(fd);
    return reopened >= 0 ? reopened : settled(::fcntl, fd, F_DUPFD_CLOEXEC, 3);
  }
  int close(int fd) override { return or_errno(::close(fd)); }
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override {
    return or_errno(::read(fd, buffer, bytes));
  }
  std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) override {
    return settled(::pread, fd, buffer, bytes, static_cast<off_t>(offset));
  }
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (fd < 3 && is_socket[fd]) {
      return or_errno(::send(fd, data, bytes, MSG_DONTWAIT | MSG_NOSIGNAL));
    }
    return or_errno(::write(fd, data, bytes));
  }
  std::int64_t write_at(int fd, const char* data, std::size_t bytes,
                        std::uint64_t offset) override {
    return settled(::pwrite, fd, data, bytes, static_cast<off_t>(offset));
  }
  int info(int fd, FileInfo& info) override {
    struct stat found {};
    const int result = settled(::fstat, fd, &found);
    fill(found, info);
    const int flags = info.is_regular ? ::fcntl(fd, F_GETFL) : -1;
    info.appends = flags >= 0 && (flags & O_APPEND) != 0;
    info.is_read_only = flags >= 0 && (flags & O_ACCMODE) == O_RDONLY;
    return result;
  }
  int info_at(const char* path, FileInfo& info) override {
    struct stat found {};
    const int result = settled(::stat, path, &found);
    fill(found, info);
    if (result == 0) fill_attributes(path, info);
    return result;
  }
  std::int64_t position(int fd) override { return or_errno(::lseek(fd, 0, SEEK_CUR)); }
  int sync(int fd) override { return settled(::fsync, fd); }
  int reserve(int fd, std::uint64_t bytes) override {
    if (bytes == 0) return 0;
    return settled(::fallocate, fd, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes));
  }
  int reserve_to_grow(int fd, std::uint64_t bytes) override {
    struct statfs system {};
    if (const int failed = settled(::fstatfs, fd, &system); failed < 0) return failed;
    return system.f_type == EXT4_SUPER_MAGIC ? reserve(fd, bytes) : -EOPNOTSUPP;
  }
  int truncate(int fd, std::uint64_t bytes) override {
    return settled(::ftruncate, fd, static_cast<off_t>(bytes));
  }
  int may_write(const char* path) override {
    return settled(::faccessat, AT_FDCWD, path, W_OK, AT_EACCESS);
  }
  bool may_act_for(unsigned owner) override { return ::geteuid() == owner || is_any_owner(); }
  int set_permissions(int fd, unsigned mode) override { return settled(::fchmod, fd, mode); }
  int set_owner(int fd, unsigned owner, unsigned group) override {
    return settled(::fchown, fd, owner, group);
  }
  int list_attributes(const char* path, std::string& names) override {
    return read_sized(names, [&](char* to, std::size_t n) { return ::listxattr(path, to, n); });
  }
  int attribute(const char* path, const char* name, std::string& value) override {
    return read_sized(value,
                      [&](char* to, std::size_t n) { return ::getxattr(path, name, to, n); });
  }
  int set_attribute(int fd, const char* name, const std::string& value) override {
    return settled(::fsetxattr, fd, name, value.data(), value.size(), 0);
  }
  int remove_attribute(int fd, const char* name) override {
    return settled(::fremovexattr, fd, name);
  }
  int rename(const char* from, const char* to, Replace replace) override {
    if (replace == Replace::kYes) return settled(::rename, from, to);
    return static_cast<int>(
        settled(::syscall, SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1U /* NOREPLACE */));
  }
  int link(const char* from, const char* to) override { return settled(::link, from, to); }
  int remove(const char* path) override { return settled(::unlink, path); }
  int make_folder(const char* path, unsigned permissions) override {
    return settled(::mkdir, path, static_cast<mode_t>(permissions));
  }
  int remove_folder(const char* path) override { return settled(::rmdir, path); }
  int is_empty_folder(const char* path) override {
    return after_interrupts([path] { return is_empty_or_error(path); });
  }
  int read_link(const char* path, std::string& target) override {
    char buffer[PATH_MAX];
    const ssize_t length = settled(::readlink, path, buffer, sizeof buffer);
    if (length < 0) return static_cast<int>(length);
    target.assign(buffer, static_cast<std::size_t>(length));
    return 0;
  }
  int real_path(const char* path, std::string& real) override {
    char buffer[PATH_MAX];
    const int failed = settled([&] { return ::realpath(path, buffer) == nullptr ? -1 : 0; });
    if (failed == 0) real = buffer;
    return failed;
  }
  int sync_folder(const char* path) override {
    const int fd = settled(::open, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return fd;
    const int result = settled(::fsync, fd);
    ::close(fd);
    return result;
  }

  // Accessing a mapped record costs 3 to 10 ns, depending on the size of the page cache's folios.
  // We also tried advice to populate the map (the whole file or each chunk), huge pages and a
  // shared map. None of them changed the time.
  const char* map(int fd, std::size_t bytes) override {
    if (bytes == 0) return nullptr;
    void* data = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) return nullptr;
    if (!guard_map(static_cast<const char*>(data), bytes)) {
      ::munmap(data, bytes);
      return nullptr;
    }
    ::madvise(data, bytes, MADV_SEQUENTIAL);
    return static_cast<const char*>(data);
  }
  std::optional<std::uint64_t> lost_byte_of(const char* map) override { return lost_byte(map); }
  void unmap(const char* data, std::size_t bytes) override {
    unguard_map(data);
    ::munmap(const_cast<char*>(data), bytes);
  }

  PollResult wait_readable(int fd, int timeout_ms) override {
    pollfd waits[2] = {{fd, POLLIN, 0}, {stop_wakeup_fd(), POLLIN, 0}};
    const nfds_t count = waits[1].fd >= 0 ? 2 : 1;
    const int ready = ::poll(waits, count, timeout_ms);
    if (ready == 0) return PollResult::kTimeout;
    if (ready < 0 || (count == 2 && waits[1].revents != 0)) return PollResult::kWoken;
    return PollResult::kReadable;
  }
  void wait_writable(int fd) override {
    pollfd waits[2] = {{fd, POLLOUT, 0}, {stop_wakeup_fd(), POLLIN, 0}};
    if (stop_signal() != 0) {
      ::poll(waits, 1, 10);
    } else {
      ::poll(waits, waits[1].fd >= 0 ? 2 : 1, -1);
    }
  }

  int free_descriptors(int wanted) override {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    int found = 0;
    for (int fd = 0; found < wanted && static_cast<rlim_t>(fd) < limit.rlim_cur; ++fd) {
      if (::fcntl(fd, F_GETFD) < 0) ++found;
    }
    return found;
  }

  bool is_terminal(int fd) override { return ::isatty(fd) == 1; }
  int terminal_columns(int fd) override {
    winsize size{};
    return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  }
  int try_threads(int wanted) override { return startable_threads(wanted); }
  bool can_bind_to_each(const std::vector<std::vector<int>>& places) override {
    return are_places_usable(places);
  }
  bool has_lost_threads() override { return were_threads_lost(); }
  std::uint64_t now_ns() override {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(now.tv_nsec);
  }
  Processors processors() override { return find_processors(); }
  bool environment(const char* name, std::string& value) override {
    const char* found = std::getenv(name);
    if (found != nullptr) value = found;
    return found != nullptr;
  }
  std::uint64_t unique_number() override {
    static std::atomic<std::uint64_t> counter{0};
    std::uint64_t mixed = now_ns() ^ (static_cast<std::uint64_t>(::getpid()) << 40) ^
                          (counter.fetch_add(1) * 0x9E3779B97F4A7C15U);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    return mixed ^ (mixed >> 31);
  }
  std::uint64_t secret_number() override {
    std::uint64_t number = 0;
    return ::getentropy(&number, sizeof number) == 0 ? number : unique_number();
  }
};

}  // namespace

Platform& system_platform() {
  static PosixPlatform platform;
  return platform;
}

void occupy_standard_descriptors() {
  for (int fd = 0; fd < 3; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    // open() returns the lowest free number, which is `fd`. /dev/null is opened for writing as
    // descriptor 0, and for reading as 1 or 2, so that using `fd` fails.
    [[maybe_unused]] const int opened = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

void settle_standard_pipes() {
  for (const int fd : {1, 2}) {
    struct stat found {};
    is_socket[fd] = ::fstat(fd, &found) == 0 && S_ISSOCK(found.st_mode);
    const int reopened = reopen_pipe(fd);
    if (reopened < 0) continue;
    ::dup2(reopened, fd);
    ::close(reopened);
  }
}

void settle_memory() {
  ::mallopt(M_ARENA_MAX, 1);
}

void settle_openmp_environment() {
  constexpr const char* kName = "OMP_NUM_THREADS";
  const char* wish = std::getenv(kName);
  if (wish == nullptr) return;
  const long number = std::strtol(wish, nullptr, 10);
  if (number < 1) ::unsetenv(kName);
  if (number > kMaxThreads) ::setenv(kName, std::to_string(kMaxThreads).c_str(), 1);
}

std::string error_text(std::int64_t negative_errno) {
  const int code = static_cast<int>(-negative_errno);
  // The texts of the locale C. glibc returns them without allocating memory, so this call succeeds.
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strerror_l(code, plain);
}

}  // namespace dokumill
