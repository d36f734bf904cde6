// The bit planes of 256 puzzles, with AVX-512 instructions on vectors of 256 bits: for processors
// that work on the halves of a vector of 512 bits one after the other (lane_engine.cpp).
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/plane_kernel.hpp"
#include "solver/lanes/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512_256
#define DOKUMILL_PLANE_KERNEL kAvx512Planes256

// clang-format off
#include "solver/lanes/begin_avx512-inl.hpp"
#include "solver/lanes/vector_avx2.hpp"
#include "solver/lanes/ternary_256-inl.hpp"
#include "solver/lanes/patterns-inl.hpp"
#include "solver/lanes/planes-inl.hpp"
#include "solver/lanes/plane_cells-inl.hpp"
#include "solver/lanes/plane_block-inl.hpp"
#include "solver/lanes/end_region-inl.hpp"
// clang-format on
