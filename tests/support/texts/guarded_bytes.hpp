// Places bytes next to a page without access: a read of one byte beyond their end (or before their
// start) crashes the test.
//
// The idea comes from simdjson, whose parser tests place their input before such a page.
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

  enum class Edge { kEnd, kBegin };
  // A copy of `text` that ends (or begins) at a page without access. It is valid until the next
  // call.
  std::string_view place(std::string_view text, Edge edge = Edge::kEnd) {
    if (text.size() > capacity_) grow(text.size());
    char* const begin = pages_ + (edge == Edge::kEnd ? capacity_ - text.size() : 0);
    if (!text.empty()) std::memcpy(begin, text.data(), text.size());
    return {begin, text.size()};
  }

 private:
  void grow(std::size_t bytes) {
    release();
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t capacity = (bytes / page + 1) * page;
    void* const mapped =
        ::mmap(nullptr, page + capacity + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::runtime_error("mmap failed");
    mapped_ = static_cast<char*>(mapped);
    mapped_bytes_ = page + capacity + page;
    pages_ = mapped_ + page;
    if (::mprotect(pages_, capacity, PROT_READ | PROT_WRITE) != 0)
      throw std::runtime_error("mprotect failed");
    capacity_ = capacity;
  }
  void release() {
    if (mapped_ != nullptr) ::munmap(mapped_, mapped_bytes_);
    mapped_ = nullptr;
    capacity_ = 0;
  }

  char* mapped_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  char* pages_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace dokumill::testing
