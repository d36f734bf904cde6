// Pace: measures how long a client makes the server wait for its upload.
//
// The clock runs only while the server waits for bytes, so a slow job is not mistaken for a slow
// client. The clock restarts at 0 only after every kPaceBytes bytes, so a client that sends one
// byte now and then is noticed.
//
// Thread safety: one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace dokumill::web {

inline constexpr std::uint64_t kPaceBytes = 65536;

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  // The server begins to wait for bytes.
  void begin_wait(Clock::time_point now = Clock::now()) { since_ = now; }
  // The wait is over, and `bytes` have arrived.
  void take(std::uint64_t bytes, Clock::time_point now = Clock::now()) {
    before_ = waited(now);
    since_.reset();
    bytes_ += bytes;
    if (bytes_ < kPaceBytes) return;
    bytes_ = 0;
    before_ = {};
  }
  // The time that the server has waited for the current kPaceBytes, up to now.
  Clock::duration waited(Clock::time_point now = Clock::now()) const {
    return since_ ? before_ + (now - *since_) : before_;
  }

 private:
  std::uint64_t bytes_ = 0;
  Clock::duration before_{};  // the time waited before since_
  std::optional<Clock::time_point> since_;
};

}  // namespace dokumill::web
