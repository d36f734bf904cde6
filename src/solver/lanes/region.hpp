// Macros that the kernels need before their target region.
#pragma once

#define DOKUMILL_INLINE inline __attribute__((always_inline))

#if defined(__clang__)
#define DOKUMILL_UNROLL _Pragma("clang loop unroll(full)")
#define DOKUMILL_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define DOKUMILL_UNROLL _Pragma("GCC unroll 16")
#define DOKUMILL_NO_UNROLL _Pragma("GCC unroll 1")
#endif
