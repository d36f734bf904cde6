// The AVX-512 kernel.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "engine/solver/lanes/kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE avx512
#define DOKUMILL_LANES_KERNEL kAvx512Kernel

// clang-format off
#include "engine/solver/lanes/vectors/begin_avx512-inl.hpp"
#include "engine/solver/lanes/vectors/vector_avx512.hpp"
#include "engine/solver/lanes/trios-inl.hpp"
#include "engine/solver/lanes/node-inl.hpp"
#include "engine/solver/lanes/cells-inl.hpp"
#include "engine/solver/lanes/sweep-inl.hpp"
#include "engine/solver/lanes/children-inl.hpp"
#include "engine/solver/lanes/order_choice-inl.hpp"
#include "engine/solver/lanes/planes/plane_solver-inl.hpp"
#include "engine/solver/lanes/cell_order_pool-inl.hpp"
#include "engine/solver/lanes/search-inl.hpp"
#include "engine/solver/lanes/solutions-inl.hpp"
#include "engine/solver/lanes/branching-inl.hpp"
#include "engine/solver/lanes/cell_order_search-inl.hpp"
#include "engine/solver/lanes/parking-inl.hpp"
#include "engine/solver/lanes/intake-inl.hpp"
#include "engine/solver/lanes/dive-inl.hpp"
#include "engine/solver/lanes/entry-inl.hpp"
#include "engine/solver/lanes/vectors/end_region-inl.hpp"
// clang-format on
