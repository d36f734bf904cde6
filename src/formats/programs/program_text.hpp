// Writes a board in the formats of other programs (the rows of format_table.hpp after json).
//
// A malformed record becomes cells or data of '?', which the programs refuse. OpenSudoku would
// refuse the whole file, and LaTeX would print them, so these two get a comment in place of the
// record.
#pragma once

#include <cstddef>

#include "dokumill/grid.hpp"

namespace dokumill::records {

// The most bytes of a record in each format. For SadMan Sudoku and KSudoku: the bytes of every
// record, because their files have one.
inline constexpr std::size_t kOpenSudokuBytes = 97;
inline constexpr std::size_t kSdkBytes = 99;
inline constexpr std::size_t kKSudokuBytes = 240;
inline constexpr std::size_t kLatexBytes = 217;
// The text that is packed has less than 2,200 characters. Each of them adds at most a code of 12
// bits, and of some the character, and 6 bits become 1 or 3 bytes.
inline constexpr std::size_t kLinkBytes = 16'000;
inline constexpr std::size_t kSoloBytes = 4 + 2 * 81;

// An element <game> of OpenSudoku for Android. The elements around all games are in the table.
char* print_opensudoku(const Grid& grid, char* out);
// A file of SadMan Sudoku.
char* print_sdk(const Grid& grid, char* out);
// A saved game of KSudoku. Its cells run down the columns: 'b' to 'j' are 1 to 9.
char* print_ksudoku(const Grid& grid, char* out);
// The environment of the LaTeX package sudoku.
char* print_latex(const Grid& grid, char* out);
// Links that contain the puzzle: JSON of f-puzzles, packed as by lz-string.
char* print_sudokupad(const Grid& grid, char* out);
char* print_fpuzzles(const Grid& grid, char* out);
// A game id of Solo, of Simon Tatham's collection: letters are runs of empty cells.
char* print_solo(const Grid& grid, char* out);

}  // namespace dokumill::records
