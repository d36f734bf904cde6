#include "engine/puzzles/sample_puzzles.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/solver.hpp"
#include "engine/boards/row_group.hpp"
#include "engine/puzzles/hard_puzzles.hpp"

namespace dokumill::puzzles {
namespace {

constexpr int kEasyClues = 33;
constexpr int kCluesBeforeAWrongOne = 28;
constexpr int kFewestHoles = 40;
constexpr int kMaxHoles = 60;

using CellOrder = std::array<std::uint8_t, kCells>;

CellOrder random_cell_order(RandomStream& random) {
  CellOrder cells;
  std::iota(cells.begin(), cells.end(), std::uint8_t{0});
  for (std::uint32_t left = kCells; left > 1; --left) {
    std::swap(cells[left - 1], cells[random.below(left)]);
  }
  return cells;
}

bool has_one_solution(const Grid& puzzle, Solver& solver) {
  return solver.count(puzzle, 2) == 1;
}

// Bit d is set for each digit d that a peer of `cell` has.
unsigned digits_seen(const Grid& grid, int cell) {
  unsigned seen = 0;
  for (const std::uint8_t peer : kPeerCells[cell]) seen |= 1U << grid.cells[peer];
  return seen & 0x3FEU;
}

// Tries to remove each clue, in the given order. A clue stays if the puzzle would have several
// solutions without it. Stops when only `fewest` clues are left. One pass is enough: a clue that is
// needed now is also needed when the puzzle has fewer clues.
Grid take_off_clues(Grid puzzle, const CellOrder& order, int fewest, Solver& solver) {
  int clues = count_clues(puzzle);
  for (const std::uint8_t cell : order) {
    if (clues <= fewest) break;
    const std::uint8_t digit = std::exchange(puzzle.cells[cell], std::uint8_t{0});
    // If the peers have all other digits, the digit is forced, and the solver is not needed.
    const bool is_forced = (digits_seen(puzzle, cell) | 1U << digit) == 0x3FEU;
    if (is_forced || has_one_solution(puzzle, solver)) {
      --clues;
    } else {
      puzzle.cells[cell] = digit;
    }
  }
  return puzzle;
}

// Empties `holes` cells in the given order, then more cells until there is more than one solution.
Grid make_holes(Grid board, const CellOrder& order, int holes, Solver& solver) {
  for (int made = 0; made < kCells; ++made) {
    if (made >= holes && !has_one_solution(board, solver)) break;
    board.cells[order[made]] = 0;
  }
  return board;
}

// Adds one wrong clue. Takes the first empty cell, in the given order, that has a candidate other
// than the solution's digit, and puts a random one of these candidates into the cell. If no empty
// cell had such a candidate, every empty cell would be a naked single, and the puzzle would be
// returned unchanged. With 28 clues or a few more, this does not happen.
Grid add_wrong_clue(Grid puzzle, const Grid& solution, const CellOrder& order,
                    RandomStream& random) {
  for (const std::uint8_t cell : order) {
    if (puzzle.cells[cell] != 0) continue;
    const unsigned seen = digits_seen(puzzle, cell) | 1U << solution.cells[cell];
    std::array<std::uint8_t, 9> wrong{};
    std::uint32_t count = 0;
    for (unsigned digit = 1; digit <= 9; ++digit) {
      if ((seen >> digit & 1U) == 0) wrong[count++] = static_cast<std::uint8_t>(digit);
    }
    if (count == 0) continue;
    puzzle.cells[cell] = wrong[random.below(count)];
    break;
  }
  return puzzle;
}

Grid make_base(SampleKind kind, std::uint64_t seed, std::uint64_t number, Solver& solver) {
  const std::uint64_t index = (static_cast<std::uint64_t>(kind) << 32) + number;
  const Grid board = make_board({BoardFamily::kRandom, Digit(1), seed}, index);
  RandomStream random(seed, index, RandomPurpose::kSampleBase);
  const CellOrder order = random_cell_order(random);
  switch (kind) {
    case SampleKind::kEasy:
      return take_off_clues(board, order, kEasyClues, solver);
    case SampleKind::kMinimal:
      return take_off_clues(board, order, 0, solver);
    case SampleKind::kSeveral: {
      const auto more = random.below(kMaxHoles - kFewestHoles + 1);
      return make_holes(board, order, kFewestHoles + static_cast<int>(more), solver);
    }
    case SampleKind::kNone: {
      const Grid puzzle = take_off_clues(board, order, kCluesBeforeAWrongOne, solver);
      return add_wrong_clue(puzzle, board, order, random);
    }
    case SampleKind::kHard:
      break;  // hard puzzles are stored, not made
  }
  return board;
}

Grid random_image(const Grid& grid, RandomStream random) {
  const bool is_mirrored = random.below(2) == 1;
  const boards::RowOrder& rows = boards::kArrangement[random.below(boards::kArrangements)];
  const boards::RowOrder& columns = boards::kArrangement[random.below(boards::kArrangements)];
  const auto permutation = permutation_of_nine(random.below(kPermutationsOf9));
  std::array<std::uint8_t, 10> names{};  // names[0] is 0: an empty cell stays empty
  std::transform(permutation.begin(), permutation.end(), names.begin() + 1,
                 [](std::uint8_t value) { return static_cast<std::uint8_t>(value + 1); });
  Grid image;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      const int from =
          is_mirrored ? 9 * columns[column] + rows[row] : 9 * rows[row] + columns[column];
      image.cells[9 * row + column] = names[grid.cells[from]];
    }
  }
  return image;
}

}  // namespace

std::optional<SampleKind> sample_kind(std::string_view name) {
  if (name == "easy") return SampleKind::kEasy;
  if (name == "minimal") return SampleKind::kMinimal;
  if (name == "several") return SampleKind::kSeveral;
  if (name == "none") return SampleKind::kNone;
  if (name == "hard") return SampleKind::kHard;
  return std::nullopt;
}

Result<std::vector<Grid>> sample_puzzles(SampleKind kind, std::uint64_t seed, std::size_t count,
                                         const std::function<bool()>& should_stop) {
  const Status interrupted(ErrorCode::kInterrupted, "interrupted");
  const auto is_stopping = [&should_stop](std::size_t number, std::size_t every) {
    return number % every == 0 && should_stop && should_stop();
  };
  Result<Solver> solver = Solver::create();
  if (!solver.ok()) return solver.status();
  std::vector<Grid> bases(std::min(count, kSampleBases));
  if (kind == SampleKind::kHard) {
    const std::vector<Grid> kept = hard_puzzles();
    for (std::size_t base = 0; base < bases.size(); ++base) bases[base] = kept[base % kept.size()];
  } else {
    for (std::size_t base = 0; base < bases.size(); ++base) {
      if (is_stopping(base, 16)) return interrupted;
      bases[base] = make_base(kind, seed, base, *solver);
    }
  }
  std::vector<Grid> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_stopping(i, 4096)) return interrupted;
    const std::uint64_t index = (static_cast<std::uint64_t>(kind) << 56) + i;
    samples[i] = random_image(bases[i % kSampleBases],
                              RandomStream(seed, index, RandomPurpose::kSampleSymmetry));
  }
  return samples;
}

}  // namespace dokumill::puzzles
