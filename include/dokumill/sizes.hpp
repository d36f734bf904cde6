// Sudoku of other sizes than 9x9: the shapes of their boxes, and the symbols that texts have for
// their numbers.
//
// A board or puzzle of n symbols is n * n bytes, row by row: 0 is an empty cell, and 1 to n are the
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill {

// A Sudoku whose boxes have `box_rows` rows and `box_columns` columns. It has as many numbers as a
// box has cells.
struct Shape {
  std::uint8_t box_rows = 2;
  std::uint8_t box_columns = 2;

  constexpr int size() const { return box_rows * box_columns; }
  constexpr int cells() const { return size() * size(); }
  // The number of the box of a cell, counted row by row.
  constexpr int box_of(int cell) const {
    return cell / size() / box_rows * box_rows + cell % size() / box_columns;
  }
  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

// All shapes but 3x3, which Grid is for. Of those with the same size, the usual one comes first.
inline constexpr std::array<Shape, 15> kShapes{{{2, 2},
                                                {2, 3},
                                                {3, 2},
                                                {2, 4},
                                                {4, 2},
                                                {2, 5},
                                                {5, 2},
                                                {3, 4},
                                                {4, 3},
                                                {3, 5},
                                                {5, 3},
                                                {4, 4},
                                                {4, 5},
                                                {5, 4},
                                                {5, 5}}};
inline constexpr int kMostSymbols = 25;
inline constexpr int kMostCells = kMostSymbols * kMostSymbols;

// How a text writes the numbers 1 to n.
enum class Symbols : std::uint8_t {
  kFromOne,   // 1 to 9, then A, B, ...; an empty cell is one of . _ 0
  kFromZero,  // 0 to 9, then A, B, ...; an empty cell is . or _
  kLetters,   // A, B, ...; an empty cell is one of . _ 0
  kNumbers,   // 1 to n in decimal, with blanks or commas between them; an empty cell is . _ or 0
};

// A size, and the symbols of its texts. Without symbols, they are found from the first records.
struct Size {
  Shape shape;
  std::optional<Symbols> symbols = {};
  friend bool operator==(const Size&, const Size&) = default;
};

// The shape "16" or "6:2x3", or kUsage. REQUIRES of the caller: 9 is no such shape.
Result<Shape> parse_shape(std::string_view word);
// "16x16", and with boxes where they are not the usual ones: "6x6 with boxes of 3x2".
std::string name_of(Shape shape);
// The symbols of a size as a range, such as "1-9A-G"; "numbers" for kNumbers.
std::string name_of(Symbols symbols, Shape shape);

}  // namespace dokumill
