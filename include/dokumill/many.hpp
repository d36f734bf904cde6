// Functions that do the work of the commands on many puzzles in memory, with several threads and
// without files.
//
// Each function reads grids from one array and writes its results into arrays of the caller. The
// result for puzzle i has the index i. Results do not depend on the number of threads, on the
// engine or on the other puzzles of the call.
//
// Sizes: every array of results must have exactly as many items as there are results. If a comment
// says that an array may be empty, you can pass an empty span to omit its results.
//
// Errors: kUsage if an array has a wrong size (nothing is written), if a cell value is above 9 (the
// message names the first such cell), or for an invalid option. kInterrupted after `should_stop`
// returned true; kOutOfMemory; kCallback if `should_stop` throws. After an error the results are
// unspecified, unless stated otherwise. No exception leaves a call.
//
// Memory: a few MiB for each thread, whatever the number of puzzles, unless stated otherwise.
// Thread safety: calls are independent. Threads: see ManyOptions. For calls inside a parallel
// region and after a fork, see batch.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

struct ManyOptions {
  // 0: the calling thread begins alone. If the call estimates that more than 10 ms of work are
  // left, it uses as many threads as the process may use. N: at most N threads.
  int threads = 0;
  std::string_view engine = "auto";
  // As in JobOptions: any thread may call this function, and several threads at the same time.
  // While other threads work, the thread that made the call runs this function about 100 times a
  // second, or more often.
  std::function<bool()> should_stop = {};
};

// Solves puzzles[i] into results[i].
//
// Errors: kUsage if the two sizes differ (nothing is written), if a cell value is above 9, or if
// the engine is unknown. kInterrupted after `should_stop` returned true; kOutOfMemory; kCallback if
// `should_stop` throws. After any error except different sizes, `results` are unspecified. No
// exception leaves the call.
Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results,
                  const ManyOptions& options = {});

// The same, but writes solutions and kinds to separate arrays. `solutions` may be the array
// `puzzles` itself; each puzzle is then replaced by its solution. `kinds` or `solutions` may be
// empty.
Status solve_many(std::span<const Grid> puzzles, std::span<Grid> solutions,
                  std::span<GridKind> kinds, const ManyOptions& options = {});

// Counts the solutions of every puzzle, up to `limit`. With limit 0, every count is 0.
Status count_many(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                  std::uint64_t limit, const ManyOptions& options = {});

// Lists the `limit` smallest solutions of every puzzle, in increasing order: solutions[i * limit +
// k] is solution k of puzzle i. The places after the last solution become empty grids. counts[i] is
// the number of solutions that were written.
Status solutions_many(std::span<const Grid> puzzles, std::size_t limit, std::span<Grid> solutions,
                      std::span<std::uint64_t> counts, const ManyOptions& options = {});

// Finds the digits of each cell that occur in any solution of the puzzle (solver.hpp).
Status possible_many(std::span<const Grid> puzzles, std::span<PossibleDigits> digits,
                     const ManyOptions& options = {});

// Classifies every grid; no kind is kMalformed. `minimal` (may be empty): 1 for a minimal puzzle,
// otherwise 0. A minimal puzzle has one solution, and several solutions if any clue is removed.
Status check_many(std::span<const Grid> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal = {}, const ManyOptions& options = {});

// The rating of a puzzle, as in Rating. If the grid does not have exactly one solution, all
// members except `kind` and `clues` are 0.
struct PuzzleRating {
  std::uint16_t score = 0;    // ER, in tenths; 0 for a full board
  std::uint16_t pearl = 0;    // EP
  std::uint16_t diamond = 0;  // ED
  GridKind kind = GridKind::kUnsolvable;
  Level level = Level::kEasy;
  Technique hardest = Technique::kFullHouse;
  std::uint8_t clues = 0;
  std::uint8_t obstacles = 0;
  bool is_exact = false;
};

