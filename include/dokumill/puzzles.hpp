// Puzzles by number: puzzle i of a seed and a set of constraints is the same on every machine and
// with any number of threads. If none of the constraints `difficulty`, `rating`, `obstacles`,
// `unbiased` and `pattern` is used, puzzle i is also the same in every version. Otherwise, a
// minor version may change the puzzle. docs/compatibility.md has the rules. At the end of this file
// are Variations, which finds the puzzles near a puzzle, and PatternSearch, which finds all puzzles
// of a pattern.
//
// A try draws a random complete board (all boards are equally likely, see boards.hpp). It then
// removes clues in a random order, one by one. With a symmetry, it removes whole orbits instead. An
// orbit is a set of cells that the symmetry maps to each other. A removal stands only if the puzzle
// still has exactly one solution; the solver proves this for every removal. If the result does not
// meet the constraints, the next try for the same puzzle begins. Tries are counted and never timed.
// Several tries for one puzzle may run side by side. Of the successful tries, the one with the
// lowest number counts. With `unbiased` and `rating`, a try takes longer (docs/puzzles.md).
//
// With `difficulty` and without `minimal`, the puzzle of a try may be too hard. The try then puts
// removed clues back, one after another, until the puzzle has the level. It chooses clues of cells
// that the techniques of the level cannot fill, those that were removed last first. So some clues
// of such a puzzle may be removable.
//
// Thread safety: a PuzzleMaker is the workspace of one thread; several threads can each use their
// own. Memory: create() allocates 0.5 MiB for each part. With `unbiased`, a PuzzleMaker takes up to
// 15 MiB; if it rates puzzles, each part also has the memory of two Raters. Cost: see
// docs/puzzles.md.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dokumill/canon.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// The symmetry of the pattern of clues.
enum class Symmetry : std::uint8_t {
  kNone,
  kRotational,  // rotation by 180 degrees
  kHorizontal,  // top and bottom exchanged
  kVertical,    // left and right exchanged
  kDiagonal,    // transposition
  kFull,        // all eight symmetries of the square
};

// The rating that a puzzle must have.
struct RatingGoal {
  // The range of the score (ER), in tenths, both ends included.
  int lowest = 0;
  int highest = kMostScore;
  // The technique of the hardest step, or of the first of several hardest steps. nullopt: any.
  std::optional<Technique> hardest = {};
};

// The side of a split into train and test puzzles (canon.hpp) on which the class of a puzzle must
// be. So puzzles for training are never equivalent to a puzzle of a test file that split() or
// export_dataset() makes with the same share and seed.
struct SplitGoal {
  bool is_test = false;
  Share share = {};
  std::uint64_t seed = 0;
};

// No puzzle has more obstacles: after each obstacle, a single fills one of at most 64 empty cells.
inline constexpr int kMostObstacles = 64;

// The largest number of solutions that a puzzle can be asked to have.
inline constexpr std::uint32_t kMostSolutions = 1000;

