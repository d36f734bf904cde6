// What a line says that no reading accounts for.
#pragma once

#include <cstdint>
#include <string_view>

namespace dokumill::records {

enum class LeftOver : std::uint8_t {
  kNothing,  // blanks, frames, brackets and the like, or a comment
  kWords,    // words or numbers
  kRow,      // nine cells
  kBoard,    // half a board or more in one line
};

LeftOver left_over_kind(std::string_view line);

// The digits 1 to 9 of a line that are no part of a longer word or number.
std::size_t single_digits(std::string_view line);

// True if the line is a row of nine cells without blanks, and words after it.
bool is_row_with_words(std::string_view line);

// True if the line has the names of columns, of which one is that of puzzles.
bool names_puzzle_column(std::string_view line);

}  // namespace dokumill::records
