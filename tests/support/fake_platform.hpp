// FakePlatform: the operating system, with faults, limits and a clock that a test sets.
//
// Everything is forwarded to system_platform() unless the test asks for something else. Calls are
// counted by name; fail() makes the k-th, or every one from the k-th on, return an error. Thread
// safety: as Platform, once the test has set it up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace dokumill::testing {

class FakePlatform : public Platform {
 public:
  static constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();

  // Call number `first` (from 1) of `call`, and `times` - 1 more, return `error` (-EIO, ...).
  void fail(const std::string& call, int error, std::uint64_t first = 1,
            std::uint64_t times = kForEver) {
    faults_[call] = {error, first, times};
  }
  void fail_never() { faults_.clear(); }
  std::uint64_t calls(const std::string& call) const {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(call);
    return found == counts_.end() ? 0 : found->second;
  }

  // At most so many bytes a call; 0: no limit.
  std::size_t longest_read = 0;
  std::size_t longest_write = 0;
  // Every call returns -EINTR first.
  bool interrupts_reads = false;
  bool interrupts_writes = false;
  bool interrupts_opens = false;
  // Writes beyond this many bytes in all fail with ENOSPC, the last one cut short.
  std::optional<std::uint64_t> disk_bytes;
  bool refuses_maps = false;
  // Put in place of a map of any file.
  const char* map_data = nullptr;
  std::atomic<std::uint64_t> lost_byte{kForEver};  // of every map; kForEver: none
  std::optional<std::uint64_t> file_bytes;         // what info() tells of regular files
  // The clock: nanoseconds, plus `clock_step_ns` at each look.
  std::optional<std::uint64_t> clock_ns;
  std::uint64_t clock_step_ns = 0;
  std::optional<int> processors;
  std::optional<int> startable_threads;
  std::optional<std::map<std::string, std::string>> variables;
  // Files that exist in memory only; paths below a folder of `hidden` and not here do not exist.
  std::map<std::string, std::string> memory_files;
  std::vector<std::string> hidden;

  std::vector<std::string> log() const {
    const std::lock_guard lock(mutex_);
    return log_;
  }

