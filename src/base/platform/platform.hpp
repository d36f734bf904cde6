// Platform: the operating-system calls of the program, as one narrow interface.
//
// Only the folder src/base/platform makes such calls. Jobs make them through a Platform&, so that a
// test can replace the Platform with a double that fails. (Some files of this folder call the
// system directly, such as file_lock.cpp and stop_signals.cpp.) The functions are modeled on POSIX
// calls: they return a value >= 0, or -errno. Of the calls that a signal can interrupt, only
// open(), read(), write() and close() return -EINTR. Thread safety: several threads may use a
// Platform at once.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace dokumill {

struct Processors {
  std::vector<int> usable = {};  // their numbers, ascending; a Platform reports at least one
  int present = 1;               // the processors of the machine
  // True if an OpenMP runtime binds threads to parts of `usable`, so that a thread of a job may
  // have fewer processors than the job.
  bool are_threads_bound = false;
  // The environment variable that leaves out processors. Empty: none does; if there are fewer than
  // `present`, this process is bound (taskset, mpirun, a container).
  std::string limited_by = {};
};

struct FileInfo {
  bool is_regular = false;
  bool is_directory = false;
  bool is_device = false;     // a terminal, /dev/null
  bool appends = false;       // descriptors only: every write appends (>>)
  bool is_read_only = false;  // descriptors only: opened for reading only
  // Paths only, if the system reports them:
  bool is_immutable = false;    // cannot be changed, renamed or removed (chattr +i)
  bool is_append_only = false;  // the same, except that bytes or names can be added (chattr +a)
  bool is_mount_point = false;  // cannot be renamed or removed
  std::uint64_t bytes = 0;      // regular files only
  std::uint64_t device = 0;     // device and inode identify a file
  std::uint64_t inode = 0;
  unsigned mode = 0;  // permission bits
  unsigned owner = 0;
  unsigned group = 0;
  std::int64_t modified_ns = 0;  // when the content was last written
  std::int64_t changed_ns = 0;   // when content, mode, owner, attributes or links last changed
};

inline bool is_same_file(const FileInfo& a, const FileInfo& b) {
  return a.device == b.device && a.inode == b.inode;
}

// kCreateNew: a new file for writing. kWriteInPlace: an existing file for writing. kUnnamed: a new
// file without a name, for writing and reading; the path is the folder on whose disk the file is
// stored. kScratch: a new file for writing and reading.
enum class OpenMode { kRead, kCreateNew, kWriteInPlace, kUnnamed, kScratch };
enum class Replace { kYes, kNo };
// As the argument `owner` of set_owner(): the owner stays as it is.
inline constexpr unsigned kSameOwner = ~0U;
enum class PollResult { kReadable, kTimeout, kWoken };

class Platform {
 public:
  // Calls that a derived class does not override go to `below`. If there is no platform below, they
  // fail: they return -ENOSYS, false, nullptr or 0.
  explicit Platform(Platform* below = nullptr) : below_(below) {}
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
  virtual ~Platform() = default;

