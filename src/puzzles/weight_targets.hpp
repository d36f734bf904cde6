// The weights that a SubsetTree aims at: one for each number of clues and of removable clues.
//
// The table decides how much work goes where. It does not decide what the result means: a
// SubsetTree is unbiased with any numbers here (docs/puzzles.md has the proof).
//
// The best weight of a state is inversely proportional to the square root of a quotient: the mean
// square of what its subsets add to the result, divided by the work for them. We measured both in
// runs with 10^7 questions to the solver and fitted a parabola to the logarithms for each number of
// clues. States whose few removable clues can all become necessary at once are rare and count for
// much, so they have at least twice the share that a simple model gives them: each removable clue
// stays removable with probability 0.78. Without this floor, a few puzzles of a large sample had
// most of its weight. Powers of two keep the weights exact.
//
// Thread safety: constants.
#pragma once

#include <array>
#include <cstdint>

namespace dokumill::puzzles {

inline constexpr int kMostTargetClues = 33;    // the first row
inline constexpr int kFewestTargetClues = 18;  // the last row; no puzzle has 16 clues

// More removable clues count as this number.
inline constexpr int kTargetColumns = 22;

// kWeightTarget[kMostTargetClues - clues][removable - 1]: binary logarithms of weights, in minimal
// puzzles of a board. The puzzles of a seed depend on them.
// clang-format off
inline constexpr std::array<std::array<std::uint8_t, kTargetColumns>, 16> kWeightTarget{{
    {57, 58, 60, 61, 62, 63, 64, 65, 65, 66, 67, 68, 68, 68, 69, 69, 69, 69, 70, 70, 70, 70},
    {57, 58, 60, 61, 62, 63, 64, 66, 66, 67, 67, 68, 68, 69, 69, 69, 69, 70, 70, 70, 70, 70},
    {57, 58, 60, 61, 63, 64, 65, 66, 66, 67, 67, 68, 68, 68, 69, 69, 69, 69, 69, 69, 69, 69},
    {57, 59, 60, 61, 62, 63, 64, 64, 65, 66, 66, 67, 67, 67, 67, 67, 67, 67, 67, 67, 67, 67},
    {56, 57, 58, 59, 60, 61, 62, 63, 64, 64, 64, 64, 64, 64, 65, 65, 65, 65, 65, 65, 65, 65},
    {57, 58, 59, 59, 60, 61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 65, 65, 65, 65, 65},
    {58, 58, 58, 59, 59, 59, 60, 61, 61, 61, 62, 62, 63, 63, 63, 64, 64, 64, 64, 64, 64, 64},
    {58, 58, 58, 59, 59, 59, 60, 60, 60, 61, 61, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62},
    {58, 58, 58, 58, 58, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 69, 69},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 69, 69},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 69, 70},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 69, 69},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 68, 68},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 68, 68, 68, 68},
    {57, 58, 59, 59, 60, 60, 61, 61, 62, 63, 63, 64, 64, 65, 66, 66, 67, 67, 67, 67, 67, 67},
}};
// clang-format on

}  // namespace dokumill::puzzles
