// The bit planes of 256 puzzles, with AVX-512. The vectors have only 256 bits. On some processors,
// an operation on 512 bits handles the two halves of the vector one after the other. The engine
// uses this file on such processors (lane_engine.cpp).
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "engine/solver/lanes/planes/plane_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512_256
#define DOKUMILL_PLANE_KERNEL kAvx512Planes256

// clang-format off
#include "engine/solver/lanes/vectors/begin_avx512-inl.hpp"
#include "engine/solver/lanes/vectors/vector_avx2.hpp"
#include "engine/solver/lanes/vectors/ternary_256-inl.hpp"
#include "engine/solver/lanes/trios-inl.hpp"
#include "engine/solver/lanes/planes/planes-inl.hpp"
#include "engine/solver/lanes/planes/plane_cells-inl.hpp"
#include "engine/solver/lanes/planes/plane_block-inl.hpp"
#include "engine/solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