// The constraints on a puzzle.
struct PuzzleConstraints {
  // The range of the number of clues, both ends included. Without a range, clues are removed until
  // no further clue (with a symmetry: no further orbit) can be removed.
  //
  // With a range, each try draws a target number of clues from the range; all numbers of the range
  // are equally likely. Removal ends at the target, or when no further clue can be removed, or when
  // the removal of any remaining orbit would go below the target. A result is accepted if its
  // number of clues is anywhere in the range. Few tries reach a low target, so low numbers of clues
  // are rare. Of 20,000 puzzles with 22 to 28 clues, 88 have 22 and 5,104 have 25
  // (docs/puzzles.md). With `minimal` there is no target: a try succeeds if the number of clues of
  // its minimal puzzle is in the range.
  struct Range {
    int fewest;
    int most;
  };
  std::optional<Range> clues = {};
  bool minimal = false;  // no single clue can be removed, whatever the symmetry is
  Symmetry symmetry = Symmetry::kNone;
  std::optional<Level> difficulty = {};  // nullopt: any level
  // The rating that puzzles must have. A try makes puzzles from up to 16 boards (docs/puzzles.md).
  // This excludes `difficulty`, `unbiased`, `empty_in_each_box` and puzzles that are not `unique`.
  std::optional<RatingGoal> rating = {};
  // The range of the number of obstacles (Rating::obstacles), both ends included.
  std::optional<Range> obstacles = {};
  int empty_in_each_box = 0;  // the least number of empty cells in every box, 0..9
  // False: puzzles may have any number of solutions. This needs a range of clues, and it excludes
  // all constraints on ratings, `minimal` and `with_rating`.
  bool unique = true;
  bool with_rating = false;          // fill MadePuzzle::rating in any case
  std::uint32_t max_tries = 10'000;  // the limit for each puzzle, 1..2^31
  // True: make minimal puzzles with known weights (MadePuzzle::weight). In a mean with these
  // weights, every minimal puzzle of every board counts the same. This excludes `clues`,
  // `symmetry`, all constraints on ratings, `empty_in_each_box` and puzzles that are not `unique`.
  bool unbiased = false;
  // The cells that have clues (bit c is cell c); all other cells are empty. A try changes the
  // digits of these cells step by step until the puzzle has one solution (docs/puzzles.md). This
  // excludes `clues`, `symmetry`, `empty_in_each_box`, `unbiased` and puzzles that are not
  // `unique`.
  std::optional<std::bitset<kCells>> pattern = {};
  // How many solutions each puzzle has: 1..kMostSolutions. With more than one, clues are removed as
  // long as there are not more solutions; a try that ends with fewer than `fewest_solutions` fails
  // (0: with fewer than `solutions`). This excludes `pattern`, `minimal`,
  // `unbiased`, all constraints on ratings, `with_rating`, and puzzles that are not `unique`.
  std::uint32_t solutions = 1;
  std::uint32_t fewest_solutions = 0;
  // A try whose puzzle is on the other side fails. With `unbiased`, the weights count the minimal
  // puzzles of this side. kUsage if the share leaves this side empty.
  std::optional<SplitGoal> split = {};

  bool has_goal() const { return difficulty || rating || obstacles; }
};

// The reason why random tries hardly ever meet these constraints, so that more tries are of little
// use. Empty if no such reason is known.
std::string_view why_rare(const PuzzleConstraints& constraints);

// A part of a mixture of puzzles.
struct PuzzlePart {
  // How often a puzzle is of this part, in relation to the sum of the shares of all parts, which
  // need not be the whole. Above 0.
  Share share = {Share::kWhole};
  PuzzleConstraints constraints = {};
};
inline constexpr std::size_t kMostParts = 256;

// The unit of MadePuzzle::weight.
inline constexpr double kWeightUnit = 1e9;

struct MadePuzzle {
  Grid puzzle;
  Grid solution;  // the board that the puzzle was made from
  // Only with `rating`, `obstacles` or `with_rating`, else all 0. It counts the obstacles if there
  // is a constraint on them.
  Rating rating;
  std::uint32_t tries = 0;
  // Only with `unbiased`, else 0: how many minimal puzzles of its board this puzzle stands for, in
  // units of kWeightUnit. Let f be any number that is computed from a puzzle. Over many puzzles,
  // sum(weight * f(puzzle)) / sum(weight) is the mean of f over all minimal puzzles, and
  // sum(weight) / sum(tries) is the mean number of minimal puzzles of a board, in units of
  // kWeightUnit.
  std::uint64_t weight = 0;
  std::uint8_t part = 0;  // of a mixture, from 0
  // Only if the constraints have more than one solution, else 0.
  std::uint32_t solutions = 0;
};

