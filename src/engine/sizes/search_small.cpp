// The kernel of the page, which has boards of 4x4 and 6x6: the search of one puzzle with up to 8
// symbols, without lanes (kHasLanes).
#include <cstddef>
#include <cstdint>

#include "engine/sizes/search_kernel.hpp"
#include "engine/solver/lanes/vectors/region.hpp"

#define DOKUMILL_SIZES_NAMESPACE small

// clang-format off
#include "engine/sizes/grid_node-inl.hpp"
#include "engine/sizes/grid_search-inl.hpp"
// clang-format on

namespace dokumill::sizes {

using SmallSearch = small::GridSearch<std::uint16_t, 8>;
const SearchKernel kPortableSearch{SmallSearch::workspace_bytes, SmallSearch::search, 0, nullptr,
                                   nullptr};

}  // namespace dokumill::sizes
