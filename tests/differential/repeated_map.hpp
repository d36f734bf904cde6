// RepeatedMap: a text of gigabytes of which only a few pieces are in memory: a head, one piece that
// is repeated, and a tail.
//
// The same pages of a memory file are mapped many times, one after the other. Thread safety:
// read-only after construction. Cost: page tables (2 MiB per GiB), and one system call per piece.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace dokumill::testing {

class RepeatedMap {
 public:
  static constexpr std::size_t kPage = 65536;  // in bytes; the largest of the usual page sizes

  // REQUIRES: the head and the piece are multiples of kPage.
  RepeatedMap(const std::string& head, const std::string& piece, std::size_t times,
              const std::string& tail) {
    const int fd = ::memfd_create("repeated", MFD_CLOEXEC);
    if (fd < 0) return;
    const std::string all = head + piece + tail;
    const bool is_written = ::write(fd, all.data(), all.size()) == static_cast<ssize_t>(all.size());
    bytes_ = head.size() + piece.size() * times + tail.size();
    void* const place =
        ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_written && place != MAP_FAILED) {
      data_ = static_cast<char*>(place);
      bool is_mapped = map(fd, 0, head.size(), 0);
      std::size_t at = head.size();
      for (std::size_t i = 0; i < times; ++i, at += piece.size()) {
        is_mapped = is_mapped && map(fd, at, piece.size(), head.size());
      }
      is_mapped = is_mapped && map(fd, at, tail.size(), head.size() + piece.size());
      if (!is_mapped) unmap();
    }
    ::close(fd);
  }
  RepeatedMap(const RepeatedMap&) = delete;
  RepeatedMap& operator=(const RepeatedMap&) = delete;
  ~RepeatedMap() { unmap(); }

  const char* data() const { return data_; }  // nullptr if it could not be mapped
  std::size_t size() const { return bytes_; }

 private:
  bool map(int fd, std::size_t at, std::size_t bytes, std::size_t offset) {
    return bytes == 0 || ::mmap(data_ + at, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
                                static_cast<off_t>(offset)) != MAP_FAILED;
  }
  void unmap() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
    data_ = nullptr;
  }

  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace dokumill::testing
