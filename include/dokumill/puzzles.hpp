// Unique puzzles by number: puzzle i of a seed and of given wishes is the same in every version, on
// every machine, with any number of threads.
//
// A try takes a random board (each of all boards equally likely, see boards.hpp) and takes clues
// off it in a random order, single ones or whole orbits of a symmetry, as long as one solution is
// left; that is proved for every clue. Where the result does not meet the wishes, the index is
// tried again; tries are counted, never timed. Tries of one index may go on side by side, and the
// first in their order that succeeds counts.
//
// Thread safety: a PuzzleMaker is a workspace of one thread; different ones may run at the same
// time. Memory: 0.5 MiB each, allocated when it is created. Cost: see docs/puzzles.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "dokumill/logic.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// The pattern of the clues is mapped to itself by:
enum class Symmetry : std::uint8_t {
  kNone,
  kRotational,  // half a turn
  kHorizontal,  // exchanging top and bottom
  kVertical,    // exchanging left and right
  kDiagonal,    // transposing
  kFull,        // all eight symmetries of the square
};

struct PuzzleWishes {
  // Without a range clues go until none can go any more (no orbit, under a symmetry). With one, a
  // number of it is drawn for each try, all equally likely, and clues go until it is reached, until
  // no clue can go, or until an orbit would pass it. Any result in the range is accepted, so low
  // numbers are rarer than others: of 20,000 puzzles with 22..28 clues 88 have 22 and 5,104 have 25
  // (docs/puzzles.md). With `minimal` the range only judges the result.
  struct Range {
    int fewest;
    int most;
  };
  std::optional<Range> clues;
  bool minimal = false;  // no single clue can go, whatever the symmetry
  Symmetry symmetry = Symmetry::kNone;
  std::optional<Level> difficulty;
  int empty_in_each_box = 0;  // at least so many empty cells in every box, 0..9
  bool unique = true;         // false: any number of solutions; needs a range and nothing else
  bool with_rating = false;   // fill MadePuzzle::rating where no difficulty asks for it
  std::uint32_t max_tries = 10'000;  // for each puzzle
};

// The reason why random tries hardly ever meet these constraints, so that more tries are of little
// use; empty where no such reason is known.
std::string_view why_rare(const PuzzleWishes& wishes);

struct MadePuzzle {
  Grid puzzle;
  Grid solution;  // the board that it was made from
  Rating rating;  // all zeros unless it was asked for
  std::uint32_t tries = 0;
};

class PuzzleMaker {
 public:
  // kUsage: constraints that cannot be combined or that provably no puzzle meets, such as 30 or 31
  // clues with full symmetry; a range outside 17..81 or the wrong way round; an unknown engine.
  static Result<PuzzleMaker> create(std::uint64_t seed, const PuzzleWishes& wishes,
                                    std::string_view engine = "auto");

  PuzzleMaker(PuzzleMaker&&) noexcept;
  PuzzleMaker& operator=(PuzzleMaker&&) noexcept;
  ~PuzzleMaker();

  std::string_view engine() const;

  // Asked every few milliseconds at most; when it returns true, make() ends with kInterrupted.
  void set_stop(std::function<bool()> should_stop);

  // Tries begun so far, of all calls; may be asked inside of `should_stop`.
  std::uint64_t tries() const;

  struct Outcome {
    Status status;         // kUnmet: the wishes of puzzle first + made took more than max_tries
    std::size_t made = 0;  // out[0, made) is filled
  };
  // Fills out[k] with puzzle first + k.
  Outcome make(std::uint64_t first, std::span<MadePuzzle> out);

 private:
  class Pool;
  explicit PuzzleMaker(std::unique_ptr<Pool> pool);
  std::unique_ptr<Pool> pool_;
};

}  // namespace dokumill
