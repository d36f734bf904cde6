#include "platform/cpu_budget.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

namespace dokumill {
namespace {

// The number that `text` begins with, or -1.
long leading_number(std::string_view text) {
  long value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int processors(long quota, long period) {
  if (quota <= 0 || period <= 0) return 0;
  return static_cast<int>(std::min<long>((quota - 1) / period, kMaxThreads - 1)) + 1;
}

std::string read_small_file(Platform& platform, const std::string& path) {
  int fd = -EINTR;
  while (fd == -EINTR) fd = platform.open(path.c_str(), OpenMode::kRead, 0);
  if (fd < 0) return {};
  std::string text(4096, '\0');
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const std::int64_t got = platform.read(fd, text.data() + bytes, text.size() - bytes);
    if (got == -EINTR) continue;
    if (got <= 0) break;
    bytes += static_cast<std::size_t>(got);
  }
  platform.close(fd);
  text.resize(bytes);
  return text;
}

// The tightest quota on the way from the process's control group up to the root of the hierarchy.
// Lines of /proc/self/cgroup: "0::/path" for version 2, "4:cpu,cpuacct:/path" for version 1.
int control_group_limit(Platform& platform) {
  const std::string groups = read_small_file(platform, "/proc/self/cgroup");
  int limit = 0;
  const auto tighten = [&limit](int found) {
    if (found > 0) limit = limit == 0 ? found : std::min(limit, found);
  };
  for (std::size_t begin = 0; begin < groups.size();) {
    const std::size_t end = std::min(groups.find('\n', begin), groups.size());
    const std::string line = groups.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string controllers(1, ',');
    controllers.append(line, first + 1, second - first - 1).push_back(',');
    std::string path = line.substr(second + 1);
    for (;;) {
      if (controllers == ",,") {
        tighten(
            quota_processors_v2(read_small_file(platform, "/sys/fs/cgroup" + path + "/cpu.max")));
      } else if (controllers.find(",cpu,") != std::string::npos) {
        const std::string folder = "/sys/fs/cgroup/cpu" + path;
        tighten(quota_processors_v1(read_small_file(platform, folder + "/cpu.cfs_quota_us"),
                                    read_small_file(platform, folder + "/cpu.cfs_period_us")));
      }
      const std::size_t slash = path.rfind('/');
      if (slash == std::string::npos || path.empty()) break;
      path.resize(slash);
    }
  }
  return limit;
}

}  // namespace

int quota_processors_v2(const std::string& cpu_max) {
  const std::size_t space = cpu_max.find(' ');
  if (space == std::string::npos) return 0;
  return processors(leading_number(cpu_max),
                    leading_number(std::string_view(cpu_max).substr(space + 1)));
}

int quota_processors_v1(const std::string& quota_us, const std::string& period_us) {
  return processors(leading_number(quota_us), leading_number(period_us));
}

int automatic_threads(Platform& platform) {
  std::string wish;
  if (platform.environment("OMP_NUM_THREADS", wish)) {
    const long number = leading_number(wish);
    if (number >= 1) return static_cast<int>(std::min<long>(number, kMaxThreads));
  }
  int threads = platform.available_processors();
  const int limit = control_group_limit(platform);
  if (limit > 0) threads = std::min(threads, limit);
  return std::clamp(threads, 1, kMaxThreads);
}

}  // namespace dokumill
