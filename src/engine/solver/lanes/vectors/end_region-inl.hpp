// Closes the region that begin_avx2-inl.hpp or begin_avx512-inl.hpp has opened.

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
