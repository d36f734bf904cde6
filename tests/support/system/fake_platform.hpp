// FakePlatform: a Platform whose faults, limits and clock are set by a test.
//
// Every call is forwarded to system_platform() unless the test asks for something else. Calls are
// counted by name. fail() makes the k-th call with a name, or all calls from the k-th on, return an
// error. fail_any() counts all calls that can fail, whatever their names, and hits() lists the
// calls that it made fail. Thread safety: like Platform, after the test has set it up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/platform/after_interrupts.hpp"
#include "base/platform/platform.hpp"
#include "support/system/allocations.hpp"

namespace dokumill::testing {

class FakePlatform : public Platform {
 public:
  static constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();

  FakePlatform() : Platform(&system_platform()) {}

  // Call number `first` (from 1) of `call`, and the `times` - 1 calls after it, return `error`
  // (-EIO, ...).
  void fail(const std::string& call, int error, std::uint64_t first = 1,
            std::uint64_t times = kForEver) {
    faults_[call] = {error, first, times};
  }
  void fail_never() { faults_.clear(); }

  // A fault: call number `first`, counting all calls that can fail, and the `times` - 1 calls after
  // it fail.
  struct AnyFault {
    std::uint64_t first = 0;  // counted from 1; 0: no call fails
    std::uint64_t times = 1;
    int error = 0;              // -EIO, ...; 0: a read or write is only cut short
    std::size_t share = 0;      // size of a short transfer; 0: 1 byte, N: 1/N of the bytes
    bool spares_stderr = true;  // the calls on descriptor 2 neither count nor fail
  };
  void fail_any(AnyFault fault) { any_ = fault; }
  // The number of calls so far, counting all calls that can fail.
  std::uint64_t calls_of_all() const { return locked(all_calls_); }
  // A call that can fail.
  struct Hit {
    std::uint64_t number;
    std::string call;
    std::string place;  // the path, or <stdin>, <stdout>, <stderr>
    bool is_written;    // the descriptor is open for writing
  };
  // If true, calls_made() lists every call that can fail.
  bool keeps_calls = false;
  std::vector<Hit> calls_made() const { return locked(made_); }
  // The calls that fail_any() made fail.
  std::vector<Hit> hits() const { return locked(hits_); }
  struct Placed {
    std::uint64_t number;  // of the call, counting all calls that can fail
    std::string path;
  };
  // Lists each file that rename() or link() gave its final name. A file is left out if it was
  // removed afterwards, or if the old file was put back in its place.
  std::vector<Placed> placed() const { return locked(placed_); }
  // The number of descriptors and maps that are still open.
  std::size_t held() const {
    const std::lock_guard lock(mutex_);
    return descriptors_.size() + static_cast<std::size_t>(maps_);
  }

  // If true, the strings below replace the standard streams of the test process.
  bool has_own_streams = false;
  std::string in;
  std::string out;
  std::string err;

  std::uint64_t calls(const std::string& call) const {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(call);
    return found == counts_.end() ? 0 : found->second;
  }

  // The most bytes that one call reads or writes; 0: no limit.
  std::size_t longest_read = 0;
  std::size_t longest_write = 0;
  // If true, each read(), write() or open() returns -EINTR first, and works when it is repeated.
  bool interrupts_reads = false;
  bool interrupts_writes = false;
  bool interrupts_opens = false;
  // The number of bytes that all calls of write() together can write. The write that reaches this
  // limit is cut short, and later writes fail with ENOSPC.
  std::optional<std::uint64_t> disk_bytes;
  bool refuses_maps = false;
  // If not null, map() returns this pointer for every file.
  const char* map_data = nullptr;
  std::atomic<std::uint64_t> lost_byte{kForEver};  // lost in every map; kForEver: ask the system
  std::optional<std::uint64_t> file_bytes;         // the size that info() reports for regular files
  // The owner and group that info_at() reports for regular files.
  std::optional<unsigned> old_owner;
  std::optional<unsigned> old_group;
  // Changes what info_at() reports for a path.
  std::function<void(std::string_view path, FileInfo& info)> on_info_at;
  // What may_act_for() returns; without a value: the system's answer.
  std::optional<bool> acts_for_all;
  // The clock in nanoseconds. Each now_ns() advances it by `clock_step_ns`.
  std::optional<std::uint64_t> clock_ns;
  std::uint64_t clock_step_ns = 0;
  // The processors that a job may use and those of the machine (default: the same number).
  std::optional<int> processor_count;
  std::optional<int> present_processors;
  std::string limited_by;
  std::optional<int> startable_threads;
  std::optional<int> openable;  // free_descriptors() returns at most this number
  std::optional<std::map<std::string, std::string>> variables;
  // Files that exist in memory only, by path. Other paths below the folders in `hidden` do not
  // exist.
  std::map<std::string, std::string> memory_files;
  std::vector<std::string> hidden;

