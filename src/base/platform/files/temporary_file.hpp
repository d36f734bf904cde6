// TemporaryFile: a file without a name for bytes that do not fit into memory.
//
// The file is in the folder that TMPDIR names, or in /var/tmp if TMPDIR is not set or empty. The
// default is not /tmp, because /tmp may be in memory. On all usual systems, /var/tmp is on a disk.
// If the system supports O_TMPFILE, the file is created without a name. Otherwise its name is
// removed right after the creation. So nothing is left of the file, however the process ends, with
// one exception: a kill between the creation and the removal of the name leaves an empty file
// .dokumill.*.tmp.
// Failure: kIo with the folder, the system's error text and the number of bytes written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/platform/files/open_file.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// Opens a file without a name for reading and writing, and sets `folder` to its folder.
OpenFile open_unnamed(Platform& platform, std::string& folder);

class TemporaryFile {
 public:
  // The first append() creates the file.
  explicit TemporaryFile(Platform& platform) : platform_(platform) {}

  // Writes all bytes at the end of the file. Do not use the file after a failure.
  Status append(std::string_view bytes);
  // Reads the `bytes` bytes from `offset` on. REQUIRES: these bytes were written.
  Status read(char* buffer, std::size_t bytes, std::uint64_t offset);

  std::uint64_t bytes() const { return bytes_; }

 private:
  Status failure(std::int64_t error) const;

  Platform& platform_;
  std::string folder_;
  OpenFile file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace dokumill
