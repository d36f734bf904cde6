// PositionedFile: reads bytes at any offset of a file. It is for files that this program has
// written completely.
//
// Failure: kInput with the name of the file.
#pragma once

#include <cstdint>
#include <string>

#include "base/platform/files/open_file.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class PositionedFile {
 public:
  static Result<PositionedFile> open(Platform& platform, const std::string& path);

  std::uint64_t bytes() const { return bytes_; }
  // Reads all `bytes` bytes from `offset` on. Also fails if the file ends earlier.
  Status read(void* to, std::size_t bytes, std::uint64_t offset);
  // The failure for a file whose content cannot come from this program.
  Status damaged() const;

 private:
  PositionedFile(Platform& platform, const std::string& path)
      : path_(path), file_(platform, path, OpenMode::kRead) {}
  Status failure(std::int64_t error) const;

  std::string path_;
  OpenFile file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace dokumill::batch