  std::vector<std::string> log() const { return locked(log_); }

  int open(const char* path, OpenMode mode, unsigned permissions) override {
    if (const int error = count("open", path)) return error;
    if (interrupts_opens && next_is_interrupted()) return -EINTR;
    const SpareAllocations spare;
    if (const auto file = memory_files.find(path); file != memory_files.end()) {
      const std::lock_guard lock(mutex_);
      const int fd = kFirstMemoryFd + static_cast<int>(memory_open_.size());
      memory_open_.push_back({&file->second, 0});
      return fd;
    }
    if (is_hidden(path)) return -ENOENT;
    return hold(real().open(path, mode, permissions), path, mode != OpenMode::kRead);
  }
  int duplicate(int fd) override {
    if (const int error = count("duplicate", fd)) return error;
    const SpareAllocations spare;
    return hold(real().duplicate(fd), "duplicate", true);
  }
  // A close that fails still closes the descriptor, as the system does.
  int close(int fd) override {
    const int error = count("close", fd);
    {
      const std::lock_guard lock(mutex_);
      descriptors_.erase(fd);
    }
    const int closed = fd >= kFirstMemoryFd ? 0 : real().close(fd);
    return error != 0 ? error : closed;
  }
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override {
    if (const int error = cut("read", fd, bytes, interrupts_reads, longest_read)) return error;
    if (fd >= kFirstMemoryFd) {
      const std::lock_guard lock(mutex_);
      auto& [text, at] = memory_open_[static_cast<std::size_t>(fd - kFirstMemoryFd)];
      return take(*text, at, buffer, bytes);
    }
    if (has_own_streams && fd == 0) {
      const std::lock_guard lock(mutex_);
      return take(in, in_at_, buffer, bytes);
    }
    return real().read(fd, buffer, bytes);
  }
  std::int64_t write_at(int fd, const char* data, std::size_t bytes,
                        std::uint64_t offset) override {
    if (const int error = cut("write_at", fd, bytes, false, longest_write)) return error;
    return real().write_at(fd, data, bytes, offset);
  }
  std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) override {
    if (const int error = cut("read_at", fd, bytes, false, longest_read)) return error;
    return real().read_at(fd, buffer, bytes, offset);
  }
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (const int error = cut("write", fd, bytes, interrupts_writes, longest_write)) return error;
    if (has_own_streams && (fd == 1 || fd == 2)) {
      const SpareAllocations spare;
      const std::lock_guard lock(mutex_);
      (fd == 1 ? out : err).append(data, bytes);
      return static_cast<std::int64_t>(bytes);
    }
    if (disk_bytes) {
      if (*disk_bytes == 0) return -ENOSPC;
      bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, *disk_bytes));
    }
    const std::int64_t wrote = real().write(fd, data, bytes);
    if (disk_bytes && wrote > 0) *disk_bytes -= static_cast<std::uint64_t>(wrote);
    return wrote;
  }
  int info(int fd, FileInfo& info) override {
    if (const int error = count("info", fd)) return error;
    if (fd >= kFirstMemoryFd) return -EBADF;
    if (has_own_streams && fd < 3) return 0;
    const int result = real().info(fd, info);
    if (file_bytes && info.is_regular) info.bytes = *file_bytes;
    return result;
  }
  int info_at(const char* path, FileInfo& info) override {
    if (const int error = count("info_at", path)) return error;
    if (is_hidden(path)) return -ENOENT;
    const int result = real().info_at(path, info);
    if (result == 0 && info.is_regular) {
      info.owner = old_owner.value_or(info.owner);
      info.group = old_group.value_or(info.group);
    }
    if (result == 0 && on_info_at) on_info_at(path, info);
    return result;
  }
  std::int64_t position(int fd) override {
    if (const int error = count("position", fd)) return error;
    return real().position(fd);
  }
  int sync(int fd) override {
    if (const int error = count("sync", fd)) return error;
    if (has_own_streams && fd < 3) return -EINVAL;
    return real().sync(fd);
  }
  int reserve(int fd, std::uint64_t bytes) override {
    return pass("reserve", &Platform::reserve, fd, bytes);
  }
  int reserve_to_grow(int fd, std::uint64_t bytes) override {
    return pass("reserve_to_grow", &Platform::reserve_to_grow, fd, bytes);
  }
  int truncate(int fd, std::uint64_t bytes) override {
    return pass("truncate", &Platform::truncate, fd, bytes);
  }
  int may_write(const char* path) override { return pass("may_write", &Platform::may_write, path); }
  bool may_act_for(unsigned owner) override {
    return acts_for_all.value_or(real().may_act_for(owner));
  }
  int list_attributes(const char* path, std::string& names) override {
    return pass("list_attributes", &Platform::list_attributes, path, names);
  }
  int attribute(const char* path, const char* name, std::string& value) override {
    return pass("attribute", &Platform::attribute, path, name, value);
  }
  int set_attribute(int fd, const char* name, const std::string& value) override {
    return pass("set_attribute", &Platform::set_attribute, fd, name, value);
  }
  int remove_attribute(int fd, const char* name) override {
    return pass("remove_attribute", &Platform::remove_attribute, fd, name);
  }
  int set_permissions(int fd, unsigned mode) override {
    return pass("set_permissions", &Platform::set_permissions, fd, mode);
  }
  int set_owner(int fd, unsigned owner, unsigned group) override {
    return pass("set_owner", &Platform::set_owner, fd, owner, group);
  }
  int rename(const char* from, const char* to, Replace replace) override {
    if (const int error = count("rename", to)) return error;
    const int result = real().rename(from, to, replace);
    return is_temporary(from) && has_second_name(from, to) ? take_back(result, to)
                                                           : place(result, to);
  }
  int link(const char* from, const char* to) override {
    if (const int error = count("link", to)) return error;
    const int result = real().link(from, to);
    if (!is_temporary(to)) return place(result, to);
    const SpareAllocations spare;
    const std::lock_guard lock(mutex_);
    if (result == 0) second_names_[to] = from;
    return result;
  }
  int remove(const char* path) override {
    if (const int error = count("remove", path)) return error;
    return take_back(real().remove(path), path);
  }
  int make_folder(const char* path, unsigned permissions) override {
    return pass("make_folder", &Platform::make_folder, path, permissions);
  }
  int remove_folder(const char* path) override {
    return pass("remove_folder", &Platform::remove_folder, path);
  }
  int is_empty_folder(const char* path) override {
    return pass("is_empty_folder", &Platform::is_empty_folder, path);
  }
  int read_link(const char* path, std::string& target) override {
    return pass("read_link", &Platform::read_link, path, target);
  }
  int real_path(const char* path, std::string& real_one) override {
    return pass("real_path", &Platform::real_path, path, real_one);
  }
  int sync_folder(const char* path) override {
    return pass("sync_folder", &Platform::sync_folder, path);
  }
  const char* map(int fd, std::size_t bytes) override {
    if (count("map", fd) != 0 || refuses_maps) return nullptr;
    const char* const mapped = map_data != nullptr ? map_data : real().map(fd, bytes);
    if (mapped != nullptr) ++maps_;
    return mapped;
  }
  std::optional<std::uint64_t> lost_byte_of(const char* map) override {
    return lost_byte != kForEver ? std::optional(lost_byte.load()) : real().lost_byte_of(map);
  }
  void unmap(const char* data, std::size_t bytes) override {
    log("unmap");
    --maps_;
    if (data != map_data) real().unmap(data, bytes);
  }
  PollResult wait_readable(int fd, int timeout_ms) override {
    log("wait_readable");
    const bool is_ours = fd >= kFirstMemoryFd || (has_own_streams && fd == 0);
    return is_ours ? PollResult::kReadable : real().wait_readable(fd, timeout_ms);
  }
  void wait_writable(int fd) override {
    log("wait_writable");
    if (!has_own_streams || fd > 2) real().wait_writable(fd);
  }
  int free_descriptors(int wanted) override {
    return openable ? std::min(wanted, *openable) : real().free_descriptors(wanted);
  }
  bool is_terminal(int fd) override { return !has_own_streams && real().is_terminal(fd); }
  int try_threads(int wanted) override {
    if (wanted > 0 && count("try_threads", "") != 0) return 0;
    return startable_threads ? std::min(wanted, *startable_threads) : real().try_threads(wanted);
  }
  std::uint64_t now_ns() override {
    if (!clock_ns) return real().now_ns();
    return *clock_ns + clock_step_ns * clock_looks_.fetch_add(1);
  }
  Processors processors() override {
    if (!processor_count) return real().processors();
    Processors found;
    for (int i = 0; i < *processor_count; ++i) found.usable.push_back(i);
    found.present = std::max(present_processors.value_or(0), *processor_count);
    found.limited_by = limited_by;
    return found;
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
  std::uint64_t secret_number() override {
    const std::lock_guard lock(mutex_);
    return (secret_seed += 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
  }
  // The seed of secret_number(), so that every run gets the same numbers.
  std::uint64_t secret_seed = 1;
  // unique_number() returns these numbers from the last to the first, and then the first one
  // forever. If `numbers` is empty, it returns the system's numbers.
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

  struct Descriptor {
    std::string path;
    bool is_written;
  };

  static Platform& real() { return system_platform(); }

  template <class Value>
  Value locked(const Value& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  static std::int64_t take(const std::string& text, std::size_t& at, char* buffer,
                           std::size_t bytes) {
    const std::size_t got = std::min(bytes, text.size() - at);
    std::memcpy(buffer, text.data() + at, got);
    at += got;
    return static_cast<std::int64_t>(got);
  }

  std::uint64_t log(const char* call) {
    const SpareAllocations spare;
    const std::lock_guard lock(mutex_);
    log_.push_back(call);
    return ++counts_[call];
  }

  // Counts the call. Returns the error that the call must return, or 0. If the call must transfer
  // fewer bytes, reduces `bytes`.
  int count(const char* call, std::string_view path) { return count(call, {path, -1}, nullptr); }
  int count(const char* call, int fd, std::size_t* bytes = nullptr) {
    return count(call, {{}, fd}, bytes);
  }
  // Counts a call that transfers bytes, and reduces `bytes` to what the call may transfer.
  int cut(const char* call, int fd, std::size_t& bytes, bool interrupts, std::size_t longest) {
    if (const int error = count(call, fd, &bytes)) return error;
    if (interrupts && next_is_interrupted()) return -EINTR;
    if (longest != 0) bytes = std::min(bytes, longest);
    return 0;
  }
  // Counts the call, and forwards it unless it must fail. `at` is its path or descriptor.
  template <class At, class... Rest, class... Given>
  int pass(const char* name, int (Platform::*call)(At, Rest...), At at, Given&&... rest) {
    if (const int error = count(name, at)) return error;
    return (real().*call)(at, std::forward<Given>(rest)...);
  }
  struct Place {
    std::string_view path;
    int fd;
  };
  // Of the calls that a signal interrupts, a platform makes all but these four again.
  int count(const char* call, Place place, std::size_t* bytes) {
    constexpr std::string_view kInterruptible[] = {"open", "read", "write", "close"};
    const auto once = [&] { return count_once(call, place, bytes); };
    return std::ranges::find(kInterruptible, call) != std::end(kInterruptible)
               ? once()
               : after_interrupts(once);
  }
  int count_once(const char* call, Place place, std::size_t* bytes) {
    const SpareAllocations spare;
    const std::uint64_t number = log(call);
    if (const int error = any_fault(call, place, bytes)) return error;
    const auto fault = faults_.find(call);
    if (fault == faults_.end() || number < fault->second.first) return 0;
    return number - fault->second.first < fault->second.times ? fault->second.error : 0;
  }
  int any_fault(const char* call, Place place, std::size_t* bytes) {
    const std::lock_guard lock(mutex_);
    if (place.fd == 2 && any_.spares_stderr) return 0;
    const std::uint64_t number = ++all_calls_;
    if (keeps_calls) made_.push_back(hit_of(number, call, place));
    if (any_.first == 0 || number < any_.first || number - any_.first >= any_.times) return 0;
    if (any_.error == 0 && (bytes == nullptr || *bytes < 2)) return 0;
    hits_.push_back(hit_of(number, call, place));
    if (any_.error == 0) *bytes = any_.share == 0 ? 1 : (*bytes + 1) / any_.share;
    return any_.error;
  }
  Hit hit_of(std::uint64_t number, const char* call, Place place) const {
    Hit hit{number, call, std::string(place.path), false};
    if (place.fd >= 0 && place.fd < 3) {
      hit.place = place.fd == 0 ? "<stdin>" : place.fd == 1 ? "<stdout>" : "<stderr>";
      hit.is_written = place.fd != 0;
    } else if (const auto found = descriptors_.find(place.fd); found != descriptors_.end()) {
      hit.place = found->second.path;
      hit.is_written = found->second.is_written;
    }
    return hit;
  }
  int hold(int fd, std::string_view path, bool is_written) {
    const std::lock_guard lock(mutex_);
    if (fd >= 0) descriptors_[fd] = {std::string(path), is_written};
    return fd;
  }
  int place(int result, const char* path) {
    const SpareAllocations spare;
    const std::lock_guard lock(mutex_);
    if (result == 0) placed_.push_back({all_calls_, path});
    return result;
  }
  // If the call succeeded, removes `path` from placed_.
  int take_back(int result, const char* path) {
    const SpareAllocations spare;
    const std::lock_guard lock(mutex_);
    if (result == 0) std::erase_if(placed_, [&](const Placed& one) { return one.path == path; });
    return result;
  }
  static bool is_temporary(std::string_view path) { return path.ends_with(".tmp"); }
  bool has_second_name(const char* path, const char* of) const {
    const SpareAllocations spare;
    const std::lock_guard lock(mutex_);
    const auto found = second_names_.find(path);
    return found != second_names_.end() && found->second == of;
  }
  bool next_is_interrupted() { return interruptions_.fetch_add(1) % 2 == 0; }
  bool is_hidden(std::string_view path) const {
    return std::any_of(hidden.begin(), hidden.end(),
                       [&](const std::string& folder) { return path.starts_with(folder); });
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;
  std::map<std::string, Fault> faults_;
  AnyFault any_;
  std::uint64_t all_calls_ = 0;
  std::vector<Hit> hits_;
  std::vector<Hit> made_;
  std::vector<Placed> placed_;
  std::map<std::string, std::string> second_names_;  // the second name of an old file -> its path
  std::map<int, Descriptor> descriptors_;
  std::atomic<int> maps_{0};
  std::size_t in_at_ = 0;
  std::vector<std::string> log_;
  std::vector<OpenText> memory_open_;
  std::atomic<std::uint64_t> interruptions_{0};
  std::atomic<std::uint64_t> clock_looks_{0};
};

}  // namespace dokumill::testing
