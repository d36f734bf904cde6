#include "engine/puzzles/patterns/pattern_walk.hpp"

#include <algorithm>

#include "dokumill/canon.hpp"
#include "engine/boards/row_group.hpp"

namespace dokumill::puzzles {
namespace {

bool has_peer_with(const Grid& puzzle, int cell, int digit) {
  return std::ranges::any_of(kPeerCells[static_cast<std::size_t>(cell)],
                             [&](std::uint8_t peer) { return puzzle.cells[peer] == digit; });
}

// Large enough that the weight of kLimit solutions is not 0: 50^6 is less than 2^34. The sum of
// nine weights is less than 2^45.
constexpr std::uint64_t kUnit = std::uint64_t{1} << 40;

std::uint64_t weight_of(std::uint64_t count) {
  return count == 0 ? 0 : kUnit / (count * count * count * count * count * count);
}

}  // namespace

void PatternWalk::begin(std::uint64_t seed, const PuzzleConstraints& constraints) {
  random_ = stream(seed);
  Grid board = random_board(random_);
  walks_ = given_board() == nullptr;
  if (!walks_ && attempt() != 0) {
    CanonicalMap map;
    map.is_transposed = random_.below(2) == 1;
    map.rows = boards::kArrangement[random_.below(boards::kArrangements)];
    map.columns = boards::kArrangement[random_.below(boards::kArrangements)];
    board = map.apply(board);
  }
  puzzle_ = {};
  cell_count_ = 0;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (!(*constraints.pattern)[cell]) continue;
    cells_[static_cast<std::size_t>(cell_count_++)] = cell;
    puzzle_.cells[cell] = board.cells[cell];
  }
  is_found_ = false;
  steps_ = 0;
  cell_ = -1;
  if (walks_) draw_cell();
}

// Draws another cell than that of the last step.
void PatternWalk::draw_cell() {
  const int last = cell_;
  const bool is_first = last < 0;
  cell_ = static_cast<int>(
      random_.below(static_cast<std::uint32_t>(is_first ? cell_count_ : cell_count_ - 1)));
  if (!is_first && cell_ >= last) ++cell_;
  digit_ = 0;
  counts_ = {};
}

bool PatternWalk::candidate(Grid& out) {
  if (is_found_) return false;
  if (!walks_) {
    out = puzzle_;
    return steps_++ == 0;
  }
  const std::size_t cell = cells_[static_cast<std::size_t>(cell_)];
  for (++digit_; digit_ <= kDigits; ++digit_) {
    if (has_peer_with(puzzle_, static_cast<int>(cell), digit_)) continue;
    out = puzzle_;
    out.cells[cell] = static_cast<std::uint8_t>(digit_);
    return true;
  }
  if (++steps_ == kSteps) return false;
  draw_digit();
  draw_cell();
  return candidate(out);
}

void PatternWalk::settle_count(std::uint64_t solutions) {
  is_found_ = solutions == 1;
  if (!walks_) return;
  counts_[static_cast<std::size_t>(digit_)] = static_cast<std::uint8_t>(solutions);
  if (!is_found_) return;
  puzzle_.cells[cells_[static_cast<std::size_t>(cell_)]] = static_cast<std::uint8_t>(digit_);
}

// One digit has solutions: the one that is in the cell.
void PatternWalk::draw_digit() {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts_) sum += weight_of(count);
  std::uint64_t drawn = next_64(random_) % sum;
  int digit = 1;
  while (drawn >= weight_of(counts_[static_cast<std::size_t>(digit)])) {
    drawn -= weight_of(counts_[static_cast<std::size_t>(digit++)]);
  }
  puzzle_.cells[cells_[static_cast<std::size_t>(cell_)]] = static_cast<std::uint8_t>(digit);
}

bool PatternWalk::take_result(MadePuzzle& made) const {
  made.puzzle = puzzle_;
  return is_found_;
}

}  // namespace dokumill::puzzles
