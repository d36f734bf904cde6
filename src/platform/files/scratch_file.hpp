// ScratchFile: a file without a name that is written once and read back.
//
// The system frees the file when it is closed, or when the process ends in any way.
// temporary_file.hpp describes how the file is created. To write to the file, call append(), or
// open path(), which names the file for this process only. Thread safety: any thread may call
// read_at() and bytes().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

class ScratchFile {
 public:
  // Failure: kIo with the folder and the system's error text.
  static Result<ScratchFile> create(Platform& platform);

  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  // Returns a path such as "/dev/fd/7".
  std::string path() const;
  // Writes all bytes at the end. Failure: kIo with the system's error text.
  Status append(Platform& platform, std::string_view bytes);
  // Closes the file and frees its disk space. Afterwards bytes() is 0 and reads fail.
  void discard();
  // Reads up to `bytes` bytes at `offset`. Returns the number of bytes read, 0 at the end, or
  // -errno.
  std::int64_t read_at(std::uint64_t offset, char* buffer, std::size_t bytes) const;
  std::uint64_t bytes() const;

 private:
  explicit ScratchFile(int fd) : fd_(fd) {}
  int fd_;
};

// The two ends of a pipe. The destructor closes the ends that were not taken.
class Pipe {
 public:
  // Failure: kIo with the system's error text.
  static Result<Pipe> create();

  Pipe(Pipe&& other) noexcept;
  Pipe& operator=(Pipe&&) = delete;
  ~Pipe();

  // The reading end, which blocks; -1 after close_reading_end().
  int reading_end() const { return reading_; }
  void close_reading_end();
  // The writing end, which never blocks. After take_writing_end(), the caller must close it.
  int writing_end() const { return writing_; }
  int take_writing_end();

 private:
  Pipe(int reading, int writing) : reading_(reading), writing_(writing) {}
  int reading_;
  int writing_;
};

// Returns 16 random bytes that cannot be guessed, as 32 hexadecimal digits. Returns an empty string
// if the system has no source of such bytes.
std::string unguessable_name();

}  // namespace dokumill
