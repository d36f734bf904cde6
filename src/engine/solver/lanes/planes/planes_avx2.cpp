// The bit planes of 256 puzzles, with AVX2.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "engine/solver/lanes/planes/plane_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx2::planes
#define DOKUMILL_PLANE_KERNEL kAvx2Planes

// clang-format off
#include "engine/solver/lanes/vectors/begin_avx2-inl.hpp"
#include "engine/solver/lanes/vectors/vector_avx2.hpp"
#include "engine/solver/lanes/vectors/two_operand-inl.hpp"
#include "engine/solver/lanes/trios-inl.hpp"
#include "engine/solver/lanes/planes/planes-inl.hpp"
#include "engine/solver/lanes/planes/plane_cells-inl.hpp"
#include "engine/solver/lanes/planes/plane_block-inl.hpp"
#include "engine/solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
