// count_work: how many bytes of text the readers scan, for the tests that hold them to linear time.
//
// Only a test that compiles the sources with DOKUMILL_COUNT_WORK counts; everywhere else the
// function is empty and costs nothing. Such a test links no other build of these sources.
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
