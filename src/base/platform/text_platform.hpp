// TextPlatform: a Platform that passes calls to the system, except that one input and standard
// output are texts in memory. So the code of a job that reads and writes files can also read and
// write texts.
//
// The input is a regular file at the path kTextPath. A large text is mapped, which costs nothing,
// because the map is the text itself. Thread safety: as for every Platform. REQUIRES: at most one
// InputFile reads the text at a time, and at most one OutputFile writes; no other calls are made
// for the input. Memory: the caller owns both texts; write() throws std::bad_alloc if the output
// cannot grow.
#pragma once

#include <string>
#include <string_view>

#include "base/platform/platform.hpp"

namespace dokumill {

inline constexpr const char* kTextPath = "<text>";

class TextPlatform final : public Platform {
 public:
  // As long as this object exists, `input` must not change, and `output` must not be used
  // elsewhere.
  TextPlatform(Platform& system, std::string_view input, std::string& output)
      : Platform(&system), input_(input), output_(output) {}

  int open(const char* path, OpenMode mode, unsigned permissions) override;
  int duplicate(int fd) override { return fd == kOutput ? fd : Platform::duplicate(fd); }
  int close(int fd) override;
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override;
  std::int64_t write(int fd, const char* data, std::size_t bytes) override;
  int info(int fd, FileInfo& info) override;
  int info_at(const char* path, FileInfo& info) override;
  int sync(int fd) override { return fd == kOutput ? 0 : Platform::sync(fd); }
  const char* map(int fd, std::size_t bytes) override;
  std::optional<std::uint64_t> lost_byte_of(const char* map) override;
  void unmap(const char* data, std::size_t bytes) override;
  PollResult wait_readable(int fd, int timeout_ms) override;
  void wait_writable(int fd) override;
  bool is_terminal(int fd) override { return fd != kOutput && Platform::is_terminal(fd); }

 private:
  static constexpr int kInput = 0x7FFF'0000;  // greater than any descriptor of the system
  static constexpr int kOutput = 1;           // the job does not use the real standard output

  FileInfo input_info() const;

  const std::string_view input_;
  std::string& output_;
  std::size_t position_ = 0;
};

}  // namespace dokumill
