#include "solver/engine.hpp"
#include "solver/lanes/lane_engine.hpp"
#include "solver/reference_engine.hpp"

namespace dokumill::solver {
namespace {

bool always() {
  return true;
}

constexpr EngineEntry kEngines[] = {
#if defined(__x86_64__)
    {lanes::kAvx512Name, "32 puzzles at a time, AVX-512", lanes::has_avx512,
     lanes::make_avx512_engine},
#endif
    {kReferenceEngineName, "one puzzle at a time, portable", always, make_reference_engine},
};

}  // namespace

std::span<const EngineEntry> engine_table() {
  return kEngines;
}

}  // namespace dokumill::solver
