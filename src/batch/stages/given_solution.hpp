// Judges the solution that a record gives for its puzzle: right, another solution, or wrong.
//
// judge_given() does not allocate.
#pragma once

#include <cstdint>

#include "dokumill/solver.hpp"

namespace dokumill::batch {

enum class GivenSolution : std::uint8_t {
  kRight,   // what solve() writes: the smallest solution if there are several
  kSecond,  // another solution, if there are several
  kWrong,
  // A valid solution that refutes `found`: `found` claims that there is no solution, that a
  // different solution is the only one, or that a greater solution is the smallest one.
  kDisproof,
};

// REQUIRES: cell values 0..9; if `found` has a solution, this solution is a complete board that
// keeps the givens of `puzzle`.
GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found);

}  // namespace dokumill::batch
