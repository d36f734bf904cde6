// A solver allocates when it is created and never while it searches: every operator new of this
// program is counted.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"

namespace {
std::size_t allocations = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace dokumill {
namespace {

TEST(SolverAllocation, NoneDuringASearch) {
  const std::array<Grid, 50> puzzles{};  // endless, all of them
  std::array<std::uint64_t, 50> counts{};
  for (const std::string& engine : testing::available_engines()) {
    const std::size_t before = allocations;
    Result<Solver> solver = Solver::create(engine);
    ASSERT_TRUE(solver.ok());
    EXPECT_GT(allocations, before);  // the counter works
    const std::size_t created = allocations;
    solver->solve(Grid{});
    solver->count(Grid{}, 1000);
    solver->count(puzzles, counts, 1000);
    int visits = 0;
    // A large closure: nothing is copied.
    const auto visit = [large = std::array<int, 64>{}, &visits](std::size_t, const Grid&) {
      return ++visits + large[0] < 1000;
    };
    solver->enumerate(puzzles, visit);
    EXPECT_EQ(visits, 1000);
    EXPECT_EQ(allocations, created) << engine;
  }
}

}  // namespace
}  // namespace dokumill
