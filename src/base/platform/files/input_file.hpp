// InputFile: an open input, either mapped as a whole or read as a stream of bytes.
//
// A regular file of more than 4,096 bytes is mapped if the caller and the system allow it. A
// regular file of up to 4,096 bytes, or one that is standard input, is read instead. All other
// inputs (pipe, FIFO, terminal, /proc, socket) are streams. A regular file ends at the size that it
// had when it was opened. If another program truncates the file, extends it or writes into it after
// it was opened, check() and change() report this.
// Thread safety: one thread at a time, except that any thread may call bytes(), check() and
// change().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/platform/files/open_file.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

enum class Mapping { kAllowed, kForbidden };

class InputFile {
 public:
  // `path` "-" is standard input. `display_name`: see input_name(). Failure: kInput with the name
  // and the system's error text.
  static Result<InputFile> open(Platform& platform, const std::string& path, Mapping mapping,
                                const std::string& display_name = {});

  bool is_mapped() const { return map_ != nullptr; }
  // All bytes of a mapped file.
  std::string_view bytes() const { return {map_.get(), static_cast<std::size_t>(size_)}; }
  // The size of a regular file; 0 if the size is not known. For standard input, the bytes before
  // the position where reading begins are not included.
  std::uint64_t known_bytes() const { return is_regular_ ? size_ : 0; }

  enum class Read { kBytes, kEnd, kNothingYet, kStopped };
  struct ReadResult {
    Read kind;
    std::size_t bytes;
  };
  // Reads up to `bytes` bytes. For a stream, waits at most `timeout_ms` milliseconds (-1: no limit)
  // for the first byte. kNothingYet: the time ran out. kStopped: a stop signal came.
  Result<ReadResult> read(char* buffer, std::size_t bytes, int timeout_ms);
  // Reads `bytes` bytes. Returns the number of bytes read, which is smaller only if the input ends.
  // Failure: that of read(), and kInterrupted after a stop signal.
  Result<std::size_t> fill(char* buffer, std::size_t bytes);

  // Checks that all bytes read from the map so far are the content of the file. Failure: kInput if
  // bytes could not be read; the map has zeros in their place. The check is fast. Call it before
  // you trust a result that was computed from the bytes.
  Status check() const;

  enum class Change { kNone, kGrew, kRewritten };
  // Reports what other programs did to the file since it was opened. Failure: kInput if the file is
  // shorter than it was. A file counts as rewritten if its modification time changed. Changes to
  // links, permissions and names are ignored; they only set the status change time.
  Result<Change> change() const;

  // For a regular file as standard input: the number of bytes before the position where reading
  // began. Otherwise 0.
  std::uint64_t skipped_bytes() const { return is_regular_ ? at_open_.bytes - size_ : 0; }

  // What the system reported about the file when it was opened.
  const FileInfo& at_open() const { return at_open_; }

  // The name for messages: input_name().
  const std::string& name() const { return name_; }

 private:
  explicit InputFile(Platform& platform) : platform_(&platform) {}

  struct Unmap {
    Platform* platform;
    std::size_t bytes;
    void operator()(const char* map) const { platform->unmap(map, bytes); }
  };

  Platform* platform_;
  OpenFile file_;  // not used for standard input
  int fd_ = 0;
  bool is_regular_ = false;
  std::unique_ptr<const char, Unmap> map_;
  std::uint64_t size_ = 0;    // bytes from the position where reading begins to the end
  std::uint64_t offset_ = 0;  // bytes read so far
  FileInfo at_open_;
  std::string path_;
  std::string name_;
};

// Returns a path for messages, escaped by printable(). "-" becomes `standard_name`, and an empty
// path becomes ''.
std::string printable_path(const std::string& path, std::string_view standard_name);

// Returns the name of an input for messages, escaped by printable(): `display_name` if it is not
// empty, otherwise `path`. For the path "-" without a display name, it is "<stdin>".
std::string input_name(const std::string& path, const std::string& display_name);

}  // namespace dokumill
