// Bytes whose end is the end of mapped memory: a read of one byte behind them ends the test.
//
// The idea is simdjson's: tests of parsers place their input before a page without access.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string_view>

namespace dokumill::testing {

class GuardedBytes {
 public:
  GuardedBytes() = default;
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { release(); }

  // A copy of `text` that ends at a page without access. It stays until the next call.
  std::string_view place(std::string_view text) {
    if (text.size() > capacity_) grow(text.size());
    char* const begin = pages_ + capacity_ - text.size();
    if (!text.empty()) std::memcpy(begin, text.data(), text.size());
    return {begin, text.size()};
  }

 private:
  void grow(std::size_t bytes) {
    release();
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t capacity = (bytes / page + 1) * page;
    void* const pages = ::mmap(nullptr, capacity + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::runtime_error("mmap failed");
    pages_ = static_cast<char*>(pages);
    capacity_ = capacity;
    mapped_ = capacity + page;
    if (::mprotect(pages_ + capacity_, page, PROT_NONE) != 0)
      throw std::runtime_error("mprotect failed");
  }
  void release() {
    if (pages_ != nullptr) ::munmap(pages_, mapped_);
    pages_ = nullptr;
    capacity_ = 0;
  }

  char* pages_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t mapped_ = 0;
};

}  // namespace dokumill::testing