class PuzzleMaker {
 public:
  // kUsage: constraints that cannot be combined, or that provably no puzzle meets, such as 30 or 31
  // clues with full symmetry; a range of clues outside 17..81 (0..81 if `unique` is false), or with
  // fewest > most; a range of scores that contains no score of any technique, or no score of
  // `hardest`; a range of obstacles outside 0..kMostObstacles; an unknown engine.
  static Result<PuzzleMaker> create(std::uint64_t seed, const PuzzleConstraints& constraints,
                                    std::string_view engine = "auto");

  // Makes the puzzles of a mixture. A hash of (seed, i) draws the part of puzzle i, which is then
  // puzzle i of this seed and of the constraints of that part. If one part has a range of
  // obstacles, the ratings of all parts have numbers of obstacles. kUsage: also for no part, more
  // than kMostParts, a share of 0, and for `unbiased` in one of several parts.
  static Result<PuzzleMaker> create_mixture(std::uint64_t seed, std::span<const PuzzlePart> parts,
                                            std::string_view engine = "auto");

  PuzzleMaker(PuzzleMaker&&) noexcept;
  PuzzleMaker& operator=(PuzzleMaker&&) noexcept;
  ~PuzzleMaker();

  std::string_view engine() const;

  // make() calls `should_stop` at intervals of at most a few milliseconds. When `should_stop`
  // returns true, make() ends with kInterrupted.
  void set_stop(std::function<bool()> should_stop);

  // The number of tries begun so far, in all calls. `should_stop` may call this function.
  std::uint64_t tries() const;

  struct Outcome {
    Status status;         // kUnmet: max_tries were not enough for puzzle number first + made
    std::size_t made = 0;  // out[0, made) is filled
  };
  // Fills out[k] with puzzle number first + k. If `boards` is not empty, boards[k] is the board
  // that the puzzle is made from, and not a random one; with `pattern`, the puzzle is made from an
  // image of it (canon.hpp). REQUIRES: `boards` is empty, or has out.size() complete boards, there
  // is one part, and its constraints have neither `unbiased` nor `rating`.
  Outcome make(std::uint64_t first, std::span<MadePuzzle> out, std::span<const Grid> boards = {});