  // Files. `permissions` applies if a file is created, and is subject to the umask. Reads and
  // writes of a FIFO never block; they return -EAGAIN instead. Opening a FIFO for writing waits
  // until it has a reader; a stop signal ends this wait with -EINTR. For the writing end of a pipe,
  // duplicate() returns a descriptor whose writes never block, if that is possible.
  virtual int open(const char* path, OpenMode mode, unsigned permissions) {
    return pass(&Platform::open, path, mode, permissions);
  }
  virtual int duplicate(int fd) { return pass(&Platform::duplicate, fd); }
  virtual int close(int fd) { return pass(&Platform::close, fd); }
  virtual std::int64_t read(int fd, char* buffer, std::size_t bytes) {
    return pass(&Platform::read, fd, buffer, bytes);
  }
  // Reads from byte `offset` on. The position of the next read() or write() does not change.
  virtual std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) {
    return pass(&Platform::read_at, fd, buffer, bytes, offset);
  }
  virtual std::int64_t write(int fd, const char* data, std::size_t bytes) {
    return pass(&Platform::write, fd, data, bytes);
  }
  // Writes from byte `offset` on. The position of the next write() does not change.
  virtual std::int64_t write_at(int fd, const char* data, std::size_t bytes, std::uint64_t offset) {
    return pass(&Platform::write_at, fd, data, bytes, offset);
  }
  virtual int info(int fd, FileInfo& info) { return pass(&Platform::info, fd, info); }
  // Follows links.
  virtual int info_at(const char* path, FileInfo& info) {
    return pass(&Platform::info_at, path, info);
  }
  // The position in the file where the next read begins; -ESPIPE if the descriptor has no position.
  virtual std::int64_t position(int fd) { return pass(&Platform::position, fd); }
  virtual int sync(int fd) { return pass(&Platform::sync, fd); }
  // Reserves room on the disk for the first `bytes` bytes. The size and the content do not change.
  // -EOPNOTSUPP if the file system cannot do this.
  virtual int reserve(int fd, std::uint64_t bytes) { return pass(&Platform::reserve, fd, bytes); }
  // Does the same as reserve(), but only to make the writes of a growing file faster. Only on ext4
  // does reserved room have this effect. On all other file systems, the result is -EOPNOTSUPP.
  virtual int reserve_to_grow(int fd, std::uint64_t bytes) {
    return pass(&Platform::reserve_to_grow, fd, bytes);
  }
  virtual int truncate(int fd, std::uint64_t bytes) { return pass(&Platform::truncate, fd, bytes); }
  // Returns 0 if this process may write to the file, otherwise the reason: -EACCES, -EROFS, ...
  virtual int may_write(const char* path) { return pass(&Platform::may_write, path); }
  // True if this process may do everything that the user `owner` may do with their files: it runs
  // as this user, or it is privileged.
  virtual bool may_act_for(unsigned owner) { return pass(&Platform::may_act_for, owner); }
  virtual int set_permissions(int fd, unsigned mode) {
    return pass(&Platform::set_permissions, fd, mode);
  }
  virtual int set_owner(int fd, unsigned owner, unsigned group) {
    return pass(&Platform::set_owner, fd, owner, group);
  }
  // Extended attributes; an access control list is one of them. -EOPNOTSUPP if the file system does
  // not support them, -ENODATA if the file does not have the attribute `name`. list_attributes()
  // sets `names` to the names of all attributes, each followed by a zero byte.
  virtual int list_attributes(const char* path, std::string& names) {
    return pass(&Platform::list_attributes, path, names);
  }
  virtual int attribute(const char* path, const char* name, std::string& value) {
    return pass(&Platform::attribute, path, name, value);
  }
  virtual int set_attribute(int fd, const char* name, const std::string& value) {
    return pass(&Platform::set_attribute, fd, name, value);
  }
  virtual int remove_attribute(int fd, const char* name) {
    return pass(&Platform::remove_attribute, fd, name);
  }
  virtual int rename(const char* from, const char* to, Replace replace) {
    return pass(&Platform::rename, from, to, replace);
  }
  // Makes a hard link. Never replaces a file.
  virtual int link(const char* from, const char* to) { return pass(&Platform::link, from, to); }
  virtual int remove(const char* path) { return pass(&Platform::remove, path); }
  // Creates and removes folders. A folder that is removed must be empty. is_empty_folder() returns
  // 1 for an empty folder and 0 for any other folder.
  virtual int make_folder(const char* path, unsigned permissions) {
    return pass(&Platform::make_folder, path, permissions);
  }
  virtual int remove_folder(const char* path) { return pass(&Platform::remove_folder, path); }
  virtual int is_empty_folder(const char* path) { return pass(&Platform::is_empty_folder, path); }
  // Sets `target` to the target of a symbolic link. -EINVAL if `path` is not a link.
  virtual int read_link(const char* path, std::string& target) {
    return pass(&Platform::read_link, path, target);
  }
  // Sets `real` to the path without links, `.` and `..`. The path must exist.
  virtual int real_path(const char* path, std::string& real) {
    return pass(&Platform::real_path, path, real);
  }
  virtual int sync_folder(const char* path) { return pass(&Platform::sync_folder, path); }

  // Maps the whole file read-only. Returns nullptr if that is not possible; the caller then reads
  // the file instead. If bytes cannot be read on access, because the file was truncated or the disk
  // failed, the map has zeros in their place. lost_byte_of() reports the first of these bytes, and
  // does so before a reader can see the zeros.
  virtual const char* map(int fd, std::size_t bytes) { return pass(&Platform::map, fd, bytes); }
  virtual std::optional<std::uint64_t> lost_byte_of(const char* map) {
    return pass(&Platform::lost_byte_of, map);
  }
  virtual void unmap(const char* data, std::size_t bytes) {
    return pass(&Platform::unmap, data, bytes);
  }

  // Waits until `fd` can be read without blocking (kReadable), a stop signal came (kWoken) or
  // `timeout_ms` milliseconds passed (kTimeout; -1: no limit).
  virtual PollResult wait_readable(int fd, int timeout_ms) {
    return pass(&Platform::wait_readable, fd, timeout_ms);
  }
  // Waits until `fd` can be written or a stop signal comes. If a stop signal came before the call,
  // waits until `fd` can be written, but at most 10 ms.
  virtual void wait_writable(int fd) { return pass(&Platform::wait_writable, fd); }

  // Returns how many descriptors this process can open in addition to those that are open, at most
  // `wanted`.
  virtual int free_descriptors(int wanted) { return pass(&Platform::free_descriptors, wanted); }
  virtual bool is_terminal(int fd) { return pass(&Platform::is_terminal, fd); }
  // 0 if unknown.
  virtual int terminal_columns(int fd) { return pass(&Platform::terminal_columns, fd); }
  // Returns how many of `wanted` threads can run at once, 0..wanted. To find out, the function
  // starts up to `wanted` threads and ends them again. These threads have the stack size of
  // OpenMP's threads. While they run, the function also reserves memory for a job. Returns 0 if the
  // stack size is too small for the work or larger than any address space, or if the memory for a
  // job cannot be reserved.
  virtual int try_threads(int wanted) { return pass(&Platform::try_threads, wanted); }
  // Checks for each of these sets of processors (OpenMP's places) whether a thread can be bound to
  // the set. This is possible if this process may use at least one processor of the set. Returns
  // true if all sets pass. If a thread cannot be bound to a set, GCC's OpenMP runtime ends the
  // process.
  virtual bool can_bind_to_each(const std::vector<std::vector<int>>& places) {
    return pass(&Platform::can_bind_to_each, places);
  }
  // True in a process that was forked from a process that has or had other threads. OpenMP cannot
  // start threads in such a process: a parallel region of GCC's runtime waits forever for the
  // threads that no longer exist.
  virtual bool has_lost_threads() { return pass(&Platform::has_lost_threads); }
  // A monotonic clock.
  virtual std::uint64_t now_ns() { return pass(&Platform::now_ns); }
  // The processors that a job of this thread may use.
  virtual Processors processors() { return pass(&Platform::processors); }
  virtual bool environment(const char* name, std::string& value) {
    return pass(&Platform::environment, name, value);
  }
  // Returns a number that differs from call to call and from process to process.
  virtual std::uint64_t unique_number() { return pass(&Platform::unique_number); }
  // Returns 64 random bits that no other process can know, if the system has a source of them;
  // otherwise unique_number().
  virtual std::uint64_t secret_number() {
    return below_ != nullptr ? below_->secret_number() : unique_number();
  }

 private:
  template <class R, class... P>
  R pass(R (Platform::*call)(P...), std::type_identity_t<P>... arguments) {
    if (below_ != nullptr) return (below_->*call)(arguments...);
    constexpr bool has_error = std::is_same_v<R, int> || std::is_same_v<R, std::int64_t>;
    if constexpr (has_error) return -ENOSYS;
    if constexpr (!has_error) return R();
  }

  Platform* below_;
};

