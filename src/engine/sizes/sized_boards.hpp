// The boards of one shape by number: all boards of 4x4 and 6x6.
#pragma once

#include <cstdint>

#include "dokumill/boards.hpp"
#include "engine/sizes/shape.hpp"

namespace dokumill::sizes {

// The number of boards of a shape if they are numbered (288 or 28,200,960), else 0.
std::uint64_t numbered_boards(Shape shape);

// Board `number` of a shape whose boards are numbered: first by the lexicographic rank of their
// first row, then by the rank of the board with its symbols renamed so that the first row is
// 1, 2, ..., n. So board 0 is the smallest board. The first call for a size of 6 takes 20 ms and
// keeps 1.4 MB. REQUIRES: number < numbered_boards(shape).
void board_of_number(Shape shape, std::uint64_t number, std::uint8_t* board);
// The number of a board. REQUIRES: is_board(shape, board), numbered_boards(shape) != 0.
std::uint64_t number_of_board(Shape shape, const std::uint8_t* board);

// kUsage if a shape does not have the boards `start`, ..., `start + count - 1` of a family.
Status check_boards(Shape shape, const BoardSource& source, std::uint64_t start,
                    std::uint64_t count);
// kUsage if `start` and `count` do not fit into `all`.
Status check_numbers(std::uint64_t start, std::uint64_t count, std::uint64_t all);

}  // namespace dokumill::sizes
