#include "engine/solver/engine.hpp"
#include "engine/solver/lanes/lane_engine.hpp"
#include "engine/solver/reference_engine.hpp"

namespace dokumill::solver {
namespace {

bool always() {
  return true;
}

constexpr EngineEntry kEngines[] = {
#if defined(__x86_64__)
    {lanes::kAvx512Name, "32 puzzles at a time, AVX-512", lanes::has_avx512,
     lanes::make_avx512_engine},
    {lanes::kAvx2Name, "16 puzzles at a time, AVX2", lanes::has_avx2, lanes::make_avx2_engine},
#endif
    {lanes::kPortableName, "8 puzzles at a time, 128-bit vectors", always,
     lanes::make_portable_engine},
    {kReferenceEngineName, "one puzzle at a time, portable", always, make_reference_engine},
};

}  // namespace

std::span<const EngineEntry> engine_table() {
  return kEngines;
}

}  // namespace dokumill::solver
