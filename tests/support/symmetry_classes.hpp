// The numbers of classes of complete boards (under the 3,359,232 symmetries with relabellings), by
// the number of automorphisms of their boards.
//
// Sources: E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006), and the table by
// automorphisms of the Sudoku Players' Forum of the same year. A test compares the table with the
// number of all boards and of all classes.
#pragma once

#include <cstdint>

namespace dokumill::testing {

inline constexpr double kAllBoards = 6670903752021072936960.0;

struct SymmetryClasses {
  std::uint32_t automorphisms;
  std::uint64_t classes;
  // The number of boards in each class.
  constexpr std::uint64_t boards_each() const {
    return std::uint64_t{3'359'232} * 362'880 / automorphisms;
  }
  // The share of all boards that is in one of these classes.
  constexpr double share() const {
    return static_cast<double>(classes) * static_cast<double>(boards_each()) / kAllBoards;
  }
};

inline constexpr SymmetryClasses kSymmetryClasses[] = {
    {1, 5'472'170'387}, {2, 548'449}, {3, 7'336}, {4, 2'826}, {6, 1'257}, {8, 29}, {9, 42},
    {12, 92},           {18, 85},     {27, 2},    {36, 15},   {54, 11},   {72, 2}, {108, 3},
    {162, 1},           {648, 1},
};

// The chance that two uniform boards are in the same class.
constexpr double chance_of_one_class() {
  double chance = 0;
  for (const SymmetryClasses& row : kSymmetryClasses) {
    chance += row.share() * static_cast<double>(row.boards_each()) / kAllBoards;
  }
  return chance;
}

}  // namespace dokumill::testing
