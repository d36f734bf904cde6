#include "engine/sizes/best_search.hpp"

namespace dokumill::sizes {

const SearchKernel& best_search() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("popcnt")) {
    return kAvx2Search;
  }
#endif
  return kPortableSearch;
}

}  // namespace dokumill::sizes
