// The family kRandom: each (seed, index) gives one of the 6,670,903,752,021,072,936,960 complete
// boards. All boards are equally likely.
//
// Method: rejection of whole boards. A try makes a series of choices, each among equally likely
// ways. The try either completes a board or fails; after a failure the next try begins.
//
//   1 2 3    1. box 1 holds a, b, c / d, e, f / g, h, i (the labels are drawn last)           1 way
//   4 5 6    2. boxes 2, 3: which digits go to which row (56 ways) and their orders       56 x 6^6
//   7 8 9    3. boxes 5, 8: which digits go to which column (56 ways), their orders       56 x 6^6
//            4. boxes 6, 9: which digits go to which column                                     56
//               and in each of the six columns one of the two orders that no row of box 5
//               (box 8) forbids; without one, the try fails                                    2^6
//            5. box 4: its rows are the digits that boxes 5 and 6 do not have there; in each of
//               its three rows one of the two orders that no column of box 1 forbids; without
//               one, the try fails                                                             2^3
//            6. box 7: its rows and its columns are both determined by the other boxes; unless
//               every row has exactly one digit in common with every column, the try fails   1 way
//            7. one of the 9! ways to label a..i
//
// Why all boards are equally likely: every board is reached by exactly one sequence of choices. All
// sequences have the same probability, so all boards have the same probability in each try, and
// hence in the first try that succeeds. No floating-point number is involved. The numbers of ways:
//   56 ways     Let A, B, C be the minirows of the first of three boxes in line. The minirows of
//               the second box take k digits of B and 3 - k of C, then k of C and 3 - k of A, then
//               k of A and 3 - k of B. For each k, there are binomial(3, k)^3 ways to choose the
//               digits. The sum for k = 0..3 is 56.
//   two orders  Each of three different digits is forbidden in one line. If the three forbidden
//               lines are not all the same, exactly two orders avoid them; otherwise no order does.
//
// The number of sequences is 9! x (56 x 6^6)^2 x 56 x 2^9 = 7.10e22, so one try in 10.65 completes
// a board. A test compares this ratio with the counted tries. In this way, the test checks steps 2
// to 6 against the known number of boards (B. Felgenhauer, A. F. Jarvis, 2005).
//
// The loop over the tries needs no bound, because tries are independent. The random stream is long
// enough for five thousand million tries before it repeats. Of 10^6 boards, the slowest took 135
// tries.
//
// The code keeps digits as 9-bit sets, three in a word, one for each row or column of a box. It
// fills boxes 4, 6, 7 and 9 with the rule that a cell holds the digit that its row and its column
// have in common. The test of box 7 uses the same rule.
//
// With AVX2, a filter (random_filter.hpp) checks first whether a try succeeds. The filter does keep
// row numbers, and moves them with byte shuffles. docs/kernels/boards.md has the times, and the
// method that we rejected.
#pragma once

#include <cstdint>

#include "dokumill/grid.hpp"
#include "engine/boards/random_choices.hpp"

namespace dokumill::boards {

// Board `index` of `seed`. Cost on average: 0.6 us with AVX2, else 0.95 us (Zen 4).
Grid random_board(std::uint64_t seed, std::uint64_t index);

// Returns the same board as random_board(seed, index). `tries` gets the number of tries, 1 or more.
Grid random_board(std::uint64_t seed, std::uint64_t index, std::uint32_t& tries);

// Makes the try with these choices. If it succeeds, fills `board` with the digits 0..8, which are
// not relabelled yet (step 7), and returns true. Otherwise returns false.
bool try_board(const BoardChoices& choices, Grid& board);

}  // namespace dokumill::boards
