// A pipe that a separate thread fills with a text, in pieces.
#pragma once

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>

#include "support/test_random.hpp"

namespace dokumill::testing {

class PipeFeeder {
 public:
  // Writes pieces of 1 to `piece` bytes, and pauses for `pause_ms` after each of the first three
  // pieces.
  PipeFeeder(std::string text, int piece, int pause_ms = 0) {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("pipe failed");
    read_end_ = ends[0];
    thread_ = std::thread([text = std::move(text), piece, pause_ms, fd = ends[1]] {
      TestRandom random(text.size());
      int pieces = 0;
      for (std::size_t at = 0; at < text.size();) {
        const auto bytes = 1 + random.index(piece);
        const ssize_t wrote = ::write(fd, text.data() + at, std::min(bytes, text.size() - at));
        if (wrote <= 0) break;
        at += static_cast<std::size_t>(wrote);
        if (++pieces <= 3 && pause_ms > 0)
          std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
      }
      ::close(fd);
    });
  }
  PipeFeeder(const PipeFeeder&) = delete;
  PipeFeeder& operator=(const PipeFeeder&) = delete;
  ~PipeFeeder() {
    ::close(read_end_);
    thread_.join();
  }

  std::string path() const { return "/dev/fd/" + std::to_string(read_end_); }

 private:
  int read_end_ = -1;
  std::thread thread_;
};

}  // namespace dokumill::testing
