// PiecePlatform: provides one text as a stream that arrives in pieces, with or without a pause
// before each piece, or as a mapped file.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "support/system/fake_platform.hpp"

namespace dokumill::fuzzing {

class PiecePlatform final : public testing::FakePlatform {
 public:
  enum class Pauses { kNone, kBeforeEveryPiece };

  // A stream. `text` must outlive this object.
  PiecePlatform(std::string_view text, std::size_t piece, Pauses pauses)
      : text_(text), piece_(piece), pauses_(pauses == Pauses::kBeforeEveryPiece) {}
  // A regular file, which is mapped unless it is too small.
  explicit PiecePlatform(std::string_view text)
      : text_(text), piece_(text.size()), is_mapped_(true) {}

  int open(const char*, OpenMode, unsigned) override { return kFd; }
  int close(int) override { return 0; }
  int info(int, FileInfo& info) override {
    info = {};
    info.is_regular = is_mapped_;
    info.bytes = is_mapped_ ? text_.size() : 0;
    return 0;
  }
  const char* map(int, std::size_t) override { return text_.data(); }
  void unmap(const char*, std::size_t) override {}

  PollResult wait_readable(int, int) override {
    const bool is_begin = at_ % piece_ == 0;
    has_waited_ = pauses_ && is_begin && !has_waited_;
    return has_waited_ ? PollResult::kTimeout : PollResult::kReadable;
  }
  // Reads up to the end of a piece.
  std::int64_t read(int, char* buffer, std::size_t bytes) override {
    const std::size_t got = std::min({bytes, piece_ - at_ % piece_, text_.size() - at_});
    if (got != 0) std::memcpy(buffer, text_.data() + at_, got);
    at_ += got;
    return static_cast<std::int64_t>(got);
  }
  std::uint64_t now_ns() override { return 0; }

 private:
  static constexpr int kFd = 3;
  std::string_view text_;
  std::size_t piece_;
  bool pauses_ = false;
  bool is_mapped_ = false;
  bool has_waited_ = false;
  std::size_t at_ = 0;
};

}  // namespace dokumill::fuzzing
