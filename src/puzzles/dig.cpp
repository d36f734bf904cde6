#include "puzzles/dig.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dokumill::puzzles {
namespace {

// About how many clues the first candidate leaves out. With values from 16 to 40, a minimal
// puzzle takes 42.7 to 43.5 questions to the solver.
constexpr int kFirstClues = 32;

}  // namespace

void Dig::begin(std::uint64_t seed, const PuzzleConstraints& constraints) {
  RandomStream random = stream(seed);
  board_ = random_board(random);
  puzzle_ = board_;
  orbits_ = &orbits_of(constraints.symmetry);
  aim_ = 0;
  if (constraints.clues && !constraints.minimal) {
    const auto choices =
        static_cast<std::uint32_t>(constraints.clues->most - constraints.clues->fewest + 1);
    aim_ = constraints.clues->fewest + static_cast<int>(random.below(choices));
  }
  shuffle_orbits(constraints, random);
  next_ = 0;
  step_ = std::max(1, kFirstClues * orbits_->count / kCells);
  clues_ = kCells;
  left_ = CellBits::all();
  asks_ = constraints.unique;
  exchanges_.clear();
  if (asks_) exchanges_.find(board_);
}

void Dig::shuffle_orbits(const PuzzleConstraints& constraints, RandomStream& random) {
  std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  for (int left = orbits_->count; left > 1; --left) {
    std::swap(order_[left - 1], order_[random.below(static_cast<std::uint32_t>(left))]);
  }
  if (constraints.empty_in_each_box == 0) return;
  // Move the orbits to the front that give every box its empty cells; keep the drawn order apart
  // from that.
  std::array<int, 9> missing{};
  missing.fill(constraints.empty_in_each_box);
  std::stable_partition(order_.begin(), order_.begin() + orbits_->count, [&](std::uint8_t number) {
    const Orbit& orbit = orbits_->orbits[number];
    bool is_needed = false;
    for (int i = 0; i < orbit.size; ++i) {
      is_needed = is_needed || missing[Cell(orbit.cells[i]).box()] > 0;
    }
    if (!is_needed) return false;
    for (int i = 0; i < orbit.size; ++i) --missing[Cell(orbit.cells[i]).box()];
    return true;
  });
}

bool Dig::choose_step(CellBits& gone, int& clues) {
  for (;;) {
    if (next_ == orbits_->count) return false;
    gone = {};
    clues = 0;
    int taken = 0;
    for (; taken < step_ && next_ + taken < orbits_->count; ++taken) {
      const Orbit& orbit = orbits_->orbits[order_[next_ + taken]];
      if (clues_ - clues - orbit.size < aim_) break;
      clues += orbit.size;
      for (int i = 0; i < orbit.size; ++i) gone.add(orbit.cells[i]);
    }
    if (taken == 0) {  // this orbit would go below the aim; a smaller one may follow
      if (clues_ == aim_) return false;
      ++next_;
      continue;
    }
    step_ = taken;
    if (!exchanges_.is_one_missed(left_ - gone)) return true;
    settle(false);
  }
}

bool Dig::candidate(Grid& out) {
  while (next_candidate(out)) {
    if (asks_) return true;
    settle(true);
  }
  return false;
}

bool Dig::next_candidate(Grid& out) {
  CellBits gone;
  int clues = 0;
  if (!choose_step(gone, clues)) return false;
  out = puzzle_;
  for (int i = 0; i < step_; ++i) {
    const Orbit& orbit = orbits_->orbits[order_[next_ + i]];
    for (int j = 0; j < orbit.size; ++j) out.cells[orbit.cells[j]] = 0;
  }
  return true;
}

void Dig::settle(bool has_one_solution) {
  if (!has_one_solution) {
    if (step_ == 1) ++next_;
    step_ = std::max(1, step_ / 2);
    return;
  }
  for (int end = next_ + step_; next_ < end; ++next_) {
    const Orbit& orbit = orbits_->orbits[order_[next_]];
    for (int j = 0; j < orbit.size; ++j) {
      puzzle_.cells[orbit.cells[j]] = 0;
      left_.remove(orbit.cells[j]);
    }
    clues_ -= orbit.size;
  }
}

bool Dig::take_result(MadePuzzle& made) const {
  made.puzzle = puzzle_;
  made.solution = board_;
  return true;
}

}  // namespace dokumill::puzzles
