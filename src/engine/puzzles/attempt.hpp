// Attempt: an object that runs one try at a puzzle, by any method. After the end of a try, the
// object can start() another one. A PuzzleMaker runs many attempts side by side.
//
// An attempt asks questions: candidate() returns a puzzle, the caller finds out whether it has
// exactly one solution, and settle() takes the answer. When candidate() returns false, the try has
// ended. All random numbers of a try depend on (seed, index, attempt) only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/puzzles.hpp"
#include "engine/solver/other_solution.hpp"

namespace dokumill::puzzles {

class Attempt {
 public:
  Attempt() = default;
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  virtual ~Attempt() = default;

  // Begins try number `attempt` of the puzzle `index`. `board`: the board of the try; nullptr: a
  // random one. `place`: where the caller keeps the puzzle. REQUIRES: PuzzleMaker::create() accepts
  // the constraints.
  void start(std::uint64_t seed, std::uint64_t index, std::uint32_t attempt,
             const PuzzleConstraints& constraints, const Grid* board = nullptr,
             std::size_t place = 0) {
    place_ = place;
    index_ = index;
    attempt_ = attempt;
    board_ = board;
    begin(seed, constraints);
  }

  // Sets `out` to the puzzle of the next question. Returns false if the try has ended.
  virtual bool candidate(Grid& out) = 0;
  // Returns a digit with which the last candidate has exactly one solution, or {} if no such digit
  // is known. If KnownDigit::propagates is set, a candidate with exactly one solution may get the
  // answer no: this happens if finding its solution takes guesses. Only Dig returns digits
  // (docs/kernels/puzzles.md).
  virtual solver::KnownDigit known_digit() const { return {}; }
  // Takes the answer: whether the last candidate has exactly one solution.
  virtual void settle(bool has_one_solution) = 0;
  // The same, for an attempt that needs the number of solutions, up to a limit. If the limit is 2,
  // this number distinguishes one solution from several.
  virtual void settle_count(std::uint64_t solutions) { settle(solutions == 1); }

  // Whether note_other() uses what it gets.
  virtual bool wants_others() const { return false; }
  // Takes a solution of the last candidate that is not that of its board, before settle(false). A
  // caller may know none.
  virtual void note_other(const Grid&) {}

  // Prefetches data for the next calls of settle() and candidate(). This only makes these calls
  // faster.
  virtual void prefetch() const {}

  // REQUIRES: candidate() returned false. Sets the puzzle and the solution in `made`. SubsetTree
  // also sets the weight, and RatingWalk the rating. Returns false if the try found no puzzle.
  // The caller checks whether the puzzle meets the constraints.
  virtual bool take_result(MadePuzzle& made) const = 0;

  std::uint64_t index() const { return index_; }
  std::size_t place() const { return place_; }
  std::uint32_t attempt() const { return attempt_; }

 protected:
  virtual void begin(std::uint64_t seed, const PuzzleConstraints& constraints) = 0;

  // The random numbers of the current try.
  RandomStream stream(std::uint64_t seed) const {
    return {seed, index_,
            static_cast<RandomPurpose>(static_cast<std::uint32_t>(RandomPurpose::kFirstPuzzleTry) +
                                       attempt_)};
  }
  static std::uint64_t next_64(RandomStream& random) {
    const std::uint64_t high = random.next();
    return high << 32 | random.next();
  }
  // The given board, or a random one. All boards are equally likely.
  Grid random_board(RandomStream& random) const {
    if (board_ != nullptr) return *board_;
    const std::uint64_t board_seed = next_64(random);
    return make_board({BoardFamily::kRandom, Digit(1), board_seed}, next_64(random));
  }
  const Grid* given_board() const { return board_; }

 private:
  std::uint64_t index_ = 0;
  std::size_t place_ = 0;
  std::uint32_t attempt_ = 0;
  const Grid* board_ = nullptr;
};

}  // namespace dokumill::puzzles