// Rates every puzzle. One of the hardest known puzzles takes about 0.25 s. kUsage if the limit
// `at_most` of `rater` is outside kLeastAtMost..kMostScore (batch.hpp). Memory: a Rater
// (rating.hpp) for each thread.
Status rate_many(std::span<const Grid> puzzles, std::span<PuzzleRating> ratings,
                 const ManyOptions& options = {}, const RaterOptions& rater = {});

// Computes features (features.hpp) of every grid. Feature columns[i] of grid k goes to
// values[i * grids.size() + k]: FeatureValue::number, or kMissingFeature. Costs: docs/features.md.
inline constexpr std::int64_t kMissingFeature = -1;
Status features_many(std::span<const Grid> grids, std::span<const std::size_t> columns,
                     std::span<std::int64_t> values, const ManyOptions& options = {});

// The order in which the steps of an Explainer (explainer.hpp) fill the cells: k for the k-th cell
// that is filled, from 1, and 0 for a given cell. A cell that no step fills has kNoOrder: all cells
// if the puzzle does not have exactly one solution, or the last ones if the limit of the work ends
// the steps (RaterOptions).
using FillOrder = std::array<std::uint8_t, kCells>;
inline constexpr std::uint8_t kNoOrder = 255;

// Finds the FillOrder of every puzzle: the same 81 values that steps() writes for the puzzle in npy
// (datasets.hpp). `kinds` may be empty.
Status steps_many(std::span<const Grid> puzzles, std::span<FillOrder> orders,
                  std::span<GridKind> kinds = {}, const ManyOptions& options = {});

