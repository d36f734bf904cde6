// Prints the pages of a book, as one PDF file or as one SVG file for each page.
//
// A PDF stores its text as text, with embedded fonts; an SVG file stores it as outlines. The bytes
// depend on the puzzles, the design, the version of Cairo, and the fonts of the machine, but not on
// the time.
//
// Thread safety: any number of calls at the same time, each with its own output. Only in builds
// with the address sanitizer: one call at a time, because print() calls free_for_leak_check()
// (type.hpp).
#pragma once

#include <span>

#include "book/book_job.hpp"
#include "book/sheet.hpp"

namespace dokumill::book {

enum class FileFormat : unsigned char { kPdf, kSvg };

// Failure: kUsage for a design whose digits would be too small, and for a bad title; kInput if no
// font has the needed characters; otherwise the failure of the output or of Cairo.
Status print(std::span<const BookPuzzle> puzzles, const Design& design, FileFormat format,
             BookOutput& output);

}  // namespace dokumill::book
