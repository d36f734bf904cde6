// Board families: sequences of distinct complete boards in which board i can be made without the
// boards before it.
//
// Thread safety: pure functions and constants. Memory: none, except where a caller's buffer is
// filled.
#pragma once

#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

enum class BoardFamily {
  kSequence,  // classic, then wide: 135,447,137,280 distinct boards
  kClassic,   // 2,903,040 boards made from the permutations of one row, all of one symmetry class
  kWide,      // 135,444,234,240 boards: the images of one grid without automorphisms
  kRandom,    // 2^64 boards for each seed, each drawn on its own
};

struct BoardSource {
  BoardFamily family = BoardFamily::kSequence;
  Digit first_digit{1};    // the top-left digit; not used by kRandom
  std::uint64_t seed = 0;  // used by kRandom only
};

// The number of boards of a family with one first digit. kRandom: 2^64 - 1, the highest count that
// can be asked for.
std::uint64_t family_size(BoardFamily family);

// Board `index` of the source. REQUIRES: index < family_size(source.family).
Grid make_board(const BoardSource& source, std::uint64_t index);

// Fills `boards` with the boards `start`, `start + 1`, ... REQUIRES: start + boards.size() <=
// family_size(source.family).
void make_boards(const BoardSource& source, std::uint64_t start, std::span<Grid> boards);

}  // namespace dokumill
