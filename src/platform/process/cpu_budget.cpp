#include "platform/process/cpu_budget.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "platform/process/cpu_quota.hpp"

namespace dokumill {

int automatic_threads(Platform& platform) {
  std::string wish;
  if (platform.environment("OMP_NUM_THREADS", wish)) {
    long number = 0;
    std::from_chars(wish.data(), wish.data() + wish.size(), number);
    if (number >= 1) return static_cast<int>(std::min<long>(number, kMaxThreads));
  }
  int threads = platform.available_processors();
  const int quota = quota_processors(platform);
  if (quota > 0) threads = std::min(threads, quota);
  return std::clamp(threads, 1, kMaxThreads);
}

}  // namespace dokumill
