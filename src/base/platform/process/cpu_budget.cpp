#include "base/platform/process/cpu_budget.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "base/platform/process/cpu_quota.hpp"
#include "base/text/format.hpp"

namespace dokumill {

std::string ThreadBudget::remark() const {
  if (threads >= present) return {};
  if (requested > 0) return format_text("OMP_NUM_THREADS is {}", requested);
  if (threads < processors)
    return format_text("the CPU quota is {} of {} processors", quota, present);
  if (!limited_by.empty())
    return format_text("{} allows {} of {} processors", limited_by, processors, present);
  return format_text("this process may use {} of {} processors", processors, present);
}

ThreadBudget thread_budget(Platform& platform) {
  ThreadBudget budget;
  Processors found = platform.processors();
  budget.processors = std::max(1, static_cast<int>(found.usable.size()));
  budget.present = found.present;
  budget.limited_by = std::move(found.limited_by);
  std::string wish;
  if (platform.environment("OMP_NUM_THREADS", wish)) {
    long number = 0;
    std::from_chars(wish.data(), wish.data() + wish.size(), number);
    if (number >= 1) {
      budget.requested = static_cast<int>(std::min<long>(number, kMaxThreads));
      budget.threads = budget.requested;
      return budget;
    }
  }
  budget.quota = quota_processors(platform);
  budget.threads = budget.processors;
  if (budget.quota > 0) budget.threads = std::min(budget.threads, budget.quota);
  budget.threads = std::min(budget.threads, kMaxThreads);
  return budget;
}

int automatic_threads(Platform& platform) {
  return thread_budget(platform).threads;
}

}  // namespace dokumill
