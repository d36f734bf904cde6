// The bit planes of 256 puzzles, with AVX2.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/plane_kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx2
#define DOKUMILL_PLANE_KERNEL kAvx2Planes

// clang-format off
#include "solver/lanes/begin_avx2-inl.hpp"
#include "solver/lanes/vector_avx2.hpp"
#include "solver/lanes/two_operand-inl.hpp"
#include "solver/lanes/patterns-inl.hpp"
#include "solver/lanes/planes-inl.hpp"
#include "solver/lanes/plane_cells-inl.hpp"
#include "solver/lanes/plane_block-inl.hpp"
#include "solver/lanes/end_region-inl.hpp"
// clang-format on
