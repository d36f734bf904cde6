// The Platform of a build without an operating system: the page in a browser (src/wasm). It has a
// clock, and every other call fails. The jobs of the page read and write texts in memory
// (text_platform.hpp). CMake compiles this file instead of posix_platform.cpp.
#include <atomic>
#include <cerrno>
#include <chrono>

#include "platform/platform.hpp"

namespace dokumill {
namespace {

class NoPlatform final : public Platform {
 public:
  int open(const char*, OpenMode, unsigned) override { return -ENOSYS; }
  int duplicate(int) override { return -ENOSYS; }
  int close(int) override { return -ENOSYS; }
  std::int64_t read(int, char*, std::size_t) override { return -ENOSYS; }
  std::int64_t read_at(int, char*, std::size_t, std::uint64_t) override { return -ENOSYS; }
  std::int64_t write(int, const char*, std::size_t) override { return -ENOSYS; }
  std::int64_t write_at(int, const char*, std::size_t, std::uint64_t) override { return -ENOSYS; }
  int info(int, FileInfo&) override { return -ENOSYS; }
  int info_at(const char*, FileInfo&) override { return -ENOSYS; }
  std::int64_t position(int) override { return -ENOSYS; }
  int sync(int) override { return -ENOSYS; }
  int reserve(int, std::uint64_t) override { return -ENOSYS; }
  int reserve_to_grow(int, std::uint64_t) override { return -ENOSYS; }
  int truncate(int, std::uint64_t) override { return -ENOSYS; }
  int may_write(const char*) override { return -ENOSYS; }
  bool may_act_for(unsigned) override { return false; }
  int set_permissions(int, unsigned) override { return -ENOSYS; }
  int set_owner(int, unsigned, unsigned) override { return -ENOSYS; }
  int list_attributes(const char*, std::string&) override { return -ENOSYS; }
  int attribute(const char*, const char*, std::string&) override { return -ENOSYS; }
  int set_attribute(int, const char*, const std::string&) override { return -ENOSYS; }
  int remove_attribute(int, const char*) override { return -ENOSYS; }
  int rename(const char*, const char*, Replace) override { return -ENOSYS; }
  int link(const char*, const char*) override { return -ENOSYS; }
  int remove(const char*) override { return -ENOSYS; }
  int make_folder(const char*, unsigned) override { return -ENOSYS; }
  int remove_folder(const char*) override { return -ENOSYS; }
  int is_empty_folder(const char*) override { return -ENOSYS; }
  int read_link(const char*, std::string&) override { return -ENOSYS; }
  int real_path(const char*, std::string&) override { return -ENOSYS; }
  int sync_folder(const char*) override { return -ENOSYS; }
  const char* map(int, std::size_t) override { return nullptr; }
  std::optional<std::uint64_t> lost_byte_of(const char*) override { return std::nullopt; }
  void unmap(const char*, std::size_t) override {}
  PollResult wait_readable(int, int) override { return PollResult::kReadable; }
  void wait_writable(int) override {}
  int free_descriptors(int) override { return 0; }
  bool is_terminal(int) override { return false; }
  int terminal_columns(int) override { return 0; }
  int try_threads(int) override { return 0; }
  bool can_bind_to_each(const std::vector<std::vector<int>>&) override { return true; }
  bool has_lost_threads() override { return false; }
  std::uint64_t now_ns() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
  int available_processors() override { return 1; }
  bool environment(const char*, std::string&) override { return false; }
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