  int open(const char* path, OpenMode mode, unsigned permissions) override {
    if (const int error = count("open")) return error;
    if (interrupts_opens && next_is_interrupted()) return -EINTR;
    if (const auto file = memory_files.find(path); file != memory_files.end()) {
      const std::lock_guard lock(mutex_);
      const int fd = kFirstMemoryFd + static_cast<int>(memory_open_.size());
      memory_open_.push_back({&file->second, 0});
      return fd;
    }
    if (is_hidden(path)) return -ENOENT;
    return real().open(path, mode, permissions);
  }
  int duplicate(int fd) override {
    if (const int error = count("duplicate")) return error;
    return real().duplicate(fd);
  }
  // A failing close closes all the same, as the system does.
  int close(int fd) override {
    const int error = count("close");
    const int closed = fd >= kFirstMemoryFd ? 0 : real().close(fd);
    return error != 0 ? error : closed;
  }
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override {
    if (const int error = count("read")) return error;
    if (interrupts_reads && next_is_interrupted()) return -EINTR;
    if (longest_read != 0) bytes = std::min(bytes, longest_read);
    if (fd >= kFirstMemoryFd) {
      const std::lock_guard lock(mutex_);
      auto& [text, at] = memory_open_[static_cast<std::size_t>(fd - kFirstMemoryFd)];
      const std::size_t got = std::min(bytes, text->size() - at);
      std::memcpy(buffer, text->data() + at, got);
      at += got;
      return static_cast<std::int64_t>(got);
    }
    return real().read(fd, buffer, bytes);
  }
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (const int error = count("write")) return error;
    if (interrupts_writes && next_is_interrupted()) return -EINTR;
    if (longest_write != 0) bytes = std::min(bytes, longest_write);
    if (disk_bytes) {
      if (*disk_bytes == 0) return -ENOSPC;
      bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, *disk_bytes));
    }
    const std::int64_t wrote = real().write(fd, data, bytes);
    if (disk_bytes && wrote > 0) *disk_bytes -= static_cast<std::uint64_t>(wrote);
    return wrote;
  }
  int info(int fd, FileInfo& info) override {
    if (const int error = count("info")) return error;
    if (fd >= kFirstMemoryFd) return -EBADF;
    const int result = real().info(fd, info);
    if (file_bytes && info.is_regular) info.bytes = *file_bytes;
    return result;
  }
  int info_at(const char* path, FileInfo& info) override {
    if (const int error = count("info_at")) return error;
    return is_hidden(path) ? -ENOENT : real().info_at(path, info);
  }
  std::int64_t position(int fd) override {
    if (const int error = count("position")) return error;
    return real().position(fd);
  }
  int sync(int fd) override {
    if (const int error = count("sync")) return error;
    return real().sync(fd);
  }
  int set_permissions(int fd, unsigned mode) override {
    if (const int error = count("set_permissions")) return error;
    return real().set_permissions(fd, mode);
  }
  int set_owner(int fd, unsigned owner, unsigned group) override {
    if (const int error = count("set_owner")) return error;
    return real().set_owner(fd, owner, group);
  }
  int rename(const char* from, const char* to, Replace replace) override {
    if (const int error = count("rename")) return error;
    return real().rename(from, to, replace);
  }
  int remove(const char* path) override {
    if (const int error = count("remove")) return error;
    return real().remove(path);
  }
  int read_link(const char* path, std::string& target) override {
    if (const int error = count("read_link")) return error;
    return real().read_link(path, target);
  }
  int sync_folder(const char* path) override {
    if (const int error = count("sync_folder")) return error;
    return real().sync_folder(path);
  }
  const char* map(int fd, std::size_t bytes) override {
    if (count("map") != 0 || refuses_maps) return nullptr;
    return map_data != nullptr ? map_data : real().map(fd, bytes);
  }
  std::optional<std::uint64_t> lost_byte_of(const char* map) override {
    return lost_byte != kForEver ? std::optional(lost_byte.load()) : real().lost_byte_of(map);
  }
  void unmap(const char* data, std::size_t bytes) override {
    count("unmap");
    if (data != map_data) real().unmap(data, bytes);
  }
  PollResult wait_readable(int fd, int timeout_ms) override {
    count("wait_readable");
    return fd >= kFirstMemoryFd ? PollResult::kReadable : real().wait_readable(fd, timeout_ms);
  }
  void wait_writable(int fd) override {
    count("wait_writable");
    real().wait_writable(fd);
  }
  bool is_terminal(int fd) override { return real().is_terminal(fd); }
  int terminal_columns(int fd) override { return real().terminal_columns(fd); }
  int try_threads(int wanted) override {
    return startable_threads ? std::min(wanted, *startable_threads) : real().try_threads(wanted);
  }
  bool has_lost_threads() override { return real().has_lost_threads(); }
  std::uint64_t now_ns() override {
    if (!clock_ns) return real().now_ns();
    return *clock_ns + clock_step_ns * clock_looks_.fetch_add(1);
  }
  int available_processors() override {
    return processors ? *processors : real().available_processors();
  }
  bool environment(const char* name, std::string& value) override {
    if (!variables) return real().environment(name, value);
    const auto found = variables->find(name);
    if (found != variables->end()) value = found->second;
    return found != variables->end();
  }
  std::uint64_t unique_number() override {
    const std::lock_guard lock(mutex_);
    if (!numbers.empty()) {
      const std::uint64_t number = numbers.back();
      if (numbers.size() > 1) numbers.pop_back();
      return number;
    }
    return real().unique_number();
  }
  // What unique_number() returns, the last one first and the first one for ever; empty: real ones.
  std::vector<std::uint64_t> numbers;

 private:
  static constexpr int kFirstMemoryFd = 1 << 20;
  struct Fault {
    int error;
    std::uint64_t first;
    std::uint64_t times;
  };
  struct OpenText {
    const std::string* text;
    std::size_t at;
  };

  static Platform& real() { return system_platform(); }

  // Counts the call; the error that it is to return, or 0.
  int count(const std::string& call) {
    const std::lock_guard lock(mutex_);
    log_.push_back(call);
    const std::uint64_t number = ++counts_[call];
    const auto fault = faults_.find(call);
    if (fault == faults_.end() || number < fault->second.first) return 0;
    return number - fault->second.first < fault->second.times ? fault->second.error : 0;
  }
  bool next_is_interrupted() { return interruptions_.fetch_add(1) % 2 == 0; }
  bool is_hidden(const std::string& path) const {
    return std::any_of(hidden.begin(), hidden.end(),
                       [&](const std::string& folder) { return path.starts_with(folder); });
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;
  std::map<std::string, Fault> faults_;
  std::vector<std::string> log_;
  std::vector<OpenText> memory_open_;
  std::atomic<std::uint64_t> interruptions_{0};
  std::atomic<std::uint64_t> clock_looks_{0};
};

}  // namespace dokumill::testing
