// Replaces every operator new of the program that links this file.
#include "support/system/allocations.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> is_watched{false};
std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> first_failing{0};  // counted from 1; 0: none fails
std::atomic<std::uint64_t> failing{0};

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (is_watched && dokumill::testing::spared_depth == 0) {
    const std::uint64_t number = ++allocations;
    const std::uint64_t first = first_failing;
    if (first != 0 && number >= first && number - first < failing) return nullptr;
  }
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

std::size_t number_of(std::align_val_t alignment) {
  return std::max(kUsual, static_cast<std::size_t>(alignment));
}

}  // namespace

using Nothrow = std::nothrow_t;
using Align = std::align_val_t;
using Size = std::size_t;

// clang-format off
void* operator new(Size bytes) { return allocate_or_throw(bytes, kUsual); }
void* operator new[](Size bytes) { return allocate_or_throw(bytes, kUsual); }
void* operator new(Size bytes, const Nothrow&) noexcept { return allocate(bytes, kUsual); }
void* operator new[](Size bytes, const Nothrow&) noexcept { return allocate(bytes, kUsual); }
void* operator new(Size bytes, Align to) { return allocate_or_throw(bytes, number_of(to)); }
void* operator new[](Size bytes, Align to) { return allocate_or_throw(bytes, number_of(to)); }
void* operator new(Size bytes, Align to, const Nothrow&) noexcept { return allocate(bytes, number_of(to)); }
void* operator new[](Size bytes, Align to, const Nothrow&) noexcept { return allocate(bytes, number_of(to)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, Size) noexcept { std::free(memory); }
void operator delete[](void* memory, Size) noexcept { std::free(memory); }
void operator delete(void* memory, const Nothrow&) noexcept { std::free(memory); }
void operator delete[](void* memory, const Nothrow&) noexcept { std::free(memory); }
void operator delete(void* memory, Align) noexcept { std::free(memory); }
void operator delete[](void* memory, Align) noexcept { std::free(memory); }
void operator delete(void* memory, Size, Align) noexcept { std::free(memory); }
void operator delete[](void* memory, Size, Align) noexcept { std::free(memory); }
void operator delete(void* memory, Align, const Nothrow&) noexcept { std::free(memory); }
void operator delete[](void* memory, Align, const Nothrow&) noexcept { std::free(memory); }
// clang-format on

namespace dokumill::testing {

void watch_allocations(std::uint64_t first, std::uint64_t times) {
  allocations = 0;
  first_failing = first;
  failing = times;
  is_watched = true;
}

void leave_allocations() {
  is_watched = false;
}

std::uint64_t watched_allocations() {
  return allocations;
}

}  // namespace dokumill::testing
