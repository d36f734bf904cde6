// The kernel for any processor.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/sizes/search_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_SIZES_NAMESPACE portable
#define DOKUMILL_SIZES_LANES 16
#define DOKUMILL_SIZES_KERNEL kPortableSearch

// clang-format off
#include "engine/sizes/grid_node-inl.hpp"
#include "engine/sizes/grid_search-inl.hpp"
#include "engine/sizes/small_lanes-inl.hpp"
#include "engine/sizes/kernel-inl.hpp"
// clang-format on
