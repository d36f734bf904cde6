// Compresses text to base64, and decompresses it, as the JavaScript library lz-string does
// (Pieroxy, pieroxy.net). SudokuPad and f-puzzles put puzzles into links in this way.
//
// It is an LZ78 with codes whose width grows: the codes 0 and 1 are followed by a new character of
// 8 or 16 bits, 2 is the end, and all other codes are entries of the table. An entry is a piece of
// the text so far, so the table has only places in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dokumill::records {

// Longer texts are no puzzles: texts of more bytes, or of more bytes for each byte of `packed`.
inline constexpr std::size_t kMostLzBytes = 2'000'000;
inline constexpr std::size_t kMostLzRatio = 50;

// Returns the text, with '?' for each character beyond ASCII; nullopt if `packed` is not such a
// text. Cost: linear in `packed` and the text. Memory: 16 bytes for each 2 bytes of `packed`.
std::optional<std::string> decompress_lz(std::string_view packed);

// Returns the same text as lz-string. REQUIRES: `text` is ASCII. Cost: a search in a hash table for
// each character; 43 us for the JSON of a puzzle of f-puzzles (Zen 4, GCC 12).
std::string compress_lz(std::string_view text);

}  // namespace dokumill::records
