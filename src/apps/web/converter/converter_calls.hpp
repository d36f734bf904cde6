// The calls of the converter, which runs commands of dokumill over a file that the page reads as a
// stream. Users know it as the mill.
//
//   converter_open   the first bytes of a text   -> format, name of the output, or a refusal
//   converter_cut    the next bytes of the text  -> where a part can end
//   converter_part   the first bytes and a part  -> the output of the part, counts, problems
//   converter_all    a whole text                -> all of this
//
// The page calls converter_open with more and more bytes of the decompressed text, until the answer
// has a format. Then it cuts the text from `begin` on into parts with converter_cut, and runs
// converter_part for each of them, in any order and in several workers. The outputs in the order of
// the parts are the result; in grid format, without the first byte of all. A short text, and one
// that converter_open cannot judge by its first bytes, goes through converter_all. docs/page.md has
// the fields.
//
// Pure functions. Memory: a few times the size of the bytes and the output. Failure: an answer with
// an error; std::bad_alloc.
#pragma once

#include <string>
#include <string_view>

#include "apps/web/calls/answer.hpp"

namespace dokumill::web {

// `body`: {"name":"a.txt","command":"solve","to":"same"}. Ask only if more bytes follow. The answer
// is {"needs_more":true}, or {"needs_all":true} if the text may have another layout, or
// {"format":"csv","separator":",","begin":7,"lines":1,"output_format":"csv",
// "output_name":"solved-a.csv","media_type":"text/csv"}. `begin`: where the first record begins.
// `lines`: the lines before it.
// Errors: "columns" (the column of the puzzles was not found), "input" (these are no puzzles),
// "options", and "elsewhere": only the command reads this kind of file or writes this format.
Answer answer_converter_open(std::string_view body, std::string_view bytes);

// `body`: {"format":"csv","separator":",","entry":"000"}. `bytes`: the text from the last cut on.
// Ask only if more bytes follow them. The answer is {"bytes":81,"entry":"010"}: a part can have
// this number of bytes, and `entry` belongs to the part after it. 0 bytes: more bytes are needed.
// The entry of the first part is "000".
Answer answer_converter_cut(std::string_view body, std::string_view bytes);

// `body`: name, command and to as for converter_open, and {"format":"csv","begin":"4096",
// "entry":"000","is_first":true}. `bytes`: the first bytes of the text, for which converter_open
// found the format, and then the part, which starts at byte `begin`.
// The answer has the numbers of this part: records, lines, counts, clues, levels, problems,
// problems_omitted. A problem has numbers that count from the beginning of the part.
Answer answer_converter_part(std::string_view body, std::string_view bytes, std::string& output);

// `body`: as for converter_open. `bytes`: a whole text, in any format or layout. The answer has the
// output_... and the media_type of converter_open, for rate also the format, and the numbers of
// converter_part. `layout`: what the text was read as, in English, if the importer has read it
// (formats/import). Errors: as for converter_open.
Answer answer_converter_all(std::string_view body, std::string_view bytes, std::string& output);

}  // namespace dokumill::web
