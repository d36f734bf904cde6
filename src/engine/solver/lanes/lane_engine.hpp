// The lane engines. Each lane of a vector register works on one search node, so an engine solves 32
// puzzles at a time with AVX-512, 16 with AVX2 and 8 with 128-bit vectors.
//
// The algorithm is written once, in the -inl files of this folder, and compiled for each engine.
// This file declares the engines, without wide instructions.
#pragma once

#include <memory>

#include "engine/solver/engine.hpp"

namespace dokumill::solver::lanes {

inline constexpr std::string_view kPortableName = "portable";
std::unique_ptr<Engine> make_portable_engine();

#if defined(__x86_64__)
inline constexpr std::string_view kAvx512Name = "avx512";
inline constexpr std::string_view kAvx2Name = "avx2";
bool has_avx512();
bool has_avx2();
std::unique_ptr<Engine> make_avx512_engine();
std::unique_ptr<Engine> make_avx2_engine();
#endif

}  // namespace dokumill::solver::lanes
