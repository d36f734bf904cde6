// TemporaryFile: bytes that do not fit into memory, in a file that has no name.
//
// It lies in the folder that TMPDIR names, else in /var/tmp, which unlike /tmp is on a disk on
// every usual system. It is made without a name where the system can do that (O_TMPFILE), and
// otherwise loses its name as soon as it is made: nothing is left of it, however the process ends.
// (A kill between those two calls leaves an empty file .dokumill.*.tmp.) Thread safety: one thread
// at a time. Failure: kIo with the folder, the system's words and how much was written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// Opens a file without a name for reading and writing and sets `folder`: a descriptor, or -errno.
int open_unnamed(Platform& platform, std::string& folder);

class TemporaryFile {
 public:
  // The file is made by the first append().
  explicit TemporaryFile(Platform& platform) : platform_(platform) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  // Writes all bytes behind those before them. A failure is final.
  Status append(std::string_view bytes);
  // Reads the `bytes` bytes from `offset` on. REQUIRES: they were written.
  Status read(char* buffer, std::size_t bytes, std::uint64_t offset);

  std::uint64_t bytes() const { return bytes_; }

 private:
  Status open();
  Status failure(std::int64_t error) const;

  Platform& platform_;
  std::string folder_;
  int fd_ = -1;
  std::uint64_t bytes_ = 0;
};

}  // namespace dokumill
