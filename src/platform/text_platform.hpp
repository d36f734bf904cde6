// TextPlatform: a Platform that passes calls to the system, except that one input and standard
// output are texts in memory. So the code of a job that reads and writes files can also read and
// write texts.
//
// The input is a regular file at the path kTextPath. A large text is mapped, which costs nothing,
// because the map is the text itself. Thread safety: as for every Platform. REQUIRES: at most one
// InputFile reads the text at a time, and at most one OutputFile writes. Memory: the caller owns
// both texts; write() throws std::bad_alloc if the output cannot grow.
#pragma once

#include <string>
#include <string_view>

#include "platform/platform.hpp"

namespace dokumill {

inline constexpr const char* kTextPath = "<text>";

class TextPlatform final : public Platform {
 public:
  // As long as this object exists, `input` must not change, and `output` must not be used
  // elsewhere.
  TextPlatform(Platform& system, std::string_view input, std::string& output)
      : system_(system), input_(input), output_(output) {}

  int open(const char* path, OpenMode mode, unsigned permissions) override;
  int close(int fd) override;
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override;
  std::int64_t read_at(int fd, char* buffer, std::size_t bytes, std::uint64_t offset) override;
  std::int64_t write(int fd, const char* data, std::size_t bytes) override;
  int info(int fd, FileInfo& info) override;
  int info_at(const char* path, FileInfo& info) override;
  std::int64_t position(int fd) override;
  const char* map(int fd, std::size_t bytes) override;
  std::optional<std::uint64_t> lost_byte_of(const char* map) override;
  void unmap(const char* data, std::size_t bytes) override;
  PollResult wait_readable(int fd, int timeout_ms) override;
  void wait_writable(int fd) override;
  bool is_terminal(int fd) override;

  // The calls below go to the system, with two exceptions: for kOutput, sync() does nothing, and
  // duplicate() returns kOutput.
  std::int64_t write_at(int fd, const char* data, std::size_t bytes,
                        std::uint64_t offset) override {
    return system_.write_at(fd, data, bytes, offset);
  }
  int sync(int fd) override { return fd == kOutput ? 0 : system_.sync(fd); }
  int reserve(int fd, std::uint64_t bytes) override { return system_.reserve(fd, bytes); }
  int reserve_to_grow(int fd, std::uint64_t bytes) override {
    return system_.reserve_to_grow(fd, bytes);
  }
  int truncate(int fd, std::uint64_t bytes) override { return system_.truncate(fd, bytes); }
  int may_write(const char* path) override { return system_.may_write(path); }
  bool may_act_for(unsigned owner) override { return system_.may_act_for(owner); }
  int duplicate(int fd) override { return fd == kOutput ? fd : system_.duplicate(fd); }
  int set_permissions(int fd, unsigned mode) override { return system_.set_permissions(fd, mode); }
  int set_owner(int fd, unsigned owner, unsigned group) override {
    return system_.set_owner(fd, owner, group);
  }
  int list_attributes(const char* path, std::string& names) override {
    return system_.list_attributes(path, names);
  }
  int attribute(const char* path, const char* name, std::string& value) override {
    return system_.attribute(path, name, value);
  }
  int set_attribute(int fd, const char* name, const std::string& value) override {
    return system_.set_attribute(fd, name, value);
  }
  int remove_attribute(int fd, const char* name) override {
    return system_.remove_attribute(fd, name);
  }
  int rename(const char* from, const char* to, Replace replace) override {
    return system_.rename(from, to, replace);
  }
  int link(const char* from, const char* to) override { return system_.link(from, to); }
  int remove(const char* path) override { return system_.remove(path); }
  int make_folder(const char* path, unsigned permissions) override {
    return system_.make_folder(path, permissions);
  }
  int remove_folder(const char* path) override { return system_.remove_folder(path); }
  int is_empty_folder(const char* path) override { return system_.is_empty_folder(path); }
  int read_link(const char* path, std::string& target) override {
    return system_.read_link(path, target);
  }
  int real_path(const char* path, std::string& real) override {
    return system_.real_path(path, real);
  }
  int sync_folder(const char* path) override { return system_.sync_folder(path); }
  int free_descriptors(int wanted) override { return system_.free_descriptors(wanted); }
  int terminal_columns(int fd) override { return system_.terminal_columns(fd); }
  int try_threads(int wanted) override { return system_.try_threads(wanted); }
  bool can_bind_to_each(const std::vector<std::vector<int>>& places) override {
    return system_.can_bind_to_each(places);
  }
  bool has_lost_threads() override { return system_.has_lost_threads(); }
  std::uint64_t now_ns() override { return system_.now_ns(); }
  int available_processors() override { return system_.available_processors(); }
  bool environment(const char* name, std::string& value) override {
    return system_.environment(name, value);
  }
  std::uint64_t unique_number() override { return system_.unique_number(); }
  std::uint64_t secret_number() override { return system_.secret_number(); }

 private:
  static constexpr int kInput = 0x7FFF'0000;  // greater than any descriptor of the system
  static constexpr int kOutput = 1;           // the job does not use the real standard output

  FileInfo input_info() const;

  Platform& system_;
  const std::string_view input_;
  std::string& output_;
  std::size_t position_ = 0;
};

}  // namespace dokumill