 private:
  class Pool;
  class Parts;
  explicit PuzzleMaker(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Variations: the puzzles with one solution that are near a puzzle or inside of it.
//
// Collectors write {-N+M} for the puzzles that differ from a puzzle by N clues that are removed and
// M clues that are added. Most known puzzles with 17 clues, and the hardest known puzzles, were
// found near others in this way.

// How a variation differs from its puzzle: exactly `remove` clues of the puzzle are missing, and
// exactly `add` clues are new. A new clue can be another digit in a cell that lost its clue.
struct Distance {
  int remove = 1;        // 0..81
  int add = 1;           // 0..81
  bool minimal = false;  // only puzzles none of whose clues can be removed
};

// Thread safety: a Variations object is the workspace of one thread. Memory: up to 2 MiB, which it
// keeps.
class Variations {
 public:
  // Returns true to continue.
  using Visit = std::function<bool(const Grid&)>;

  // `solver` does the searches. REQUIRES: it outlives this object. A stop of the solver stops the
  // calls below.
  explicit Variations(Solver& solver);
  Variations(Variations&&) noexcept;
  Variations& operator=(Variations&&) noexcept;
  ~Variations();

  // Work that is no search asks `should_stop` every few milliseconds.
  void set_stop(std::function<bool()> should_stop);

  // Calls `visit` once for each puzzle with one solution at this distance, in an order that depends
  // on the puzzle and the distance alone: by the removed cells, then by the added cells and digits.
  // The puzzle itself may have any number of solutions. Returns false if `visit` returned false, or
  // if the work was stopped. `visit` must not use the solver.
  //
  // Cost: for each choice of removed clues, a search for up to 16,384 solutions that are left. If
  // there are more, one search for each of the sets of new clues that these solutions do not
  // exclude.
  bool each_near(const Grid& puzzle, const Distance& distance, const Visit& visit);

  // Calls `visit` once for each minimal puzzle whose clues are a subset of those of the puzzle, in
  // an order that depends on the puzzle alone. Returns false as each_near() does. REQUIRES: the
  // puzzle has exactly one solution, `solution`.
  //
  // Method: these puzzles are the minimal sets of clues that have a clue of every unavoidable set,
  // so they are the minimal transversals of a hypergraph: K. Murakami, T. Uno, "Efficient
  // algorithms for dualizing large-scale hypergraphs", 2014 (MMCS). The hypergraph is too large to
  // be known; the solver finds an unavoidable set when one is needed.
  bool each_minimal(const Grid& puzzle, const Grid& solution, const Visit& visit);

  // A random puzzle at this distance: draw number `draw` of record number `record` of a seed.
  // Removes random clues, adds random clues that leave a solution, and as the last one a random
  // clue of those that leave exactly one. nullopt if there is no such clue, if the puzzle is not
  // minimal although it must be, or if the work was stopped. Not all puzzles at the distance are
  // equally likely.
  std::optional<Grid> draw(const Grid& puzzle, const Distance& distance, std::uint64_t seed,
                           std::uint64_t record, std::uint32_t draw);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

// PatternSearch: all minimal puzzles with a given pattern of clues.
//
// The pattern is the set of cells that have clues. Two puzzles of a pattern are of one class if new
// names for the digits, and a symmetry of the grid that maps the pattern to itself, turn one into
// the other. The search finds one puzzle of each class. It names the digits in the order of their
// first clues, and assigns digits to cells. It gives up an assignment that has no solution, in
// which a clue follows from the others, or that is not the smallest one of its class.
//
// The search is a tree, and has numbered subtrees. They can be searched in any order, by several
// threads or machines. A pattern always has the same subtrees. docs/puzzles.md has the method, and
// shows which patterns are small enough.
//
// Thread safety: several threads can each use their own PatternSearch of one pattern. Memory: 1
// MiB, and 84 bytes for each subtree, at most 4 MiB.

// The reason why no puzzle with this pattern has exactly one solution, or nullopt if a puzzle may
// exist. Only proofs count. `is_minimal`: the reason why no such puzzle is minimal.
std::optional<std::string> why_no_puzzle(const std::bitset<kCells>& pattern, bool is_minimal);

class PatternSearch {
 public:
  // kUsage: no minimal puzzle has the pattern (why_no_puzzle()), or the engine is unknown.
  static Result<PatternSearch> create(const std::bitset<kCells>& pattern,
                                      std::string_view engine = "auto");

  PatternSearch(PatternSearch&&) noexcept;
  PatternSearch& operator=(PatternSearch&&) noexcept;
  ~PatternSearch();

  std::string_view engine() const;

  // The number of subtrees. No class has puzzles in two of them.
  std::uint64_t subtrees() const;
  // The number of the subtree that has the class of a puzzle with this pattern. REQUIRES: the
  // puzzle has clues in exactly the cells of the pattern, of eight digits or more, and no conflict.
  std::uint64_t subtree_of(const Grid& puzzle) const;
  // The number of symmetries of the grid that map the pattern to itself.
  std::uint32_t symmetries() const;

  // search() calls `should_stop` at intervals of at most a few milliseconds.
  void set_stop(std::function<bool()> should_stop);

  // Calls visit(puzzle, solution) for each puzzle of a subtree, in a fixed order. Returns false if
  // the stop function returned true. REQUIRES: subtree < subtrees().
  bool search(std::uint64_t subtree,
              const std::function<void(const Grid& puzzle, const Grid& solution)>& visit);

 private:
  class Tree;
  explicit PatternSearch(std::unique_ptr<Tree> tree);
  std::unique_ptr<Tree> tree_;
};

}  // namespace dokumill
