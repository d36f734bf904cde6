#include "base/platform/process/threads.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/platform/platform.hpp"
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace dokumill {
namespace {

// Fork.
//
// A child process has only the thread that forked. GCC's OpenMP runtime does not notice that its
// team of threads is gone, so the next parallel region of that thread waits forever. The team may
// be the library's, or that of the program that uses the library, because the library and the
// program usually share the runtime. So from the moment the library is loaded, every fork of a
// process that has or had other threads counts as a loss of threads. A process that never had
// another thread (a daemon that forks at its start) loses no threads.
// We use pthread_atfork() instead of comparing process ids, because ids repeat in PID namespaces,
// and because a handler of pthread_atfork() can check the state of the parent.
std::atomic<bool> had_threads{false};
std::atomic<bool> lost_threads{false};

void before_fork() {
#if __has_include(<sys/single_threaded.h>)
  had_threads = __libc_single_threaded == 0;
#else
  had_threads = true;
#endif
}

void in_child() {
  if (had_threads) lost_threads = true;
}

[[maybe_unused]] const int kForkIsWatched = ::pthread_atfork(before_fork, nullptr, in_child);

constexpr std::size_t kMostBytes = std::numeric_limits<std::size_t>::max();

// Parses a stack size such as "64k" or " 2 M ": a number and a unit (b, k, m, g or t; default:
// KiB). Returns 0 if the text is not a stack size. Returns kMostBytes if the number is too large;
// one of the OpenMP runtimes does the same.
std::size_t stack_size_bytes(std::string_view text) {
  const auto skip_space = [&text] {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text[0])) != 0)
      text.remove_prefix(1);
  };
  skip_space();
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument) return 0;
  if (error != std::errc{}) return kMostBytes;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  skip_space();
  int shift = 10;
  if (!text.empty()) {
    constexpr std::string_view kUnits = "bkmgt";
    const auto unit =
        kUnits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(text[0]))));
    if (unit == std::string_view::npos) return 0;
    shift = 10 * static_cast<int>(unit);
  }
  return number > (kMostBytes >> shift) ? kMostBytes : number << shift;
}

void* wait_for(void* mutex) {
  auto* const held = static_cast<pthread_mutex_t*>(mutex);
  ::pthread_mutex_lock(held);
  ::pthread_mutex_unlock(held);
  return nullptr;
}

// Returns the number of threads of this process that the system still counts, plus a constant.
// Returns 0 if the system does not report the number.
nlink_t counted_threads() {
  struct stat tasks {};
  return ::stat("/proc/self/task", &tasks) == 0 ? tasks.st_nlink : 0;
}

// For a moment after pthread_join(), the thread that ended still counts against the limits. This
// can make the next start of a thread fail (one in 20,000 on an idle machine). Waits until the
// count is back at `expected`, but at most about a tenth of a second: if other parts of the program
// have started threads, the count may stay above `expected`.
void wait_until_gone(nlink_t expected) {
  constexpr int kYields = 50;
  for (int round = 0; round < kYields + 100 && counted_threads() > expected; ++round) {
    if (round < kYields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

}  // namespace

bool were_threads_lost() {
  return lost_threads;
}

// The OpenMP runtime decides which of the three environment variables counts. If none of them is
// set, the runtime also decides between two stack sizes: the system's default for threads, and
// 4 MiB. This function does not know these decisions. So its result is the range of the possible
// sizes.
StackBytes openmp_stack_bytes() {
  StackBytes bytes;
  for (const char* name : {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"}) {
    const char* const text = std::getenv(name);
    const std::size_t size = text == nullptr ? 0 : stack_size_bytes(text);
    if (size == 0) continue;
    bytes.least = bytes.least == 0 ? size : std::min(bytes.least, size);
    bytes.most = std::max(bytes.most, size);
  }
  if (bytes.most != 0) return bytes;
  constexpr std::size_t kRuntimesOwn = std::size_t{4} << 20;
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return {kRuntimesOwn, kRuntimesOwn};
  std::size_t usual = 0;
  ::pthread_attr_getstacksize(&attributes, &usual);
  ::pthread_attr_destroy(&attributes);
  return {std::min(usual, kRuntimesOwn), std::max(usual, kRuntimesOwn)};
}

int startable_threads(int wanted) {
  if (wanted <= 0) return 0;
  const StackBytes stack = openmp_stack_bytes();
  constexpr std::size_t kMostStackBytes = kMostBytes / 2;  // far beyond any address space
  if (stack.least < kLeastStackBytes || stack.most > kMostStackBytes) return 0;
  // Reserve memory for the work itself: dokumill/batch.hpp promises that a job with up to 16
  // threads takes less than 64 MiB.
  constexpr std::size_t kReserveBytes = std::size_t{64} << 20;
  void* const reserve = ::mmap(nullptr, kReserveBytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserve == MAP_FAILED) return 0;
  const nlink_t threads_before = counted_threads();
  std::vector<pthread_t> threads;
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) == 0) {
    pthread_mutex_t hold = PTHREAD_MUTEX_INITIALIZER;
    ::pthread_mutex_lock(&hold);
    try {
      threads.reserve(static_cast<std::size_t>(wanted));
      if (::pthread_attr_setstacksize(&attributes, stack.most) == 0) {
        pthread_t started{};
        while (static_cast<int>(threads.size()) < wanted &&
               ::pthread_create(&started, &attributes, wait_for, &hold) == 0) {
          threads.push_back(started);
        }
      }
    } catch (const std::bad_alloc&) {  // no thread was started
    }
    ::pthread_mutex_unlock(&hold);
    for (const pthread_t thread : threads) ::pthread_join(thread, nullptr);
    wait_until_gone(threads_before);
    ::pthread_attr_destroy(&attributes);
  }
  ::munmap(reserve, kReserveBytes);
  return static_cast<int>(threads.size());
}

// A separate thread tries the sets, so that the affinity of the caller does not change. If the
// system cannot start this thread, it cannot start the threads of a team either. Then no thread is
// bound to a set, so the result is true.
bool are_places_usable(const std::vector<std::vector<int>>& places) {
  bool are_usable = true;
  const auto try_all = [&] {
    for (const std::vector<int>& place : places) {
      if (place.empty()) continue;
      const int most = *std::max_element(place.begin(), place.end());
      cpu_set_t* const set = CPU_ALLOC(most + 1);
      if (set == nullptr) return;
      const std::size_t bytes = CPU_ALLOC_SIZE(most + 1);
      CPU_ZERO_S(bytes, set);
      for (const int processor : place) CPU_SET_S(processor, bytes, set);
      are_usable = are_usable && ::sched_setaffinity(0, bytes, set) == 0;
      CPU_FREE(set);
    }
  };
  try {
    std::thread(try_all).join();
  } catch (const std::system_error&) {
  }
  return are_usable;
}

bool run_with_stack(const std::function<void()>& work) {
  rlimit limit{};
  const bool is_known = ::getrlimit(RLIMIT_STACK, &limit) == 0;
  if (!is_known || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kLeastMainStackBytes) {
    work();
    return true;
  }
  constexpr std::size_t kStackBytes = std::size_t{1} << 20;
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const auto run = [](void* function) -> void* {
    (*static_cast<const std::function<void()>*>(function))();
    return nullptr;
  };
  const bool is_started =
      ::pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
      ::pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0;
  ::pthread_attr_destroy(&attributes);
  if (is_started) ::pthread_join(thread, nullptr);
  return is_started;
}

}  // namespace dokumill
