// PuzzleArguments: a Platform on which a puzzle can stand in place of the name of an input:
// `dokumill solve 53..7....`.
//
// If no file of such a name exists, the name itself is opened, as the text of a small file that can
// only be read. All other calls go to the system. Thread safety: as for every Platform. REQUIRES:
// the names are opened and read by one thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/platform/platform.hpp"

namespace dokumill::cli {

// True for a name that is probably a puzzle, or is meant as one: 41 cells or more, and nothing else
// than the blanks and lines that boards are drawn with.
bool is_like_a_puzzle(std::string_view name);

class PuzzleArguments final : public Platform {
 public:
  explicit PuzzleArguments(Platform& system) : Platform(&system) {}

  int open(const char* path, OpenMode mode, unsigned permissions) override;
  int close(int fd) override { return is_ours(fd) ? 0 : Platform::close(fd); }
  std::int64_t read(int fd, char* buffer, std::size_t bytes) override;
  int info(int fd, FileInfo& info) override;
  int info_at(const char* path, FileInfo& info) override;
  const char* map(int fd, std::size_t bytes) override {
    return is_ours(fd) ? nullptr : Platform::map(fd, bytes);
  }
  PollResult wait_readable(int fd, int timeout_ms) override {
    return is_ours(fd) ? PollResult::kReadable : Platform::wait_readable(fd, timeout_ms);
  }

 private:
  static constexpr int kFirst = 0x7FFE'0000;  // greater than any descriptor of the system

  struct OpenText {
    std::string text;
    std::size_t position = 0;
  };

  bool is_ours(int fd) const {
    return fd >= kFirst && fd - kFirst < static_cast<int>(texts_.size());
  }
  static FileInfo info_of(std::string_view text);

  std::vector<OpenText> texts_;
};

}  // namespace dokumill::cli
