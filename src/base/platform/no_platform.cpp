// The Platform of a build without an operating system: the page in a browser (src/apps/web/wasm).
// It has a clock and one processor. All other calls fail, because no platform is below it. The jobs
// of the page read and write texts in memory (text_platform.hpp). CMake compiles this file instead
// of posix_platform.cpp.
#include <atomic>
#include <chrono>

#include "base/platform/platform.hpp"

namespace dokumill {
namespace {

class NoPlatform final : public Platform {
 public:
  int free_descriptors(int) override { return 0; }
  int terminal_columns(int) override { return 0; }
  int try_threads(int) override { return 0; }
  bool can_bind_to_each(const std::vector<std::vector<int>>&) override { return true; }
  std::uint64_t now_ns() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
  Processors processors() override { return {{0}}; }
  std::uint64_t unique_number() override {
    std::uint64_t mixed = now_ns() ^ (++last_ * 0x9E3779B97F4A7C15U);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    return mixed ^ (mixed >> 31);
  }

 private:
  std::atomic<std::uint64_t> last_{0};
};

}  // namespace

Platform& system_platform() {
  static NoPlatform platform;
  return platform;
}

std::string error_text(std::int64_t) {
  return "the page has no files";
}

}  // namespace dokumill
