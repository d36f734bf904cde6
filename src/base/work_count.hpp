// count_work(): counts the bytes of text that the readers scan, for tests that require linear time.
//
// The function counts only if a test compiles the sources with DOKUMILL_COUNT_WORK. In all other
// builds it is empty and costs nothing. A test with this macro must not link another build of these
// sources.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dokumill {

#if defined(DOKUMILL_COUNT_WORK)
inline std::uint64_t counted_work = 0;
inline void count_work(std::size_t bytes) {
  counted_work += bytes;
}
#else
inline void count_work(std::size_t) {}
#endif

}  // namespace dokumill
