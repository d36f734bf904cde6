// FileLock: locks bytes of a file, for processes that share a folder.
//
// The system releases the locks when the process ends, however it ends, so no lock outlives its
// process. The numbers of the bytes only identify the locks: the file need not have these bytes. On
// NFS, a lock also holds between machines if the server has a lock manager (NFS 4 always has one).
// If a machine loses its power, its locks are held until the server notices, usually 90 seconds
// later.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/platform/files/open_file.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// The destructor releases the locks.
class FileLock {
 public:
  // Opens the file, and creates it if it does not exist. Failure: kIo with the path and the reason.
  static Result<FileLock> open(const std::string& path);

  // kHeld: another process has locked at least one of the bytes, so this call locked nothing.
  // kNotSupported: this file system has no locks.
  enum class Answer : std::uint8_t { kLocked, kHeld, kNotSupported };
  // Locks `count` bytes from `begin` on; with count 0, all bytes from `begin` on. Does not wait.
  Answer lock(std::uint64_t begin, std::uint64_t count) const;
  void unlock(std::uint64_t begin, std::uint64_t count) const;
  // False if the file was removed or replaced since it was opened.
  bool is_in_place(const std::string& path) const;

  // Write and read a text of one line about the process that holds the locks, for the messages of
  // other processes.
  void write_holder(const std::string& text) const;
  std::string holder() const;

 private:
  explicit FileLock(OpenFile file) : file_(std::move(file)) {}
  OpenFile file_;
};

// The id of this process, for messages.
std::uint64_t own_process_number();

}  // namespace dokumill
