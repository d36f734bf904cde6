// Dig: one try at a puzzle: a board whose clues go orbit by orbit, in a fixed random order, as long
// as one solution is left.
//
// Whether it is left is for the caller to find out: candidate() is the puzzle without the next few
// orbits, settle() takes the answer. Several orbits are tried at once while that goes well, and
// fewer and fewer after a refusal; because a puzzle with more clues than one with a single solution
// has a single solution, too, the result is that of taking them one by one.
//
// Four cells in two rows, two columns and two boxes that hold a, b and b, a could be exchanged: one
// of them must stay a clue. These unavoidable sets are found in the board and save a third of the
// questions that would be answered with no (9.7 of 28.7 a minimal puzzle).
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
  // Begins try number `attempt` of the puzzle `index`. REQUIRES: wishes that create() takes.
  void start(std::uint64_t seed, std::uint64_t index, std::uint32_t attempt,
             const PuzzleWishes& wishes);

  // Sets `out` to the puzzle without the next orbits; false when no more can go.
  bool candidate(Grid& out);
  // Whether the last candidate has one solution.
  void settle(bool has_one_solution);

  // For puzzles that may have several solutions: takes orbits off until the aim is reached.
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

  void shuffle_orbits(const PuzzleWishes& wishes, RandomStream& random);
  void find_unavoidable_sets();
  // The next `step_` orbits that may go without passing the aim, and how many clues they are.
  bool choose_step(Cells& gone, int& clues);

  Grid board_;
  Grid puzzle_;
  std::array<std::uint8_t, kCells> order_{};  // numbers of orbits
  const Orbits* orbits_ = nullptr;
  int next_ = 0;  // place in order_
  int step_ = 1;  // orbits that the next candidate leaves out
  int clues_ = kCells;
  int aim_ = 0;  // clues that must stay
  Cells left_;
  std::uint64_t index_ = 0;
  std::uint32_t attempt_ = 0;
  // 27 x 9 pairs of cells are the first sides of at most so many exchanges; further ones are not
  // used.
  std::array<Cells, 48> unavoidable_;
  int unavoidable_count_ = 0;
};

}  // namespace dokumill::puzzles
