// SearchKernel: the interface between SizedSolver and the search of one puzzle at a time, which is
// built once per instruction set. Only plain data and declarations, as in
// engine/solver/lanes/kernel.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/sizes/shape.hpp"

namespace dokumill::sizes {

// What the search may do beyond singles.
enum class Effort : std::uint8_t { kSingles, kGuesses };

struct SearchTask {
  const std::uint8_t* puzzle;  // all cells are 0..n
  Effort effort;
  std::uint64_t limit;         // the search ends when it has found this many solutions, 1 or more
  std::uint64_t most_guesses;  // the search gives up after this many
  std::uint64_t random;        // 0: the smallest candidate first; else the candidates in an order
                               // that depends on this number
  std::uint8_t* solutions;     // the first `room` solutions go here, one after the other
  std::size_t room;
  // The search asks once in about 250 guesses. Return true to end it.
  bool (*should_stop)(void* context);
  void* context;
};

struct SearchResult {
  enum class End : std::uint8_t {
    kComplete,  // all solutions were found
    kLimit,     // `limit` solutions were found
    kGaveUp,    // the effort did not suffice, or there were too many guesses
    kStopped,
  };
  End end;
  std::uint64_t found;
  std::uint64_t guesses;
};

struct SearchKernel {
  // The size of the workspace for a shape; it is aligned to 64 bytes and needs no initialization.
  std::size_t (*workspace_bytes)(Shape shape);
  SearchResult (*search)(void* workspace, Shape shape, const SearchTask& task);
};

extern const SearchKernel kPortableSearch;
#if defined(__x86_64__)
extern const SearchKernel kAvx2Search;
#endif

}  // namespace dokumill::sizes
