// PuzzlePool: keeps puzzles of every level, so that a new game begins at once. The pool's own
// thread makes the puzzles in advance.
//
// Thread safety: any thread may call take() and ready(). Memory: kKept puzzles per level. If memory
// runs out or no thread can be started, the pool stays empty, and take() makes each puzzle itself.
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

  // The pool's thread calls `new_seed`, and so does every thread that calls take(). REQUIRES:
  // several threads may call `new_seed` at the same time.
  explicit PuzzlePool(std::function<std::uint64_t()> new_seed);
  ~PuzzlePool();
  PuzzlePool(const PuzzlePool&) = delete;
  PuzzlePool& operator=(const PuzzlePool&) = delete;

  // Returns a puzzle that was made in advance, or makes one if no puzzle of the level is ready.
  // Each puzzle is returned once.
  Result<LevelPuzzle> take(Level level, const std::function<bool()>& should_stop);

  // The number of puzzles that are ready.
  std::size_t ready(Level level) const;

 private:
  void fill();
  // The level with the fewest puzzles; empty if all levels are full.
  std::optional<Level> hungriest() const;

  std::function<std::uint64_t()> new_seed_;
  std::array<std::vector<LevelPuzzle>, kLevels> puzzles_;
  mutable std::mutex mutex_;
  std::condition_variable taken_;
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace dokumill::web
