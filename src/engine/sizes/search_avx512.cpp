// The kernel with AVX-512.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/sizes/search_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_SIZES_NAMESPACE avx512
#define DOKUMILL_SIZES_LANES 64
#define DOKUMILL_SIZES_KERNEL kAvx512Search

// clang-format off
#include "engine/solver/lanes/vectors/begin_avx512-inl.hpp"
#include "engine/sizes/grid_node-inl.hpp"
#include "engine/sizes/grid_search-inl.hpp"
#include "engine/sizes/small_lanes-inl.hpp"
#include "engine/sizes/kernel-inl.hpp"
#include "engine/solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