// The operating system.
Platform& system_platform();

// Opens /dev/null on each of the descriptors 0, 1 and 2 that the parent closed, so that no file of
// this program gets one of these numbers. Reading from descriptor 0, or writing to 1 or 2, then
// fails with EBADF, as for a closed descriptor.
void occupy_standard_descriptors();

// Makes standard output and standard error non-blocking (-EAGAIN) if they are pipes or sockets, for
// this process alone. Otherwise a write would block while the reader does not read, and a stop
// signal could not end this write. REQUIRES: no other threads.
void settle_standard_pipes();

// Makes all threads use one heap. By default, glibc gives each thread its own heap, which reserves
// 64 MiB of addresses. With a heap for each thread, a small limit on addresses (ulimit -v) is used
// up before the work starts. One heap is enough, because threads allocate at most once per chunk.
void settle_memory();

// Runs `work` on this thread, or on a new thread with its own stack if the stack of the process is
// too small (ulimit -s). Returns false if such a thread cannot be started; `work` was not run then.
// REQUIRES: no other threads; work() throws no exception.
bool run_with_stack(const std::function<void()>& work);

// Removes OMP_NUM_THREADS from the environment if it is not a number of 1 or more, and lowers a
// number above kMaxThreads (cpu_budget.hpp) to kMaxThreads. LLVM's OpenMP runtime ends the process
// at some of the values that this function removes or lowers (0, 40000). Call this function before
// other threads start.
void settle_openmp_environment();

// Returns the system's text for an error, such as "No such file or directory" for -ENOENT. The text
// is always English, whatever the locale.
std::string error_text(std::int64_t negative_errno);

}  // namespace dokumill
