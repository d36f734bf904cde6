// The bit planes of 256 puzzles, with AVX2. lanes_avx2.cpp explains the order of the includes.
#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/plane_kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx2
#define DOKUMILL_PLANE_KERNEL kAvx2Planes

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
#endif

// clang-format off
#include "solver/lanes/vector_avx2.hpp"
#include "solver/lanes/two_operand-inl.hpp"
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
