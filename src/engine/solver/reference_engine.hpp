// The reference engine: solves one puzzle at a time by backtracking on bitmasks. It runs on every
// processor, and the faster engines are tested against it.
//
// Cost per puzzle, including the search for a second solution: about 1 us for an easy one
// (docs/kernels/one-puzzle.md). The worst of 3,000,000 hostile puzzles took 11 ms; tests/regression
// has such puzzles.
//
// Memory: 15 KB, allocated with the engine. Stack: about a kilobyte.
#pragma once

#include <memory>
#include <string_view>

#include "engine/solver/engine.hpp"

namespace dokumill::solver {

inline constexpr std::string_view kReferenceEngineName = "reference";

std::unique_ptr<Engine> make_reference_engine();

}  // namespace dokumill::solver
