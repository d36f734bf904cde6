// SpareEncoders: encoders for threads that compress blocks. A thread takes an encoder for a block
// and gives it back, so there are at most as many encoders as threads that compress at the same
// time.
//
// Thread safety: any thread at any time.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/codec/encoder.hpp"

namespace dokumill::codec {

class SpareEncoders {
 public:
  // `should_stop`: as for make_encoder().
  SpareEncoders(const CompressionOptions& options, std::function<bool()> should_stop)
      : options_(options), should_stop_(std::move(should_stop)) {}

  const CompressionOptions& options() const { return options_; }

  // Failure: as make_encoder(). REQUIRES: options().kind is not kNone.
  Result<std::unique_ptr<Encoder>> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!encoders_.empty()) {
        std::unique_ptr<Encoder> encoder = std::move(encoders_.back());
        encoders_.pop_back();
        return encoder;
      }
    }
    return make_encoder(options_, should_stop_);
  }
  void give_back(std::unique_ptr<Encoder> encoder) {
    const std::lock_guard lock(mutex_);
    encoders_.push_back(std::move(encoder));
  }

 private:
  CompressionOptions options_;
  std::function<bool()> should_stop_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Encoder>> encoders_;
};

}  // namespace dokumill::codec
