// Dig: one try at a puzzle. It starts with a board and removes clues orbit by orbit, in a fixed
// random order, as long as the puzzle has exactly one solution.
//
// The caller solves: candidate() returns the puzzle without the next few orbits, the caller counts
// its solutions, and settle() takes the answer. A Dig removes several orbits at once while there
// are many clues, and half as many after a no. The result is the same as with one orbit at a time:
// if a puzzle has a single solution, it also has a single solution with more of its clues. For the
// same reason, a wrong no to several orbits changes nothing, and the solver does not search there.
//
// A step ends before an orbit that would leave an unavoidable set of the board without a clue
// (unavoidable_sets.hpp). So half of the clues that must stay cost no question. These are the slow
// questions: to find a second solution takes several guesses, and most other answers none.
//
// Thread safety: one thread owns a Dig. No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "core/random.hpp"
#include "dokumill/puzzles.hpp"
#include "puzzles/attempt.hpp"
#include "puzzles/orbits.hpp"
#include "puzzles/unavoidable_sets.hpp"

namespace dokumill::puzzles {

class Dig final : public Attempt {
 public:
  bool candidate(Grid& out) override;
  solver::KnownDigit known_digit() const override;
  void settle(bool has_one_solution) override;
  bool take_result(MadePuzzle& made) const override;

  // The number of clues that must stay: the target of the try, or 0.
  int aim() const { return aim_; }

 private:
  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;

  void shuffle_orbits(const PuzzleConstraints& constraints, RandomStream& random);
  // The number of orbits to leave out at once.
  int usual_step() const;
  // Finds the next orbits to leave out, up to `step_` of them, without going below the aim. Returns
  // false if no orbit can go.
  bool choose_step();
  // Removes the clues of an orbit from sets_. Returns false, and changes nothing, if a set would
  // lose its last clue.
  bool can_go(const Orbit& orbit);
  bool next_candidate(Grid& out);

  Grid board_;
  Grid puzzle_;
  std::array<std::uint8_t, kCells> order_{};  // indices into orbits_, in the order of removal
  const Orbits* orbits_ = nullptr;
  int next_ = 0;  // index into order_
  int step_ = 1;  // the number of orbits that the next candidate leaves out
  int clues_ = kCells;
  bool asks_ = true;                // false: puzzles may have any number of solutions
  int aim_ = 0;                     // the number of clues that must stay
  UnavoidableSets sets_;            // without the clues that the last candidate leaves out
  UnavoidableSets::Counts before_;  // with them
};

}  // namespace dokumill::puzzles
