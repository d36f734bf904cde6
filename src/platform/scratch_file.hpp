// ScratchFile: a file without a name, for what is written once and read back: the system frees it
// when it is closed, however the process ends.
//
// It is made as temporary_file.hpp says. Writers use path(), which names it for this process.
// Thread safety: read_at() and bytes() from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

class ScratchFile {
 public:
  // kIo with the folder and the system's words.
  static Result<ScratchFile> create(Platform& platform);

  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  // "/dev/fd/7"
  std::string path() const;
  // Gives what it holds of the disk back: from now on it is empty and takes nothing.
  void discard();
  // Reads up to `bytes` bytes at `offset`: how many, 0 at the end, or -errno.
  std::int64_t read_at(std::uint64_t offset, char* buffer, std::size_t bytes) const;
  std::uint64_t bytes() const;

 private:
  explicit ScratchFile(int fd) : fd_(fd) {}
  int fd_;
};

// The two ends of a pipe; closed when the object goes, unless they were taken.
class Pipe {
 public:
  // kIo with the system's words.
  static Result<Pipe> create();

  Pipe(Pipe&& other) noexcept;
  Pipe& operator=(Pipe&&) = delete;
  ~Pipe();

  // The reading end for this process: "/dev/fd/7".
  std::string reading_path() const;
  void close_reading_end();
  // The writing end, which never makes its writer wait; who took it closes it.
  int writing_end() const { return writing_; }
  int take_writing_end();

 private:
  Pipe(int reading, int writing) : reading_(reading), writing_(writing) {}
  int reading_;
  int writing_;
};

// 16 bytes that nobody can guess, as 32 hexadecimal digits; empty where the system has none.
std::string unguessable_name();

}  // namespace dokumill
