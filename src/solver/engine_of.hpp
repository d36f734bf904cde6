// engine_of(): the engine of a Solver, for questions that only src/puzzles asks.
#pragma once

#include "dokumill/solver.hpp"
#include "solver/engine.hpp"

namespace dokumill::solver {

// The engine that answers the calls of the solver. It lives as long as the solver.
Engine& engine_of(Solver& solver);

}  // namespace dokumill::solver