// One step of a Trace.
inline constexpr std::uint8_t kNoCell = 255;
struct TraceStep {
  std::uint16_t score = 0;  // in tenths
  Technique technique = Technique::kFullHouse;
  std::uint8_t cell = kNoCell;  // the cell that it fills; kNoCell if it only removes candidates
  std::uint8_t digit = 0;       // 0 with kNoCell
  friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

// The candidates of one cell that a step removes, as in Step::eliminations (explainer.hpp).
struct RemovedCandidates {
  std::uint32_t step = 0;    // an index into Trace::steps
  std::uint16_t digits = 0;  // bit d - 1 for the digit d
  std::uint8_t cell = 0;
  friend bool operator==(const RemovedCandidates&, const RemovedCandidates&) = default;
};

// How a puzzle is solved: the steps of an Explainer, without their chains. A puzzle that does not
// have exactly one solution has no steps, and neither has a full board. If the limit of the work
// ends the steps (RaterOptions), some cells stay empty.
struct Trace {
  GridKind kind = GridKind::kUnsolvable;
  std::vector<TraceStep> steps = {};
  std::vector<RemovedCandidates> removed = {};  // ordered by step, then by cell
  std::vector<std::string> sentences = {};  // of each step: the lines of sentences(), joined by \n
};

struct TraceContent {
  bool removed = false;                    // set Trace::removed
  std::optional<Language> sentences = {};  // set Trace::sentences, in this language
};

// Finds the trace of every puzzle. Memory: for each puzzle, 80 bytes and 6 bytes for each step
// (about 60 steps); 8 bytes for each of `removed`; and the texts.
Status traces_many(std::span<const Grid> puzzles, std::span<Trace> traces,
                   const TraceContent& content = {}, const ManyOptions& options = {});

// Finds the minimal unavoidable sets (boards.hpp) of every board, with at most `most_cells`
// cells: kLeastUnavoidable..kMostUnavoidable, else kUsage. For a puzzle with one solution, these
// are the sets of the solution; any other grid has none. counts[i * (most_cells + 1) + n] is the
// number of sets of grid i with n cells. sets[i] has these sets, the smallest first. `sets` may be
// empty. Memory: 32 bytes for each set. The engine has no effect.
Status unavoidable_many(std::span<const Grid> grids, int most_cells,
                        std::span<std::uint32_t> counts,
                        std::span<std::vector<UnavoidableSet>> sets = {},
                        const ManyOptions& options = {});

// Finds the canonical form (canon.hpp) of every grid. `forms` may be the array `grids` itself.
// `maps` and `automorphisms`: as in Canonical; they may be empty. The engine has no effect.
Status canonize_many(std::span<const Grid> grids, std::span<Grid> forms,
                     std::span<CanonicalMap> maps = {}, std::span<std::uint32_t> automorphisms = {},
                     const ManyOptions& options = {});

// Finds the class of every board (canon.hpp), in about 1 ms each. The number is 0 for a grid that
// is not a complete board; classes of puzzles are those of their solutions. The engine has no
// effect.
Status classes_many(std::span<const Grid> boards, std::span<BoardClass> classes,
                    const ManyOptions& options = {});

// Makes the canonical form of each of the classes with these numbers. Runs of ascending numbers
// without gaps take less time. kUsage if a number is not 1 to kBoardClasses.
Status class_boards_many(std::span<const std::uint64_t> numbers, std::span<Grid> boards,
                         const ManyOptions& options = {});

// Finds for every grid the number, from 0, of the first grid with the same cells. This can be the
// grid itself. To compare up to symmetry, pass canonical forms. Works on the calling thread.
// Memory: up to 80 bytes for each distinct grid.
Status first_of_equal(std::span<const Grid> grids, std::span<std::uint64_t> first,
                      const ManyOptions& options = {});

// Selects the images that augment_many() makes.
struct ImageChoice {
  std::uint64_t seed = 0;
  std::uint64_t times = 1;  // images of each puzzle, 1 to kMostImages (datasets.hpp)
  // The number of the first puzzle; the next puzzles have the numbers after it. augment() numbers
  // its records from 1. To make the images of a long array in several calls, continue the numbers
  // from call to call.
  std::uint64_t first_number = 1;
};

// Makes random images as augment() does. The images of puzzle i are images[i * times] and the
// `times` - 1 images after it. `solutions` has the solution of each puzzle, or is empty. The map
// that makes an image of a puzzle is also applied to its solution; the result has the same index in
// `solution_images` as the image in `images`.
Status augment_many(std::span<const Grid> puzzles, std::span<const Grid> solutions,
                    const ImageChoice& choice, std::span<Grid> images,
                    std::span<Grid> solution_images = {}, const ManyOptions& options = {});

// Makes the boards `start`, `start + 1`, ... kUsage if the family has fewer boards.
Status boards_many(const BoardSource& source, std::uint64_t start, std::span<Grid> boards,
                   const ManyOptions& options = {});

// Makes the puzzles `start`, `start + 1`, ... of a seed. `solutions` gets the boards that the
// puzzles were made from. `ratings` gets the ratings of the puzzles. `solutions` and `ratings` may
// be empty. kUsage: as for PuzzleMaker::create(). kUnmet if a puzzle needs more tries than
// allowed. `made` is then the number of puzzles before that puzzle; they are filled in. After
// success, `made` is the number of all puzzles.
Status puzzles_many(const PuzzleConstraints& constraints, std::uint64_t seed, std::uint64_t start,
                    std::span<Grid> puzzles, std::span<Grid> solutions,
                    std::span<PuzzleRating> ratings, std::size_t& made,
                    const ManyOptions& options = {});

// The same for a mixture (PuzzleMaker). part_numbers[k] is the part of puzzle start + k, from 0;
// `part_numbers` may be empty. Memory: that of a PuzzleMaker for each part and thread.
Status mixed_puzzles_many(std::span<const PuzzlePart> parts, std::uint64_t seed,
                          std::uint64_t start, std::span<Grid> puzzles, std::span<Grid> solutions,
                          std::span<PuzzleRating> ratings, std::span<std::uint8_t> part_numbers,
                          std::size_t& made, const ManyOptions& options = {});

// Makes the unbiased minimal puzzles `start`, `start + 1`, ... of a seed (puzzles.hpp), with their
// weights in units of kWeightUnit. `tries`: the number of tries of each puzzle. `solutions` and
// `tries` may be empty.
Status unbiased_puzzles_many(std::uint64_t seed, std::uint64_t start, std::span<Grid> puzzles,
                             std::span<Grid> solutions, std::span<std::uint64_t> weights,
                             std::span<std::uint32_t> tries, const ManyOptions& options = {});

}  // namespace dokumill
