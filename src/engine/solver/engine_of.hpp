// EngineAccess: the engine of a Solver, for calls that the interface of Solver does not offer. Only
// src/engine/puzzles needs it.
#pragma once

#include "dokumill/solver.hpp"
#include "engine/solver/engine.hpp"

namespace dokumill::solver {

struct EngineAccess {
  // Returns the engine that does the work of `solver`. The solver owns the engine.
  static Engine& engine_of(Solver& solver) { return *solver.engine_; }
};

}  // namespace dokumill::solver
