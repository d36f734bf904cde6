// The numbers of the classes of complete boards.
//
// Two boards are of one class if they are equal up to symmetry and relabelling (canon.hpp). There
// are 5,472,730,538 classes (E. Russell and A. F. Jarvis, 2006). A class has the number n if its
// canonical form is the n-th of all canonical forms in lexicographic order, counted from 1.
//
// A band is three boxes side by side, a stack three boxes one above the other. Up to symmetry and
// relabelling, there are 416 bands, numbered from 1 in the lexicographic order of their smallest
// images: band 1 is 123456789 / 456789123 / 789123456. A stack has the number of the band that is
// its transpose.
//
// docs/canon.md describes the method and its proofs. The library has a table of about 1 MB with the
// number of canonical boards for each start of four rows, and lists the boards with one start.
//
// Memory: 2 MB for all threads, made when first used, in 10 ms. Cost: about 0.5 ms for the number
// of a board, 1.7 ms for the board of a number; 0.1 s at most. Failure: std::bad_alloc.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

inline constexpr std::uint64_t kBoardClasses = 5'472'730'538;

struct BoardClass {
  std::uint64_t number = 0;  // 1 to kBoardClasses; 0: the grid is not a complete board
  // The numbers of the bands of the canonical form, from top to bottom, and then of its stacks,
  // from left to right: 1 to 416. The first one is the smallest.
  std::array<std::uint16_t, 6> bands{};
  std::uint32_t automorphisms = 0;  // as in Canonical
};

// False in builds without the table: only in the page. The functions below then find nothing.
bool has_board_classes();

// The class of a board.
BoardClass class_of(const Grid& board);

// The canonical forms of the classes `first`, `first` + 1, ... A grid is empty if there is no class
// with its number. Neighbours share work: 1,000 boards take about 6 ms, or 80 ms among the first
// 49,776 classes.
void class_boards(std::uint64_t first, std::span<Grid> out);

}  // namespace dokumill
