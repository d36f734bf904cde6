#include "cli/job/puzzle_arguments.hpp"

#include <cerrno>
#include <functional>

namespace dokumill::cli {

bool is_like_a_puzzle(std::string_view name) {
  constexpr std::string_view kCellMarks = "0123456789.*_xX-?";
  constexpr std::string_view kLines = " \t\r\n|+:;,=/";
  std::size_t cells = 0;
  for (const char c : name) {
    const bool is_cell = kCellMarks.find(c) != std::string_view::npos;
    if (!is_cell && kLines.find(c) == std::string_view::npos) return false;
    cells += is_cell ? 1 : 0;
  }
  return cells >= 41;
}

int PuzzleArguments::open(const char* path, OpenMode mode, unsigned permissions) {
  const int fd = Platform::open(path, mode, permissions);
  const bool is_missing = fd == -ENOENT || fd == -ENAMETOOLONG || fd == -ENOTDIR;
  if (mode != OpenMode::kRead || !is_missing || !is_like_a_puzzle(path)) return fd;
  texts_.push_back({path, 0});
  return kFirst + static_cast<int>(texts_.size()) - 1;
}

std::int64_t PuzzleArguments::read(int fd, char* buffer, std::size_t bytes) {
  if (!is_ours(fd)) return Platform::read(fd, buffer, bytes);
  OpenText& open_text = texts_[static_cast<std::size_t>(fd - kFirst)];
  const std::size_t count = open_text.text.copy(buffer, bytes, open_text.position);
  open_text.position += count;
  return static_cast<std::int64_t>(count);
}

FileInfo PuzzleArguments::info_of(std::string_view text) {
  FileInfo info;
  info.is_regular = true;
  info.is_read_only = true;
  info.bytes = text.size();
  info.inode = std::hash<std::string_view>()(text);
  return info;
}

int PuzzleArguments::info(int fd, FileInfo& info) {
  if (!is_ours(fd)) return Platform::info(fd, info);
  info = info_of(texts_[static_cast<std::size_t>(fd - kFirst)].text);
  return 0;
}

int PuzzleArguments::info_at(const char* path, FileInfo& info) {
  const int failed = Platform::info_at(path, info);
  const bool is_missing = failed == -ENOENT || failed == -ENAMETOOLONG || failed == -ENOTDIR;
  if (!is_missing || !is_like_a_puzzle(path)) return failed;
  info = info_of(path);
  return 0;
}

}  // namespace dokumill::cli
