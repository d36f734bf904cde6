#include "solver/engine.hpp"
#include "solver/reference_engine.hpp"

namespace dokumill::solver {
namespace {

bool always() {
  return true;
}

constexpr EngineEntry kEngines[] = {
    {kReferenceEngineName, "one puzzle at a time, portable", always, make_reference_engine},
};

}  // namespace

std::span<const EngineEntry> engine_table() {
  return kEngines;
}

}  // namespace dokumill::solver
