// Reads the puzzles that links of other programs contain, in the forms of these programs.
#pragma once

#include <string_view>

#include "formats/import/links/links.hpp"

namespace dokumill::records {

// SudokuWiki: two base-36 digits for each cell, after "S9B".
LinkPuzzle read_sudoku_wiki(std::string_view pairs);

// SudokuPad: the digits alone, after "classic".
LinkPuzzle read_classic(std::string_view packed);

// f-puzzles: a JSON object. `text`: unpacked.
LinkPuzzle read_f_puzzle(std::string_view text);

// SudokuPad: JSON, mostly with short names. `text`: unpacked.
LinkPuzzle read_sudoku_pad(std::string_view text);

}  // namespace dokumill::records
