// The solution that a record gives besides its puzzle: right, another one, or wrong, and why.
//
// Thread safety: pure functions; no allocation where no words are made.
#pragma once

#include <cstdint>
#include <string>

#include "dokumill/solver.hpp"

namespace dokumill::batch {

enum class GivenSolution : std::uint8_t {
  kRight,   // what solving writes: of several solutions the smallest
  kSecond,  // another solution of a puzzle with several
  kWrong,
  // A solution, and `found` says that there is none, only another one, or no smaller one: then
  // `found` is wrong.
  kDisproof,
};

// REQUIRES: cell values 0..9; `found` is right about `puzzle`.
GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found);

// What is wrong, with the first cell of it in row-major order: a cell that is empty or changes a
// given, and where there is none, two equal digits in a house. REQUIRES: judged to be kWrong.
std::string words_of_wrong(const Grid& given, const Grid& puzzle);

}  // namespace dokumill::batch
