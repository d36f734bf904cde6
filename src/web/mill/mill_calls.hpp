// The calls of the mill, which runs commands of dokumill over a file that the page reads as a
// stream.
//
//   mill_open    the first bytes of a text    -> format, name of the output, or why it is refused
//   mill_cut     the next bytes of the text   -> where a piece can end
//   mill_piece   the first bytes and a piece  -> the output of the piece, counts, problems
//   mill_all     a whole text                 -> all of this
//
// The page calls mill_open with more and more bytes of the decompressed text, until the answer has
// a format. Then it cuts the text from `begin` on into pieces with mill_cut, and runs mill_piece
// for each of them, in any order and in several workers. The outputs in the order of the pieces are
// the result; in grid format, without the first byte of all. A short text, and one that mill_open
// cannot judge by its first bytes, goes through mill_all. docs/page.md has the fields.
//
// Pure functions. Memory: a few times the size of the bytes and the output. Failure: an answer with
// an error; std::bad_alloc.
#pragma once

#include <string>
#include <string_view>

#include "web/calls/answer.hpp"

namespace dokumill::web {

// `body`: {"name":"a.txt","command":"solve","to":"same"}. Ask only if more bytes follow. The answer
// is {"needs_more":true}, or {"needs_all":true} if the text may have another layout, or
// {"format":"csv","separator":",","begin":7,"lines":1,"output_format":"csv",
// "output_name":"solved-a.csv","media_type":"text/csv"}. `begin`: where the first record begins.
// `lines`: the lines before it.
// Errors: "columns" (the column of the puzzles was not found), "input" (these are no puzzles),
// "options", and "elsewhere": only the command reads this kind of file or writes this format.
Answer answer_mill_open(std::string_view body, std::string_view bytes);

// `body`: {"format":"csv","separator":",","entry":"000"}. `bytes`: the text from the last cut on.
// Ask only if more bytes follow them. The answer is {"bytes":81,"entry":"010"}: a piece can have
// this number of bytes, and `entry` belongs to the piece after it. 0 bytes: more bytes are needed.
// The entry of the first piece is "000".
Answer answer_mill_cut(std::string_view body, std::string_view bytes);

// `body`: name, command and to as for mill_open, and {"format":"csv","begin":"4096",
// "entry":"000","is_first":true}. `bytes`: the first bytes of the text, for which mill_open found
// the format, and then the piece, which starts at byte `begin`.
// The answer has the numbers of this piece: records, lines, counts, clues, levels, problems,
// problems_omitted. A problem has numbers that count from the beginning of the piece.
Answer answer_mill_piece(std::string_view body, std::string_view bytes, std::string& output);

// `body`: as for mill_open. `bytes`: a whole text, in any format or layout. The answer has the
// output_... and the media_type of mill_open, for rate also the format, and the numbers of
// mill_piece. `layout`: what the text was read as, in English, if the patient door has read it
// (records/any). Errors: as for mill_open.
Answer answer_mill_all(std::string_view body, std::string_view bytes, std::string& output);

}  // namespace dokumill::web
