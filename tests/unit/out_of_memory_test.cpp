// solve_many without memory: every operator new of this program can be made to fail.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"

namespace {
constexpr long kNever = std::numeric_limits<long>::min();
// Allocations that succeed before the first one that fails, and how many fail then.
std::atomic<long> good_ones{kNever};
std::atomic<long> bad_ones{0};

bool fails_now() {
  if (good_ones == kNever) return false;
  if (good_ones.fetch_sub(1) > 0) return false;
  return bad_ones.fetch_sub(1) > 0;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const memory =
      fails_now() ? nullptr : std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
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

// Fails the first allocation, then the second one, ... until none fails; once, and from there on
// for ever.
TEST(OutOfMemory, Case71_SolveManySaysSo) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 71, 600);
  std::vector<SolveResult> results(puzzles.size());
  // What a host may hold in its function: enough to be stored on the heap.
  struct Host {
    long words[8] = {};
  } host;
  const std::function<bool()> should_stop = [host] { return host.words[0] != 0; };
  // LLVM's runtime takes memory while it starts, and waits for ever after a failure there.
  ASSERT_TRUE(solve_many(puzzles, results, 3).ok());
  for (const std::string& engine : testing::available_engines()) {
    for (const int threads : {1, 3}) {
      for (const long bad : {1L, 1L << 40}) {
        long refusals = 0;
        bool has_failed = true;
        for (long good = 0; has_failed; ++good) {
          ASSERT_LT(good, 1000);
          bad_ones = bad;
          good_ones = good;
          const Status status = solve_many(puzzles, results, threads, engine, should_stop);
          good_ones = kNever;
          has_failed = bad_ones != bad;
          if (status.ok()) {  // what failed could be done without: trying threads
            for (const SolveResult& result : results) {
              ASSERT_EQ(result.solutions, Solutions::kOne);
            }
          } else {
            ASSERT_TRUE(has_failed);
            ASSERT_EQ(status.code(), ErrorCode::kIo);
            ASSERT_EQ(status.message(), "out of memory");
            ++refusals;
          }
        }
        EXPECT_GE(refusals, threads) << engine;  // a solver each at least
      }
    }
  }
}

// Nothing of ours needs memory inside of the parallel region; a host's function may.
TEST(OutOfMemory, Case71_NoExceptionLeavesTheRegion) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 71, 2000);
  std::vector<SolveResult> results(puzzles.size());
  for (const int threads : {1, 2, 5}) {
    for (const int looks : {0, 1, 4}) {
      std::atomic<int> left{looks};
      const Status status = solve_many(puzzles, results, threads, "auto", [&left]() -> bool {
        if (left.fetch_sub(1) > 0) return false;
        throw std::bad_alloc();
      });
      EXPECT_EQ(status.code(), ErrorCode::kIo);
      EXPECT_EQ(status.message(), "out of memory");
    }
  }
}

}  // namespace
}  // namespace dokumill
