// SizedMaker: boards and puzzles of one shape by number. Board and puzzle i of a seed are the same
// on every machine and with any number of threads.
//
// Boards of 4x4 and 6x6 are numbered (sized_boards.hpp), and random ones are all equally likely.
// Larger random boards come from a random search, and are not all equally likely.
//
// A try at a puzzle removes the clues of a random board in random order, with a symmetry orbit by
// orbit, as long as there are not more solutions than asked for, as in dokumill/puzzles.hpp. A try
// that ends outside of the range of clues or of solutions fails, and the next one begins.
//
// Thread safety: as SizedSolver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "dokumill/puzzles.hpp"
#include "engine/sizes/shape.hpp"

namespace dokumill::sizes {

struct SizedConstraints {
  // The range of the number of clues, both ends included. A try draws its target from the range.
  // With `minimal` there is no target. Without a range, clues are removed until none can go.
  std::optional<PuzzleConstraints::Range> clues = {};
  bool minimal = false;  // no single clue can be removed, whatever the symmetry is
  Symmetry symmetry = Symmetry::kNone;
  // The range of the number of solutions, both ends included. With more than one solution, neither
  // `minimal` nor `singles`.
  PuzzleConstraints::Range solutions = {1, 1};
  // Naked and hidden singles alone solve the puzzle. Removal ends before this would change.
  bool singles = false;
  // Random boards of 4x4 and 6x6 come from their numbers, so all are equally likely. If false, they
  // come from a random search like larger ones, which needs no table.
  bool by_number = true;
  std::uint32_t max_tries = 10'000;  // the limit for each puzzle
  // A try whose puzzle is on the other side fails. REQUIRES: has_canonical_form(shape).
  std::optional<SplitGoal> split = {};
};

// The constraints of puzzles of a shape. kUsage for a range of clues that puzzles of this shape do
// not have, and for what only puzzles of 9x9 can be asked to have.
Result<SizedConstraints> sized_constraints(Shape shape, const PuzzleConstraints& wanted);

class SizedMaker {
 public:
  // REQUIRES: is_supported(shape).
  SizedMaker(Shape shape, std::uint64_t seed, const SizedConstraints& constraints = {});
  SizedMaker(SizedMaker&&) noexcept;
  SizedMaker& operator=(SizedMaker&&) noexcept;
  ~SizedMaker();

  // As SizedSolver::set_stop().
  void set_stop(std::function<bool()> should_stop);

  // Makes the boards `first`, ..., `first + count - 1`, one after the other. Returns false if the
  // call was cancelled.
  bool boards(std::uint64_t first, std::size_t count, std::uint8_t* boards);

  // Makes the puzzles `first`, ..., `first + count - 1`, and the boards of which they are made,
  // which are their solutions. Returns how many were made: less than `count` if the call was
  // cancelled (is_stopped()), or if max_tries were not enough for the next puzzle.
  std::size_t puzzles(std::uint64_t first, std::size_t count, std::uint8_t* puzzles,
                      std::uint8_t* boards);

  // Whether the last call was cancelled.
  bool is_stopped() const;
  // The number of tries begun so far, in all calls of puzzles().
  std::uint64_t tries() const;

 private:
  class Tries;
  std::unique_ptr<Tries> tries_;
};

}  // namespace dokumill::sizes
