// ImportWatch: lets the caller of the importer stop it while it reads a long text.
//
// The loops over lines, rows, tags, tokens and boards note how many bytes they have read, and end
// when pass() returns true. What they return then is of no use: import_text() drops it.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace dokumill::records {

class ImportWatch {
 public:
  // A text is read at 10 MB/s or more in each layout, so should_stop() is called every 25 ms or
  // more often.
  static constexpr std::size_t kBetweenBytes = std::size_t{1} << 18;

  // `should_stop` is called after every `between_bytes` bytes, until it returns true. Tests of
  // short texts use a smaller number.
  explicit ImportWatch(std::function<bool()> should_stop, std::size_t between_bytes = kBetweenBytes)
      : should_stop_(std::move(should_stop)), between_bytes_(between_bytes) {}

  // Notes that `bytes` more bytes were read. Returns true if the reader has to end.
  bool pass(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ < between_bytes_) return is_stopped_;
    bytes_ = 0;
    is_stopped_ = is_stopped_ || (should_stop_ && should_stop_());
    return is_stopped_;
  }
  bool is_stopped() const { return is_stopped_; }

 private:
  std::function<bool()> should_stop_;
  std::size_t between_bytes_;
  std::size_t bytes_ = 0;
  bool is_stopped_ = false;
};

// As ImportWatch::pass(), if there is a watch.
inline bool is_stopped_after(ImportWatch* watch, std::size_t bytes) {
  return watch != nullptr && watch->pass(bytes);
}

}  // namespace dokumill::records
