// Sample puzzles: large seeded sets for tests, benchmarks and demonstrations, made in seconds.
//
// Method: there are 4,096 base puzzles. They are made by removing clues from random boards; the
// bases of kHard are the stored hard puzzles, repeated. Sample i is a random image of base i %
// 4,096 under relabelling, transposition, and permutations of rows, columns, bands and stacks. An
// image has exactly as many solutions and clues as its base, so only the bases need a solver.
// Samples with the same base are equivalent, so the samples of a set are not independent of each
// other.
//
// To name a set, write "sample_puzzles KIND, seed S, N puzzles". This determines every byte. Base b
// starts from board kind * 2^32 + b of the family kRandom with the same seed. The other random
// numbers come from RandomStreams with the purposes kSampleBase and kSampleSymmetry.
//
// Memory: the result. Cost: 0.05 ms per base, 0.2 us per puzzle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::puzzles {

enum class SampleKind : std::uint8_t {
  kEasy,     // one solution, 33 clues; a few more if no further clue can be removed
  kMinimal,  // one solution, and no clue can be removed
  // Two solutions or more: a board in which 40 to 60 cells were emptied. If this leaves one
  // solution, more cells are emptied.
  kSeveral,
  // No solution, although no house has a digit twice: 28 clues with one solution (a few more if no
  // further clue can be removed), and one clue that is not in this solution.
  kNone,
  kHard,  // one solution, no clue can be removed, many guesses: images of hard_puzzles.hpp
};

// The kind with this name: "easy", "minimal", "several", "none" or "hard". nullopt for other names.
std::optional<SampleKind> sample_kind(std::string_view name);

inline constexpr std::size_t kSampleBases = 4096;

// Returns the samples [0, count) of (kind, seed). Sample i does not depend on `count`. Polls
// `should_stop` at intervals of a few milliseconds. Failure: kInterrupted if should_stop() returned
// true, or if no solver can be created.
Result<std::vector<Grid>> sample_puzzles(SampleKind kind, std::uint64_t seed, std::size_t count,
                                         const std::function<bool()>& should_stop = {});

}  // namespace dokumill::puzzles
