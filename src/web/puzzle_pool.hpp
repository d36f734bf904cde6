// PuzzlePool: puzzles of every level, made ahead by a thread of its own, so that a new game begins
// at once.
//
// Thread safety: take() from any thread; the rest from the owner's. Memory: kKept puzzles a level.
// Without memory or a thread the pool stays empty, and puzzles are made when they are asked for.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "web/api.hpp"

namespace dokumill::web {

class PuzzlePool {
 public:
  static constexpr std::size_t kKept = 8;

  // `new_seed` is called by the pool's thread and by take()'s.
  explicit PuzzlePool(std::function<std::uint64_t()> new_seed);
  ~PuzzlePool();
  PuzzlePool(const PuzzlePool&) = delete;
  PuzzlePool& operator=(const PuzzlePool&) = delete;

  // One made ahead, or where there is none one made now. Each puzzle is given once.
  Result<LevelPuzzle> take(Level level, const std::function<bool()>& should_stop);

  // How many are ready.
  std::size_t ready(Level level) const;

 private:
  void fill();
  // The level that has the fewest; none when all are full.
  std::optional<Level> hungriest() const;

  std::function<std::uint64_t()> new_seed_;
  std::array<std::vector<LevelPuzzle>, kLevels> puzzles_;
  mutable std::mutex mutex_;
  std::condition_variable taken_;
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace dokumill::web
