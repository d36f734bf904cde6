// Stopwatch: measures the thread-seconds of each stage, with one clock reading per change of stage.
#pragma once

#include <cstdint>

#include "base/platform/platform.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

class Stopwatch {
 public:
  // Starts in Stage::kWait.
  explicit Stopwatch(Platform& platform) : platform_(&platform), since_(platform.now_ns()) {}

  void enter(Stage stage) {
    const std::uint64_t now = platform_->now_ns();
    seconds_[static_cast<int>(stage_)] += static_cast<double>(now - since_) * 1e-9;
    since_ = now;
    stage_ = stage;
  }

  const StageSeconds& seconds() const { return seconds_; }

 private:
  Platform* platform_;
  std::uint64_t since_;
  Stage stage_ = Stage::kWait;
  StageSeconds seconds_{};
};

}  // namespace dokumill::batch
