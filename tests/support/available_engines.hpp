// Lists the names of the engines that this processor supports, so that a test can run with each.
#pragma once

#include <string>
#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::testing {

inline std::vector<std::string> available_engines() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.is_available) names.emplace_back(engine.name);
  }
  return names;
}

}  // namespace dokumill::testing
