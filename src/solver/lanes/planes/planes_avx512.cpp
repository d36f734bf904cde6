// The bit planes of 512 puzzles, with AVX-512.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/planes/plane_kernel.hpp"
#include "solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512::planes
#define DOKUMILL_PLANE_KERNEL kAvx512Planes

// clang-format off
#include "solver/lanes/vectors/begin_avx512-inl.hpp"
#include "solver/lanes/vectors/vector_avx512.hpp"
#include "solver/lanes/trios-inl.hpp"
#include "solver/lanes/planes/planes-inl.hpp"
#include "solver/lanes/planes/plane_cells-inl.hpp"
#include "solver/lanes/planes/plane_block-inl.hpp"
#include "solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
