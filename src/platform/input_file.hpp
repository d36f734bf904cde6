// InputFile: an open input, either a map of the whole file or a stream of bytes.
//
// Regular files are mapped where the system allows it and read otherwise; everything else (pipe,
// FIFO, terminal, /proc, socket) is a stream. A regular file read as a stream ends at the size it
// had when it was opened, or earlier if it was cut short. Thread safety: one thread at a time,
// except that bytes() may be read by all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

enum class Mapping { kAllowed, kForbidden };

class InputFile {
 public:
  // `path` "-" is standard input. Failure: kInput with the path and the system's words.
  static Result<InputFile> open(Platform& platform, const std::string& path, Mapping mapping);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  bool is_mapped() const { return map_ != nullptr; }
  // All bytes of a mapped file.
  std::string_view bytes() const { return {map_, static_cast<std::size_t>(size_)}; }
  // The size of a regular file; 0 when it is not known.
  std::uint64_t known_bytes() const { return is_regular_ ? size_ : 0; }

  enum class Read { kBytes, kEnd, kNothingYet, kStopped };
  struct ReadResult {
    Read kind;
    std::size_t bytes;
  };
  // Reads up to `bytes` bytes of a stream, waiting at most `timeout_ms` (-1: no limit) for the
  // first of them.
  Result<ReadResult> read(char* buffer, std::size_t bytes, int timeout_ms);

  // The name for messages: the path with control bytes shown as \xNN, or <stdin>.
  const std::string& name() const { return name_; }

 private:
  explicit InputFile(Platform& platform) : platform_(&platform) {}

  Platform* platform_;
  int fd_ = -1;
  bool owns_fd_ = false;
  bool is_regular_ = false;
  const char* map_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
  std::string name_;
};

// A path for messages: control bytes as \xNN (UTF-8 stays as it is), "-" as `standard_name`.
std::string printable_path(const std::string& path, std::string_view standard_name);

}  // namespace dokumill
