// The family kRandom: for each (seed, index) one of the 6,670,903,752,021,072,936,960 complete
// boards, all of them equally likely.
//
// Method: rejection of whole boards. A try makes choices that are all equally likely and either
// ends in a board or is given up; it is repeated until a board comes out.
//
//   1 2 3    1. box 1 holds a, b, c / d, e, f / g, h, i (the labels are drawn last)           1 way
//   4 5 6    2. boxes 2, 3: which digits go to which row (56 ways) and their orders       56 x 6^6
//   7 8 9    3. boxes 5, 8: which digits go to which column (56 ways), their orders       56 x 6^6
//            4. boxes 6, 9: which digits go to which column                                     56
//               and in each of the six columns one of the two orders that no row of box 5
//               (box 8) forbids; if there is none, give up                                     2^6
//            5. box 4: its rows are what boxes 5 and 6 have left; in each of its three rows one
//               of the two orders that no column of box 1 forbids; if there is none, give up   2^3
//            6. box 7: its rows and columns are both what is left; unless every row has exactly
//               one digit in common with every column, give up                               1 way
//            7. one of the 9! ways to name a..i
//
// Why it is uniform: every board is reached by exactly one sequence of choices. (56: if the first
// of three boxes in line has the minirows A, B, C, k digits of B and then 3 - k of C go to the
// second box's first minirow, and so on: sum of binomial(3, k)^3 = 56. Two orders: three different
// digits have 2 orders that avoid one forbidden row each, if the three forbidden rows are not all
// the same, else none.) All sequences have the same probability, so have all boards, in each try
// and hence in the first try that succeeds. No floating-point number is involved.
//
// The number of sequences is 9! x (56 x 6^6)^2 x 56 x 2^9 = 7.10e22, so one try in 10.65 gives a
// board; a test compares this with the tries that are counted, which checks steps 2 to 6 against
// the known number of boards (B. Felgenhauer, A. F. Jarvis, 2005).
//
// The loop needs no bound: tries are independent, and the longest of 10^6 boards takes 135 of the
// five thousand million tries that the stream has before it repeats.
//
// The code follows digits as 9-bit sets, three to a word, one for each row or column of a box:
// boxes 4 and 7 are tested and boxes 4, 6, 7, 9 filled in by "a cell holds what its row and its
// column have in common". The plain way, a row number for each digit, took 1.2 us (2.6 GHz EPYC,
// 2026-11).
//
// Considered instead: a random search from cell to cell, accepted by the product of its branch
// sizes. It needs a bound on that product and so only comes near to uniform.
#pragma once

#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::boards {

// Board `index` of `seed`. Cost: 0.8 us on average.
Grid random_board(std::uint64_t seed, std::uint64_t index);

// The same; `tries` receives the number of tries, at least 1.
Grid random_board(std::uint64_t seed, std::uint64_t index, std::uint32_t& tries);

}  // namespace dokumill::boards
