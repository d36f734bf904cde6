// The reference engine: one puzzle at a time, bitmask backtracking; the engine that runs everywhere
// and the judge of the faster ones.
#pragma once

#include <memory>
#include <string_view>

#include "solver/engine.hpp"

namespace dokumill::solver {

inline constexpr std::string_view kReferenceEngineName = "reference";

std::unique_ptr<Engine> make_reference_engine();

}  // namespace dokumill::solver
