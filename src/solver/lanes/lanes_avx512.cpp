// The AVX-512 kernel. All shared headers are included before the target region. Otherwise GCC would
// compile shared inline functions with wide instructions, and the linker may use these copies of
// the functions in the whole program.
#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512
#define DOKUMILL_LANES_KERNEL kAvx512Kernel

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
// GCC 12 warns of its own _mm512_undefined_epi32() and similar functions (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt")
#endif

// clang-format off
#include "solver/lanes/vector_avx512.hpp"
#include "solver/lanes/patterns-inl.hpp"
#include "solver/lanes/node-inl.hpp"
#include "solver/lanes/cells-inl.hpp"
#include "solver/lanes/sweep-inl.hpp"
#include "solver/lanes/branch-inl.hpp"
#include "solver/lanes/order-inl.hpp"
#include "solver/lanes/plane_stage-inl.hpp"
#include "solver/lanes/ordered-inl.hpp"
#include "solver/lanes/search-inl.hpp"
#include "solver/lanes/solutions-inl.hpp"
#include "solver/lanes/branching-inl.hpp"
#include "solver/lanes/in_order-inl.hpp"
#include "solver/lanes/parking-inl.hpp"
#include "solver/lanes/intake-inl.hpp"
#include "solver/lanes/dive-inl.hpp"
#include "solver/lanes/entry-inl.hpp"
// clang-format on

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
