// Opens a region whose functions use AVX-512 (Ice Lake, Zen 4). end_region-inl.hpp closes it.
//
// Include all shared headers before this file. Otherwise GCC would compile shared inline functions
// with wide instructions, and the linker may use these copies of the functions in the whole
// program. No include guard: each kernel file includes one of the begin files once.
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
// GCC 12 warns about its own _mm512_undefined_epi32() and similar functions (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,bmi,bmi2,popcnt")
#endif
