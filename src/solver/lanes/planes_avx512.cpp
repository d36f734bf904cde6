// The bit planes of 512 puzzles, with AVX-512.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/plane_kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512
#define DOKUMILL_PLANE_KERNEL kAvx512Planes

// clang-format off
#include "solver/lanes/begin_avx512-inl.hpp"
#include "solver/lanes/vector_avx512.hpp"
#include "solver/lanes/patterns-inl.hpp"
#include "solver/lanes/planes-inl.hpp"
#include "solver/lanes/plane_cells-inl.hpp"
#include "solver/lanes/plane_block-inl.hpp"
#include "solver/lanes/end_region-inl.hpp"
// clang-format on
