// The types for the question whether a puzzle has a solution besides a known one.
#pragma once

#include <cstdint>

namespace dokumill::solver {

// What Engine::find_other() may assume about a puzzle: the puzzle has exactly one solution with
// `digit` (1..9) in the empty cell `cell` (0..80). If `digit` is 0, no such digit is known. The
// answer is then kUnknown, unless `propagates` is set and the engine finds the only solution
// without a guess.
struct KnownDigit {
  std::uint8_t cell = 0, digit = 0;
  bool propagates = false;  // must be false if `digit` is not 0
};

enum class OtherSolution : std::uint8_t {
  kNone,
  kExists,
  kUnknown,  // the search gave up; Solver::count() with the limit 2 decides
};

}  // namespace dokumill::solver
