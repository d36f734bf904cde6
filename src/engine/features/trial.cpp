#include "engine/features/trial.hpp"

#include <algorithm>
#include <array>

namespace dokumill::features {
namespace {

using explainer::CellSet;

enum class Ended : std::uint8_t { kSolved, kStuck, kContradiction, kStopped };

// T&E(depth) from `singles`, which singles cannot change any more. kDepth >= 1.
//
// The candidates are tried in turn, from cells with few candidates to cells with many. The walk
// ends when all candidates were tried since the last one that was removed. If an assumption sets
// another digit, and does not end in a contradiction, the other digit alone does not, either: less
// follows from it. So it need not be tried before the next candidate is removed.
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
  std::array<CellSet, kDigits> possible{};  // the digits that certainly lead to no contradiction
  for (int at = 0, unchanged = 0; unchanged < count; at = at + 1 == count ? 0 : at + 1) {
    const int cell = cells[static_cast<std::size_t>(at)];
    ++unchanged;
    if (singles.is_set(cell)) continue;
    if (should_stop && (kDepth > 1 || at % 16 == 15) && should_stop()) return Ended::kStopped;
    for (int digit = 1; digit <= kDigits; ++digit) {
      if (!singles.has(cell, digit) || possible[static_cast<std::size_t>(digit - 1)].has(cell)) {
        continue;
      }
      Singles assumed = singles;
      bool is_contradiction = !assumed.set(cell, digit);
      if constexpr (kDepth > 1) {
        if (!is_contradiction && !assumed.is_solved()) {
          const Ended ended = try_candidates<kDepth - 1>(assumed, should_stop);
          if (ended == Ended::kStopped) return ended;
          is_contradiction = ended == Ended::kContradiction;
        }
      }
      if (!is_contradiction) {
        assumed.add_set_digits(possible);
        continue;
      }
      if (!singles.remove(cell, digit)) return Ended::kContradiction;
      if (singles.is_solved()) return Ended::kSolved;
      possible.fill({});
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

// Adds `more` cells to `cells` in all ways, and appends each backdoor to `found`, until there are
// `most`. Returns true when there are `most`, or when the search was stopped.
//
// If a cell sets another cell, less follows from the other cell alone. So if no backdoor has the
// first cell and later ones, none has the other cell and later ones. If the other cell completes a
// backdoor, the first one does, too.
bool add_backdoors(const Singles& singles, const Grid& solution, std::size_t more,
                   std::vector<int>& cells, std::size_t most, const Stop& should_stop,
                   std::vector<std::vector<int>>& found) {
  // A cell that is set already adds nothing, and a smaller backdoor was not found.
  CellSet useless = singles.set_cells();
  CellSet last;  // the cells that complete a backdoor
  for (int cell = cells.empty() ? 0 : cells.back() + 1; cell < kCells; ++cell) {
    if (useless.has(cell)) continue;
    if (more > 1 && should_stop && should_stop()) return true;
    const std::size_t before = found.size();
    Singles next = singles;
    next.set(cell, solution[Cell(cell)], last);
    cells.push_back(cell);
    if (more == 1 && (next.is_solved() || !(next.set_cells() & last).empty())) {
      found.push_back(cells);
      last.add(cell);
    }
    const bool is_stopped =
        more > 1 && add_backdoors(next, solution, more - 1, cells, most, should_stop, found);
    if (is_stopped || found.size() == most) return true;
    cells.pop_back();
    if (found.size() == before) useless |= next.set_cells();
  }
  return false;
}

}  // namespace

std::vector<std::vector<int>> find_backdoors(const Singles& singles, const Grid& solution,
                                             std::size_t most, const Stop& should_stop) {
  if (singles.is_solved()) return {{}};
  std::vector<std::vector<int>> found;
  for (std::size_t size = 1; size <= kMaxBackdoor && found.empty(); ++size) {
    std::vector<int> cells;
    if (add_backdoors(singles, solution, size, cells, most, should_stop, found)) break;
  }
  return found;
}

}  // namespace dokumill::features
