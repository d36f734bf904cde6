// The bit planes of 256 puzzles, with AVX2.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/planes/plane_kernel.hpp"
#include "solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx2::planes
#define DOKUMILL_PLANE_KERNEL kAvx2Planes

// clang-format off
#include "solver/lanes/vectors/begin_avx2-inl.hpp"
#include "solver/lanes/vectors/vector_avx2.hpp"
#include "solver/lanes/vectors/two_operand-inl.hpp"
#include "solver/lanes/trios-inl.hpp"
#include "solver/lanes/planes/planes-inl.hpp"
#include "solver/lanes/planes/plane_cells-inl.hpp"
#include "solver/lanes/planes/plane_block-inl.hpp"
#include "solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
