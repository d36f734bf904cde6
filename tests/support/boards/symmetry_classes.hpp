// A table: for each number of automorphisms that a complete board can have, the number of classes
// of such boards. Two boards are in one class if one of the 3,359,232 symmetries maps one to a
// relabelling of the other.
//
// Sources: E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006), and the table by number of
// automorphisms in the Sudoku Players' Forum (2006). A test compares the table with the number of
// all boards and of all classes.
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
  // The share of all boards that are in these classes.
  constexpr double share() const {
    return static_cast<double>(classes) * static_cast<double>(boards_each()) / kAllBoards;
  }
};

inline constexpr SymmetryClasses kSymmetryClasses[] = {
    {1, 5'472'170'387}, {2, 548'449}, {3, 7'336}, {4, 2'826}, {6, 1'257}, {8, 29}, {9, 42},
    {12, 92},           {18, 85},     {27, 2},    {36, 15},   {54, 11},   {72, 2}, {108, 3},
    {162, 1},           {648, 1},
};

// The chance that two boards are in the same class, if they are drawn uniformly and independently.
constexpr double chance_of_one_class() {
  double chance = 0;
  for (const SymmetryClasses& row : kSymmetryClasses) {
    chance += row.share() * static_cast<double>(row.boards_each()) / kAllBoards;
  }
  return chance;
}

}  // namespace dokumill::testing
