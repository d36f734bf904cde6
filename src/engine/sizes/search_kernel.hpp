// SearchKernel: the interface between SizedSolver and the parts that are built once per instruction
// set: the search of one puzzle, and the propagation of many small puzzles at once. Only plain data
// and declarations, as in engine/solver/lanes/kernel.hpp.
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
  // If this is a cell, only solutions with another symbol than `excluded_symbol` in it are found.
  int excluded_cell = -1;
  std::uint8_t excluded_symbol = 0;
  // If this is a board, a guess tries its symbol first.
  const std::uint8_t* near = nullptr;
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

// Small puzzles, up to 8 symbols, are propagated side by side.
inline constexpr int kMostLanes = 64;
inline constexpr int kMostLaneSymbols = 8;
#if defined(__EMSCRIPTEN__)
inline constexpr bool kHasLanes = false;  // the page stays small (search_small.cpp)
#else
inline constexpr bool kHasLanes = true;
#endif

enum class LaneState : std::uint8_t {
  kImpossible,
  kSolved,
  kUnfinished,  // propagation would go on
  kOpen,        // cells have several candidates
};

struct LaneTask {
  // `count` puzzles, 1..SearchKernel::lanes, one after the other: cells 0..n, or with
  // `has_candidates` the candidates of each cell (bit d - 1 for the symbol d).
  const std::uint8_t* in;
  bool has_candidates;
  int count;
  int most_changing;  // propagation ends when at most this number of lanes still change
  // The results, in the layout of the puzzles: the solution of a puzzle that is solved, the
  // candidates of one that is unfinished or open, and zeros of one that is impossible. Only written
  // with `wants_solutions`, or if a puzzle is unfinished or open.
  bool wants_solutions;
  std::uint8_t* out;
  LaneState* states;
};

struct SearchKernel {
  // The size of the workspace for a shape; it is aligned to 64 bytes and needs no initialization.
  std::size_t (*workspace_bytes)(Shape shape);
  SearchResult (*search)(void* workspace, Shape shape, const SearchTask& task);
  int lanes;  // how many puzzles run_lanes() takes at once, at most kMostLanes
  // REQUIRES: at most kMostLaneSymbols symbols.
  void (*run_lanes)(Shape shape, const LaneTask& task);
  // Sets are_wrong[i] to 0 if board i is complete, without a conflict, and has all givens of puzzle
  // i; else to another number. `count`: 1..lanes. REQUIRES: as for run_lanes().
  void (*check_lanes)(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards,
                      int count, std::uint8_t* are_wrong);
};

extern const SearchKernel kPortableSearch;
#if defined(__x86_64__)
extern const SearchKernel kAvx512Search;
extern const SearchKernel kAvx2Search;
#endif

}  // namespace dokumill::sizes
