// Sample puzzles: large seeded sets for tests, benchmarks and demonstrations, made in seconds.
//
// Method: 4,096 base puzzles are made by taking clues off random boards, or are the kept hard ones
// again and again; sample i is a random image of base i % 4,096 under relabelling, rows, columns,
// bands, stacks and transposition. An image has exactly as many solutions and clues as its base, so
// only the bases need a solver. The sets are therefore not independent draws.
//
// To name a set, say "sample_puzzles KIND, seed S, N puzzles": that fixes every byte. Base b starts
// from board kind * 2^32 + b of the family kRandom with the same seed; the rest comes from
// RandomStreams of the purposes kSampleBase and kSampleSymmetry.
//
// Thread safety: pure function. Memory: the result. Cost: 0.05 ms a base, 0.2 us a puzzle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::puzzles {

enum class SampleKind : std::uint8_t {
  kEasy,     // one solution, 33 clues (a few more when no clue can go before)
  kMinimal,  // one solution, and no clue can go
  kSeveral,  // two solutions or more: a board with 40 to 60 holes anywhere, more if it needs them
  kNone,  // no solution, though no digit stands twice in a house: 28 clues that have one solution
          // (a few more when no clue can go before), and a digit that is not in it
  kHard,  // one solution, no clue can go, and many guesses: images of hard_puzzles.hpp
};

// "easy", "minimal", "several", "none" or "hard".
std::optional<SampleKind> sample_kind(std::string_view name);

inline constexpr std::size_t kSampleBases = 4096;

// The samples 0, 1, ... of (kind, seed); sample i does not depend on `count`. Fails only when there
// is no solver.
Result<std::vector<Grid>> sample_puzzles(SampleKind kind, std::uint64_t seed, std::size_t count);

}  // namespace dokumill::puzzles
