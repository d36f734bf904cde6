#include "engine/puzzles/dig.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dokumill::puzzles {
namespace {

// How many clues a candidate leaves out at once. The first entry whose `more_than` is below the
// puzzle's number of clues decides: a candidate leaves out about `clues` clues. If there is no such
// entry, a candidate leaves out one orbit.
//
// docs/kernels/puzzles.md has the numbers of questions for other tables, and what was tried.
struct StepSize {
  int more_than;
  int clues;
};
constexpr StepSize kStepSizes[] = {{48, 32}, {36, 4}};

// A try asks few questions if it ends with at least kFewClues clues, or if there are at most
// kFewOrbits orbits. Such a try searches only for the unavoidable sets of two lines, not for all
// sets.
constexpr int kFewClues = 30;
constexpr int kFewOrbits = 30;

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
  clues_ = kCells;
  step_ = usual_step();
  asks_ = constraints.unique;
  wanted_ = constraints.solutions;
  fewest_ = constraints.fewest_solutions != 0 ? constraints.fewest_solutions : wanted_;
  solutions_ = 1;
  // If several solutions are wanted, no clue must stay because of an unavoidable set.
  if (asks_ && wanted_ == 1) {
    const bool is_long = aim_ < kFewClues && orbits_->count > kFewOrbits;
    sets_.find(board_, is_long ? UnavoidableSets::Kinds::kAll : UnavoidableSets::Kinds::kOfLines);
  } else {
    sets_.clear();
  }
}

void Dig::shuffle_orbits(const PuzzleConstraints& constraints, RandomStream& random) {
  std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  for (int left = orbits_->count; left > 1; --left) {
    std::swap(order_[left - 1], order_[random.below(static_cast<std::uint32_t>(left))]);
  }
  if (constraints.empty_in_each_box == 0) return;
  // Move the orbits that give every box its empty cells to the front. Apart from that, keep the
  // drawn order.
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

int Dig::usual_step() const {
  for (const StepSize size : kStepSizes) {
    if (clues_ > size.more_than) return std::max(1, size.clues * orbits_->count / kCells);
  }
  return 1;
}

bool Dig::can_go(const Orbit& orbit) {
  const UnavoidableSets::Counts counts = sets_.counts();
  for (int i = 0; i < orbit.size; ++i) {
    if (sets_.remove(orbit.cells[i])) continue;
    sets_.set_counts(counts);
    return false;
  }
  return true;
}

bool Dig::choose_step() {
  for (; next_ != orbits_->count; ++next_) {
    before_ = sets_.counts();
    const int max = std::min(step_, orbits_->count - next_);
    int clues = clues_;
    int taken = 0;
    for (; taken < max; ++taken) {
      const Orbit& orbit = orbits_->orbits[order_[next_ + taken]];
      if (clues - orbit.size < aim_ || !can_go(orbit)) break;
      clues -= orbit.size;
    }
    if (taken != 0) {
      step_ = taken;
      return true;
    }
    // This orbit must stay. If its removal would leave fewer clues than the aim, the removal of a
    // later, smaller orbit may still leave enough.
    if (clues_ == aim_) return false;
    step_ = usual_step();
  }
  return false;
}

bool Dig::candidate(Grid& out) {
  while (next_candidate(out)) {
    if (asks_) return true;
    settle(true);
  }
  return false;
}

bool Dig::next_candidate(Grid& out) {
  if (!choose_step()) return false;
  out = puzzle_;
  for (int i = 0; i < step_; ++i) {
    const Orbit& orbit = orbits_->orbits[order_[next_ + i]];
    for (int j = 0; j < orbit.size; ++j) out.cells[orbit.cells[j]] = 0;
  }
  return true;
}

// The current puzzle has one solution. So if a candidate leaves out one clue, it has exactly one
// solution with the digit of this clue.
solver::KnownDigit Dig::known_digit() const {
  if (step_ != 1) return {.propagates = true};
  const Orbit& orbit = orbits_->orbits[order_[next_]];
  if (orbit.size != 1) return {};
  return {orbit.cells[0], board_.cells[orbit.cells[0]]};
}

void Dig::settle(bool has_one_solution) {
  if (!has_one_solution) {
    sets_.set_counts(before_);
    if (step_ > 1) {
      step_ /= 2;
      return;
    }
    ++next_;
  } else {
    for (const int end = next_ + step_; next_ != end; ++next_) {
      const Orbit& orbit = orbits_->orbits[order_[next_]];
      for (int i = 0; i < orbit.size; ++i) puzzle_.cells[orbit.cells[i]] = 0;
      clues_ -= orbit.size;
    }
  }
  step_ = usual_step();
}

// If several solutions are wanted, a removal stands as long as there are not more solutions. With
// more clues, a puzzle never has more solutions. So the result is again the same as with one orbit
// at a time.
void Dig::settle_count(std::uint64_t solutions) {
  if (solutions <= wanted_) solutions_ = solutions;
  settle(solutions <= wanted_);
}

int Dig::put_back(explainer::CellSet wanted, int& place, Grid& puzzle) const {
  for (place = std::min(place, orbits_->count); place-- > 0;) {
    const Orbit& orbit = orbits_->orbits[order_[place]];
    const auto end = orbit.cells.begin() + orbit.size;
    const auto is_wanted = [&](std::uint8_t cell) { return wanted.has(cell); };
    if (puzzle.cells[orbit.cells[0]] != 0 || std::none_of(orbit.cells.begin(), end, is_wanted)) {
      continue;
    }
    std::for_each(orbit.cells.begin(), end,
                  [&](std::uint8_t cell) { puzzle.cells[cell] = board_.cells[cell]; });
    return orbit.size;
  }
  return 0;
}

bool Dig::take_result(MadePuzzle& made) const {
  made.puzzle = puzzle_;
  made.solution = board_;
  if (wanted_ == 1) return true;
  made.solutions = static_cast<std::uint32_t>(solutions_);
  return solutions_ >= fewest_;
}

}  // namespace dokumill::puzzles
