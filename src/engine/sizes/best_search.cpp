#include "engine/sizes/best_search.hpp"

#include "engine/solver/lanes/lane_engine.hpp"

namespace dokumill::sizes {

const SearchKernel& best_search() {
#if defined(__x86_64__)
  if (solver::lanes::has_avx512()) return kAvx512Search;
  if (solver::lanes::has_avx2()) return kAvx2Search;
#endif
  return kPortableSearch;
}

}  // namespace dokumill::sizes
