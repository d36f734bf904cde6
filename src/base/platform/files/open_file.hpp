// OpenFile: an open file of a Platform. Its destructor closes the file. Its calls repeat system
// calls that a signal interrupted or that moved only a part of the bytes.
//
// Thread safety: one thread at a time; any thread may call read_at() and write_at().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/platform/platform.hpp"

namespace dokumill {

class OpenFile {
 public:
  OpenFile() = default;
  // Opens a file, whether or not a stop signal came.
  OpenFile(Platform& platform, const std::string& path, OpenMode mode, unsigned permissions = 0);
  // Takes over `fd`: a descriptor, or the error of the call that was to return one.
  OpenFile(Platform& platform, int fd) : platform_(&platform), fd_(fd) {}
  OpenFile(OpenFile&& other) noexcept { swap(other); }
  OpenFile& operator=(OpenFile&& other) noexcept;
  ~OpenFile() { close(); }

  bool is_open() const { return fd_ >= 0; }
  // The descriptor, or the error (-errno) of a file that could not be opened.
  int fd() const { return fd_; }
  // Closes the file, if it is open. Returns 0 or -errno. If a signal interrupts close(), the file
  // is closed nevertheless, so this is no error.
  int close();

  // Reads `bytes` bytes from `offset` on. Returns the number of bytes read, which is smaller only
  // if the file ends, or -errno.
  std::int64_t read_at(char* buffer, std::size_t bytes, std::uint64_t offset) const;
  // Writes all bytes at the position of the file, and removes from `bytes` what was written.
  // Returns 0 or -errno; a write of no bytes is -EIO.
  int write(std::string_view& bytes) const;
  // Writes all bytes from `offset` on. Returns 0 or -errno.
  int write_at(std::string_view bytes, std::uint64_t offset) const;

 private:
  void swap(OpenFile& other) noexcept;

  Platform* platform_ = nullptr;
  int fd_ = -1;
};

}  // namespace dokumill
