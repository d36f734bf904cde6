#include "engine/features/trial.hpp"

#include <algorithm>
#include <array>

namespace dokumill::features {
namespace {

enum class Ended : std::uint8_t { kSolved, kStuck, kContradiction, kStopped };

// T&E(depth) from `singles`, which singles cannot change any more. kDepth >= 1.
//
// The candidates are tried in turn, from cells with few candidates to cells with many. The walk
// ends when all candidates were tried since the last one that was removed.
template <int kDepth>
Ended try_candidates(Singles& singles, const Stop& should_stop) {
  std::array<std::uint8_t, kCells> cells{};
  int count = 0;
  std::array<std::uint8_t, kCells> sizes{};
  const auto candidates = singles.candidates();
  std::transform(candidates.begin(), candidates.end(), sizes.begin(), explainer::count9);
  for (int size = 2; size <= kDigits; ++size) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (sizes[cell] != size) continue;
      cells[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(cell);
    }
  }
  for (int at = 0, unchanged = 0; unchanged < count; at = at + 1 == count ? 0 : at + 1) {
    const int cell = cells[static_cast<std::size_t>(at)];
    ++unchanged;
    if (singles.is_set(cell)) continue;
    if (should_stop && (kDepth > 1 || at % 16 == 15) && should_stop()) return Ended::kStopped;
    for (int digit = 1; digit <= kDigits; ++digit) {
      if (!singles.has(cell, digit)) continue;
      Singles assumed = singles;
      bool is_contradiction = !assumed.set(cell, digit);
      if constexpr (kDepth > 1) {
        if (!is_contradiction && !assumed.is_solved()) {
          const Ended ended = try_candidates<kDepth - 1>(assumed, should_stop);
          if (ended == Ended::kStopped) return ended;
          is_contradiction = ended == Ended::kContradiction;
        }
      }
      if (!is_contradiction) continue;
      if (!singles.remove(cell, digit)) return Ended::kContradiction;
      if (singles.is_solved()) return Ended::kSolved;
      unchanged = 0;
      if (singles.is_set(cell)) break;
    }
  }
  return Ended::kStuck;
}

}  // namespace

int trial_depth(const Singles& singles, const Stop& should_stop) {
  if (singles.is_solved()) return 0;
  Singles at = singles;
  Ended ended = try_candidates<1>(at, should_stop);
  if (ended != Ended::kStuck) return 1;
  ended = try_candidates<2>(at, should_stop);
  return ended == Ended::kStuck ? kMoreDepth : 2;
}

namespace {

// Adds `more` cells to `cells` in all ways, and calls take() for each backdoor. Returns true when
// take() returned true, or when the search was stopped.
template <class Take>
bool each_backdoor(const Singles& singles, const Grid& solution, std::size_t more,
                   std::vector<int>& cells, const Stop& should_stop, const Take& take) {
  for (int cell = cells.empty() ? 0 : cells.back() + 1; cell < kCells; ++cell) {
    // A cell that is set already adds nothing, and a smaller backdoor was not found.
    if (singles.is_set(cell)) continue;
    if (more > 1 && should_stop && should_stop()) return true;
    Singles next = singles;
    next.set(cell, solution[Cell(cell)]);
    cells.push_back(cell);
    const bool is_end = more > 1 ? each_backdoor(next, solution, more - 1, cells, should_stop, take)
                                 : next.is_solved() && take(cells);
    if (is_end) return true;
    cells.pop_back();
  }
  return false;
}

}  // namespace

std::optional<std::vector<int>> find_backdoor(const Singles& singles, const Grid& solution,
                                              const Stop& should_stop) {
  std::vector<int> cells;
  if (singles.is_solved()) return cells;
  const auto take = [](const std::vector<int>&) { return true; };
  for (std::size_t size = 1; size <= kMaxBackdoor; ++size) {
    if (each_backdoor(singles, solution, size, cells, should_stop, take)) return cells;
  }
  return std::nullopt;
}

std::vector<std::vector<int>> find_backdoors(const Singles& singles, const Grid& solution,
                                             const Stop& should_stop) {
  if (singles.is_solved()) return {{}};
  std::vector<std::vector<int>> found;
  const auto take = [&found](const std::vector<int>& cells) {
    found.push_back(cells);
    return false;
  };
  for (std::size_t size = 1; size <= kMaxBackdoor && found.empty(); ++size) {
    std::vector<int> cells;
    if (each_backdoor(singles, solution, size, cells, should_stop, take)) break;
  }
  return found;
}

}  // namespace dokumill::features
