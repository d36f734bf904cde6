// Dig: one try at a puzzle. It starts with a board and removes clues orbit by orbit, in a fixed
// random order, as long as the puzzle has exactly one solution.
//
// candidate() returns a candidate: the puzzle without the next few orbits. The caller finds out
// whether the candidate has exactly one solution, and settle() takes the answer. While there are
// many clues, a Dig removes several orbits at once. If the answer is no, it tries half as many
// orbits. The result is the same as with one orbit at a time, because a puzzle with one solution
// still has one solution if clues of the board are added to it. If the answer about several orbits
// is wrongly no, the result does not change either, because Dig then asks about fewer orbits. So
// for a question about several orbits, the solver only propagates, and does not search.
//
// An orbit must stay if its removal would leave an unavoidable set of the board without a clue
// (unavoidable_sets.hpp). A candidate leaves out only orbits that come before the next such orbit.
// In this way, half of the clues that must stay need no question. Questions about clues that must
// stay are the slow ones, because finding a second solution takes several guesses. Most other
// answers take no guess.
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.hpp"
#include "dokumill/puzzles.hpp"
#include "engine/explainer/board/cell_set.hpp"
#include "engine/puzzles/attempt.hpp"
#include "engine/puzzles/orbits.hpp"
#include "engine/puzzles/unavoidable/unavoidable_sets.hpp"

namespace dokumill::puzzles {

class Dig : public Attempt {
 public:
  bool candidate(Grid& out) override;
  solver::KnownDigit known_digit() const override;
  void settle(bool has_one_solution) override;
  void settle_count(std::uint64_t solutions) override;
  void prefetch() const override {
    constexpr int kLine = 64;  // the bytes of a cache line
    const auto* const begin = reinterpret_cast<const char*>(this);
    const auto* const end = reinterpret_cast<const char*>(&sets_) + kLine;
    for (const char* at = begin; at < end; at += kLine) __builtin_prefetch(at);
  }
  bool take_result(MadePuzzle& made) const override;

  // The lowest number of clues that the puzzle may have: the target of the try, or 0 without a
  // target.
  int aim() const { return aim_; }

 protected:
  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;
  // Puts clues back into the puzzle that this object made: of the orbits before `place` in the
  // order of removal, the last one that was removed and has a cell of `wanted`. Sets `place` to the
  // place of this orbit, and returns the number of its clues, or 0 if there is no such orbit.
  int put_back(explainer::CellSet wanted, int& place, Grid& puzzle) const;

 private:
  void shuffle_orbits(const PuzzleConstraints& constraints, RandomStream& random);
  // How many orbits a candidate leaves out at once while there are `clues_` clues.
  int usual_step() const;
  // Chooses the orbits that the next candidate leaves out: at most `step_` orbits, so that at least
  // aim() clues stay. Removes their clues from sets_, and sets `step_` to their number. Returns
  // false if no orbit can be removed.
  bool choose_step();
  // Removes the clues of an orbit from sets_. Returns false, and changes nothing, if a set would
  // lose its last clue.
  bool can_go(const Orbit& orbit);
  bool next_candidate(Grid& out);

  // A question uses the members before sets_ and the first 64 bytes of sets_. prefetch() loads all
  // of these. A question also uses one more cache line of sets_, which prefetch() does not load.
  const Orbits* orbits_ = nullptr;
  int next_ = 0;  // index into order_
  int step_ = 1;  // the number of orbits that the next candidate leaves out
  int clues_ = kCells;
  int aim_ = 0;                     // see aim()
  bool asks_ = true;                // false: puzzles may have any number of solutions
  std::uint64_t wanted_ = 1;        // how many solutions the puzzle shall have at most
  std::uint64_t fewest_ = 1;        // and at least
  std::uint64_t solutions_ = 1;     // of puzzle_, if more than one are wanted
  UnavoidableSets::Counts before_;  // counts that include the clues that the candidate leaves out
  Grid puzzle_;
  std::array<std::uint8_t, kCells> order_{};  // indices into orbits_, in the order of removal
  Grid board_;
  UnavoidableSets sets_;  // has counts without the clues that the candidate leaves out
};

}  // namespace dokumill::puzzles
