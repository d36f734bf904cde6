// Dig: one try at a puzzle. It starts with a board and removes clues orbit by orbit, in a fixed
// random order, as long as the puzzle has exactly one solution.
//
// The caller solves: candidate() returns the puzzle without the next few orbits, the caller counts
// its solutions, and settle() takes the answer. A Dig removes several orbits at once while the
// answers are yes, and half as many after each no. The result is the same as with one orbit at a
// time: if a puzzle has a single solution, it also has a single solution with more of its clues.
//
// Unavoidable sets: if four cells in two rows, two columns and two boxes hold a, b and b, a, then
// these digits could be exchanged, so one of the four cells must stay a clue. A Dig finds these
// sets in the board. They save a third of the questions whose answer would be no (9.7 of 28.7 for a
// minimal puzzle).
//
// Thread safety: values. No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "core/random.hpp"
#include "dokumill/puzzles.hpp"
#include "puzzles/orbits.hpp"

namespace dokumill::puzzles {

class Dig {
 public:
  // Begins try number `attempt` of the puzzle `index`. REQUIRES: PuzzleMaker::create() accepts the
  // constraints.
  void start(std::uint64_t seed, std::uint64_t index, std::uint32_t attempt,
             const PuzzleConstraints& constraints);

  // Sets `out` to the puzzle without the next orbits. Returns false if nothing more can be removed.
  bool candidate(Grid& out);
  // Takes the answer: whether the last candidate has exactly one solution.
  void settle(bool has_one_solution);

  // For puzzles that may have several solutions: removes orbits until the aim is reached.
  void take_all();

  const Grid& puzzle() const { return puzzle_; }
  const Grid& board() const { return board_; }
  int clues() const { return clues_; }
  std::uint64_t index() const { return index_; }
  std::uint32_t attempt() const { return attempt_; }

 private:
  // A set of cells as two words.
  struct Cells {
    std::uint64_t low = 0, high = 0;
    void add(int cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << cell % 64; }
    bool meets(Cells other) const { return ((low & other.low) | (high & other.high)) != 0; }
    friend Cells operator-(Cells a, Cells b) { return {a.low & ~b.low, a.high & ~b.high}; }
  };

  void shuffle_orbits(const PuzzleConstraints& constraints, RandomStream& random);
  void find_unavoidable_sets();
  // Finds the next orbits to leave out, up to `step_` of them, without going below the aim, and
  // sets `clues` to the number of their clues. Returns false if there are none.
  bool choose_step(Cells& gone, int& clues);

  Grid board_;
  Grid puzzle_;
  std::array<std::uint8_t, kCells> order_{};  // indices into orbits_, in the order of removal
  const Orbits* orbits_ = nullptr;
  int next_ = 0;  // index into order_
  int step_ = 1;  // the number of orbits that the next candidate leaves out
  int clues_ = kCells;
  int aim_ = 0;  // the number of clues that must stay
  Cells left_;   // the cells that still have clues
  std::uint64_t index_ = 0;
  std::uint32_t attempt_ = 0;
  // Sets beyond this number are not used. There are at most 54: each of the 18 pairs of lines has
  // at most three exchanges, because four would leave one digit in the same place of both lines.
  std::array<Cells, 48> unavoidable_;
  int unavoidable_count_ = 0;
};

}  // namespace dokumill::puzzles
