// Reads puzzles from files that programs save as XML, and from tables of HTML.
//
// - OpenSudoku (.opensudoku): <game data="81 digits">, and saved games: data="version: 3\n..."
// - KSudoku: <graph order="9" type="sudoku"/> and <values>: '_' is an empty cell, 'b' to 'j' are 1
//   to 9 (src/gui/symbols.cpp of KSudoku)
// - HTML: a <table> of nine rows of nine cells
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Returns nullopt if the text does not begin with '<', or has no such puzzle. Failure: kInput with
// a message that begins with ":LINE: ", for a puzzle of another size or with other rules. Cost:
// linear in the text.
Result<std::optional<ImportedText>> read_markup(std::string_view text,
                                                const ImportOptions& options);

}  // namespace dokumill::records
