// Opens a region whose functions use AVX2. end_region-inl.hpp closes it.
//
// Include all shared headers before this file. Otherwise GCC would compile shared inline functions
// with wide instructions, and the linker may use these copies of the functions in the whole
// program. No include guard: each kernel file includes one of the begin files once.
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
// Otherwise GCC loads values again instead of keeping them in registers (planes-inl.hpp).
#pragma GCC optimize("no-tree-ter")
#endif
