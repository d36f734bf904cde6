// Board families: sequences of distinct complete boards in which board i can be made without the
// boards before it. Board i is the same in every version, on every machine, in every run.
//
// kClassic  The first row is the first digit and a permutation of the other eight, in lexicographic
//           order. Source rows 2-9 are the first row shifted left by 3, 6, 1, 4, 7, 2, 5, 8; for
//           each first row come the sequences of source rows {2,3} x {4,5,6} x {7,8,9} in
//           lexicographic order, the last group fastest. 8! x 2 x 6 x 6 boards, all of one symmetry
//           class, with 54 automorphisms each.
// kWide     The base grid, which is wide board 0 for first digit 1,
//             123456789 498327165 765891243 271563894 534982671 689174532 316745928 942618357
//             857239416
//           has no automorphism but the identity. Its images, the slowest part of the index first:
//           8! relabellings (the first digit and permutation p of the others, in lexicographic
//           order, name base digits 1-9; then the first digit and the name of the top-left base
//           digit are exchanged), grid or mirror image at the main diagonal, 1,296 column
//           arrangements, 1,296 row arrangements. Arrangements keep stacks and bands together and
//           come in lexicographic order. 8! x 2 x 6^8 boards.
// kSequence kClassic, then kWide. No board is in both: boards of one symmetry class have equally
//           many automorphisms, 54 in kClassic and 1 in kWide.
// kRandom   Each board is drawn on its own from (seed, index) with Philox4x32-10: all
//           6,670,903,752,021,072,936,960 complete boards are equally likely, exactly as far as
//           the random numbers are. docs/boards.md has measurements. Two boards of a seed can be
//           equal, with a chance of n^2 / 1.3e22 among n.
// The proofs are in src/boards/classic.hpp, wide.hpp and random_boards.hpp; tests run through the
// symmetries and through all classic boards, and keep hashes of each family.
//
// Thread safety: pure functions and constants. Memory: none, except where a caller's buffer is
// filled. Cost: 10 ns a board in make_boards and 0.1 us in make_board; kRandom 0.8 us.
#pragma once

#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

enum class BoardFamily {
  kSequence,  // classic, then wide: 135,447,137,280 distinct boards
  kClassic,   // 2,903,040 boards made from the permutations of one row, all of one symmetry class
  kWide,      // 135,444,234,240 boards: the images of one grid without automorphisms
  kRandom,  // for each seed a sequence of independent boards; duplicates are possible in principle
};

struct BoardSource {
  BoardFamily family = BoardFamily::kSequence;
  Digit first_digit{1};    // the top-left digit; not used by kRandom
  std::uint64_t seed = 0;  // used by kRandom only
};

// The number of boards of a family with one first digit. kRandom: 2^64 - 1, the highest count that
// can be asked for.
std::uint64_t family_size(BoardFamily family);

// Board `index` of the source; the empty grid where index >= family_size(source.family).
Grid make_board(const BoardSource& source, std::uint64_t index);

// Fills `out` with the boards `start`, `start + 1`, ...; beyond the end of the family with empty
// grids.
void make_boards(const BoardSource& source, std::uint64_t start, std::span<Grid> out);

}  // namespace dokumill
