// Reads the identifiers of games: those of Solo, S9B of SudokuWiki, and the body of puzz.link.
#pragma once

#include <optional>
#include <string_view>

#include "formats/import/links/links.hpp"

namespace dokumill::records {

// Reads "3x3:a1_5b..." of Solo in Simon Tatham's collection, or "S9B..." of SudokuWiki. Returns
// nullopt if the word is no identifier.
std::optional<LinkPuzzle> read_game_id(std::string_view word);

// Reads "9/9/..." after the genre of a link of puzz.link: digits, and letters for runs of empty
// cells.
LinkPuzzle read_puzz_link(std::string_view body);

}  // namespace dokumill::records
