// The weights that a SubsetTree aims at for its states. The target weight of a state depends on its
// number of clues and on its number of removable clues.
//
// The table only decides on which states the work is spent. A SubsetTree is unbiased with any
// numbers here (docs/puzzles.md has the proof).
//
// Let A be the mean square of what the subsets of a state add to the result, and let W be the work
// for these subsets. The best weight of the state is inversely proportional to the square root of
// A/W. We measured A and W in runs with 10^7 questions to the solver, and fitted a parabola to
// their logarithms for each number of clues. In some states, few clues are removable, and all of
// them can become necessary at once. These states are rare, but they have a large influence on the
// result. A simple model, in which each removable clue stays removable with probability 0.78,
// predicts their share. The table gives these states at least twice this share. Without this
// minimum, a few puzzles of a large sample had most of the sample's weight. The weights are powers
// of two, which keeps them exact.
#pragma once

#include <array>
#include <cstdint>

namespace dokumill::puzzles {

inline constexpr int kMaxTargetClues = 33;     // the first row
inline constexpr int kFewestTargetClues = 18;  // the last row; puzzles of 17 clues are minimal

// Larger numbers of removable clues count as this number.
inline constexpr int kTargetColumns = 22;

// kWeightTarget[kMaxTargetClues - clues][removable - 1]: the binary logarithm of a weight. The
// unit of weights is one minimal puzzle of a board. A change of these numbers changes the puzzles
// of a seed.
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
