// The bit planes of 512 puzzles, with AVX-512.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "engine/solver/lanes/planes/plane_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512::planes
#define DOKUMILL_PLANE_KERNEL kAvx512Planes

// clang-format off
#include "engine/solver/lanes/vectors/begin_avx512-inl.hpp"
#include "engine/solver/lanes/vectors/vector_avx512.hpp"
#include "engine/solver/lanes/trios-inl.hpp"
#include "engine/solver/lanes/planes/planes-inl.hpp"
#include "engine/solver/lanes/planes/plane_cells-inl.hpp"
#include "engine/solver/lanes/planes/plane_block-inl.hpp"
#include "engine/solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
