// Platform: every operating-system call of the program, behind one narrow interface.
//
// The folder src/platform is the only one that makes such calls; everything else goes through a
// Platform&, so that a test can put a failing double in its place. Calls keep the shape of their
// POSIX models: they return >= 0, or -errno. EINTR is returned like any other error; the callers in
// this folder loop. Thread safety: a Platform may be used from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dokumill {

struct FileInfo {
  bool is_regular = false;
  bool is_directory = false;
  bool is_device = false;     // a terminal, /dev/null
  bool appends = false;       // of a descriptor: every write goes behind all that is there (>>)
  bool is_read_only = false;  // of a descriptor: it was opened for reading alone
  // Of a path, where the system reports them:
  bool is_immutable = false;    // cannot be changed, renamed or removed (chattr +i)
  bool is_append_only = false;  // the same, except that bytes or names can be added (chattr +a)
  bool is_mount_point = false;  // cannot be renamed or removed
  std::uint64_t bytes = 0;      // regular files only
  std::uint64_t device = 0;     // device and inode name a file
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

// kUnnamed: a new file to write and read that has no name; the path is the folder whose disk it
// takes. kScratch: a new file to write and read.
enum class OpenMode { kRead, kCreateNew, kWriteInPlace, kUnnamed, kScratch };
enum class Replace { kYes, kNo };
// For set_owner: leave the owner as it is.
inline constexpr unsigned kSameOwner = ~0U;
enum class PollResult { kReadable, kTimeout, kWoken };

class Platform {
 public:
  virtual ~Platform() = default;

  // Files. `permissions` is used where a file is made and is subject to the umask. A FIFO is opened
  // so that reads and writes of it never wait (-EAGAIN), and a stop signal ends the wait for its
  // reader with -EINTR. duplicate() makes a pipe one that never makes its writer wait.
  virtual int open(const char* path, OpenMode mode, unsigned permissions) = 0;
  virtual int duplicate(int fd) = 0;
  virtual int close(int fd) = 0;
  virtual std::int64_t read(int fd, char* buffer, std::size_t bytes) = 0;
  // From byte `offset` on, wherever the next read() or write() is.
  virtual std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) = 0;
  virtual std::int64_t write(int fd, const char* data, std::size_t bytes) = 0;
  virtual int info(int fd, FileInfo& info) = 0;
  virtual int info_at(const char* path, FileInfo& info) = 0;  // follows links
  // Where in the file the next read begins; -ESPIPE where there is no such place.
  virtual std::int64_t position(int fd) = 0;
  virtual int sync(int fd) = 0;
  // Reserves room on the disk for the first `bytes` bytes; the size and the content stay.
  // -EOPNOTSUPP where the file system cannot.
  virtual int reserve(int fd, std::uint64_t bytes) = 0;
  virtual int truncate(int fd, std::uint64_t bytes) = 0;
  // 0, or why this process may not write into the file: -EACCES, -EROFS, ...
  virtual int may_write(const char* path) = 0;
  // True if this process may do what the owner of a file may: it runs as that user, or it is
  // privileged.
  virtual bool may_act_for(unsigned owner) = 0;
  virtual int set_permissions(int fd, unsigned mode) = 0;
  virtual int set_owner(int fd, unsigned owner, unsigned group) = 0;
  // Extended attributes; an access control list is one of them. -EOPNOTSUPP where the file system
  // has none, -ENODATA where the file does not have this one.
  // Sets `names`, each followed by a zero byte.
  virtual int list_attributes(const char* path, std::string& names) = 0;
  virtual int attribute(const char* path, const char* name, std::string& value) = 0;
  virtual int set_attribute(int fd, const char* name, const std::string& value) = 0;
  virtual int remove_attribute(int fd, const char* name) = 0;
  virtual int rename(const char* from, const char* to, Replace replace) = 0;
  virtual int link(const char* from, const char* to) = 0;  // a hard link; never replaces
  virtual int remove(const char* path) = 0;
  // The target of a symbolic link into `target`; -EINVAL when `path` is no link.
  virtual int read_link(const char* path, std::string& target) = 0;
  // The path without links, `.` and `..`; it must exist.
  virtual int real_path(const char* path, std::string& real) = 0;
  virtual int sync_folder(const char* path) = 0;

  // Maps the whole file read-only; nullptr when that cannot be done, and the caller reads instead.
  // Bytes that cannot be read when they are touched, because the file was cut short or the disk
  // failed, read as zeros, and the first of them is told by lost_byte_of() from before on.
  virtual const char* map(int fd, std::size_t bytes) = 0;
  virtual std::optional<std::uint64_t> lost_byte_of(const char* map) = 0;
  virtual void unmap(const char* data, std::size_t bytes) = 0;

  // Waits until `fd` can be read without blocking, a stop signal came (kWoken) or `timeout_ms`
  // passed (-1: no limit).
  virtual PollResult wait_readable(int fd, int timeout_ms) = 0;
  // Waits until `fd` can be written or a stop signal came; after one, for 10 ms at most.
  virtual void wait_writable(int fd) = 0;

  virtual bool is_terminal(int fd) = 0;
  virtual int terminal_columns(int fd) = 0;  // 0 when unknown
  // How many of `wanted` threads can be started at once, 0..wanted, with the stacks that OpenMP's
  // threads have and with room for a job's memory beside them; starts and ends them. 0 where those
  // stacks are too small to work on.
  virtual int try_threads(int wanted) = 0;
  // Whether a thread can be bound to each of these sets of processors (OpenMP's places), of which
  // one processor that this process may use is enough. GCC's OpenMP runtime ends the process where
  // one cannot.
  virtual bool can_bind_to_each(const std::vector<std::vector<int>>& places) = 0;
  // True in a process that was forked from one that had threads: OpenMP cannot start any there (a
  // parallel region of GCC's runtime waits for ever for those that are gone).
  virtual bool has_lost_threads() = 0;
  virtual std::uint64_t now_ns() = 0;      // a clock that never goes back
  virtual int available_processors() = 0;  // the processors this process may run on
  virtual bool environment(const char* name, std::string& value) = 0;
  virtual std::uint64_t
  unique_number() = 0;  // differs from call to call and from process to process
  // 64 random bits that nobody outside the process can know, where the system has such.
  virtual std::uint64_t secret_number() { return unique_number(); }
};

// The operating system.
Platform& system_platform();

// Gives descriptors 0, 1 and 2 a place holder where the parent closed them, so that no file of ours
// lands on them; using the place holder fails like using a closed descriptor (EBADF).
void occupy_standard_descriptors();

// Makes standard output and error, where they are pipes or sockets, ones that never make the writer
// wait (-EAGAIN), for this process alone: a write to a reader that sleeps could not be stopped.
// REQUIRES: no other threads.
void settle_standard_pipes();

// One heap for all threads: glibc gives each thread one of its own, which reserves 64 MiB of
// addresses and is gone from a small limit on them (ulimit -v) before there is work. Threads
// allocate once a chunk at most.
void settle_memory();

// Runs `work`: on this thread, or on one with a stack of its own where that of the process is too
// small (ulimit -s). False: there is no room for that either, and nothing was run. REQUIRES: no
// other threads; work() throws nothing.
bool run_with_stack(const std::function<void()>& work);

// Takes an OMP_NUM_THREADS that is no number of threads out of the environment: LLVM's OpenMP
// runtime ends the process on some of them (0, 40000). Before other threads start.
void settle_openmp_environment();

// "No such file or directory" for -ENOENT. Always English, whatever the locale.
std::string error_text(std::int64_t negative_errno);

}  // namespace dokumill
