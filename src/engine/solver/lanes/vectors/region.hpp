// Macros that the kernels need before their target region.
#pragma once

#define DOKUMILL_INLINE inline __attribute__((always_inline))
#define DOKUMILL_NO_INLINE inline __attribute__((noinline))
// Aligns the functions that take most of the time, so that their speed does not depend on the code
// before them.
#define DOKUMILL_ALIGNED __attribute__((aligned(64)))

#if defined(__clang__)
#define DOKUMILL_UNROLL _Pragma("clang loop unroll(full)")
#define DOKUMILL_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define DOKUMILL_UNROLL _Pragma("GCC unroll 16")
#define DOKUMILL_NO_UNROLL _Pragma("GCC unroll 1")
#endif
