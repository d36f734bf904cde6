// OutputFile: an output that appears whole or not at all.
//
// A regular file is written as a temporary file beside its place (`.NAME.HEX.tmp`, beside a link's
// target) and renamed over it by commit(); until then, and when the object dies without commit(),
// an older file of that name stays as it was. Standard output, /dev/stdout, /dev/fd/N, devices and
// FIFOs cannot be replaced and are written in place. Thread safety: one thread at a time. Failure:
// the first error is returned and the output stays uncommitted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

struct OutputWishes {
  bool sync = false;        // flush data and folder to the disk before commit() returns
  bool no_clobber = false;  // fail instead of replacing an existing file
};

class OutputFile {
 public:
  // `path` "-" is standard output. Everything that can fail before the work is tried here: kIo with
  // path and reason.
  static Result<OutputFile> open(Platform& platform, const std::string& path, OutputWishes wishes);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Writes all bytes. A reader that went away is kBrokenPipe, anything else kIo.
  Status write(std::string_view bytes);
  // Puts the file in its place. REQUIRES: every write was ok.
  Status commit();

  std::uint64_t written_bytes() const { return written_; }
  // The name for messages, or <stdout>.
  const std::string& name() const { return name_; }
  // Where the file will stand after commit(); empty for outputs that are written in place.
  const std::string& final_path() const { return final_path_; }

 private:
  explicit OutputFile(Platform& platform) : platform_(&platform) {}
  Status open_temporary(const FileInfo* replaced);
  void discard();

  Platform* platform_;
  OutputWishes wishes_;
  int fd_ = -1;
  bool owns_fd_ = false;
  std::string name_;
  std::string final_path_;
  std::string temporary_path_;
  std::uint64_t written_ = 0;
};

// True if both paths name one place to write: the same file, or the same new file in one folder.
bool is_same_output(Platform& platform, const std::string& a, const std::string& b);

}  // namespace dokumill
