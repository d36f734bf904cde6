#include "web/puzzle_pool.hpp"

#include <new>
#include <system_error>
#include <utility>

namespace dokumill::web {

PuzzlePool::PuzzlePool(std::function<std::uint64_t()> new_seed) : new_seed_(std::move(new_seed)) {
  for (auto& level : puzzles_) level.reserve(kKept);
  try {
    thread_ = std::thread([this] { fill(); });
  } catch (const std::system_error&) {
  }
}

PuzzlePool::~PuzzlePool() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  taken_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Result<LevelPuzzle> PuzzlePool::take(Level level, const std::function<bool()>& should_stop) {
  {
    const std::lock_guard lock(mutex_);
    auto& ready = puzzles_[static_cast<std::size_t>(level)];
    if (!ready.empty()) {
      const LevelPuzzle puzzle = ready.back();
      ready.pop_back();
      taken_.notify_all();
      return puzzle;
    }
  }
  return make_level_puzzle(level, new_seed_(), should_stop);
}

std::size_t PuzzlePool::ready(Level level) const {
  const std::lock_guard lock(mutex_);
  return puzzles_[static_cast<std::size_t>(level)].size();
}

std::optional<Level> PuzzlePool::hungriest() const {
  std::size_t fewest = kKept;
  std::optional<Level> level;
  for (std::size_t i = 0; i < puzzles_.size(); ++i) {
    if (puzzles_[i].size() >= fewest) continue;
    fewest = puzzles_[i].size();
    level = static_cast<Level>(i);
  }
  return level;
}

void PuzzlePool::fill() {
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    const std::optional<Level> level = hungriest();
    if (!level) {
      taken_.wait(lock);
      continue;
    }
    lock.unlock();
    std::optional<LevelPuzzle> made;
    try {
      Result<LevelPuzzle> puzzle =
          make_level_puzzle(*level, new_seed_(), [this] { return is_stopping_.load(); });
      if (puzzle.ok()) made = *std::move(puzzle);
    } catch (const std::bad_alloc&) {
    }
    lock.lock();
    // If memory ran out, or if the seed gives no puzzle of this level, wait before the next
    // attempt.
    if (!made) {
      taken_.wait_for(lock, std::chrono::seconds(1), [this] { return is_stopping_.load(); });
    } else {
      puzzles_[static_cast<std::size_t>(*level)].push_back(*made);
    }
  }
}

}  // namespace dokumill::web
