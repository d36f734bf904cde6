// The bit planes of 256 puzzles, with AVX-512 instructions on vectors of 256 bits: for processors
// that work on the halves of a vector of 512 bits one after the other (lane_engine.cpp).
// lanes_avx512.cpp explains the order of the includes.
#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/plane_kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512_256
#define DOKUMILL_PLANE_KERNEL kAvx512Planes256

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt")
#endif

// clang-format off
#include "solver/lanes/vector_avx2.hpp"
#include "solver/lanes/ternary_256-inl.hpp"
#include "solver/lanes/patterns-inl.hpp"
#include "solver/lanes/planes-inl.hpp"
#include "solver/lanes/plane_cells-inl.hpp"
#include "solver/lanes/plane_block-inl.hpp"
// clang-format on

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
