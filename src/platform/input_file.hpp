// InputFile: an open input, either a map of the whole file or a stream of bytes.
//
// Regular files are mapped where the system allows it and read otherwise; everything else (pipe,
// FIFO, terminal, /proc, socket) is a stream. A regular file ends at the size that it had when it
// was opened. Other programs may cut it short, let it grow or write into it meanwhile: check() and
// change() tell. Thread safety: one thread at a time, except that bytes(), check() and change() are
// for all.
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
  // The size of a regular file, of standard input the part still to be read; 0 when it is not
  // known.
  std::uint64_t known_bytes() const { return is_regular_ ? size_ : 0; }

  enum class Read { kBytes, kEnd, kNothingYet, kStopped };
  struct ReadResult {
    Read kind;
    std::size_t bytes;
  };
  // Reads up to `bytes` bytes of a stream, waiting at most `timeout_ms` (-1: no limit) for the
  // first of them.
  Result<ReadResult> read(char* buffer, std::size_t bytes, int timeout_ms);

  // Whether all that was read from the map so far is the file's content: kInput when bytes were
  // lost (they read as zeros). Cheap; ask before what was made of the bytes is trusted.
  Status check() const;

  enum class Change { kNone, kGrew, kRewritten };
  // What others did to the file since it was opened; kInput when it is shorter than it was. A file
  // is taken for rewritten when its time of modification is another one: links, permissions and
  // renames change only the time of status, and are nobody's concern.
  Result<Change> change() const;

  // Of a regular file as standard input: the bytes before the place where reading began.
  std::uint64_t skipped_bytes() const { return is_regular_ ? at_open_.bytes - size_ : 0; }
  // What the path names now; all false where it names nothing, or for standard input. kInput with
  // the path and the reason.
  Result<FileInfo> info_of_path() const;

  // What was known of the file when it was opened.
  const FileInfo& at_open() const { return at_open_; }

  // The name for messages: printable_path(), or <stdin>.
  const std::string& name() const { return name_; }

 private:
  explicit InputFile(Platform& platform) : platform_(&platform) {}

  Platform* platform_;
  int fd_ = -1;
  bool owns_fd_ = false;
  bool is_regular_ = false;
  const char* map_ = nullptr;
  std::uint64_t size_ = 0;    // to be read
  std::uint64_t offset_ = 0;  // of that, what was read
  FileInfo at_open_;
  std::string path_;
  std::string name_;
};

// A path for messages, as printable() shows it: "-" as `standard_name`, an empty one as ''.
std::string printable_path(const std::string& path, std::string_view standard_name);

}  // namespace dokumill
