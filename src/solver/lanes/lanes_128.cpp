// The portable kernel: 128-bit vectors, with instructions that every processor of the build's
// architecture has.
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dokumill/geometry.hpp"
#include "solver/lanes/kernel.hpp"
#include "solver/lanes/vectors/region.hpp"

#define DOKUMILL_LANES_NAMESPACE portable
#define DOKUMILL_LANES_KERNEL kPortableKernel

// clang-format off
#include "solver/lanes/vectors/vector_128.hpp"
#include "solver/lanes/vectors/two_operand-inl.hpp"
#include "solver/lanes/trios-inl.hpp"
#include "solver/lanes/node-inl.hpp"
#include "solver/lanes/cells-inl.hpp"
#include "solver/lanes/sweep-inl.hpp"
#include "solver/lanes/children-inl.hpp"
#include "solver/lanes/order_choice-inl.hpp"
#include "solver/lanes/planes/plane_solver-inl.hpp"
#include "solver/lanes/cell_order_pool-inl.hpp"
#include "solver/lanes/search-inl.hpp"
#include "solver/lanes/solutions-inl.hpp"
#include "solver/lanes/branching-inl.hpp"
#include "solver/lanes/cell_order_search-inl.hpp"
#include "solver/lanes/parking-inl.hpp"
#include "solver/lanes/intake-inl.hpp"
#include "solver/lanes/dive-inl.hpp"
#include "solver/lanes/entry-inl.hpp"
// clang-format on
