#include "puzzles/dig.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dokumill/boards.hpp"

namespace dokumill::puzzles {
namespace {

// About how many clues the first candidate leaves out. With values from 16 to 40, a minimal
// puzzle takes 42.7 to 43.5 questions to the solver.
constexpr int kFirstClues = 32;

std::uint64_t next_64(RandomStream& random) {
  const std::uint64_t high = random.next();
  return high << 32 | random.next();
}

}  // namespace

void Dig::start(std::uint64_t seed, std::uint64_t index, std::uint32_t attempt,
                const PuzzleConstraints& constraints) {
  index_ = index;
  attempt_ = attempt;
  RandomStream random(seed, index,
                      static_cast<RandomPurpose>(
                          static_cast<std::uint32_t>(RandomPurpose::kFirstPuzzleTry) + attempt));
  const std::uint64_t board_seed = next_64(random);
  board_ = make_board({BoardFamily::kRandom, Digit(1), board_seed}, next_64(random));
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
  left_ = {~std::uint64_t{0}, (std::uint64_t{1} << (kCells - 64)) - 1};
  find_unavoidable_sets();
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

void Dig::find_unavoidable_sets() {
  unavoidable_count_ = 0;
  // Two lines of one band (or stack) that have a and b in two places, in opposite order. The two
  // places are in different boxes, because a box has a digit only once.
  for (const bool is_row : {true, false}) {
    const auto cell_of = [is_row](int line, int place) {
      return is_row ? line * 9 + place : place * 9 + line;
    };
    for (int first = 0; first < 9; ++first) {
      for (int second = first + 1; second / 3 == first / 3; ++second) {
        std::array<std::uint8_t, 10> place_in_second{};
        for (int place = 0; place < 9; ++place) {
          place_in_second[board_.cells[cell_of(second, place)]] = static_cast<std::uint8_t>(place);
        }
        for (int place = 0; place < 9; ++place) {
          const int other = place_in_second[board_.cells[cell_of(first, place)]];
          const bool is_exchange =
              board_.cells[cell_of(second, place)] == board_.cells[cell_of(first, other)];
          if (!is_exchange || other < place) continue;
          if (unavoidable_count_ == static_cast<int>(unavoidable_.size())) return;
          Cells& set = unavoidable_[unavoidable_count_++];
          set = {};
          for (const int line : {first, second}) {
            set.add(cell_of(line, place));
            set.add(cell_of(line, other));
          }
        }
      }
    }
  }
}

bool Dig::choose_step(Cells& gone, int& clues) {
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
    const Cells rest = left_ - gone;
    const bool is_avoided =
        std::any_of(unavoidable_.begin(), unavoidable_.begin() + unavoidable_count_,
                    [rest](Cells set) { return !set.meets(rest); });
    if (!is_avoided) return true;
    settle(false);
  }
}

bool Dig::candidate(Grid& out) {
  Cells gone;
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
      Cells gone;
      gone.add(orbit.cells[j]);
      left_ = left_ - gone;
    }
    clues_ -= orbit.size;
  }
}

void Dig::take_all() {
  unavoidable_count_ = 0;
  for (Grid unused; candidate(unused);) settle(true);
}

}  // namespace dokumill::puzzles
